# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/fmi
# Build directory: /tmp/ode/build-asan/tests/fmi
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[test_call_sequence]=] "/tmp/ode/build-asan/tests/fmi/test_call_sequence")
set_tests_properties([=[test_call_sequence]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;16;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_instantiate]=] "/tmp/ode/build-asan/tests/fmi/test_instantiate")
set_tests_properties([=[test_instantiate]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;17;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_values]=] "/tmp/ode/build-asan/tests/fmi/test_values")
set_tests_properties([=[test_values]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;18;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_states]=] "/tmp/ode/build-asan/tests/fmi/test_states")
set_tests_properties([=[test_states]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;19;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_steps]=] "/tmp/ode/build-asan/tests/fmi/test_steps")
set_tests_properties([=[test_steps]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;20;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_derivatives]=] "/tmp/ode/build-asan/tests/fmi/test_derivatives")
set_tests_properties([=[test_derivatives]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;21;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_instances]=] "/tmp/ode/build-asan/tests/fmi/test_instances")
set_tests_properties([=[test_instances]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;22;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_import]=] "/tmp/ode/build-asan/tests/fmi/test_import")
set_tests_properties([=[test_import]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;32;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_run]=] "/tmp/ode/build-asan/tests/fmi/test_run")
set_tests_properties([=[test_run]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;42;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_model_io]=] "/tmp/ode/build-asan/tests/fmi/test_model_io")
set_tests_properties([=[test_model_io]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;50;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
add_test([=[test_package]=] "/tmp/ode/build-asan/tests/fmi/test_package")
set_tests_properties([=[test_package]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "fmi" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/fmi/CMakeLists.txt;52;lw_add_test;/tmp/ode/tests/fmi/CMakeLists.txt;0;")
