# Files end with a newline, have no trailing blanks and no tabs, and leave no note for later.
cmake_minimum_required(VERSION 3.21)
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR}
  ${SOURCE_DIR}/solver/* ${SOURCE_DIR}/modelDescription/* ${SOURCE_DIR}/fmu/* ${SOURCE_DIR}/tools/*
  ${SOURCE_DIR}/tests/* ${SOURCE_DIR}/bench/* ${SOURCE_DIR}/cmake/* ${SOURCE_DIR}/docs/*
  ${SOURCE_DIR}/examples/*)
list(APPEND files demo test CMakeLists.txt CMakePresets.json README.md CHANGELOG.md CONTRIBUTING.md)

set(count 0)
foreach(file IN LISTS files)
  if(NOT file MATCHES "(\\.(c|h|cmake|txt|md|xml|xsd|json|sh|in)|demo|test)$")
    continue()
  endif()
  math(EXPR count "${count} + 1")
  file(READ ${SOURCE_DIR}/${file} text)
  if(NOT text MATCHES "\n$")
    message(SEND_ERROR "${file}: the last line does not end")
  endif()
  if(text MATCHES "\t")
    message(SEND_ERROR "${file}: a tab")
  endif()
  if(text MATCHES "[ \r]\n" AND NOT file MATCHES "\\.md$")
    message(SEND_ERROR "${file}: a blank at the end of a line")
  endif()
  # this file has the words that it looks for
  if(text MATCHES "[^A-Za-z](TODO|FIXME|XXX)[^A-Za-z]" AND NOT file MATCHES "check_text")
    message(SEND_ERROR "${file}: ${CMAKE_MATCH_1}")
  endif()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "no file found below ${SOURCE_DIR}")
endif()
message(STATUS "${count} files")
