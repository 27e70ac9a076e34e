file(REMOVE_RECURSE
  "CMakeFiles/test_reactions.dir/test_reactions.c.o"
  "CMakeFiles/test_reactions.dir/test_reactions.c.o.d"
  "test_reactions"
  "test_reactions.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang C)
  include(CMakeFiles/test_reactions.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
