# Instructions per step and body, by the difference of two runs of bench_count under callgrind. Fails where
# they are more than a tenth above the number that is written down.
#
#   cmake -D VALGRIND=... -D BENCH=... -D WORK_DIR=... -D MECHANISM=ball-chain -D BODIES=128 -D STEP=0.001
#         -D EXPECTED=... -P check_instructions.cmake
function(count steps result)
  execute_process(
    COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=${WORK_DIR}/callgrind.${MECHANISM}.${steps}
            ${BENCH} ${MECHANISM} ${BODIES} ${STEP} ${steps}
    RESULT_VARIABLE failed ERROR_VARIABLE text OUTPUT_QUIET)
  if(failed OR NOT text MATCHES "Collected : ([0-9]+)")
    message(FATAL_ERROR "bench_count did not run under ${VALGRIND}: ${text}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${WORK_DIR})
# The first steps start from rest; a hundred more are like all others.
count(20 few)
count(120 many)
math(EXPR measured "(${many} - ${few}) / (100 * ${BODIES})")
math(EXPR most "${EXPECTED} * 11 / 10")
message(STATUS "${MECHANISM}, ${BODIES} bodies: ${measured} instructions per step and body, written down: ${EXPECTED}")
if(measured GREATER most)
  message(FATAL_ERROR "more than ${most}")
endif()
