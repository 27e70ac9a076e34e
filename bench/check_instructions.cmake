# Instructions per step, by the difference of two runs of bench_count under callgrind, of
# every line of bench/instructions.txt. Fails where one is more than a fiftieth above the
# number that is written down.
#
#   cmake -D VALGRIND=... -D BENCH=... -D SOURCE_DIR=... -P check_instructions.cmake
cmake_minimum_required(VERSION 3.21)

function(count mechanism bodies step steps kernel result)
  if(kernel STREQUAL "portable")
    set(kernel)
  endif()
  execute_process(
    COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null
            ${BENCH} ${mechanism} ${bodies} ${step} ${steps} ${kernel}
    WORKING_DIRECTORY ${SOURCE_DIR}
    RESULT_VARIABLE failed ERROR_VARIABLE text OUTPUT_QUIET)
  if(failed OR NOT text MATCHES "Collected : ([0-9]+)")
    message(FATAL_ERROR "bench_count did not run under ${VALGRIND}: ${text}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

file(STRINGS ${SOURCE_DIR}/bench/instructions.txt lines REGEX "^[^#]")
set(worse)
execute_process(COMMAND grep -qw avx2 /proc/cpuinfo RESULT_VARIABLE no_avx2)
foreach(line IN LISTS lines)
  string(REGEX REPLACE " +" ";" words "${line}")
  list(GET words 0 mechanism)
  list(GET words 1 bodies)
  list(GET words 2 step)
  list(GET words 3 kernel)
  list(GET words 4 expected)
  if(kernel STREQUAL "auto" AND no_avx2)
    message(STATUS "${mechanism} ${kernel}: not counted, this processor has no AVX2")
    continue()
  endif()
  # The first steps start from rest; a hundred more are like all others.
  count(${mechanism} ${bodies} ${step} 20 ${kernel} few)
  count(${mechanism} ${bodies} ${step} 120 ${kernel} many)
  math(EXPR measured "(${many} - ${few}) / 100")
  math(EXPR most "${expected} * 51 / 50")
  message(STATUS "${mechanism} ${bodies} ${step} ${kernel} ${measured}, written down: ${expected}")
  if(measured GREATER most)
    list(APPEND worse "${mechanism} (${kernel})")
  endif()
endforeach()
if(worse)
  list(JOIN worse ", " worse)
  message(FATAL_ERROR "more than a fiftieth above what is written down: ${worse}")
endif()
