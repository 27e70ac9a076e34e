
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tests/fmi/test_derivatives.c" "tests/fmi/CMakeFiles/test_derivatives.dir/test_derivatives.c.o" "gcc" "tests/fmi/CMakeFiles/test_derivatives.dir/test_derivatives.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/tests/support/CMakeFiles/lw_test_support.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/tests/fmi/CMakeFiles/lw_test_fmu.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/tools/CMakeFiles/lw_embedded.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/tools/CMakeFiles/lw_import.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/modelDescription/CMakeFiles/lw_description.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
