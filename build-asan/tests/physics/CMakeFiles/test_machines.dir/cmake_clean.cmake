file(REMOVE_RECURSE
  "CMakeFiles/test_machines.dir/test_machines.c.o"
  "CMakeFiles/test_machines.dir/test_machines.c.o.d"
  "test_machines"
  "test_machines.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_machines.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
