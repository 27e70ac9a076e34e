# CMake generated Testfile for 
# Source directory: /tmp/ode/modelDescription
# Build directory: /tmp/ode/build-asan/modelDescription
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
