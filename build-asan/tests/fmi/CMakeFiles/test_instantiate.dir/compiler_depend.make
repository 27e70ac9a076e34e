# Empty compiler generated dependencies file for test_instantiate.
# This may be replaced when dependencies are built.
