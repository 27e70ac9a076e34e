# Empty compiler generated dependencies file for test_check_order.
# This may be replaced when dependencies are built.
