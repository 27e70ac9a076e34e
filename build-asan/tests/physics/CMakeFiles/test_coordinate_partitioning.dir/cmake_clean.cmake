file(REMOVE_RECURSE
  "CMakeFiles/test_coordinate_partitioning.dir/test_coordinate_partitioning.c.o"
  "CMakeFiles/test_coordinate_partitioning.dir/test_coordinate_partitioning.c.o.d"
  "test_coordinate_partitioning"
  "test_coordinate_partitioning.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_coordinate_partitioning.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
