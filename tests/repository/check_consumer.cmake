# A stranger's project builds against the installed package, runs, and is refused a version that the
# package is not.
cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}\n${out}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
set(configure ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -G ${GENERATOR}
  -D CMAKE_C_COMPILER=${CC} -D CMAKE_PREFIX_PATH=${prefix})
run(${configure} -B ${WORK_DIR}/build -D LINKWORK_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/consumer ${SOURCE_DIR}/examples/double_pendulum.xml)

execute_process(COMMAND ${configure} -B ${WORK_DIR}/refused -D LINKWORK_VERSION=99.0
  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE out)
if(result EQUAL 0 OR NOT out MATCHES "version: ${VERSION}")
  message(SEND_ERROR "version 99.0 was not refused:\n${out}")
endif()

# the installed program needs nothing but itself, wherever it is
if(EXISTS ${prefix}/bin/linkwork)
  file(RENAME ${prefix} ${WORK_DIR}/moved)
  set(linkwork ${WORK_DIR}/moved/bin/linkwork)
  run(${linkwork} pack ${SOURCE_DIR}/examples/four_bar.xml -o ${WORK_DIR}/four_bar.fmu)
  run(${linkwork} run ${WORK_DIR}/four_bar.fmu --stop 0.1 -o ${WORK_DIR}/four_bar.csv)
endif()
