# Empty compiler generated dependencies file for test_joint.
# This may be replaced when dependencies are built.
