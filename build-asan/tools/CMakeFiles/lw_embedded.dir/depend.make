# Empty dependencies file for lw_embedded.
# This may be replaced when dependencies are built.
