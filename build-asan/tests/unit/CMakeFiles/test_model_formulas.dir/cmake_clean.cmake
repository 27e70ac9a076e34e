file(REMOVE_RECURSE
  "CMakeFiles/test_model_formulas.dir/test_model_formulas.c.o"
  "CMakeFiles/test_model_formulas.dir/test_model_formulas.c.o.d"
  "test_model_formulas"
  "test_model_formulas.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_model_formulas.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
