file(REMOVE_RECURSE
  "CMakeFiles/test_posture.dir/test_posture.c.o"
  "CMakeFiles/test_posture.dir/test_posture.c.o.d"
  "test_posture"
  "test_posture.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_posture.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
