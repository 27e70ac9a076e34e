# Empty compiler generated dependencies file for test_step.
# This may be replaced when dependencies are built.
