# Empty dependencies file for test_mechanism_good.
# This may be replaced when dependencies are built.
