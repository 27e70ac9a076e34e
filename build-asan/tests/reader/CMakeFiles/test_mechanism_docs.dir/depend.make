# Empty dependencies file for test_mechanism_docs.
# This may be replaced when dependencies are built.
