file(REMOVE_RECURSE
  "CMakeFiles/test_long_run.dir/test_long_run.c.o"
  "CMakeFiles/test_long_run.dir/test_long_run.c.o.d"
  "test_long_run"
  "test_long_run.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_long_run.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
