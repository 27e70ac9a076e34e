file(REMOVE_RECURSE
  "CMakeFiles/bench_step.dir/bench_step.c.o"
  "CMakeFiles/bench_step.dir/bench_step.c.o.d"
  "CMakeFiles/bench_step.dir/mechanisms.c.o"
  "CMakeFiles/bench_step.dir/mechanisms.c.o.d"
  "CMakeFiles/bench_step.dir/phases.c.o"
  "CMakeFiles/bench_step.dir/phases.c.o.d"
  "bench_step"
  "bench_step.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/bench_step.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
