file(REMOVE_RECURSE
  "CMakeFiles/test_mechanism_docs.dir/corpus.c.o"
  "CMakeFiles/test_mechanism_docs.dir/corpus.c.o.d"
  "CMakeFiles/test_mechanism_docs.dir/schema.c.o"
  "CMakeFiles/test_mechanism_docs.dir/schema.c.o.d"
  "CMakeFiles/test_mechanism_docs.dir/test_mechanism_docs.c.o"
  "CMakeFiles/test_mechanism_docs.dir/test_mechanism_docs.c.o.d"
  "test_mechanism_docs"
  "test_mechanism_docs.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mechanism_docs.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
