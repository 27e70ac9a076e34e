# Interface target lw_sanitizers: run-time checks and line counts, linked PRIVATE by every target.
add_library(lw_sanitizers INTERFACE)
if(LW_SANITIZE)
  # the first finding ends the program, so that a test cannot pass over it
  target_compile_options(lw_sanitizers INTERFACE
    -fsanitize=${LW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lw_sanitizers INTERFACE -fsanitize=${LW_SANITIZE})
endif()
if(LW_COVERAGE)
  target_compile_options(lw_sanitizers INTERFACE --coverage)
  target_link_options(lw_sanitizers INTERFACE --coverage)
endif()
