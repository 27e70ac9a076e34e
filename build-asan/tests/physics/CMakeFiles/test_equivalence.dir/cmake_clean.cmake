file(REMOVE_RECURSE
  "CMakeFiles/test_equivalence.dir/test_equivalence.c.o"
  "CMakeFiles/test_equivalence.dir/test_equivalence.c.o.d"
  "test_equivalence"
  "test_equivalence.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_equivalence.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
