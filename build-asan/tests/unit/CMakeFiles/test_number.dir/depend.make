# Empty dependencies file for test_number.
# This may be replaced when dependencies are built.
