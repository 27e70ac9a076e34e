file(REMOVE_RECURSE
  "CMakeFiles/test_import.dir/__/__/tools/simulator_fmu.c.o"
  "CMakeFiles/test_import.dir/__/__/tools/simulator_fmu.c.o.d"
  "CMakeFiles/test_import.dir/test_import.c.o"
  "CMakeFiles/test_import.dir/test_import.c.o.d"
  "test_import"
  "test_import.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_import.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
