# Empty dependencies file for test_number_read.
# This may be replaced when dependencies are built.
