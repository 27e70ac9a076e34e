file(REMOVE_RECURSE
  "CMakeFiles/test_eliminate.dir/test_eliminate.c.o"
  "CMakeFiles/test_eliminate.dir/test_eliminate.c.o.d"
  "test_eliminate"
  "test_eliminate.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_eliminate.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
