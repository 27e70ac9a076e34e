# Empty dependencies file for lw_variables_objects.
# This may be replaced when dependencies are built.
