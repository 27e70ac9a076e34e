# Empty dependencies file for test_package.
# This may be replaced when dependencies are built.
