file(REMOVE_RECURSE
  "CMakeFiles/lw_import.dir/fmu.c.o"
  "CMakeFiles/lw_import.dir/fmu.c.o.d"
  "CMakeFiles/lw_import.dir/fmu_library.c.o"
  "CMakeFiles/lw_import.dir/fmu_library.c.o.d"
  "CMakeFiles/lw_import.dir/fmu_log_text.c.o"
  "CMakeFiles/lw_import.dir/fmu_log_text.c.o.d"
  "CMakeFiles/lw_import.dir/report.c.o"
  "CMakeFiles/lw_import.dir/report.c.o.d"
  "CMakeFiles/lw_import.dir/scratch_folder.c.o"
  "CMakeFiles/lw_import.dir/scratch_folder.c.o.d"
  "liblw_import.a"
  "liblw_import.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_import.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
