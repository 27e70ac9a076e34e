# Empty compiler generated dependencies file for test_closed_forms.
# This may be replaced when dependencies are built.
