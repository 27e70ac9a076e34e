# Empty compiler generated dependencies file for test_machines.
# This may be replaced when dependencies are built.
