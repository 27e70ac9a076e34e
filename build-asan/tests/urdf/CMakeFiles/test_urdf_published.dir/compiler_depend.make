# Empty compiler generated dependencies file for test_urdf_published.
# This may be replaced when dependencies are built.
