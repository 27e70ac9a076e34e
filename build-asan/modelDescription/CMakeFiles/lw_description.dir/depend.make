# Empty dependencies file for lw_description.
# This may be replaced when dependencies are built.
