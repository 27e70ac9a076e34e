file(REMOVE_RECURSE
  "CMakeFiles/test_joint_law.dir/test_joint_law.c.o"
  "CMakeFiles/test_joint_law.dir/test_joint_law.c.o.d"
  "test_joint_law"
  "test_joint_law.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_joint_law.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
