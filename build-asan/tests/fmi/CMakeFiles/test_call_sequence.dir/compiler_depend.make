# Empty compiler generated dependencies file for test_call_sequence.
# This may be replaced when dependencies are built.
