file(REMOVE_RECURSE
  "CMakeFiles/test_newton.dir/test_newton.c.o"
  "CMakeFiles/test_newton.dir/test_newton.c.o.d"
  "test_newton"
  "test_newton.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_newton.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
