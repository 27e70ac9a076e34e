file(REMOVE_RECURSE
  "CMakeFiles/test_expression.dir/test_expression.c.o"
  "CMakeFiles/test_expression.dir/test_expression.c.o.d"
  "test_expression"
  "test_expression.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_expression.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
