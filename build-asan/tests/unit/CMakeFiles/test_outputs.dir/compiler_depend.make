# Empty compiler generated dependencies file for test_outputs.
# This may be replaced when dependencies are built.
