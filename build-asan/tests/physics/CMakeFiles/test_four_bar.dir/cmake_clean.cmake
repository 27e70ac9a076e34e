file(REMOVE_RECURSE
  "CMakeFiles/test_four_bar.dir/elliptic.c.o"
  "CMakeFiles/test_four_bar.dir/elliptic.c.o.d"
  "CMakeFiles/test_four_bar.dir/test_four_bar.c.o"
  "CMakeFiles/test_four_bar.dir/test_four_bar.c.o.d"
  "test_four_bar"
  "test_four_bar.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_four_bar.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
