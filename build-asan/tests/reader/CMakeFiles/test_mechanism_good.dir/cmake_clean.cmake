file(REMOVE_RECURSE
  "CMakeFiles/test_mechanism_good.dir/corpus.c.o"
  "CMakeFiles/test_mechanism_good.dir/corpus.c.o.d"
  "CMakeFiles/test_mechanism_good.dir/schema.c.o"
  "CMakeFiles/test_mechanism_good.dir/schema.c.o.d"
  "CMakeFiles/test_mechanism_good.dir/test_mechanism_good.c.o"
  "CMakeFiles/test_mechanism_good.dir/test_mechanism_good.c.o.d"
  "test_mechanism_good"
  "test_mechanism_good.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mechanism_good.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
