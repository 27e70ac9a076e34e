
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tests/unit/test_expression.c" "tests/unit/CMakeFiles/test_expression.dir/test_expression.c.o" "gcc" "tests/unit/CMakeFiles/test_expression.dir/test_expression.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/tests/support/CMakeFiles/lw_test_support.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
