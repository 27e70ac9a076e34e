file(REMOVE_RECURSE
  "CMakeFiles/bench_fmi.dir/bench_fmi.c.o"
  "CMakeFiles/bench_fmi.dir/bench_fmi.c.o.d"
  "bench_fmi"
  "bench_fmi.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/bench_fmi.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
