# Empty dependencies file for test_redundancy_invariance.
# This may be replaced when dependencies are built.
