file(REMOVE_RECURSE
  "CMakeFiles/lw_test_fmu.dir/fixture.c.o"
  "CMakeFiles/lw_test_fmu.dir/fixture.c.o.d"
  "liblw_test_fmu.a"
  "liblw_test_fmu.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_test_fmu.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
