# Empty dependencies file for test_ode.
# This may be replaced when dependencies are built.
