# Empty compiler generated dependencies file for test_repeat.
# This may be replaced when dependencies are built.
