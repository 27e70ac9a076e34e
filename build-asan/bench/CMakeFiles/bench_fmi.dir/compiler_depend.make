# Empty compiler generated dependencies file for bench_fmi.
# This may be replaced when dependencies are built.
