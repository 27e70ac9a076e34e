file(REMOVE_RECURSE
  "CMakeFiles/test_rows.dir/test_rows.c.o"
  "CMakeFiles/test_rows.dir/test_rows.c.o.d"
  "test_rows"
  "test_rows.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_rows.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
