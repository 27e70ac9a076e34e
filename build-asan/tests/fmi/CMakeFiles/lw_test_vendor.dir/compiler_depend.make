# Empty compiler generated dependencies file for lw_test_vendor.
# This may be replaced when dependencies are built.
