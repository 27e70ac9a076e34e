# Empty compiler generated dependencies file for bench_step.
# This may be replaced when dependencies are built.
