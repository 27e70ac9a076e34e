# Empty dependencies file for test_parameters.
# This may be replaced when dependencies are built.
