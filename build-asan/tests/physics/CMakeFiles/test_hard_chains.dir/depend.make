# Empty dependencies file for test_hard_chains.
# This may be replaced when dependencies are built.
