file(REMOVE_RECURSE
  "CMakeFiles/bench_topology.dir/bench_topology.c.o"
  "CMakeFiles/bench_topology.dir/bench_topology.c.o.d"
  "CMakeFiles/bench_topology.dir/s4_tables.c.o"
  "CMakeFiles/bench_topology.dir/s4_tables.c.o.d"
  "bench_topology"
  "bench_topology.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/bench_topology.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
