file(REMOVE_RECURSE
  "CMakeFiles/lw_test_empty.dir/empty.c.o"
  "CMakeFiles/lw_test_empty.dir/empty.c.o.d"
  "liblw_test_empty.pdb"
  "liblw_test_empty.so"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_test_empty.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
