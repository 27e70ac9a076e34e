file(REMOVE_RECURSE
  "CMakeFiles/test_joint_space.dir/test_joint_space.c.o"
  "CMakeFiles/test_joint_space.dir/test_joint_space.c.o.d"
  "test_joint_space"
  "test_joint_space.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_joint_space.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
