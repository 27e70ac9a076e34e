# Empty dependencies file for test_urdf_good.
# This may be replaced when dependencies are built.
