file(REMOVE_RECURSE
  "CMakeFiles/test_instances.dir/test_instances.c.o"
  "CMakeFiles/test_instances.dir/test_instances.c.o.d"
  "test_instances"
  "test_instances.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_instances.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
