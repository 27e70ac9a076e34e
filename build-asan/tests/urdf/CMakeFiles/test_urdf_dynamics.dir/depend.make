# Empty dependencies file for test_urdf_dynamics.
# This may be replaced when dependencies are built.
