# Empty compiler generated dependencies file for test_hamiltonian.
# This may be replaced when dependencies are built.
