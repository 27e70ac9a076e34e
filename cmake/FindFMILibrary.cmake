# Finds FMI Library as the target FMILibrary::fmilib; it installs neither a package nor a pkg-config
# file. Where it is in a place of its own, set CMAKE_PREFIX_PATH.
find_path(FMILibrary_INCLUDE_DIR fmilib.h)
find_library(FMILibrary_LIBRARY NAMES fmilib_shared fmilib)
mark_as_advanced(FMILibrary_INCLUDE_DIR FMILibrary_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FMILibrary
  REQUIRED_VARS FMILibrary_LIBRARY FMILibrary_INCLUDE_DIR)

if(FMILibrary_FOUND AND NOT TARGET FMILibrary::fmilib)
  add_library(FMILibrary::fmilib UNKNOWN IMPORTED)
  set_target_properties(FMILibrary::fmilib PROPERTIES
    IMPORTED_LOCATION             ${FMILibrary_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${FMILibrary_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES      "${CMAKE_DL_LIBS}")
endif()
