#----------------------------------------------------------------
# Generated CMake target import file for configuration "Debug".
#----------------------------------------------------------------

# Commands may need to know the format version.
set(CMAKE_IMPORT_FILE_VERSION 1)

# Import target "lw::solver" for configuration "Debug"
set_property(TARGET lw::solver APPEND PROPERTY IMPORTED_CONFIGURATIONS DEBUG)
set_target_properties(lw::solver PROPERTIES
  IMPORTED_LINK_INTERFACE_LANGUAGES_DEBUG "C"
  IMPORTED_LOCATION_DEBUG "${_IMPORT_PREFIX}/lib/liblw_solver.a"
  )

list(APPEND _cmake_import_check_targets lw::solver )
list(APPEND _cmake_import_check_files_for_lw::solver "${_IMPORT_PREFIX}/lib/liblw_solver.a" )

# Import target "lw::description" for configuration "Debug"
set_property(TARGET lw::description APPEND PROPERTY IMPORTED_CONFIGURATIONS DEBUG)
set_target_properties(lw::description PROPERTIES
  IMPORTED_LINK_INTERFACE_LANGUAGES_DEBUG "C"
  IMPORTED_LOCATION_DEBUG "${_IMPORT_PREFIX}/lib/liblw_description.a"
  )

list(APPEND _cmake_import_check_targets lw::description )
list(APPEND _cmake_import_check_files_for_lw::description "${_IMPORT_PREFIX}/lib/liblw_description.a" )

# Commands beyond this point should not need to know the version.
set(CMAKE_IMPORT_FILE_VERSION)
