file(REMOVE_RECURSE
  "CMakeFiles/test_dependence.dir/test_dependence.c.o"
  "CMakeFiles/test_dependence.dir/test_dependence.c.o.d"
  "test_dependence"
  "test_dependence.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_dependence.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
