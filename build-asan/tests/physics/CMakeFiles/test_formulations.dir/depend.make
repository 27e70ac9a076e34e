# Empty dependencies file for test_formulations.
# This may be replaced when dependencies are built.
