# Empty dependencies file for test_instance.
# This may be replaced when dependencies are built.
