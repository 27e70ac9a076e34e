# Empty compiler generated dependencies file for test_urdf_robust.
# This may be replaced when dependencies are built.
