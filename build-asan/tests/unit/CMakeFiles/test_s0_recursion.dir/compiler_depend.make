# Empty compiler generated dependencies file for test_s0_recursion.
# This may be replaced when dependencies are built.
