# An FMU with sources: the units that its description lists compile without options, and the library
# gives the same bits as the one that Linkwork ships.
#
#   cmake -D CC=... -D CASE=plain|strict|cmake -D HOST=... -D DRIVERS=... -D LINKWORK=...
#         -D SOURCE_DIR=... -D WORK_DIR=... -P check_source_fmu.cmake
#
#   plain    by the compiler CC with -O2 and nothing else
#   strict   as a compiler sees it that knows C11 and no extension of GNU
#   cmake    by the file for CMake that the FMU has
cmake_minimum_required(VERSION 3.21)
if(NOT CC)
  message("SKIP: this compiler is not installed")
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE out RESULT_VARIABLE status)
  if(NOT status STREQUAL "0")
    message(FATAL_ERROR "${ARGN}: ${status}\n${out}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(shared)
foreach(name four_bar double_wishbone chain128)
  file(READ ${SOURCE_DIR}/examples/${name}.xml text)
  string(REPLACE "<solver" "<solver kernel=\"portable\"" text "${text}")
  if(NOT text MATCHES "portable")
    message(FATAL_ERROR "examples/${name}.xml has no element <solver>")
  endif()
  set(fmu ${WORK_DIR}/${name})
  file(WRITE ${fmu}.xml "${text}")
  run(${LINKWORK} pack ${fmu}.xml --sources --platforms host --no-page -o ${fmu}.fmu)
  file(ARCHIVE_EXTRACT INPUT ${fmu}.fmu DESTINATION ${fmu})

  # the units in the description: those of co-simulation
  file(GLOB library ${fmu}/binaries/*/${name}.*)
  file(READ ${fmu}/modelDescription.xml text)
  string(FIND "${text}" "<CoSimulation" at)
  string(SUBSTRING "${text}" ${at} -1 text)
  string(REGEX REPLACE "</SourceFiles>.*" "" text "${text}")
  string(REGEX MATCHALL "<File name=\"[^\"]+\"" units "${text}")
  list(TRANSFORM units REPLACE "<File name=\"([^\"]+)\"" "\\1")
  list(LENGTH units count)
  if(count LESS 100)
    message(SEND_ERROR "only ${count} units are listed")
  endif()

  execute_process(COMMAND ${DRIVERS}${HOST}.exe hash ${fmu} 1000 OUTPUT_VARIABLE shipped
    COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE ${library})
  if(CASE STREQUAL "cmake")
    run(${CMAKE_COMMAND} -S ${fmu}/sources -B ${WORK_DIR}/build_${name} -G Ninja
      -D CMAKE_C_COMPILER=${CC} -D CMAKE_BUILD_TYPE=Release)
    run(${CMAKE_COMMAND} --build ${WORK_DIR}/build_${name})
  elseif(shared)
    file(COPY_FILE ${shared} ${library}) # it is the same for every mechanism
  else()
    set(options -O2)
    if(CASE STREQUAL "strict")
      # headers of the system still need the compiler that they know
      file(WRITE ${WORK_DIR}/strict.h "#include <ctype.h>\n#include <errno.h>\n#include <float.h>\n"
        "#include <inttypes.h>\n#include <limits.h>\n#include <link.h>\n#include <math.h>\n"
        "#include <stdarg.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n"
        "#undef __GNUC__\n")
      set(options -std=c11 -pedantic-errors -O2 -ffp-contract=off -D_GNU_SOURCE
        -include ${WORK_DIR}/strict.h)
    endif()
    list(TRANSFORM units PREPEND ${fmu}/sources/)
    run(${CC} ${options} -shared -fPIC -I ${fmu}/sources -o ${library} ${units} -lm)
    set(shared ${library})
  endif()
  if(NOT EXISTS ${library})
    message(FATAL_ERROR "the library is not where it belongs: ${library}")
  endif()
  execute_process(COMMAND ${DRIVERS}${HOST}.exe hash ${fmu} 1000 OUTPUT_VARIABLE compiled
    COMMAND_ERROR_IS_FATAL ANY)
  if(NOT compiled STREQUAL shipped)
    message(SEND_ERROR "${name}: ${compiled}, but the library that is shipped gives ${shipped}")
  endif()
  if(CASE STREQUAL "cmake")
    break()
  endif()
endforeach()
