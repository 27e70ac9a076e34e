# Empty dependencies file for test_description.
# This may be replaced when dependencies are built.
