# Empty dependencies file for test_equivalence.
# This may be replaced when dependencies are built.
