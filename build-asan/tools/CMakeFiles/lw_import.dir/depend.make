# Empty dependencies file for lw_import.
# This may be replaced when dependencies are built.
