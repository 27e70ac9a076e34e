# Every example is what examples/README.md says: its table gives bodies, freedoms and redundant
# constraints. Each file follows the schema.
cmake_minimum_required(VERSION 3.21)
file(STRINGS ${SOURCE_DIR}/examples/README.md rows REGEX "^\\| \\[`[a-z0-9_]+\\.xml`\\]")
file(GLOB files RELATIVE ${SOURCE_DIR}/examples ${SOURCE_DIR}/examples/*.xml)

set(described)
foreach(row IN LISTS rows)
  set(number "([0-9]+)")
  if(NOT row MATCHES
     "^\\| \\[`([a-z0-9_]+\\.xml)`\\][^|]*\\| ${number} \\| ${number} \\| ${number} \\|")
    message(SEND_ERROR "examples/README.md: not a row of the table: ${row}")
    continue()
  endif()
  set(file ${CMAKE_MATCH_1})
  set(expected "bodies ${CMAKE_MATCH_2}" "freedoms ${CMAKE_MATCH_3}" "redundant ${CMAKE_MATCH_4}")
  list(APPEND described ${file})
  execute_process(COMMAND ${LINKWORK} check ${SOURCE_DIR}/examples/${file}
    RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE error)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "linkwork check examples/${file}: ${error}")
  endif()
  foreach(line IN LISTS expected)
    if(NOT "\n${out}" MATCHES "\n${line}\n")
      message(SEND_ERROR "examples/${file}: expected \"${line}\" in\n${out}")
    endif()
  endforeach()
endforeach()

foreach(file IN LISTS files)
  if(NOT file IN_LIST described)
    message(SEND_ERROR "examples/${file} is not in the table of examples/README.md")
  endif()
  if(XMLLINT)
    execute_process(
      COMMAND ${XMLLINT} --noout --schema ${SOURCE_DIR}/modelDescription/mechanism/mechanism.xsd
              ${SOURCE_DIR}/examples/${file}
      RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE error)
    if(NOT result EQUAL 0)
      message(SEND_ERROR "examples/${file} does not follow the schema:\n${error}")
    endif()
  endif()
endforeach()

list(LENGTH described count)
message(STATUS "${count} examples")
