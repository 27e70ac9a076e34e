# Empty compiler generated dependencies file for bench_topology.
# This may be replaced when dependencies are built.
