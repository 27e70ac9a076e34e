file(REMOVE_RECURSE
  "../lw_picture"
  "../lw_picture.pdb"
  "CMakeFiles/lw_picture.dir/csv.c.o"
  "CMakeFiles/lw_picture.dir/csv.c.o.d"
  "CMakeFiles/lw_picture.dir/output_file.c.o"
  "CMakeFiles/lw_picture.dir/output_file.c.o.d"
  "CMakeFiles/lw_picture.dir/picture.c.o"
  "CMakeFiles/lw_picture.dir/picture.c.o.d"
  "CMakeFiles/lw_picture.dir/picture_outline.c.o"
  "CMakeFiles/lw_picture.dir/picture_outline.c.o.d"
  "CMakeFiles/lw_picture.dir/picture_scene.c.o"
  "CMakeFiles/lw_picture.dir/picture_scene.c.o.d"
  "CMakeFiles/lw_picture.dir/picture_svg.c.o"
  "CMakeFiles/lw_picture.dir/picture_svg.c.o.d"
  "CMakeFiles/lw_picture.dir/picture_text.c.o"
  "CMakeFiles/lw_picture.dir/picture_text.c.o.d"
  "CMakeFiles/lw_picture.dir/picture_track.c.o"
  "CMakeFiles/lw_picture.dir/picture_track.c.o.d"
  "CMakeFiles/lw_picture.dir/report.c.o"
  "CMakeFiles/lw_picture.dir/report.c.o.d"
  "CMakeFiles/lw_picture.dir/svg.c.o"
  "CMakeFiles/lw_picture.dir/svg.c.o.d"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/lw_picture.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
