# Empty dependencies file for test_reactions.
# This may be replaced when dependencies are built.
