# Empty compiler generated dependencies file for test_connectors.
# This may be replaced when dependencies are built.
