
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/fmu/call_sequence.c" "fmu/CMakeFiles/lw_fmu.dir/call_sequence.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/call_sequence.c.o.d"
  "/tmp/ode/fmu/component.c" "fmu/CMakeFiles/lw_fmu.dir/component.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/component.c.o.d"
  "/tmp/ode/fmu/entry.c" "fmu/CMakeFiles/lw_fmu.dir/entry.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/entry.c.o.d"
  "/tmp/ode/fmu/fmi2_life.c" "fmu/CMakeFiles/lw_fmu.dir/fmi2_life.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmi2_life.c.o.d"
  "/tmp/ode/fmu/fmi2_state.c" "fmu/CMakeFiles/lw_fmu.dir/fmi2_state.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmi2_state.c.o.d"
  "/tmp/ode/fmu/fmi2_step.c" "fmu/CMakeFiles/lw_fmu.dir/fmi2_step.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmi2_step.c.o.d"
  "/tmp/ode/fmu/fmi2_values.c" "fmu/CMakeFiles/lw_fmu.dir/fmi2_values.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmi2_values.c.o.d"
  "/tmp/ode/fmu/fmu_log.c" "fmu/CMakeFiles/lw_fmu.dir/fmu_log.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmu_log.c.o.d"
  "/tmp/ode/fmu/fmu_state.c" "fmu/CMakeFiles/lw_fmu.dir/fmu_state.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/fmu_state.c.o.d"
  "/tmp/ode/fmu/glibc_versions.c" "fmu/CMakeFiles/lw_fmu.dir/glibc_versions.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/glibc_versions.c.o.d"
  "/tmp/ode/fmu/own_folder.c" "fmu/CMakeFiles/lw_fmu.dir/own_folder.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/own_folder.c.o.d"
  "/tmp/ode/fmu/resource.c" "fmu/CMakeFiles/lw_fmu.dir/resource.c.o" "gcc" "fmu/CMakeFiles/lw_fmu.dir/resource.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
