# Empty compiler generated dependencies file for test_coordinate_partitioning.
# This may be replaced when dependencies are built.
