file(REMOVE_RECURSE
  "CMakeFiles/test_joint.dir/test_joint.c.o"
  "CMakeFiles/test_joint.dir/test_joint.c.o.d"
  "test_joint"
  "test_joint.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_joint.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
