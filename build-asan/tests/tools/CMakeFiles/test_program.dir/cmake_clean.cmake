file(REMOVE_RECURSE
  "CMakeFiles/test_program.dir/test_program.c.o"
  "CMakeFiles/test_program.dir/test_program.c.o.d"
  "test_program"
  "test_program.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_program.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
