file(REMOVE_RECURSE
  "CMakeFiles/test_kinematics.dir/test_kinematics.c.o"
  "CMakeFiles/test_kinematics.dir/test_kinematics.c.o.d"
  "test_kinematics"
  "test_kinematics.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_kinematics.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
