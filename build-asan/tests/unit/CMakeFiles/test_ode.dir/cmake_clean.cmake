file(REMOVE_RECURSE
  "CMakeFiles/test_ode.dir/test_ode.c.o"
  "CMakeFiles/test_ode.dir/test_ode.c.o.d"
  "test_ode"
  "test_ode.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_ode.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
