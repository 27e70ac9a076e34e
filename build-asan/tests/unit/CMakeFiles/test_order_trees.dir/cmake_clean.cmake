file(REMOVE_RECURSE
  "CMakeFiles/test_order_trees.dir/test_order_trees.c.o"
  "CMakeFiles/test_order_trees.dir/test_order_trees.c.o.d"
  "test_order_trees"
  "test_order_trees.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_order_trees.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
