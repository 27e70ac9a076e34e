file(REMOVE_RECURSE
  "CMakeFiles/test_derive.dir/test_derive.c.o"
  "CMakeFiles/test_derive.dir/test_derive.c.o.d"
  "test_derive"
  "test_derive.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_derive.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
