# Empty dependencies file for test_derivative.
# This may be replaced when dependencies are built.
