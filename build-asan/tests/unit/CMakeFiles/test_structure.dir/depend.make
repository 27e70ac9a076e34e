# Empty dependencies file for test_structure.
# This may be replaced when dependencies are built.
