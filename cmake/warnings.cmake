# Interface target lw_warnings: what every target of ours is compiled with, linked PRIVATE.
# Warnings are errors only where asked for: a newer compiler must not break a user's build.
add_library(lw_warnings INTERFACE)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(lw_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    $<$<BOOL:${LW_WARNINGS_AS_ERRORS}>:-Werror>)
  if(MINGW)
    # isnan() and its relatives are macros there, which convert to float in a branch never taken
    target_compile_options(lw_warnings INTERFACE -Wno-float-conversion)
    # printf() of C11: that of Windows does not know %zu
    target_compile_definitions(lw_warnings INTERFACE __USE_MINGW_ANSI_STDIO=1)
  endif()
elseif(MSVC)
  target_compile_options(lw_warnings INTERFACE /W4 $<$<BOOL:${LW_WARNINGS_AS_ERRORS}>:/WX>)
endif()
