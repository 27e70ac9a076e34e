file(REMOVE_RECURSE
  "CMakeFiles/test_mechanism_bad.dir/corpus.c.o"
  "CMakeFiles/test_mechanism_bad.dir/corpus.c.o.d"
  "CMakeFiles/test_mechanism_bad.dir/schema.c.o"
  "CMakeFiles/test_mechanism_bad.dir/schema.c.o.d"
  "CMakeFiles/test_mechanism_bad.dir/test_mechanism_bad.c.o"
  "CMakeFiles/test_mechanism_bad.dir/test_mechanism_bad.c.o.d"
  "test_mechanism_bad"
  "test_mechanism_bad.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mechanism_bad.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
