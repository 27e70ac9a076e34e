# Empty dependencies file for test_newton.
# This may be replaced when dependencies are built.
