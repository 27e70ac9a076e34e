# Empty compiler generated dependencies file for test_model_formulas.
# This may be replaced when dependencies are built.
