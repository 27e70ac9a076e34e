# Empty dependencies file for test_long_run.
# This may be replaced when dependencies are built.
