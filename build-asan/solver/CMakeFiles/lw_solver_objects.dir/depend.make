# Empty dependencies file for lw_solver_objects.
# This may be replaced when dependencies are built.
