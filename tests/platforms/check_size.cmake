# An FMU with the libraries of all platforms stays small.
#
#   cmake -D SOURCE_DIR=... -D WORK_DIR=... -D LINKWORK=... -P check_size.cmake
cmake_minimum_required(VERSION 3.21)
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(COMMAND ${LINKWORK} pack ${SOURCE_DIR}/examples/four_bar.xml -o ${WORK_DIR}/all.fmu
  COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${WORK_DIR}/all.fmu size)
if(size GREATER 2500000)
  message(SEND_ERROR "it has ${size} bytes, more than 2.5 MB")
endif()
message(STATUS "${size} bytes")
