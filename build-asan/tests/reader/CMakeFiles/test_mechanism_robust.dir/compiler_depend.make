# Empty compiler generated dependencies file for test_mechanism_robust.
# This may be replaced when dependencies are built.
