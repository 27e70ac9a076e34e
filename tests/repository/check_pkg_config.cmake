# A stranger's program is built with pkg-config against the installed libraries, wherever the
# installed tree has been moved.
cmake_minimum_required(VERSION 3.21)
if(NOT PKG_CONFIG)
  message("SKIP: there is no pkg-config")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/build_consumer.cmake)
file(REMOVE_RECURSE ${WORK_DIR})

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${WORK_DIR}/moved)
build_by_pkg_config(${WORK_DIR}/moved)
