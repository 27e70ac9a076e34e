# Empty dependencies file for test_csv.
# This may be replaced when dependencies are built.
