# Empty compiler generated dependencies file for test_variables.
# This may be replaced when dependencies are built.
