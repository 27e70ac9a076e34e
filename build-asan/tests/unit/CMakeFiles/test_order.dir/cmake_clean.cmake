file(REMOVE_RECURSE
  "CMakeFiles/test_order.dir/test_order.c.o"
  "CMakeFiles/test_order.dir/test_order.c.o.d"
  "test_order"
  "test_order.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_order.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
