# Empty dependencies file for test_name_index.
# This may be replaced when dependencies are built.
