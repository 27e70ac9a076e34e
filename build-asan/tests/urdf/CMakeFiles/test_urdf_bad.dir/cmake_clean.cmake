file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_bad.dir/folder.c.o"
  "CMakeFiles/test_urdf_bad.dir/folder.c.o.d"
  "CMakeFiles/test_urdf_bad.dir/robot.c.o"
  "CMakeFiles/test_urdf_bad.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_bad.dir/test_urdf_bad.c.o"
  "CMakeFiles/test_urdf_bad.dir/test_urdf_bad.c.o.d"
  "test_urdf_bad"
  "test_urdf_bad.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_bad.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
