file(REMOVE_RECURSE
  "CMakeFiles/test_chain.dir/test_chain.c.o"
  "CMakeFiles/test_chain.dir/test_chain.c.o.d"
  "test_chain"
  "test_chain.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_chain.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
