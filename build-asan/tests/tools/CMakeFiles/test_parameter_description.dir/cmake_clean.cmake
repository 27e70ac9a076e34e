file(REMOVE_RECURSE
  "CMakeFiles/test_parameter_description.dir/test_parameter_description.c.o"
  "CMakeFiles/test_parameter_description.dir/test_parameter_description.c.o.d"
  "test_parameter_description"
  "test_parameter_description.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_parameter_description.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
