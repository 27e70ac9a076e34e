
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/modelDescription/variable_builder.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_builder.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_builder.c.o.d"
  "/tmp/ode/modelDescription/variable_derivatives.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_derivatives.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_derivatives.c.o.d"
  "/tmp/ode/modelDescription/variable_parameters.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_parameters.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_parameters.c.o.d"
  "/tmp/ode/modelDescription/variable_reading.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_reading.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_reading.c.o.d"
  "/tmp/ode/modelDescription/variable_rows.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_rows.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variable_rows.c.o.d"
  "/tmp/ode/modelDescription/variables.c" "modelDescription/CMakeFiles/lw_variables_objects.dir/variables.c.o" "gcc" "modelDescription/CMakeFiles/lw_variables_objects.dir/variables.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
