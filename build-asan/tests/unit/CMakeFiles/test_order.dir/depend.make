# Empty dependencies file for test_order.
# This may be replaced when dependencies are built.
