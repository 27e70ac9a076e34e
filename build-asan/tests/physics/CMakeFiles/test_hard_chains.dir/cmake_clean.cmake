file(REMOVE_RECURSE
  "CMakeFiles/test_hard_chains.dir/test_hard_chains.c.o"
  "CMakeFiles/test_hard_chains.dir/test_hard_chains.c.o.d"
  "test_hard_chains"
  "test_hard_chains.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_hard_chains.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
