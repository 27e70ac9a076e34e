
# Consider dependencies only in project.
set(CMAKE_DEPENDS_IN_PROJECT_ONLY OFF)

# The set of languages for which implicit dependencies are needed:
set(CMAKE_DEPENDS_LANGUAGES
  )

# The set of dependency files which are needed:
set(CMAKE_DEPENDS_DEPENDENCY_FILES
  "/tmp/ode/build-asan/tools/lw_embedded_library.c" "tools/CMakeFiles/lw_embedded.dir/lw_embedded_library.c.o" "gcc" "tools/CMakeFiles/lw_embedded.dir/lw_embedded_library.c.o.d"
  "/tmp/ode/build-asan/tools/lw_embedded_license.c" "tools/CMakeFiles/lw_embedded.dir/lw_embedded_license.c.o" "gcc" "tools/CMakeFiles/lw_embedded.dir/lw_embedded_license.c.o.d"
  )

# Targets to which this target links.
set(CMAKE_TARGET_LINKED_INFO_FILES
  )

# Fortran module output directory.
set(CMAKE_Fortran_TARGET_MODULE_DIR "")
