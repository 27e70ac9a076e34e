file(REMOVE_RECURSE
  "CMakeFiles/test_parameters.dir/corpus.c.o"
  "CMakeFiles/test_parameters.dir/corpus.c.o.d"
  "CMakeFiles/test_parameters.dir/test_parameters.c.o"
  "CMakeFiles/test_parameters.dir/test_parameters.c.o.d"
  "test_parameters"
  "test_parameters.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_parameters.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
