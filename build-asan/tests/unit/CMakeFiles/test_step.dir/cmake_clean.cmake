file(REMOVE_RECURSE
  "CMakeFiles/test_step.dir/test_step.c.o"
  "CMakeFiles/test_step.dir/test_step.c.o.d"
  "test_step"
  "test_step.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_step.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
