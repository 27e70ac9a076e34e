# The tables of symbols in docs/theory.md against the structs of the solver.
#
#   cmake -P tests/repository/check_notation.cmake
#
# 1. Every C name in the tables is declared in the header that the table names.
# 2. Every number and array of numbers in lw_instance is in the table, or in the list below.
cmake_minimum_required(VERSION 3.21)
if(NOT SOURCE_DIR)
  set(SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/../..)
endif()
get_filename_component(SOURCE_DIR ${SOURCE_DIR} ABSOLUTE)

# Numbers of lw_instance that no formula has: copies of the model's values and what follows from
# them, numbers in the order of the batches, scratch memory.
set(without_symbol
  value input input_rate
  drive geometry ends load_at start body_batch point_batch partial hold hold_scale
  violation)

# Declarations without comments; brackets and semicolons would be taken for list syntax.
function(read_declarations file result)
  file(READ ${file} text)
  string(REPLACE "[" "{" text "${text}")
  string(REPLACE "]" "}" text "${text}")
  string(REPLACE ";" "|" text "${text}")
  string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

set(all "")
file(GLOB_RECURSE headers ${SOURCE_DIR}/solver/*.h)
foreach(header IN LISTS headers)
  read_declarations(${header} text)
  string(APPEND all " ${text}")
endforeach()

# ---- the tables ----------------------------------------------------------------------------------

file(READ ${SOURCE_DIR}/docs/theory.md text)
string(REPLACE "[" "{" text "${text}")
string(REPLACE "]" "}" text "${text}")
string(REPLACE ";" "," text "${text}")
string(REPLACE "\\" "/" text "${text}")
string(REGEX REPLACE "^.*\n## Symbols\n" "" text "${text}")
string(REGEX REPLACE "\n## .*$" "" text "${text}")
string(REPLACE "\n" ";" lines "${text}")

set(default "") # the header of a table whose rows name none
set(count 0)
set(in_table "")
foreach(line IN LISTS lines)
  if(line MATCHES "^In `([^`]+)`:$")
    set(default ${CMAKE_MATCH_1})
  elseif(line MATCHES "^In other headers:$")
    set(default "")
  endif()
  if(NOT line MATCHES "^\\| (`[^|]*`) \\| ([^|]*)")
    continue()
  endif()
  set(cell "${CMAKE_MATCH_1}")
  set(header "${default}")
  if(header STREQUAL "")
    string(REGEX REPLACE "[` ]" "" header "${CMAKE_MATCH_2}")
  endif()
  if(NOT EXISTS ${SOURCE_DIR}/solver/${header})
    message(SEND_ERROR "docs/theory.md, table of symbols: there is no solver/${header}")
    continue()
  endif()
  read_declarations(${SOURCE_DIR}/solver/${header} declarations)
  string(REGEX MATCHALL "`[^`]+`" names "${cell}")
  foreach(name IN LISTS names)
    math(EXPR count "${count} + 1")
    string(REGEX REPLACE "`|{[^}]*}" "" parts "${name}")
    string(REPLACE "." ";" parts "${parts}")
    list(POP_FRONT parts first)
    if(NOT declarations MATCHES "[ *]${first}({[^}]*})*[,|]")
      message(SEND_ERROR
        "docs/theory.md, table of symbols: solver/${header} does not declare ${name}")
    endif()
    foreach(part IN LISTS parts)
      if(NOT all MATCHES "[ *]${part}({[^}]*})*[,|]")
        message(SEND_ERROR
          "docs/theory.md, table of symbols: no struct has the last part of ${name}")
      endif()
    endforeach()
    if(header STREQUAL "instance/instance.h")
      list(APPEND in_table ${first})
    endif()
  endforeach()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "docs/theory.md has no table of symbols")
endif()

# ---- the struct ----------------------------------------------------------------------------------

read_declarations(${SOURCE_DIR}/solver/instance/instance.h text)
string(REGEX REPLACE "^.* struct lw_instance {" "" text "${text}")
string(FIND "${text}" " }|" end)
string(SUBSTRING "${text}" 0 ${end} text)
set(numbers double lw_pose lw_twist lw_placement lw_inertia lw_joint_frames lw_joint_geometry
  lw_body_constants lw_ends)
string(REPLACE ";" "|" numbers "(${numbers})")
string(REGEX MATCHALL "${numbers}\\*? [^|]*\\|" declarations "${text}")
set(fields "")
foreach(declaration IN LISTS declarations)
  string(REGEX REPLACE "^[a-z_]+\\*? |{[^}]*}|[*|]" "" names "${declaration}")
  string(REGEX REPLACE ", *" ";" names "${names}")
  list(APPEND fields ${names})
endforeach()
list(LENGTH fields n)
if(n EQUAL 0)
  message(SEND_ERROR "no field found in struct lw_instance")
endif()
foreach(field IN LISTS fields)
  if(NOT field IN_LIST in_table AND NOT field IN_LIST without_symbol)
    message(SEND_ERROR "lw_instance.${field} is neither in the table of symbols in docs/theory.md "
      "nor in the list `without_symbol` of tests/repository/check_notation.cmake")
  endif()
endforeach()
foreach(field IN LISTS without_symbol)
  if(NOT field IN_LIST fields)
    message(SEND_ERROR "tests/repository/check_notation.cmake: lw_instance has no ${field}")
  endif()
endforeach()
message(STATUS "${count} names in the tables, ${n} fields")
