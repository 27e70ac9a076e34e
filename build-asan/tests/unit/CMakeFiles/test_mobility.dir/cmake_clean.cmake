file(REMOVE_RECURSE
  "CMakeFiles/test_mobility.dir/test_mobility.c.o"
  "CMakeFiles/test_mobility.dir/test_mobility.c.o.d"
  "test_mobility"
  "test_mobility.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mobility.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
