file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_good.dir/folder.c.o"
  "CMakeFiles/test_urdf_good.dir/folder.c.o.d"
  "CMakeFiles/test_urdf_good.dir/robot.c.o"
  "CMakeFiles/test_urdf_good.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_good.dir/test_urdf_good.c.o"
  "CMakeFiles/test_urdf_good.dir/test_urdf_good.c.o.d"
  "test_urdf_good"
  "test_urdf_good.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_good.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
