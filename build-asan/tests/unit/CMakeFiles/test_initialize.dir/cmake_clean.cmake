file(REMOVE_RECURSE
  "CMakeFiles/test_initialize.dir/test_initialize.c.o"
  "CMakeFiles/test_initialize.dir/test_initialize.c.o.d"
  "test_initialize"
  "test_initialize.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_initialize.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
