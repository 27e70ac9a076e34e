# Empty compiler generated dependencies file for test_mechanism_bad.
# This may be replaced when dependencies are built.
