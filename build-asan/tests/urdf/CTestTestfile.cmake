# CMake generated Testfile for 
# Source directory: /tmp/ode/tests/urdf
# Build directory: /tmp/ode/build-asan/tests/urdf
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[test_urdf_dynamics]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_dynamics")
set_tests_properties([=[test_urdf_dynamics]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;4;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_bad]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_bad")
set_tests_properties([=[test_urdf_bad]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;6;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_good]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_good")
set_tests_properties([=[test_urdf_good]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;7;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_robust]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_robust")
set_tests_properties([=[test_urdf_robust]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;8;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_loops]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_loops")
set_tests_properties([=[test_urdf_loops]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;9;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_memory]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_memory")
set_tests_properties([=[test_urdf_memory]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;10;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_urdf_published]=] "/tmp/ode/build-asan/tests/urdf/test_urdf_published")
set_tests_properties([=[test_urdf_published]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "1500" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;11;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
add_test([=[test_convert]=] "/tmp/ode/build-asan/tests/urdf/test_convert")
set_tests_properties([=[test_convert]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "urdf" TIMEOUT "300" _BACKTRACE_TRIPLES "/tmp/ode/tests/CMakeLists.txt;32;add_test;/tmp/ode/tests/urdf/CMakeLists.txt;14;lw_add_test;/tmp/ode/tests/urdf/CMakeLists.txt;0;")
