# The platforms whose libraries go into FMUs: this one, and others for which there are compilers.
#
#   LW_PLATFORMS          what was asked for
#   LW_CROSS_PLATFORMS    the platforms besides this one, each with a target lw_fmu_<platform>
#   LW_HOST_PLATFORM      this one; its library is that of the target lw_fmu
#
# and for each of them <platform>_FOLDER2 and <platform>_FOLDER3, its folder below binaries/ in FMI
# 2.0 and 3.0, <platform>_SUFFIX of a library there, and, but for this one, <platform>_FILE, the
# library as it goes into FMUs. A platform is built from the same lists of sources, in a build of
# its own with the toolchain file cmake/toolchains/<platform>.cmake.
set(LW_PLATFORMS host CACHE STRING "Platforms of FMUs: host; all, for which there are compilers; \
or a list of linux64, win64, aarch64, whose compilers must be there")

# FMI 2.0 has names for x86 only; for others, FMI 2.0.5 takes those of FMI 3.0.
set(linux64_FOLDER2   linux64)
set(linux64_FOLDER3   x86_64-linux)
set(linux64_SUFFIX    .so)
set(linux64_TOOLS     x86_64-linux-gnu)
set(linux64_PACKAGE   gcc-x86-64-linux-gnu)
set(win64_FOLDER2     win64)
set(win64_FOLDER3     x86_64-windows)
set(win64_SUFFIX      .dll)
set(win64_TOOLS       x86_64-w64-mingw32)
set(win64_PACKAGE     gcc-mingw-w64-x86-64)
set(aarch64_FOLDER2   aarch64-linux)
set(aarch64_FOLDER3   aarch64-linux)
set(aarch64_SUFFIX    .so)
set(aarch64_TOOLS     aarch64-linux-gnu)
set(aarch64_PACKAGE   gcc-aarch64-linux-gnu)
set(known linux64 win64 aarch64)

set(LW_HOST_PLATFORM ${LW_FMU_PLATFORM})
foreach(platform IN LISTS known)
  if(LW_FMU_PLATFORM STREQUAL ${platform}_FOLDER2)
    set(LW_HOST_PLATFORM ${platform})
  endif()
endforeach()
set(${LW_HOST_PLATFORM}_FOLDER2 ${LW_FMU_PLATFORM})
set(${LW_HOST_PLATFORM}_FOLDER3 ${LW_FMU_PLATFORM_TUPLE})
set(${LW_HOST_PLATFORM}_SUFFIX  ${CMAKE_SHARED_LIBRARY_SUFFIX})

string(REPLACE "," ";" wanted "${LW_PLATFORMS}")
if(wanted STREQUAL "all")
  set(wanted ${known})
  set(required FALSE)
else()
  set(required TRUE)
endif()
list(REMOVE_ITEM wanted host ${LW_HOST_PLATFORM})

include(ExternalProject)
set(LW_CROSS_PLATFORMS)
foreach(platform IN LISTS wanted)
  if(NOT platform IN_LIST known)
    message(FATAL_ERROR "LW_PLATFORMS: ${platform} is none of host, all, linux64, win64, aarch64")
  endif()
  find_program(LW_${platform}_CC ${${platform}_TOOLS}-gcc)
  mark_as_advanced(LW_${platform}_CC)
  if(LW_${platform}_CC)
    set(build ${PROJECT_BINARY_DIR}/platforms/${platform})
    set(${platform}_FILE ${build}/embedded${${platform}_SUFFIX})
    # one after the other: each build uses all processors
    ExternalProject_Add(lw_fmu_${platform}
      PREFIX           ${build}
      SOURCE_DIR       ${PROJECT_SOURCE_DIR}
      BINARY_DIR       ${build}/build
      CMAKE_ARGS
        -D CMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/toolchains/${platform}.cmake
        -D CMAKE_BUILD_TYPE=Release -D LW_FMU_ONLY=ON
        -D LW_WARNINGS_AS_ERRORS=${LW_WARNINGS_AS_ERRORS}
      BUILD_ALWAYS     TRUE
      BUILD_COMMAND    ${CMAKE_COMMAND} --build ${build}/build
      COMMAND          ${CMAKE_COMMAND} -E copy_if_different
                       ${build}/build/fmu/linkwork_fmu${${platform}_SUFFIX} ${${platform}_FILE}
      BUILD_BYPRODUCTS ${${platform}_FILE}
      INSTALL_COMMAND  ""
      DEPENDS          ${LW_CROSS_TARGETS})
    list(APPEND LW_CROSS_PLATFORMS ${platform})
    list(APPEND LW_CROSS_TARGETS lw_fmu_${platform})
  elseif(required)
    message(FATAL_ERROR "LW_PLATFORMS: there is no ${${platform}_TOOLS}-gcc for ${platform}; "
      "Debian has it in the package gcc-${${platform}_PACKAGE}")
  endif()
endforeach()
message(STATUS "Platforms of FMUs: ${LW_HOST_PLATFORM} ${LW_CROSS_PLATFORMS}")
unset(known)
unset(wanted)
unset(required)
unset(build)
