# Empty dependencies file for lw_test_fmu.
# This may be replaced when dependencies are built.
