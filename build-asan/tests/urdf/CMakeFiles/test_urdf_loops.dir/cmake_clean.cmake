file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_loops.dir/folder.c.o"
  "CMakeFiles/test_urdf_loops.dir/folder.c.o.d"
  "CMakeFiles/test_urdf_loops.dir/robot.c.o"
  "CMakeFiles/test_urdf_loops.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_loops.dir/run.c.o"
  "CMakeFiles/test_urdf_loops.dir/run.c.o.d"
  "CMakeFiles/test_urdf_loops.dir/test_urdf_loops.c.o"
  "CMakeFiles/test_urdf_loops.dir/test_urdf_loops.c.o.d"
  "test_urdf_loops"
  "test_urdf_loops.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_loops.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
