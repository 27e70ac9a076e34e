
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/tools/csv.c" "tools/CMakeFiles/lw_picture.dir/csv.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/csv.c.o.d"
  "/tmp/ode/tools/output_file.c" "tools/CMakeFiles/lw_picture.dir/output_file.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/output_file.c.o.d"
  "/tmp/ode/tools/picture.c" "tools/CMakeFiles/lw_picture.dir/picture.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture.c.o.d"
  "/tmp/ode/tools/picture_outline.c" "tools/CMakeFiles/lw_picture.dir/picture_outline.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture_outline.c.o.d"
  "/tmp/ode/tools/picture_scene.c" "tools/CMakeFiles/lw_picture.dir/picture_scene.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture_scene.c.o.d"
  "/tmp/ode/tools/picture_svg.c" "tools/CMakeFiles/lw_picture.dir/picture_svg.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture_svg.c.o.d"
  "/tmp/ode/tools/picture_text.c" "tools/CMakeFiles/lw_picture.dir/picture_text.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture_text.c.o.d"
  "/tmp/ode/tools/picture_track.c" "tools/CMakeFiles/lw_picture.dir/picture_track.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/picture_track.c.o.d"
  "/tmp/ode/tools/report.c" "tools/CMakeFiles/lw_picture.dir/report.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/report.c.o.d"
  "/tmp/ode/tools/svg.c" "tools/CMakeFiles/lw_picture.dir/svg.c.o" "gcc" "tools/CMakeFiles/lw_picture.dir/svg.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  "/tmp/ode/build-asan/modelDescription/CMakeFiles/lw_description.dir/DependInfo.cmake"
  "/tmp/ode/build-asan/solver/CMakeFiles/lw_solver.dir/DependInfo.cmake"
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
