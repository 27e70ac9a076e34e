file(REMOVE_RECURSE
  "CMakeFiles/lw_test_vendor.dir/vendor.c.o"
  "CMakeFiles/lw_test_vendor.dir/vendor.c.o.d"
  "liblw_test_vendor.pdb"
  "liblw_test_vendor.so"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_test_vendor.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
