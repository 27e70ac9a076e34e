# CMake generated Testfile for 
# Source directory: /tmp/ode/bench
# Build directory: /tmp/ode/build-asan/bench
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
add_test([=[bench_step]=] "/tmp/ode/build-asan/bench/bench_step" "--quick")
set_tests_properties([=[bench_step]=] PROPERTIES  ENVIRONMENT "GOMP_SPINCOUNT=1000" LABELS "bench" TIMEOUT "60" _BACKTRACE_TRIPLES "/tmp/ode/bench/CMakeLists.txt;27;add_test;/tmp/ode/bench/CMakeLists.txt;0;")
add_test([=[bench_hamiltonian]=] "/tmp/ode/build-asan/bench/bench_hamiltonian" "--quick")
set_tests_properties([=[bench_hamiltonian]=] PROPERTIES  LABELS "bench" TIMEOUT "60" _BACKTRACE_TRIPLES "/tmp/ode/bench/CMakeLists.txt;30;add_test;/tmp/ode/bench/CMakeLists.txt;0;")
