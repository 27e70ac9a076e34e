# Empty dependencies file for test_variable_reading.
# This may be replaced when dependencies are built.
