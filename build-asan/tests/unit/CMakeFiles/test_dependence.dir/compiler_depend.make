# Empty compiler generated dependencies file for test_dependence.
# This may be replaced when dependencies are built.
