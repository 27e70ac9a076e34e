file(REMOVE_RECURSE
  "CMakeFiles/test_mechanism_memory.dir/corpus.c.o"
  "CMakeFiles/test_mechanism_memory.dir/corpus.c.o.d"
  "CMakeFiles/test_mechanism_memory.dir/test_mechanism_memory.c.o"
  "CMakeFiles/test_mechanism_memory.dir/test_mechanism_memory.c.o.d"
  "test_mechanism_memory"
  "test_mechanism_memory.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mechanism_memory.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
