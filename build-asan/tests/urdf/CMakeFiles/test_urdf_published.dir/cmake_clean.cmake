file(REMOVE_RECURSE
  "CMakeFiles/test_urdf_published.dir/robot.c.o"
  "CMakeFiles/test_urdf_published.dir/robot.c.o.d"
  "CMakeFiles/test_urdf_published.dir/run.c.o"
  "CMakeFiles/test_urdf_published.dir/run.c.o.d"
  "CMakeFiles/test_urdf_published.dir/test_urdf_published.c.o"
  "CMakeFiles/test_urdf_published.dir/test_urdf_published.c.o.d"
  "test_urdf_published"
  "test_urdf_published.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_urdf_published.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
