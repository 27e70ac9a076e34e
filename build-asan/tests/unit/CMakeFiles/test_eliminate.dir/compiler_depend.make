# Empty compiler generated dependencies file for test_eliminate.
# This may be replaced when dependencies are built.
