file(REMOVE_RECURSE
  "CMakeFiles/bench_hamiltonian.dir/bench_hamiltonian.c.o"
  "CMakeFiles/bench_hamiltonian.dir/bench_hamiltonian.c.o.d"
  "CMakeFiles/bench_hamiltonian.dir/mechanisms.c.o"
  "CMakeFiles/bench_hamiltonian.dir/mechanisms.c.o.d"
  "CMakeFiles/bench_hamiltonian.dir/right_hand_side.c.o"
  "CMakeFiles/bench_hamiltonian.dir/right_hand_side.c.o.d"
  "bench_hamiltonian"
  "bench_hamiltonian.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/bench_hamiltonian.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
