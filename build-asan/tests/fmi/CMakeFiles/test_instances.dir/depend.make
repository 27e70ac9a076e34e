# Empty dependencies file for test_instances.
# This may be replaced when dependencies are built.
