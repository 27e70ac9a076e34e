file(REMOVE_RECURSE
  "CMakeFiles/test_partitioning.dir/test_partitioning.c.o"
  "CMakeFiles/test_partitioning.dir/test_partitioning.c.o.d"
  "test_partitioning"
  "test_partitioning.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_partitioning.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
