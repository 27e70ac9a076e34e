file(REMOVE_RECURSE
  "CMakeFiles/lw_test_support.dir/check.c.o"
  "CMakeFiles/lw_test_support.dir/check.c.o.d"
  "CMakeFiles/lw_test_support.dir/dense.c.o"
  "CMakeFiles/lw_test_support.dir/dense.c.o.d"
  "CMakeFiles/lw_test_support.dir/mechanism.c.o"
  "CMakeFiles/lw_test_support.dir/mechanism.c.o.d"
  "CMakeFiles/lw_test_support.dir/path.c.o"
  "CMakeFiles/lw_test_support.dir/path.c.o.d"
  "CMakeFiles/lw_test_support.dir/random.c.o"
  "CMakeFiles/lw_test_support.dir/random.c.o.d"
  "CMakeFiles/lw_test_support.dir/table.c.o"
  "CMakeFiles/lw_test_support.dir/table.c.o.d"
  "liblw_test_support.a"
  "liblw_test_support.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_test_support.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
