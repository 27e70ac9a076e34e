# Empty compiler generated dependencies file for lw_test_empty.
# This may be replaced when dependencies are built.
