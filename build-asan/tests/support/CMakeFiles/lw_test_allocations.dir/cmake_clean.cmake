file(REMOVE_RECURSE
  "CMakeFiles/lw_test_allocations.dir/allocations.c.o"
  "CMakeFiles/lw_test_allocations.dir/allocations.c.o.d"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_test_allocations.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
