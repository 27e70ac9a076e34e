# CMake generated Testfile for 
# Source directory: /tmp/ode
# Build directory: /tmp/ode/build-asan
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
subdirs("solver")
subdirs("modelDescription")
subdirs("fmu")
subdirs("tools")
subdirs("examples")
subdirs("bench")
subdirs("tests")
