file(REMOVE_RECURSE
  "CMakeFiles/lw_fmu.dir/call_sequence.c.o"
  "CMakeFiles/lw_fmu.dir/call_sequence.c.o.d"
  "CMakeFiles/lw_fmu.dir/component.c.o"
  "CMakeFiles/lw_fmu.dir/component.c.o.d"
  "CMakeFiles/lw_fmu.dir/entry.c.o"
  "CMakeFiles/lw_fmu.dir/entry.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmi2_life.c.o"
  "CMakeFiles/lw_fmu.dir/fmi2_life.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmi2_state.c.o"
  "CMakeFiles/lw_fmu.dir/fmi2_state.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmi2_step.c.o"
  "CMakeFiles/lw_fmu.dir/fmi2_step.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmi2_values.c.o"
  "CMakeFiles/lw_fmu.dir/fmi2_values.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmu_log.c.o"
  "CMakeFiles/lw_fmu.dir/fmu_log.c.o.d"
  "CMakeFiles/lw_fmu.dir/fmu_state.c.o"
  "CMakeFiles/lw_fmu.dir/fmu_state.c.o.d"
  "CMakeFiles/lw_fmu.dir/glibc_versions.c.o"
  "CMakeFiles/lw_fmu.dir/glibc_versions.c.o.d"
  "CMakeFiles/lw_fmu.dir/own_folder.c.o"
  "CMakeFiles/lw_fmu.dir/own_folder.c.o.d"
  "CMakeFiles/lw_fmu.dir/resource.c.o"
  "CMakeFiles/lw_fmu.dir/resource.c.o.d"
  "linkwork_fmu.pdb"
  "linkwork_fmu.so"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_fmu.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
