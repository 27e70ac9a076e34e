# Empty dependencies file for test_mobility.
# This may be replaced when dependencies are built.
