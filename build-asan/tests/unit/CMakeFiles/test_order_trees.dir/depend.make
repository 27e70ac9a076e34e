# Empty dependencies file for test_order_trees.
# This may be replaced when dependencies are built.
