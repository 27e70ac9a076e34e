# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/package
# Build directory: /tmp/ode/build-asan/tests/package
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[package_headers]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-D" "WORK_DIR=/tmp/ode/build-asan/tests/package/headers" "-D" "CC=/usr/bin/cc" "-D" "CXX=/usr/bin/c++" "-D" "SYSTEM_INCLUDES=/usr/include/libxml2:/usr/include/libxml2:/usr/include" "-P" "/tmp/ode/tests/package/check_headers.cmake")
set_tests_properties([=[package_headers]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;9;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_layers]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-P" "/tmp/ode/tests/package/check_layers.cmake")
set_tests_properties([=[package_layers]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;16;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_sources]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-P" "/tmp/ode/tests/package/check_sources.cmake")
set_tests_properties([=[package_sources]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;17;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_equations]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-P" "/tmp/ode/tests/package/check_equations.cmake")
set_tests_properties([=[package_equations]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;18;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_text]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-P" "/tmp/ode/tests/package/check_text.cmake")
set_tests_properties([=[package_text]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;19;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_examples]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-D" "LINKWORK=/tmp/ode/build-asan/linkwork" "-D" "XMLLINT=/usr/bin/xmllint" "-P" "/tmp/ode/tests/package/check_examples.cmake")
set_tests_properties([=[package_examples]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;24;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_picture]=] "/usr/bin/cmake" "-D" "SOURCE_DIR=/tmp/ode" "-D" "WORK_DIR=/tmp/ode/build-asan/tests/package/picture" "-D" "LINKWORK=/tmp/ode/build-asan/linkwork" "-D" "PICTURE=/tmp/ode/build-asan/lw_picture" "-D" "XMLLINT=/usr/bin/xmllint" "-P" "/tmp/ode/tests/package/check_picture.cmake")
set_tests_properties([=[package_picture]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;28;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
add_test([=[package_symbols]=] "/usr/bin/cmake" "-D" "NM=/usr/bin/nm" "-D" "LIBRARY=/tmp/ode/build-asan/fmu/linkwork_fmu.so" "-P" "/tmp/ode/tests/package/check_symbols.cmake")
set_tests_properties([=[package_symbols]=] PROPERTIES  LABELS "package" SKIP_REGULAR_EXPRESSION "(^|
)SKIP" TIMEOUT "120" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;45;add_test;/tmp/ode/tests/package/CMakeLists.txt;48;lw_add_script_test;/tmp/ode/tests/package/CMakeLists.txt;0;")
