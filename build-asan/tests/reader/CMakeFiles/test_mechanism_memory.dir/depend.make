# Empty dependencies file for test_mechanism_memory.
# This may be replaced when dependencies are built.
