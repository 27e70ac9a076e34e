file(REMOVE_RECURSE
  "CMakeFiles/test_call_sequence.dir/test_call_sequence.c.o"
  "CMakeFiles/test_call_sequence.dir/test_call_sequence.c.o.d"
  "test_call_sequence"
  "test_call_sequence.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_call_sequence.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
