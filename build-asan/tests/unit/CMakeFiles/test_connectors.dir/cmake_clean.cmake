file(REMOVE_RECURSE
  "CMakeFiles/test_connectors.dir/test_connectors.c.o"
  "CMakeFiles/test_connectors.dir/test_connectors.c.o.d"
  "test_connectors"
  "test_connectors.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_connectors.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
