# Includes point one way, between folders and inside solver/. docs/architecture.md has the picture.
cmake_minimum_required(VERSION 3.21)

# ---- the rules ---------------------------------------------------------------------------------

# what other folders may include from the solver
set(public linkwork.h model.h model_io.h expression.h status.h diag.h topology.h)

# what the FMU may include from modelDescription
set(table variables.h variable_derivatives.h variable_reading.h)

# Inside solver/ a file includes only lower ranks. A rank is that of a header and its source; where a
# source uses more than its header shows, the source has a rank of its own.
set(rank_0 arena criteria expression lanes linalg status team)
set(rank_1 dependence diag lanes_rotation ode.h rotation small_factor vec3)
set(rank_2 model.h ode_step.h)
set(rank_3 joint.h joint_law linkwork model_elements model_records ode ode_adams ode_rk structure.h
  topology.h)
set(rank_4 eliminate.h formulation.h joint_rate.h joint_rows model.c model_check model_formulas.h model_io order.h
  cells order_graph quads.h topology_parts tree)
set(rank_5 cell_terms quads.c joint.c joint_rate.c leaves limbs model_check_values model_finish model_formulas.c order_greedy
  elimination partitioning.h topology.c topology_divide)
set(rank_6 eliminate eliminate_avx2 instance.h kernel leaves_avx2 order.c structure.c)
set(rank_7 articulate.h coordinates.h derive limb_solve newmark pcg.h quad_bodies quad_points small springs.h stride.h)
set(rank_8 limb_solve_avx2 bodies connectors.h joint_space.h loops partition.h quad_bodies_avx2 quad_points_avx2 small_motion)
set(rank_9 acceleration articulate.c connectors.c coordinates.c hamiltonian place_links rates small_solve springs.c stride.c
  sweep)
set(rank_10 instance.c joint_looks joint_space.c newton.h pcg project reactions small_step_avx2)
set(rank_11 newton.c augmented augmented_hamiltonian.h augmented_lagrangian.h
  partition_accelerate partition_choice partition_stabilise partitioning posture step)
set(rank_12 advance augmented_hamiltonian.c augmented_lagrangian.c derivative formulation.c initialize posture_hold)
set(rank_13 vicinity)
set(rank_14 mobility)
set(rank_15 outputs)
set(highest 15)

# ---- the check ---------------------------------------------------------------------------------

# standard C, and what threads and platforms need; libraries are left to those that may have them
set(standard assert ctype errno fenv float inttypes limits locale math setjmp signal stdalign stdarg
  stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string time uchar wchar wctype omp immintrin)

# includes of a file, as two lists: own "..." and system <...>
function(read_includes file)
  file(STRINGS ${SOURCE_DIR}/${file} lines REGEX "^[ ]*#[ ]*include ")
  set(quoted)
  set(angled)
  foreach(line IN LISTS lines)
    if(line MATCHES "\"(.*)\"")
      list(APPEND quoted ${CMAKE_MATCH_1})
    elseif(line MATCHES "<(.*)>")
      list(APPEND angled ${CMAKE_MATCH_1})
    endif()
  endforeach()
  set(quoted "${quoted}" PARENT_SCOPE)
  set(angled "${angled}" PARENT_SCOPE)
endfunction()

# rank of a file of solver/
function(find_rank name result)
  get_filename_component(stem ${name} NAME_WE)
  foreach(candidate ${name} ${stem})
    foreach(rank RANGE ${highest})
      if(candidate IN_LIST rank_${rank})
        set(${result} ${rank} PARENT_SCOPE)
        return()
      endif()
    endforeach()
  endforeach()
  message(SEND_ERROR "solver/${name} has no rank: give it one in tests/package/check_layers.cmake")
  set(${result} 1000 PARENT_SCOPE)
endfunction()

# only standard headers and those that match the given pattern
function(check_system file pattern)
  foreach(include IN LISTS angled)
    string(REGEX REPLACE "\\.h$" "" stem ${include})
    if(NOT stem IN_LIST standard AND NOT (pattern AND include MATCHES "${pattern}"))
      message(SEND_ERROR "${file} must not include <${include}>")
    endif()
  endforeach()
endfunction()

set(count 0)
set(folders solver modelDescription fmu tools)
foreach(folder IN LISTS folders)
  file(GLOB headers_${folder} RELATIVE ${SOURCE_DIR}/${folder}
    ${SOURCE_DIR}/${folder}/*.h ${SOURCE_DIR}/${folder}/fmi2/*.h)
  file(GLOB files_${folder} RELATIVE ${SOURCE_DIR}/${folder}
    ${SOURCE_DIR}/${folder}/*.h ${SOURCE_DIR}/${folder}/*.c)
endforeach()

set(allowed_solver           ${headers_solver})
set(allowed_modelDescription ${headers_modelDescription} ${public})
set(allowed_fmu              ${headers_fmu} ${table} ${public})
set(allowed_tools            ${headers_tools} ${headers_modelDescription} ${public})
foreach(header IN LISTS headers_fmu)
  if(header MATCHES "^fmi2/(.*)")
    list(APPEND allowed_fmu ${CMAKE_MATCH_1})
    list(APPEND allowed_tools ${header} ${CMAKE_MATCH_1})
  endif()
endforeach()

# the platform's own headers are for the outer layers, XML and zip for what is not in the FMU
set(system_solver           "")
set(system_modelDescription "^(libxml/|zip\\.h$|unistd\\.h$|sys/|dirent\\.h$|dlfcn\\.h$|fcntl\\.h$)")
set(system_fmu              "^(link|dlfcn)\\.h$")
set(system_tools            "^(libxml/|zip\\.h$|unistd\\.h$|sys/|dirent\\.h$|dlfcn\\.h$|fcntl\\.h$|ftw\\.h$)")

foreach(folder IN LISTS folders)
  foreach(file IN LISTS files_${folder})
    math(EXPR count "${count} + 1")
    read_includes(${folder}/${file})
    foreach(include IN LISTS quoted)
      # one source may be compiled a second time for another processor
      string(REPLACE "_avx2" "" twin ${file})
      if(file MATCHES "_avx2" AND include STREQUAL twin)
        continue()
      endif()
      if(NOT include IN_LIST allowed_${folder})
        message(SEND_ERROR "${folder}/${file} must not include \"${include}\"")
      endif()
    endforeach()
    # the table of variables is part of the FMU
    if(folder STREQUAL "modelDescription" AND file MATCHES "^variable")
      check_system(${folder}/${file} "")
    else()
      check_system(${folder}/${file} "${system_${folder}}")
    endif()
  endforeach()
endforeach()

foreach(file IN LISTS files_solver)
  get_filename_component(stem ${file} NAME_WE)
  find_rank(${file} own)
  read_includes(solver/${file})
  foreach(include IN LISTS quoted)
    if(include STREQUAL "${stem}.h" OR NOT include IN_LIST headers_solver)
      continue()
    endif()
    find_rank(${include} other)
    if(NOT other LESS own)
      message(SEND_ERROR "solver/${file} (rank ${own}) must not include ${include} (rank ${other})")
    endif()
  endforeach()
endforeach()

if(count EQUAL 0)
  message(SEND_ERROR "no file found below ${SOURCE_DIR}")
endif()
message(STATUS "${count} files")
