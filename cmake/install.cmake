# Installs the libraries with their public headers, the program, and the package that
# find_package(linkwork) finds: targets lw::solver and lw::description.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(lw_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/linkwork)

install(TARGETS lw_solver lw_description EXPORT linkwork_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT linkwork_targets NAMESPACE lw:: DESTINATION ${lw_package_dir})

# all in one folder: they include each other by name
install(DIRECTORY solver/include/linkwork modelDescription/include/linkwork
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

if(LW_BUILD_TOOLS)
  install(TARGETS linkwork RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(cmake/linkwork_config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/linkwork-config.cmake INSTALL_DESTINATION ${lw_package_dir})
# before version 1.0 a new minor version may change the interface
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/linkwork-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/linkwork-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/linkwork-config-version.cmake
  cmake/FindLibZip.cmake
  DESTINATION ${lw_package_dir})
