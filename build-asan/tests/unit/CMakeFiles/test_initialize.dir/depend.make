# Empty dependencies file for test_initialize.
# This may be replaced when dependencies are built.
