file(REMOVE_RECURSE
  "CMakeFiles/test_s0_recursion.dir/test_s0_recursion.c.o"
  "CMakeFiles/test_s0_recursion.dir/test_s0_recursion.c.o.d"
  "test_s0_recursion"
  "test_s0_recursion.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_s0_recursion.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
