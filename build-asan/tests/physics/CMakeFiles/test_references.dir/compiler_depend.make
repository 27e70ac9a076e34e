# Empty compiler generated dependencies file for test_references.
# This may be replaced when dependencies are built.
