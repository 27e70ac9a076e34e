# `cpack -G DEB` in the build folder makes a Debian package of everything that is installed.
set(LW_PACKAGE_CONTACT "Linkwork contributors <linkwork@example.org>" CACHE STRING
  "Who maintains the Debian package: NAME <ADDRESS>")

set(CPACK_PACKAGE_NAME ${PROJECT_NAME})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "Linkwork contributors")
set(CPACK_PACKAGE_CONTACT ${LW_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "turns rigid-body mechanisms into FMUs, and simulates them")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)

set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Linkwork reads a mechanism of rigid bodies, joints and springs from a short
XML file, or a robot from URDF. It simulates the mechanism, or writes it as an
FMU (FMI 2.0 for co-simulation) that any importer can run. Closed loops,
redundant constraints and singular configurations need no settings.
.
The package contains the program linkwork, its libraries with headers for
programs in C and C++, the documentation and example mechanisms.")
# of the program and of the FMU library in it: the C library, libgomp, libxml2, libzip
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# to link the libraries
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc, libxml2-dev, libzip-dev, pkg-config")
# what Debian wants in other places, or compressed
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)

include(CPack)
