file(REMOVE_RECURSE
  "CMakeFiles/test_s0_step.dir/test_s0_step.c.o"
  "CMakeFiles/test_s0_step.dir/test_s0_step.c.o.d"
  "test_s0_step"
  "test_s0_step.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_s0_step.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
