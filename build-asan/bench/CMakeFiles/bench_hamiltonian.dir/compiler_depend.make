# Empty compiler generated dependencies file for bench_hamiltonian.
# This may be replaced when dependencies are built.
