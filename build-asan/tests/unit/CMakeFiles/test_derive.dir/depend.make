# Empty dependencies file for test_derive.
# This may be replaced when dependencies are built.
