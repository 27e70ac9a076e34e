# Empty compiler generated dependencies file for test_s0_step.
# This may be replaced when dependencies are built.
