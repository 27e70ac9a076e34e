file(REMOVE_RECURSE
  "CMakeFiles/test_instance.dir/test_instance.c.o"
  "CMakeFiles/test_instance.dir/test_instance.c.o.d"
  "test_instance"
  "test_instance.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_instance.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
