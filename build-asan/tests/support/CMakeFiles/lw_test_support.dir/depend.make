# Empty dependencies file for lw_test_support.
# This may be replaced when dependencies are built.
