file(REMOVE_RECURSE
  "CMakeFiles/test_check_order.dir/test_check_order.c.o"
  "CMakeFiles/test_check_order.dir/test_check_order.c.o.d"
  "test_check_order"
  "test_check_order.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_check_order.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
