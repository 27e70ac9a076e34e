file(REMOVE_RECURSE
  "CMakeFiles/test_description.dir/test_description.c.o"
  "CMakeFiles/test_description.dir/test_description.c.o.d"
  "test_description"
  "test_description.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_description.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
