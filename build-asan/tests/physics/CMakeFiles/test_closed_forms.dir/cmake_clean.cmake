file(REMOVE_RECURSE
  "CMakeFiles/test_closed_forms.dir/elliptic.c.o"
  "CMakeFiles/test_closed_forms.dir/elliptic.c.o.d"
  "CMakeFiles/test_closed_forms.dir/test_closed_forms.c.o"
  "CMakeFiles/test_closed_forms.dir/test_closed_forms.c.o.d"
  "test_closed_forms"
  "test_closed_forms.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_closed_forms.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
