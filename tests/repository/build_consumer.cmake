# Builds the consumer against libraries that are installed at some prefix, and runs it. The FMU that
# it writes must be one that the installed program can simulate. For scripts that get SOURCE_DIR,
# WORK_DIR, CC, GENERATOR, PKG_CONFIG and VERSION.

# run(COMMAND...): a command that must succeed; its output is in run_output
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}\n${out}")
  endif()
  string(STRIP "${out}" out)
  set(run_output "${out}" PARENT_SCOPE)
endfunction()

# run_consumer(<program> <prefix> <work>): the program does what it should
function(run_consumer program prefix work)
  file(MAKE_DIRECTORY ${work})
  run(${program} ${SOURCE_DIR}/examples/double_pendulum.xml ${work}/out.fmu ${work}/out.lwm)
  run(${prefix}/bin/linkwork run ${work}/out.fmu --stop 0.1 -o ${work}/out.csv)
endfunction()

# by find_package(linkwork)
function(build_by_cmake prefix)
  set(work ${WORK_DIR}/cmake)
  run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/tests/repository/consumer -B ${work}/build -G ${GENERATOR}
    -D CMAKE_C_COMPILER=${CC} -D CMAKE_PREFIX_PATH=${prefix} -D LINKWORK_VERSION=${VERSION})
  run(${CMAKE_COMMAND} --build ${work}/build)
  run_consumer(${work}/build/consumer ${prefix} ${work})
endfunction()

# by pkg-config, which also knows the packages of the system: libxml2 and libzip are among them
function(build_by_pkg_config prefix)
  set(work ${WORK_DIR}/pkg_config)
  file(MAKE_DIRECTORY ${work})
  file(GLOB_RECURSE found ${prefix}/*/linkwork.pc)
  get_filename_component(folder "${found}" DIRECTORY)
  set(pkg_config ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder} ${PKG_CONFIG})
  run(${pkg_config} --modversion linkwork linkwork-solver)
  if(NOT run_output STREQUAL "${VERSION}\n${VERSION}")
    message(SEND_ERROR "pkg-config: the versions are \"${run_output}\"")
  endif()
  run(${pkg_config} --cflags --libs linkwork)
  separate_arguments(flags UNIX_COMMAND "${run_output}")
  run(${CC} -std=c11 -o ${work}/consumer ${SOURCE_DIR}/tests/repository/consumer/main.c ${flags})
  run_consumer(${work}/consumer ${prefix} ${work})

  # the example of the documentation
  file(READ ${SOURCE_DIR}/docs/c-interface.md text)
  if(NOT text MATCHES "\n```c\n(.*return [^\n]*\n}\n)```")
    message(FATAL_ERROR "docs/c-interface.md has no example")
  endif()
  file(WRITE ${work}/example.c "${CMAKE_MATCH_1}")
  run(${CC} -std=c11 -o ${work}/example ${work}/example.c ${flags})
  run(${work}/example ${SOURCE_DIR}/examples/four_bar.xml)
  if(NOT run_output MATCHES "^t = 1 s, energy -?[0-9.]+ J$")
    message(SEND_ERROR "the example of docs/c-interface.md prints \"${run_output}\"")
  endif()
endfunction()
