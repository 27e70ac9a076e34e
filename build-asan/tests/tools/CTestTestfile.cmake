# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/tools
# Build directory: /tmp/ode/build-asan/tests/tools
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[test_description]=] "/tmp/ode/build-asan/tests/tools/test_description")
set_tests_properties([=[test_description]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;4;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
add_test([=[test_parameter_description]=] "/tmp/ode/build-asan/tests/tools/test_parameter_description")
set_tests_properties([=[test_parameter_description]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;6;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
add_test([=[test_csv]=] "/tmp/ode/build-asan/tests/tools/test_csv")
set_tests_properties([=[test_csv]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;7;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
add_test([=[test_check]=] "/tmp/ode/build-asan/tests/tools/test_check")
set_tests_properties([=[test_check]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;11;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
add_test([=[test_check_order]=] "/tmp/ode/build-asan/tests/tools/test_check_order")
set_tests_properties([=[test_check_order]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;15;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
add_test([=[test_program]=] "/tmp/ode/build-asan/tests/tools/test_program")
set_tests_properties([=[test_program]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "tools" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/tools/CMakeLists.txt;19;lw_add_test;/tmp/ode/tests/tools/CMakeLists.txt;0;")
