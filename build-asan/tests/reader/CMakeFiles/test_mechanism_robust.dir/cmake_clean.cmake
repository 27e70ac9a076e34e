file(REMOVE_RECURSE
  "CMakeFiles/test_mechanism_robust.dir/corpus.c.o"
  "CMakeFiles/test_mechanism_robust.dir/corpus.c.o.d"
  "CMakeFiles/test_mechanism_robust.dir/test_mechanism_robust.c.o"
  "CMakeFiles/test_mechanism_robust.dir/test_mechanism_robust.c.o.d"
  "test_mechanism_robust"
  "test_mechanism_robust.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_mechanism_robust.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
