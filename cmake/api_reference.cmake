# The target `doc`: a reference of the C interface in docs/api of the build folder, from
# the comments of the public headers. It fails where Doxygen warns, so everything that
# is public is documented.
find_program(LW_DOXYGEN doxygen)
find_program(LW_AWK awk)
mark_as_advanced(LW_DOXYGEN LW_AWK)
if(PROJECT_IS_TOP_LEVEL AND LW_DOXYGEN AND LW_AWK)
  set(LW_API_OUTPUT ${PROJECT_BINARY_DIR}/docs/api)
  configure_file(docs/Doxyfile.in ${PROJECT_BINARY_DIR}/docs/Doxyfile @ONLY)
  add_custom_target(doc
    COMMAND ${CMAKE_COMMAND} -E make_directory ${LW_API_OUTPUT}
    COMMAND ${LW_DOXYGEN} ${PROJECT_BINARY_DIR}/docs/Doxyfile
    COMMENT "Writing ${LW_API_OUTPUT}/index.html" VERBATIM)
endif()
