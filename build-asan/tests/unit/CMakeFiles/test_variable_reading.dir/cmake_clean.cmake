file(REMOVE_RECURSE
  "CMakeFiles/test_variable_reading.dir/test_variable_reading.c.o"
  "CMakeFiles/test_variable_reading.dir/test_variable_reading.c.o.d"
  "test_variable_reading"
  "test_variable_reading.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_variable_reading.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
