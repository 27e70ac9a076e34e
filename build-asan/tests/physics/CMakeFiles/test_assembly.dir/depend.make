# Empty dependencies file for test_assembly.
# This may be replaced when dependencies are built.
