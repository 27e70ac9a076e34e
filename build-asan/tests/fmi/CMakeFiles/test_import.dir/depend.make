# Empty dependencies file for test_import.
# This may be replaced when dependencies are built.
