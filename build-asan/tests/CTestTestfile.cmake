# CMake generated Testfile for 
# Source directory: /tmp/ode/tests
# Build directory: /tmp/ode/build-asan/tests
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
subdirs("support")
subdirs("unit")
subdirs("reader")
subdirs("urdf")
subdirs("tools")
subdirs("physics")
subdirs("fmi")
subdirs("package")
