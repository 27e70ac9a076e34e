file(REMOVE_RECURSE
  "CMakeFiles/test_project.dir/test_project.c.o"
  "CMakeFiles/test_project.dir/test_project.c.o.d"
  "test_project"
  "test_project.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_project.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
