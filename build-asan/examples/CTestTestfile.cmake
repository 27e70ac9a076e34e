# CMake generated Testfile for 
# Source directory: /tmp/ode/examples
# Build directory: /tmp/ode/build-asan/examples
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
