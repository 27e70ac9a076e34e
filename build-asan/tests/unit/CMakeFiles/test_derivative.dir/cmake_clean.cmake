file(REMOVE_RECURSE
  "CMakeFiles/test_derivative.dir/test_derivative.c.o"
  "CMakeFiles/test_derivative.dir/test_derivative.c.o.d"
  "test_derivative"
  "test_derivative.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_derivative.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
