# Empty dependencies file for test_joint_law.
# This may be replaced when dependencies are built.
