# No line of code or comment has more than 100 columns, in C, C++, CMake, shell and awk. Prose in
# Markdown has at most 120; rows of tables and links, which cannot be broken, are left out.
cmake_minimum_required(VERSION 3.21)
string(REPEAT "." 101 beyond_code)
string(REPEAT "." 120 beyond_prose)
set(beyond_prose "^[^|]${beyond_prose}")

file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR}
  ${SOURCE_DIR}/solver/* ${SOURCE_DIR}/modelDescription/* ${SOURCE_DIR}/fmu/* ${SOURCE_DIR}/tools/*
  ${SOURCE_DIR}/tests/* ${SOURCE_DIR}/bench/* ${SOURCE_DIR}/cmake/* ${SOURCE_DIR}/docs/*
  ${SOURCE_DIR}/examples/*)
list(APPEND files demo test CMakeLists.txt README.md CHANGELOG.md CONTRIBUTING.md)
set(scripts demo test tests/mutation/draw tests/mutation/run)

set(count 0)
foreach(file IN LISTS files)
  if(file MATCHES "(\\.(c|h|cpp|cmake|sh|awk|bash|zsh|in)|CMakeLists\\.txt)$" OR
     file IN_LIST scripts)
    set(beyond ${beyond_code})
  elseif(file MATCHES "\\.md$")
    set(beyond ${beyond_prose})
  else()
    continue()
  endif()
  math(EXPR count "${count} + 1")
  file(STRINGS ${SOURCE_DIR}/${file} lines ENCODING UTF-8 REGEX "${beyond}")
  foreach(line IN LISTS lines)
    if(file MATCHES "\\.md$" AND line MATCHES "^[^ ]*\\]\\([^ ]*\\)[^ ]*$")
      continue()
    endif()
    string(SUBSTRING "${line}" 0 60 begin)
    message(SEND_ERROR "${file}: a line is too long: ${begin}...")
  endforeach()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "no file found below ${SOURCE_DIR}")
endif()
message(STATUS "${count} files")
