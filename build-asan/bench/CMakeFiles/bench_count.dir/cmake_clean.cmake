file(REMOVE_RECURSE
  "CMakeFiles/bench_count.dir/bench_count.c.o"
  "CMakeFiles/bench_count.dir/bench_count.c.o.d"
  "CMakeFiles/bench_count.dir/mechanisms.c.o"
  "CMakeFiles/bench_count.dir/mechanisms.c.o.d"
  "bench_count"
  "bench_count.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/bench_count.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
