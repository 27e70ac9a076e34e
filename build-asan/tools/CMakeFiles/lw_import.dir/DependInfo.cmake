
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tools/fmu.c" "tools/CMakeFiles/lw_import.dir/fmu.c.o" "gcc" "tools/CMakeFiles/lw_import.dir/fmu.c.o.d"
  "/tmp/ode/tools/fmu_library.c" "tools/CMakeFiles/lw_import.dir/fmu_library.c.o" "gcc" "tools/CMakeFiles/lw_import.dir/fmu_library.c.o.d"
  "/tmp/ode/tools/fmu_log_text.c" "tools/CMakeFiles/lw_import.dir/fmu_log_text.c.o" "gcc" "tools/CMakeFiles/lw_import.dir/fmu_log_text.c.o.d"
  "/tmp/ode/tools/report.c" "tools/CMakeFiles/lw_import.dir/report.c.o" "gcc" "tools/CMakeFiles/lw_import.dir/report.c.o.d"
  "/tmp/ode/tools/scratch_folder.c" "tools/CMakeFiles/lw_import.dir/scratch_folder.c.o" "gcc" "tools/CMakeFiles/lw_import.dir/scratch_folder.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/modelDescription/CMakeFiles/lw_description.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
