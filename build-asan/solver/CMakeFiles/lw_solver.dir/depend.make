# Empty dependencies file for lw_solver.
# This may be replaced when dependencies are built.
