file(REMOVE_RECURSE
  "CMakeFiles/test_number_read.dir/test_number_read.c.o"
  "CMakeFiles/test_number_read.dir/test_number_read.c.o.d"
  "test_number_read"
  "test_number_read.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_number_read.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
