file(REMOVE_RECURSE
  "CMakeFiles/test_redundancy_invariance.dir/test_redundancy_invariance.c.o"
  "CMakeFiles/test_redundancy_invariance.dir/test_redundancy_invariance.c.o.d"
  "test_redundancy_invariance"
  "test_redundancy_invariance.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_redundancy_invariance.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
