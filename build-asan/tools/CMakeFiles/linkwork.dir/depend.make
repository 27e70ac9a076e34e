# Empty dependencies file for linkwork.
# This may be replaced when dependencies are built.
