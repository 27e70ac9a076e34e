# Empty compiler generated dependencies file for bench_count.
# This may be replaced when dependencies are built.
