file(REMOVE_RECURSE
  "CMakeFiles/test_name_index.dir/test_name_index.c.o"
  "CMakeFiles/test_name_index.dir/test_name_index.c.o.d"
  "test_name_index"
  "test_name_index.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_name_index.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
