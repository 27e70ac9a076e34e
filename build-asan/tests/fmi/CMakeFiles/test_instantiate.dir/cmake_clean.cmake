file(REMOVE_RECURSE
  "CMakeFiles/test_instantiate.dir/test_instantiate.c.o"
  "CMakeFiles/test_instantiate.dir/test_instantiate.c.o.d"
  "test_instantiate"
  "test_instantiate.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_instantiate.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
