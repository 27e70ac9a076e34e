file(REMOVE_RECURSE
  "CMakeFiles/test_states.dir/test_states.c.o"
  "CMakeFiles/test_states.dir/test_states.c.o.d"
  "test_states"
  "test_states.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_states.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
