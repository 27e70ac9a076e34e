file(REMOVE_RECURSE
  "CMakeFiles/test_assembly.dir/__/reader/corpus.c.o"
  "CMakeFiles/test_assembly.dir/__/reader/corpus.c.o.d"
  "CMakeFiles/test_assembly.dir/test_assembly.c.o"
  "CMakeFiles/test_assembly.dir/test_assembly.c.o.d"
  "test_assembly"
  "test_assembly.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_assembly.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
