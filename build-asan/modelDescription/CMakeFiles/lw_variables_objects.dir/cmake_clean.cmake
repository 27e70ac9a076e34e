file(REMOVE_RECURSE
  "CMakeFiles/lw_variables_objects.dir/variable_builder.c.o"
  "CMakeFiles/lw_variables_objects.dir/variable_builder.c.o.d"
  "CMakeFiles/lw_variables_objects.dir/variable_derivatives.c.o"
  "CMakeFiles/lw_variables_objects.dir/variable_derivatives.c.o.d"
  "CMakeFiles/lw_variables_objects.dir/variable_parameters.c.o"
  "CMakeFiles/lw_variables_objects.dir/variable_parameters.c.o.d"
  "CMakeFiles/lw_variables_objects.dir/variable_reading.c.o"
  "CMakeFiles/lw_variables_objects.dir/variable_reading.c.o.d"
  "CMakeFiles/lw_variables_objects.dir/variable_rows.c.o"
  "CMakeFiles/lw_variables_objects.dir/variable_rows.c.o.d"
  "CMakeFiles/lw_variables_objects.dir/variables.c.o"
  "CMakeFiles/lw_variables_objects.dir/variables.c.o.d"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_variables_objects.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
