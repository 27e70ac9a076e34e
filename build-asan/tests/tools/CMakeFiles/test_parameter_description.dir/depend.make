# Empty dependencies file for test_parameter_description.
# This may be replaced when dependencies are built.
