
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tests/support/check.c" "tests/support/CMakeFiles/lw_test_support.dir/check.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/check.c.o.d"
  "/tmp/ode/tests/support/dense.c" "tests/support/CMakeFiles/lw_test_support.dir/dense.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/dense.c.o.d"
  "/tmp/ode/tests/support/mechanism.c" "tests/support/CMakeFiles/lw_test_support.dir/mechanism.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/mechanism.c.o.d"
  "/tmp/ode/tests/support/path.c" "tests/support/CMakeFiles/lw_test_support.dir/path.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/path.c.o.d"
  "/tmp/ode/tests/support/random.c" "tests/support/CMakeFiles/lw_test_support.dir/random.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/random.c.o.d"
  "/tmp/ode/tests/support/table.c" "tests/support/CMakeFiles/lw_test_support.dir/table.c.o" "gcc" "tests/support/CMakeFiles/lw_test_support.dir/table.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
