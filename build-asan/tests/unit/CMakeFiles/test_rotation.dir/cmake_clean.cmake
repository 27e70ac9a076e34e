file(REMOVE_RECURSE
  "CMakeFiles/test_rotation.dir/test_rotation.c.o"
  "CMakeFiles/test_rotation.dir/test_rotation.c.o.d"
  "test_rotation"
  "test_rotation.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_rotation.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
