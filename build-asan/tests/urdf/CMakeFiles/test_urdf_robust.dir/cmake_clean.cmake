file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_robust.dir/folder.c.o"
  "CMakeFiles/test_urdf_robust.dir/folder.c.o.d"
  "CMakeFiles/test_urdf_robust.dir/robot.c.o"
  "CMakeFiles/test_urdf_robust.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_robust.dir/test_urdf_robust.c.o"
  "CMakeFiles/test_urdf_robust.dir/test_urdf_robust.c.o.d"
  "test_urdf_robust"
  "test_urdf_robust.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_robust.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
