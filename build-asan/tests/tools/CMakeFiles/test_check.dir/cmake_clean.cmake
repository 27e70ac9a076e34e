file(REMOVE_RECURSE
  "CMakeFiles/test_check.dir/test_check.c.o"
  "CMakeFiles/test_check.dir/test_check.c.o.d"
  "test_check"
  "test_check.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_check.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
