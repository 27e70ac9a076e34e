# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/reader
# Build directory: /tmp/ode/build-asan/tests/reader
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[test_mechanism_bad]=] "/tmp/ode/build-asan/tests/reader/test_mechanism_bad")
set_tests_properties([=[test_mechanism_bad]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;4;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_mechanism_good]=] "/tmp/ode/build-asan/tests/reader/test_mechanism_good")
set_tests_properties([=[test_mechanism_good]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;5;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_mechanism_docs]=] "/tmp/ode/build-asan/tests/reader/test_mechanism_docs")
set_tests_properties([=[test_mechanism_docs]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;6;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_mechanism_memory]=] "/tmp/ode/build-asan/tests/reader/test_mechanism_memory")
set_tests_properties([=[test_mechanism_memory]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;7;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_mechanism_robust]=] "/tmp/ode/build-asan/tests/reader/test_mechanism_robust")
set_tests_properties([=[test_mechanism_robust]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;8;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_model]=] "/tmp/ode/build-asan/tests/reader/test_model")
set_tests_properties([=[test_model]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;9;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_name_index]=] "/tmp/ode/build-asan/tests/reader/test_name_index")
set_tests_properties([=[test_name_index]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;10;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_number_read]=] "/tmp/ode/build-asan/tests/reader/test_number_read")
set_tests_properties([=[test_number_read]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;11;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_parameters]=] "/tmp/ode/build-asan/tests/reader/test_parameters")
set_tests_properties([=[test_parameters]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;12;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_repeat]=] "/tmp/ode/build-asan/tests/reader/test_repeat")
set_tests_properties([=[test_repeat]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;13;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
add_test([=[test_suggest]=] "/tmp/ode/build-asan/tests/reader/test_suggest")
set_tests_properties([=[test_suggest]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "reader" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/reader/CMakeLists.txt;14;lw_add_test;/tmp/ode/tests/reader/CMakeLists.txt;0;")
