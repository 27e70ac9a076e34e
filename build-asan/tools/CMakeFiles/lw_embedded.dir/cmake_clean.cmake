file(REMOVE_RECURSE
  "CMakeFiles/lw_embedded.dir/lw_embedded_library.c.o"
  "CMakeFiles/lw_embedded.dir/lw_embedded_library.c.o.d"
  "CMakeFiles/lw_embedded.dir/lw_embedded_license.c.o"
  "CMakeFiles/lw_embedded.dir/lw_embedded_license.c.o.d"
  "embedded.so"
  "liblw_embedded.a"
  "liblw_embedded.pdb"
  "lw_embedded_library.c"
  "lw_embedded_license.c"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_embedded.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
