# FMUs on another platform, in an emulator, beside the same FMUs here.
#
#   cmake -D CASE=... -D PLATFORM=... -D HOST=... -D DRIVERS=... -D LINKWORK=... -D SOURCE_DIR=...
#         -D ROBOTS=... -D WORK_DIR=... -D WINE=... -D WINEPREFIX=... -D QEMU_<platform>=...
#         -D NODE=... -D MODULE=live.wasm -P check_platform.cmake
#
# Platforms are linux64, win64 and aarch64, and for bits and robots wasm32, the module of pages in
# node.
#
#   states       a state saved on one platform continues on the other with the same bits
#   loads        the library can be loaded and unloaded a hundred times
#   parameters   a parameter changes the motion in the same way
#   bits         every example gives the same bits in all variables, for 1,000 steps
#   robots       the same for robots, where they are
cmake_minimum_required(VERSION 3.21)

# ---- the emulator --------------------------------------------------------------------------------

set(emulator)
set(root)
if(PLATFORM STREQUAL "win64")
  if(NOT WINE)
    message("SKIP: there is no Wine")
    return()
  endif()
  # no messages of Wine, no window
  set(emulator ${CMAKE_COMMAND} -E env --unset=DISPLAY WINEPREFIX=${WINEPREFIX} WINEDEBUG=-all
    LC_ALL=C.UTF-8 ${WINE})
  set(root Z:)
elseif(PLATFORM STREQUAL "wasm32")
  if(NOT NODE OR NOT EXISTS ${MODULE})
    message("SKIP: there is no node, or no module: clang, wasm-ld or wasi-libc are missing")
    return()
  endif()
else()
  if(NOT QEMU_${PLATFORM})
    message("SKIP: there is no qemu for ${PLATFORM}")
    return()
  endif()
  set(tuple_aarch64 aarch64-linux-gnu)
  set(tuple_linux64 x86_64-linux-gnu)
  set(emulator ${QEMU_${PLATFORM}} -L /usr/${tuple_${PLATFORM}})
endif()

# drive(<result> <platform> <command> <folder> <argument>...)
function(drive result platform command folder)
  set(driver ${DRIVERS}${platform}.exe ${command})
  if(platform STREQUAL "wasm32")
    set(driver ${NODE} ${SOURCE_DIR}/tests/platforms/drive_wasm.js ${MODULE})
  elseif(NOT platform STREQUAL HOST)
    set(driver ${emulator} ${driver})
    set(folder "${root}${folder}")
    list(TRANSFORM ARGN REPLACE "^/" "${root}/")
  endif()
  execute_process(COMMAND ${driver} ${folder} ${ARGN}
    OUTPUT_VARIABLE text ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status STREQUAL "0")
    message(FATAL_ERROR "${platform}: ${command} ${folder} ${ARGN}: ${status}\n${error}")
  endif()
  string(REGEX REPLACE "[\r\n]+$" "" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

function(expect_equal what a b)
  if(NOT a STREQUAL b)
    message(SEND_ERROR "${what}: ${a} on ${HOST}, ${b} on ${PLATFORM}")
  endif()
endfunction()

# ---- FMUs ----------------------------------------------------------------------------------------

# unpack(<result> <mechanism>): the folder of its FMU, with kernel="portable"; the path has blanks
# and letters that are not ASCII
function(unpack result mechanism)
  get_filename_component(name ${mechanism} NAME_WE)
  set(folder "${WORK_DIR}/größer als 1/${name}")
  file(MAKE_DIRECTORY "${folder}")
  if(mechanism MATCHES "[.]urdf$")
    execute_process(COMMAND ${LINKWORK} convert ${mechanism} -o ${WORK_DIR}/${name}.xml
      OUTPUT_QUIET ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    set(mechanism ${WORK_DIR}/${name}.xml)
  endif()
  file(READ ${mechanism} text)
  if(text MATCHES "<solver")
    string(REPLACE "<solver" "<solver kernel=\"portable\"" text "${text}")
  else()
    string(REGEX REPLACE "(<mechanism[^>]*>)" "\\1<solver kernel=\"portable\"/>" text "${text}")
  endif()
  file(WRITE ${WORK_DIR}/${name}.xml "${text}")
  execute_process(
    COMMAND ${LINKWORK} pack ${WORK_DIR}/${name}.xml --no-page -o ${WORK_DIR}/${name}.fmu
    COMMAND_ERROR_IS_FATAL ANY)
  file(ARCHIVE_EXTRACT INPUT ${WORK_DIR}/${name}.fmu DESTINATION "${folder}")
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})

# ---- cases ---------------------------------------------------------------------------------------

function(check_states)
  foreach(name four_bar chain128 hmmwv)
    unpack(folder ${SOURCE_DIR}/examples/${name}.xml)
    foreach(way "${HOST};${PLATFORM}" "${PLATFORM};${HOST}")
      list(GET way 0 from)
      list(GET way 1 to)
      drive(saved ${from} save "${folder}" 100 "${WORK_DIR}/${name} ü.state")
      drive(restored ${to} restore "${folder}" 100 "${WORK_DIR}/${name} ü.state")
      if(NOT saved STREQUAL restored)
        message(SEND_ERROR "${name}, saved on ${from}: ${saved}, then on ${to}: ${restored}")
      endif()
    endforeach()
  endforeach()
endfunction()

function(check_loads)
  unpack(folder ${SOURCE_DIR}/examples/four_bar.xml)
  drive(left ${PLATFORM} load "${folder}" 100)
  if(NOT left STREQUAL "0 of 100 stayed")
    message(SEND_ERROR "${left} loaded")
  endif()
  # large enough for threads, which may keep the library: what counts is that nothing breaks
  unpack(folder ${SOURCE_DIR}/examples/chain128.xml)
  drive(left ${PLATFORM} load "${folder}" 20)
  message(STATUS "chain128: ${left}")
endfunction()

function(check_parameters)
  unpack(folder ${SOURCE_DIR}/examples/four_bar.xml)
  drive(plain ${PLATFORM} hash "${folder}" 100)
  foreach(value A.mass=2.5 gravity[2]=-1.625 solver.step=0.0005)
    drive(here ${HOST} hash "${folder}" 100 ${value})
    drive(there ${PLATFORM} hash "${folder}" 100 ${value})
    expect_equal("with ${value}" "${here}" "${there}")
    if(there STREQUAL plain)
      message(SEND_ERROR "${value} changes nothing")
    endif()
  endforeach()
endfunction()

# check_bits(<at least> <mechanism>...)
function(check_bits least)
  set(count 0)
  foreach(mechanism IN LISTS ARGN)
    unpack(folder ${mechanism})
    set(steps 1000)
    if(mechanism MATCHES "icub")
      set(steps 100) # it takes 7 ms for a step, and minutes in an emulator
    endif()
    drive(here ${HOST} hash "${folder}" ${steps})
    drive(there ${PLATFORM} hash "${folder}" ${steps})
    if(PLATFORM STREQUAL "wasm32")
      string(SUBSTRING "${here}" 0 16 here) # the hash without the time
    endif()
    expect_equal(${mechanism} "${here}" "${there}")
    math(EXPR count "${count} + 1")
  endforeach()
  if(count LESS least)
    message(SEND_ERROR "only ${count} mechanisms")
  endif()
  message(STATUS "${count} mechanisms")
endfunction()

if(CASE STREQUAL "states")
  check_states()
elseif(CASE STREQUAL "loads")
  check_loads()
elseif(CASE STREQUAL "parameters")
  check_parameters()
elseif(CASE STREQUAL "bits")
  file(GLOB examples ${SOURCE_DIR}/examples/*.xml)
  check_bits(15 ${examples})
else()
  file(GLOB robots ${ROBOTS}/*.urdf)
  if(NOT robots)
    message("SKIP: there are no robots beside the repository")
    return()
  endif()
  check_bits(10 ${robots})
endif()
