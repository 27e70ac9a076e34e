# Empty compiler generated dependencies file for test_urdf_bad.
# This may be replaced when dependencies are built.
