# Empty compiler generated dependencies file for test_model_io.
# This may be replaced when dependencies are built.
