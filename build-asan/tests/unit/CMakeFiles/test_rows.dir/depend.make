# Empty dependencies file for test_rows.
# This may be replaced when dependencies are built.
