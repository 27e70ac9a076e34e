# Installs the libraries with their public headers, the program with its man page and completions,
# the documentation, the package that find_package(linkwork) finds and the files of pkg-config.
# Nothing that is installed knows where: the installed tree may be moved.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# ---- libraries -----------------------------------------------------------------------------------

set(lw_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/linkwork)
set(lw_libraries lw_solver lw_description)
if(TARGET lw_embedded)
  list(APPEND lw_libraries lw_embedded)
endif()
install(TARGETS ${lw_libraries} EXPORT linkwork_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT linkwork_targets NAMESPACE lw:: DESTINATION ${lw_package_dir})

# all in one folder: they include each other by name
install(DIRECTORY solver/include/linkwork modelDescription/include/linkwork
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

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

# pkg-config finds the installed tree from the place of its own file.
set(lw_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
  BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE lw_prefix_from_pkgconfig)
string(REPLACE ";" " " lw_openmp_flags "${OpenMP_C_FLAGS}")
set(lw_own_libraries)
foreach(library IN LISTS lw_libraries)
  if(NOT library STREQUAL "lw_solver")
    # those that need others come first
    set(lw_own_libraries "-l${library} ${lw_own_libraries}")
  endif()
endforeach()
string(STRIP "${lw_own_libraries}" lw_own_libraries)
foreach(package linkwork linkwork-solver)
  configure_file(cmake/${package}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc DESTINATION ${lw_pkgconfig_dir})
endforeach()

# ---- the program ---------------------------------------------------------------------------------

if(LW_BUILD_TOOLS)
  install(TARGETS linkwork RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  configure_file(docs/linkwork.1.in ${CMAKE_CURRENT_BINARY_DIR}/linkwork.1 @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/linkwork.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES tools/completion/linkwork.bash RENAME linkwork
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES tools/completion/linkwork.zsh RENAME _linkwork
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()

# ---- documentation -------------------------------------------------------------------------------

# in the folders of the repository, so that links between the files hold
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.xml" PATTERN "*.csv" PATTERN "*.c")
install(FILES modelDescription/mechanism/mechanism.xsd
  DESTINATION ${CMAKE_INSTALL_DATADIR}/linkwork)
