file(REMOVE_RECURSE
  "CMakeFiles/test_hamiltonian.dir/mbs.c.o"
  "CMakeFiles/test_hamiltonian.dir/mbs.c.o.d"
  "CMakeFiles/test_hamiltonian.dir/test_hamiltonian.c.o"
  "CMakeFiles/test_hamiltonian.dir/test_hamiltonian.c.o.d"
  "test_hamiltonian"
  "test_hamiltonian.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_hamiltonian.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
