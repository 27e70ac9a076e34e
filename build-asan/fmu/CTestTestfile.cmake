# CMake generated Testfile for 
# Source directory: /tmp/ode/fmu
# Build directory: /tmp/ode/build-asan/fmu
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
