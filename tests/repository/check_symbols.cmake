# The FMU library exports FMI functions and nothing else.
cmake_minimum_required(VERSION 3.21)
execute_process(COMMAND ${NM} -D --defined-only -P ${LIBRARY}
  OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" out "${out}")
string(REPLACE "\n" ";" lines "${out}")
set(count 0)
foreach(line IN LISTS lines)
  math(EXPR count "${count} + 1")
  if(NOT line MATCHES "^fmi[23][A-Z]")
    message(SEND_ERROR "exported but not an FMI function: ${line}")
  endif()
endforeach()
# FMI 2.0 has 25 functions common to both kinds and 9 of co-simulation
if(count LESS 34)
  message(SEND_ERROR "only ${count} functions are exported")
endif()
message(STATUS "${count} functions")
