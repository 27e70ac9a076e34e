# Runs test_view_page.js where there are node, a browser and its driver.
#
#   cmake -D NODE=... -D CHROMEDRIVER=... -D CHROMIUM=... -D LINKWORK=... -D EXAMPLES=...
#         -D ROBOTS=... -D WORK_DIR=... -P test_view_page.cmake
cmake_minimum_required(VERSION 3.21)
if(NOT NODE OR NOT CHROMEDRIVER OR NOT CHROMIUM)
  message("SKIP: no node, chromium or chromedriver")
  return()
endif()
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(
  COMMAND ${NODE} ${CMAKE_CURRENT_LIST_DIR}/test_view_page.js
    ${LINKWORK} ${CHROMEDRIVER} ${EXAMPLES} ${ROBOTS} ${WORK_DIR}
  RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "pages in the browser: ${failed}")
endif()
