# Empty compiler generated dependencies file for test_derivatives.
# This may be replaced when dependencies are built.
