file(REMOVE_RECURSE
  "CMakeFiles/test_variables.dir/test_variables.c.o"
  "CMakeFiles/test_variables.dir/test_variables.c.o.d"
  "test_variables"
  "test_variables.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_variables.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
