# Empty compiler generated dependencies file for test_expression.
# This may be replaced when dependencies are built.
