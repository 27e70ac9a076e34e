file(REMOVE_RECURSE
  "CMakeFiles/test_structure.dir/test_structure.c.o"
  "CMakeFiles/test_structure.dir/test_structure.c.o.d"
  "test_structure"
  "test_structure.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_structure.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
