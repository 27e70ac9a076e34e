file(REMOVE_RECURSE
  "CMakeFiles/test_steps.dir/test_steps.c.o"
  "CMakeFiles/test_steps.dir/test_steps.c.o.d"
  "test_steps"
  "test_steps.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_steps.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
