# Empty compiler generated dependencies file for test_redundancy.
# This may be replaced when dependencies are built.
