# Interface target lw_warnings: what every target of ours is compiled with, linked PRIVATE.
# Warnings are errors only where asked for: a newer compiler must not break a user's build.
add_library(lw_warnings INTERFACE)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(lw_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    $<$<BOOL:${LW_WARNINGS_AS_ERRORS}>:-Werror>)
elseif(MSVC)
  target_compile_options(lw_warnings INTERFACE /W4 $<$<BOOL:${LW_WARNINGS_AS_ERRORS}>:/WX>)
endif()
