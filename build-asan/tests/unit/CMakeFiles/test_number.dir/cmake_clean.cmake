file(REMOVE_RECURSE
  "CMakeFiles/test_number.dir/test_number.c.o"
  "CMakeFiles/test_number.dir/test_number.c.o.d"
  "test_number"
  "test_number.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_number.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
