# Empty dependencies file for test_states.
# This may be replaced when dependencies are built.
