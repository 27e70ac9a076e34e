file(REMOVE_RECURSE
  "CMakeFiles/test_csv.dir/__/__/tools/csv.c.o"
  "CMakeFiles/test_csv.dir/__/__/tools/csv.c.o.d"
  "CMakeFiles/test_csv.dir/test_csv.c.o"
  "CMakeFiles/test_csv.dir/test_csv.c.o.d"
  "test_csv"
  "test_csv.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_csv.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
