# Empty compiler generated dependencies file for test_urdf_loops.
# This may be replaced when dependencies are built.
