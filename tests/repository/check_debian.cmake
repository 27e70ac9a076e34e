# The Debian package has everything that is installed and the dependencies that it needs. Unpacked
# anywhere, its program works and a stranger's project builds against it.
cmake_minimum_required(VERSION 3.21)
foreach(program DPKG_DEB DPKG_SHLIBDEPS FILE)
  if(NOT ${program})
    string(TOLOWER ${program} name)
    string(REPLACE "_" "-" name ${name})
    message("SKIP: there is no ${name}")
    return()
  endif()
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/build_consumer.cmake)
file(REMOVE_RECURSE ${WORK_DIR})

run(${CPACK} -G DEB --config ${BUILD_DIR}/CPackConfig.cmake -B ${WORK_DIR})
file(GLOB package ${WORK_DIR}/linkwork_${VERSION}-1_*.deb)
if(NOT package)
  message(FATAL_ERROR "cpack made no package:\n${run_output}")
endif()

# what it depends on
run(${DPKG_DEB} --field ${package} Depends)
foreach(library libc6 libgomp1 libxml2 libzip)
  if(NOT run_output MATCHES "${library}")
    message(SEND_ERROR "the package does not depend on ${library}, but on ${run_output}")
  endif()
endforeach()

# what is in it
set(root ${WORK_DIR}/unpacked)
run(${DPKG_DEB} -x ${package} ${root})
foreach(file
    bin/linkwork
    include/linkwork/linkwork.h
    include/linkwork/model_io.h
    include/linkwork/package.h
    share/bash-completion/completions/linkwork
    share/doc/linkwork/changelog.gz
    share/doc/linkwork/changelog.Debian.gz
    share/doc/linkwork/copyright
    share/doc/linkwork/docs/mechanism-format.md
    share/doc/linkwork/examples/four_bar.xml
    share/linkwork/mechanism.xsd
    share/man/man1/linkwork.1.gz
    share/zsh/vendor-completions/_linkwork)
  if(NOT EXISTS ${root}/usr/${file})
    message(SEND_ERROR "the package has no /usr/${file}")
  endif()
endforeach()

# the program needs no file beside it
set(linkwork ${root}/usr/bin/linkwork)
set(example ${root}/usr/share/doc/linkwork/examples/four_bar.xml)
run(${linkwork} --version)
if(NOT run_output STREQUAL "linkwork ${VERSION}")
  message(SEND_ERROR "the program's version is \"${run_output}\"")
endif()
run(${linkwork} check ${example})
run(${linkwork} pack ${example} -o ${WORK_DIR}/four_bar.fmu)
run(${linkwork} run ${WORK_DIR}/four_bar.fmu --stop 0.1 -o ${WORK_DIR}/four_bar.csv)

build_by_cmake(${root}/usr)
if(PKG_CONFIG)
  build_by_pkg_config(${root}/usr)
endif()
