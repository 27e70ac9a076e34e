file(REMOVE_RECURSE
  "CMakeFiles/test_references.dir/mbs.c.o"
  "CMakeFiles/test_references.dir/mbs.c.o.d"
  "CMakeFiles/test_references.dir/test_references.c.o"
  "CMakeFiles/test_references.dir/test_references.c.o.d"
  "test_references"
  "test_references.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_references.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
