file(REMOVE_RECURSE
  "CMakeFiles/test_repeat.dir/corpus.c.o"
  "CMakeFiles/test_repeat.dir/corpus.c.o.d"
  "CMakeFiles/test_repeat.dir/test_repeat.c.o"
  "CMakeFiles/test_repeat.dir/test_repeat.c.o.d"
  "test_repeat"
  "test_repeat.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_repeat.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
