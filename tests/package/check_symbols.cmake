# The FMU library exports FMI functions and nothing else.
cmake_minimum_required(VERSION 3.21)
execute_process(COMMAND ${NM} -D --defined-only -P ${LIBRARY}
  OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" out "${out}")
string(REPLACE "\n" ";" lines "${out}")
set(count 0)
foreach(line IN LISTS lines)
  math(EXPR count "${count} + 1")
  if(NOT line MATCHES "^fmi2[A-Z]")
    message(SEND_ERROR "exported but not an FMI function: ${line}")
  endif()
endforeach()
# the FMI 2.0 header declares 24 functions of both kinds and 7 of co-simulation
if(count LESS 31)
  message(SEND_ERROR "only ${count} functions are exported")
endif()
message(STATUS "${count} functions")
