# CMake generated Testfile for 
# Source directory: /tmp/ode/solver
# Build directory: /tmp/ode/build-asan/solver
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
