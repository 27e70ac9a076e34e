file(REMOVE_RECURSE
  "CMakeFiles/test_outputs.dir/test_outputs.c.o"
  "CMakeFiles/test_outputs.dir/test_outputs.c.o.d"
  "test_outputs"
  "test_outputs.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_outputs.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
