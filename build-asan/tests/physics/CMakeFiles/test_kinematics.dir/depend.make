# Empty dependencies file for test_kinematics.
# This may be replaced when dependencies are built.
