# A stranger's project builds against the installed libraries, wherever the installed tree has been
# moved, and is refused a version that the package is not.
cmake_minimum_required(VERSION 3.21)
include(${CMAKE_CURRENT_LIST_DIR}/build_consumer.cmake)
file(REMOVE_RECURSE ${WORK_DIR})

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${WORK_DIR}/moved)
build_by_cmake(${WORK_DIR}/moved)

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/refused
    -G ${GENERATOR} -D CMAKE_C_COMPILER=${CC} -D CMAKE_PREFIX_PATH=${WORK_DIR}/moved
    -D LINKWORK_VERSION=99.0
  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE out)
if(result EQUAL 0 OR NOT out MATCHES "version: ${VERSION}")
  message(SEND_ERROR "version 99.0 was not refused:\n${out}")
endif()
