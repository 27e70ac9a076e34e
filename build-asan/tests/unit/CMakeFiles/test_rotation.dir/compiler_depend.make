# Empty compiler generated dependencies file for test_rotation.
# This may be replaced when dependencies are built.
