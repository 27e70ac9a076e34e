# CMake generated Testfile for 
# Source directory: /tmp/ode/tools
# Build directory: /tmp/ode/build-asan/tools
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
