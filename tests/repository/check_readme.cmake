# README's first mechanism works as it stands: its file is valid, every command on it runs, `check`
# prints the lines that are shown, the mistake has the message that is shown, and the FMU gives the
# bytes of the file. Every number in the table of measurements is what its command prints.
cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
file(READ ${SOURCE_DIR}/README.md readme)
# a semicolon would split lists
string(REPLACE ";" "<semicolon>" readme "${readme}")

# the text of the first block of a language after a place; empty: there is none
function(find_block language after result)
  string(FIND "${readme}" "${after}" begin)
  if(begin LESS 0)
    message(FATAL_ERROR "README.md: \"${after}\" is not found")
  endif()
  string(SUBSTRING "${readme}" ${begin} -1 rest)
  string(FIND "${rest}" "\n```${language}\n" begin)
  string(LENGTH "\n```${language}\n" length)
  math(EXPR begin "${begin} + ${length}")
  string(SUBSTRING "${rest}" ${begin} -1 rest)
  string(FIND "${rest}" "\n```\n" end)
  string(SUBSTRING "${rest}" 0 ${end} block)
  set(${result} "${block}" PARENT_SCOPE)
endfunction()

# ---- the first mechanism -------------------------------------------------------------------------

find_block(xml "Save this as `pendulum.xml`" mechanism)
find_block(sh "Save this as `pendulum.xml`" commands)
find_block(text "`check` assembles the mechanism" expected)
find_block(text "An error in the file" complaint)
file(WRITE ${WORK_DIR}/pendulum.xml "${mechanism}\n")

string(REPLACE "\n" ";" commands "${commands}")
set(summary)
foreach(line IN LISTS commands)
  if(NOT line MATCHES "^linkwork (.*)$")
    message(SEND_ERROR "README.md: not a command of linkwork: ${line}")
    continue()
  endif()
  separate_arguments(arguments UNIX_COMMAND "${CMAKE_MATCH_1}")
  execute_process(COMMAND ${LINKWORK} ${arguments} WORKING_DIRECTORY ${WORK_DIR}
    RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE error)
  if(NOT result EQUAL 0)
    message(SEND_ERROR "${line}\n${error}")
  endif()
  if(line MATCHES "linkwork check")
    set(summary "\n${out}")
  endif()
endforeach()

string(REPLACE "\n" ";" expected "${expected}")
foreach(line IN LISTS expected)
  string(FIND "${summary}" "\n${line}\n" place)
  if(place LESS 0)
    message(SEND_ERROR "README.md: linkwork check does not print \"${line}\":${summary}")
  endif()
endforeach()

file(READ ${WORK_DIR}/pendulum.csv from_file)
file(READ ${WORK_DIR}/from_fmu.csv from_fmu)
if(NOT from_file STREQUAL from_fmu)
  message(SEND_ERROR "README.md: the FMU does not give the bytes of the mechanism file")
endif()

string(REPLACE "child=\"rod\"" "child=\"rood\"" broken "${mechanism}")
file(WRITE ${WORK_DIR}/pendulum.xml "${broken}\n")
execute_process(COMMAND ${LINKWORK} check pendulum.xml WORKING_DIRECTORY ${WORK_DIR}
  OUTPUT_QUIET ERROR_VARIABLE error)
if(NOT error STREQUAL "${complaint}\n")
  message(SEND_ERROR "README.md shows the message\n${complaint}\nbut it is\n${error}")
endif()

# ---- measurements --------------------------------------------------------------------------------

string(REGEX MATCHALL "\n[^\n]*\\| `build/linkwork run [^`\n]*` \\|" rows "${readme}")
set(count 0)
foreach(row IN LISTS rows)
  if(NOT row MATCHES "\\| (-?[0-9.]+) \\| `build/linkwork ([^`]*)` \\|$")
    message(SEND_ERROR "README.md: not a row of measurements: ${row}")
    continue()
  endif()
  set(number ${CMAKE_MATCH_1})
  separate_arguments(arguments UNIX_COMMAND "${CMAKE_MATCH_2}")
  execute_process(COMMAND ${LINKWORK} ${arguments} WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
  # the digits that are shown are the first ones of the last number of the last row
  string(FIND "${out}" ",${number}" place REVERSE)
  string(FIND "${out}" "\n" last REVERSE)
  string(SUBSTRING "${out}" 0 ${last} without)
  string(FIND "${without}" "\n" last REVERSE)
  if(place LESS last)
    string(SUBSTRING "${without}" ${last} -1 line)
    message(SEND_ERROR "README.md shows ${number}, but the last row is${line}")
  endif()
  math(EXPR count "${count} + 1")
endforeach()
if(count LESS 5)
  message(SEND_ERROR "README.md: ${count} measurements are found, expected 5 or more")
endif()
message(STATUS "${count} measurements")
