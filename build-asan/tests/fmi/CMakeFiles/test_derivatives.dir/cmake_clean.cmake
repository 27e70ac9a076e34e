file(REMOVE_RECURSE
  "CMakeFiles/test_derivatives.dir/test_derivatives.c.o"
  "CMakeFiles/test_derivatives.dir/test_derivatives.c.o.d"
  "test_derivatives"
  "test_derivatives.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_derivatives.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
