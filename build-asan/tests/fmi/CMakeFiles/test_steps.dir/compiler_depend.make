# Empty compiler generated dependencies file for test_steps.
# This may be replaced when dependencies are built.
