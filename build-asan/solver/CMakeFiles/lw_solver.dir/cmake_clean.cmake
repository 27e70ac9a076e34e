file(REMOVE_RECURSE
  "liblw_solver.a"
  "liblw_solver.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_solver.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
