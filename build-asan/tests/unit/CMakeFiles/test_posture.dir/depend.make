# Empty dependencies file for test_posture.
# This may be replaced when dependencies are built.
