# Empty dependencies file for lw_test_allocations.
# This may be replaced when dependencies are built.
