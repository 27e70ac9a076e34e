# Empty dependencies file for lw_picture.
# This may be replaced when dependencies are built.
