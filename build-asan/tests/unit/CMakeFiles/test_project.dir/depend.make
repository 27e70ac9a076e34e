# Empty dependencies file for test_project.
# This may be replaced when dependencies are built.
