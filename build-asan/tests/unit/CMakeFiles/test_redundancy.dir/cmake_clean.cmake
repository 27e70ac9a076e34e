file(REMOVE_RECURSE
  "CMakeFiles/test_redundancy.dir/test_redundancy.c.o"
  "CMakeFiles/test_redundancy.dir/test_redundancy.c.o.d"
  "test_redundancy"
  "test_redundancy.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_redundancy.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
