file(REMOVE_RECURSE
  "CMakeFiles/test_formulations.dir/test_formulations.c.o"
  "CMakeFiles/test_formulations.dir/test_formulations.c.o.d"
  "test_formulations"
  "test_formulations.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_formulations.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
