# Includes point one way, between folders and inside solver/ and modelDescription/.
# docs/architecture.md has the picture.
#
#   cmake -D SOURCE_DIR=... -P check_layers.cmake
cmake_minimum_required(VERSION 3.21)

# ---- the rules ---------------------------------------------------------------------------------

# A file includes its own layer and those before it in this list. A layer is a folder with what is
# below it, unless that is a layer itself.
set(layers_solver
  include simd formulas base ode model joint structure factor instance mechanics step
  formulations/joint_space formulations/augmented formulations/partitioning formulations simulation)
set(layers_modelDescription
  include text xml archive variables mechanism urdf page fmu_file)

# What other folders may include: the public headers, which are installed, and of modelDescription/
# all from tools/, the table of variables alone from fmu/.
set(sees_solver           solver)
set(sees_modelDescription modelDescription solver/include)
set(sees_fmu              fmu modelDescription/variables modelDescription/include solver/include)
set(sees_tools            tools modelDescription solver/include fmu/fmi2 fmu/fmi3)

# Public headers that the FMU must not see: what is behind them needs libxml2 and libzip.
set(not_in_the_fmu embedded.h mechanism_xml.h package.h text.h)

# standard C, and what threads and vectors need; the platform's own headers are for the outer
# layers, XML and zip for what is not in the FMU
set(standard assert ctype errno fenv float inttypes limits locale math setjmp signal stdalign stdarg
  stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string time uchar wchar wctype
  omp immintrin)
set(system_solver           "^$")
set(system_modelDescription "^(libxml/|sys/|(zip|unistd|dirent|dlfcn|fcntl)\\.h$)")
set(system_fmu              "^(link|dlfcn|windows)\\.h$")
set(system_tools            "^(libxml/|sys/|(zip|zlib|unistd|strings|dirent|dlfcn|fcntl|ftw)\\.h$)")

# ---- the check ---------------------------------------------------------------------------------

# where an include is, from the root; empty: it is not ours
function(locate file include angled result)
  get_filename_component(folder ${file} DIRECTORY)
  string(REGEX REPLACE "/.*" "" root ${file})
  set(${result} "" PARENT_SCOPE)
  foreach(place ${folder} ${root} solver solver/include modelDescription modelDescription/include
          fmu/fmi2 fmu/fmi3 fmu tools)
    if(angled AND NOT place MATCHES "include$|fmi[23]$")
      continue()
    endif()
    if(EXISTS ${SOURCE_DIR}/${place}/${include})
      set(${result} ${place}/${include} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# number of the layer of a file of solver/ or modelDescription/
function(find_layer file result)
  string(REGEX REPLACE "/.*" "" root ${file})
  get_filename_component(folder ${file} DIRECTORY)
  if(folder MATCHES "^[^/]*/(.*)$")
    set(folder ${CMAKE_MATCH_1})
  else()
    set(folder "")
  endif()
  while(NOT folder STREQUAL "")
    list(FIND layers_${root} "${folder}" at)
    if(NOT at EQUAL -1)
      set(${result} ${at} PARENT_SCOPE)
      return()
    endif()
    if(NOT folder MATCHES "/")
      break()
    endif()
    get_filename_component(folder ${folder} DIRECTORY)
  endwhile()
  message(SEND_ERROR
    "${file}: its folder is not in the list of layers in tests/repository/check_layers.cmake")
  set(${result} 1000 PARENT_SCOPE)
endfunction()

function(is_seen root target result)
  set(${result} FALSE PARENT_SCOPE)
  foreach(place IN LISTS sees_${root})
    string(FIND "${target}" "${place}/" at)
    if(at EQUAL 0)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(check_system file root name)
  string(REGEX REPLACE "\\.h$" "" stem ${name})
  set(pattern "${system_${root}}")
  # the table of variables is part of the FMU, and texts need no system
  if(file MATCHES "^modelDescription/(variables|text)/")
    set(pattern "^$")
  endif()
  if(NOT stem IN_LIST standard AND NOT name MATCHES "${pattern}")
    message(SEND_ERROR "${file} must not include <${name}>")
  endif()
endfunction()

set(count 0)
set(nsolver 0)
foreach(root solver modelDescription fmu tools)
  file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR}
    ${SOURCE_DIR}/${root}/*.h ${SOURCE_DIR}/${root}/*.c)
  foreach(file IN LISTS files)
    math(EXPR count "${count} + 1")
    file(STRINGS ${SOURCE_DIR}/${file} lines REGEX "^[ ]*#[ ]*include ")
    foreach(line IN LISTS lines)
      if(line MATCHES "\"(.*)\"")
        set(angled FALSE)
      elseif(line MATCHES "<(.*)>")
        set(angled TRUE)
      else()
        continue()
      endif()
      set(include ${CMAKE_MATCH_1})
      locate(${file} ${include} ${angled} target)
      if(target STREQUAL "")
        if(angled)
          check_system(${file} ${root} ${include})
        else()
          message(SEND_ERROR "${file} includes \"${include}\", which is nowhere")
        endif()
        continue()
      endif()
      is_seen(${root} ${target} seen)
      get_filename_component(name ${target} NAME)
      if(NOT seen OR (root STREQUAL "fmu" AND name IN_LIST not_in_the_fmu))
        message(SEND_ERROR "${file} must not include ${target}")
      elseif(target MATCHES "^${root}/" AND DEFINED layers_${root})
        find_layer(${file} own)
        find_layer(${target} other)
        if(other GREATER own)
          message(SEND_ERROR "${file} must not include ${target}: its layer comes later")
        endif()
      endif()
    endforeach()
  endforeach()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "no file found below ${SOURCE_DIR}")
endif()
message(STATUS "${count} files")

# ---- a folder can be taken in at a glance --------------------------------------------------------

set(most 25)
file(GLOB_RECURSE all LIST_DIRECTORIES true RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/solver/*)
foreach(folder solver ${all})
  if(IS_DIRECTORY ${SOURCE_DIR}/${folder})
    file(GLOB inside LIST_DIRECTORIES false ${SOURCE_DIR}/${folder}/*)
    list(LENGTH inside n)
    if(n GREATER most)
      message(SEND_ERROR "${folder} has ${n} files, more than ${most}")
    endif()
  endif()
endforeach()
