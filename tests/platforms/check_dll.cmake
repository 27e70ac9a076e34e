# The library for Windows: it needs what every Windows has, and exports the functions of FMI only.
#
#   cmake -D OBJDUMP=... -D LIBRARY=... -D EXPORTS=exports.map -P check_dll.cmake
cmake_minimum_required(VERSION 3.21)
if(NOT OBJDUMP)
  message("SKIP: there is no objdump for Windows")
  return()
endif()
execute_process(COMMAND ${OBJDUMP} -p ${LIBRARY} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)

string(REGEX MATCHALL "DLL Name: [^\n]*" lines "${text}")
list(TRANSFORM lines REPLACE "DLL Name: " "")
list(SORT lines)
if(NOT lines STREQUAL "KERNEL32.dll;msvcrt.dll")
  message(SEND_ERROR "it needs ${lines}")
endif()

# the same as on Linux
string(FIND "${text}" "[Ordinal/Name Pointer]" at)
string(SUBSTRING "${text}" ${at} 10000 names)
string(REGEX REPLACE "[][]" ">" names "${names}")
string(REGEX MATCHALL "\n\t> *[0-9]+> [^\n]+" lines "${names}")
list(TRANSFORM lines REPLACE ".*> " "")
list(SORT lines)
file(STRINGS ${EXPORTS} wanted REGEX "^ *fmi")
list(TRANSFORM wanted REPLACE "[ ;]" "")
list(REMOVE_ITEM wanted "")
list(SORT wanted)
if(NOT lines STREQUAL wanted)
  message(SEND_ERROR "it exports ${lines}, not ${wanted}")
endif()
list(LENGTH lines count)
message(STATUS "${count} functions")
