# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/support
# Build directory: /tmp/ode/build-asan/tests/support
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[test_support]=] "/tmp/ode/build-asan/tests/support/test_support")
set_tests_properties([=[test_support]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "support" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/support/CMakeLists.txt;26;lw_add_test;/tmp/ode/tests/support/CMakeLists.txt;0;")
