# Empty compiler generated dependencies file for test_partitioning.
# This may be replaced when dependencies are built.
