file(REMOVE_RECURSE
  "CMakeFiles/test_convert.dir/folder.c.o"
  "CMakeFiles/test_convert.dir/folder.c.o.d"
  "CMakeFiles/test_convert.dir/test_convert.c.o"
  "CMakeFiles/test_convert.dir/test_convert.c.o.d"
  "test_convert"
  "test_convert.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_convert.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
