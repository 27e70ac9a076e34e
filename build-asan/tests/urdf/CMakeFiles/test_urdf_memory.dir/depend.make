# Empty dependencies file for test_urdf_memory.
# This may be replaced when dependencies are built.
