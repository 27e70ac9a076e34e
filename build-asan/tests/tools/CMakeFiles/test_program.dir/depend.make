# Empty dependencies file for test_program.
# This may be replaced when dependencies are built.
