# lw_picture draws a result as SVG and as text, and says what is wrong
# without leaving a file behind.
cmake_minimum_required(VERSION 3.21)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
set(mechanism ${SOURCE_DIR}/examples/four_bar.xml)
set(result ${WORK_DIR}/result.csv)

execute_process(COMMAND ${LINKWORK} run ${mechanism} --stop 0.5 --step 0.05 -o ${result}
  COMMAND_ERROR_IS_FATAL ANY)

# an SVG file: three bars at each of four times, two pivots, one path of eleven points
execute_process(
  COMMAND ${PICTURE} ${mechanism} ${result} --snapshots 4 --title "a < b" -o ${WORK_DIR}/picture.svg
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK_DIR}/picture.svg svg)
foreach(pair "<polygon=12" "<polyline class=.path.=1" "<circle=2" "a &lt; b=1")
  string(REGEX MATCH "^(.*)=([0-9]+)$" all "${pair}")
  set(expected ${CMAKE_MATCH_2})
  # a semicolon would split the list of matches
  string(REPLACE ";" ":" text "${svg}")
  string(REPLACE ";" ":" pattern "${CMAKE_MATCH_1}")
  string(REGEX MATCHALL "${pattern}" found "${text}")
  list(LENGTH found count)
  if(NOT count EQUAL expected)
    message(SEND_ERROR "picture.svg has ${count} of \"${pattern}\", expected ${expected}")
  endif()
endforeach()
# all corners are within the picture
if(NOT svg MATCHES "<svg [^>]*width=\"([0-9]+)\" height=\"([0-9]+)\"")
  message(SEND_ERROR "picture.svg has no size")
endif()
set(width ${CMAKE_MATCH_1})
set(height ${CMAKE_MATCH_2})
# a four-bar is higher than wide: it fills the 900 that picture_svg.c allows, beside a heading and a
# footing of 34
if(NOT width EQUAL 900 OR NOT height EQUAL 968)
  message(SEND_ERROR "picture.svg has ${width} x ${height} points, expected 900 x 968")
endif()
string(REGEX MATCHALL "points=\"[^\"]*\"" points "${svg}")
string(REGEX MATCHALL "-?[0-9]+[.0-9]*,-?[0-9]+" corners "${points}")
foreach(corner IN LISTS corners)
  string(REGEX MATCH "^(-?[0-9]+)[^,]*,(-?[0-9]+)" all "${corner}")
  if(CMAKE_MATCH_1 LESS 0 OR CMAKE_MATCH_1 GREATER width
     OR CMAKE_MATCH_2 LESS 0 OR CMAKE_MATCH_2 GREATER height)
    message(SEND_ERROR "picture.svg has a corner at ${corner}, outside of ${width} x ${height}")
    break()
  endif()
endforeach()
list(LENGTH corners count)
if(count LESS 40)
  message(SEND_ERROR "picture.svg has only ${count} corners")
endif()
string(REGEX MATCH "class=.path. points=.([^\"]*)" path "${svg}")
string(REGEX MATCHALL "[^ ,\"]+,[^ ,\"]+" points "${CMAKE_MATCH_1}")
list(LENGTH points count)
if(NOT count EQUAL 11)
  message(SEND_ERROR "the path has ${count} points, expected 11")
endif()
if(XMLLINT)
  execute_process(COMMAND ${XMLLINT} --noout ${WORK_DIR}/picture.svg COMMAND_ERROR_IS_FATAL ANY)
endif()

# text: as high as asked for, since the four-bar is higher than wide
execute_process(COMMAND ${PICTURE} ${mechanism} ${result} --ascii --size 60x20
  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n" lines "${text}")
list(LENGTH lines count)
if(NOT count EQUAL 20)
  message(SEND_ERROR "the text has ${count} lines, expected 20:\n${text}")
endif()

# solids: of two boxes on the same line of sight, the farther one is drawn first, whatever
# their order in the file. Three faces of each are seen, and each has a filled outline below
# them and a line around them.
file(WRITE ${WORK_DIR}/boxes.xml
  "<mechanism name=\"boxes\">
  <body name=\"near\" mass=\"1\" inertia=\"1 1 1\"><shape type=\"box\" size=\"1 1 1\"/></body>
  <body name=\"far\" mass=\"1\" inertia=\"1 1 1\"><shape type=\"box\" size=\"1 1 1\"/></body>
</mechanism>
")
set(heading time)
foreach(body near far)
  foreach(column r[1] r[2] r[3] quat[1] quat[2] quat[3] quat[4])
    string(APPEND heading ",${body}.${column}")
  endforeach()
endforeach()
file(WRITE ${WORK_DIR}/boxes.csv "${heading}\n0,1.6,0.9,0.7,1,0,0,0,0,0,0,1,0,0,0\n")
execute_process(
  COMMAND ${PICTURE} ${WORK_DIR}/boxes.xml ${WORK_DIR}/boxes.csv --view iso --snapshots 1
          --trace none -o ${WORK_DIR}/boxes.svg
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${WORK_DIR}/boxes.svg svg)
string(REGEX MATCHALL "class=.face." faces "${svg}")
string(REGEX MATCHALL "class=.rim." rims "${svg}")
list(LENGTH faces faces)
list(LENGTH rims rims)
if(NOT faces EQUAL 8 OR NOT rims EQUAL 2)
  message(SEND_ERROR "boxes.svg has ${faces} faces and ${rims} lines around them, expected 8 and 2")
endif()
# the outlines below the faces have 0.85 of the two first colours of picture_svg.c
if(NOT svg MATCHES "#c3812a.*#386792" OR svg MATCHES "#386792.*#c3812a")
  message(SEND_ERROR "boxes.svg: the near box is drawn before the far one")
endif()

# mistakes: exit code and what is said
function(refuse code message)
  execute_process(COMMAND ${PICTURE} ${ARGN} -o ${WORK_DIR}/refused.svg
    RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE error)
  if(NOT got EQUAL code OR NOT error MATCHES "${message}")
    message(SEND_ERROR
      "lw_picture ${ARGN}: exit code ${got}, expected ${code} and \"${message}\":\n${error}")
  endif()
  if(EXISTS ${WORK_DIR}/refused.svg)
    message(SEND_ERROR "lw_picture ${ARGN}: left a file behind")
  endif()
endfunction()
refuse(2 "usage" ${mechanism})
refuse(2 "usage" ${mechanism} ${result} --snapshots many)
refuse(1 "view \"xx\"" ${mechanism} ${result} --view xx)
refuse(1 "body \"Z\"" ${mechanism} ${result} --trace Z)
refuse(1 "column L1.r" ${SOURCE_DIR}/examples/chain128.xml ${result})
refuse(1 "missing.csv" ${mechanism} ${WORK_DIR}/missing.csv)
