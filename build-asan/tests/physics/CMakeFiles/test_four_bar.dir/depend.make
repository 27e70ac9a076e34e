# Empty dependencies file for test_four_bar.
# This may be replaced when dependencies are built.
