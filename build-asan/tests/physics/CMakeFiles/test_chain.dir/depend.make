# Empty dependencies file for test_chain.
# This may be replaced when dependencies are built.
