# Empty dependencies file for lw_fmu.
# This may be replaced when dependencies are built.
