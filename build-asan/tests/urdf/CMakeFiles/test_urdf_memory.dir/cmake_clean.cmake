file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_memory.dir/folder.c.o"
  "CMakeFiles/test_urdf_memory.dir/folder.c.o.d"
  "CMakeFiles/test_urdf_memory.dir/test_urdf_memory.c.o"
  "CMakeFiles/test_urdf_memory.dir/test_urdf_memory.c.o.d"
  "test_urdf_memory"
  "test_urdf_memory.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_memory.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
