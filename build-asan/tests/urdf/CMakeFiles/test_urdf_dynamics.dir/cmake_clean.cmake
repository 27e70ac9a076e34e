file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_dynamics.dir/kane.c.o"
  "CMakeFiles/test_urdf_dynamics.dir/kane.c.o.d"
  "CMakeFiles/test_urdf_dynamics.dir/robot.c.o"
  "CMakeFiles/test_urdf_dynamics.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_dynamics.dir/test_urdf_dynamics.c.o"
  "CMakeFiles/test_urdf_dynamics.dir/test_urdf_dynamics.c.o.d"
  "test_urdf_dynamics"
  "test_urdf_dynamics.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_dynamics.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
