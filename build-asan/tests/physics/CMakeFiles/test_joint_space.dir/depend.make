# Empty dependencies file for test_joint_space.
# This may be replaced when dependencies are built.
