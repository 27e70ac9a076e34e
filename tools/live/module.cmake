# The solver as a WebAssembly module, for pages that simulate. It is made where clang with its
# target wasm32, wasm-ld and wasi-libc are (Debian: clang, lld, wasi-libc); without them pages show
# results only. Needs LW_LIVE_SOURCE; sets LW_LIVE_MODULE, empty where there is none.
set(LW_LIVE_MODULE "")
find_program(LW_WASM_CLANG NAMES clang DOC "Compiler for WebAssembly")
find_program(LW_WASM_LD NAMES wasm-ld DOC "Linker for WebAssembly")
find_file(LW_WASI_LIBC libc.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH
  DOC "C library for WebAssembly, Debian's package wasi-libc")
mark_as_advanced(LW_WASM_CLANG LW_WASM_LD LW_WASI_LIBC)
if(NOT LW_WASM_CLANG OR NOT LW_WASM_LD OR NOT LW_WASI_LIBC OR LW_SANITIZE OR LW_COVERAGE
   OR NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
  return()
endif()
execute_process(COMMAND ${LW_WASM_CLANG} --print-targets OUTPUT_VARIABLE targets ERROR_QUIET)
if(NOT targets MATCHES "wasm32")
  return()
endif()

# as for the FMU: contracted products would change the bits
set(options --target=wasm32-wasi -O2 -msimd128 -ffp-contract=off -DNDEBUG)
foreach(folder solver solver/include modelDescription modelDescription/include)
  list(APPEND options -I ${PROJECT_SOURCE_DIR}/${folder})
endforeach()

file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/live)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/solver/*.c ${PROJECT_SOURCE_DIR}/modelDescription/variables/*.c
  ${PROJECT_SOURCE_DIR}/modelDescription/text/*.c)
set(objects)
foreach(source IN LISTS sources ITEMS tools/${LW_LIVE_SOURCE})
  string(REPLACE "/" "_" object ${source})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/live/${object}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${LW_WASM_CLANG} ${options} -MD -MF ${object}.d
            -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
    DEPENDS ${PROJECT_SOURCE_DIR}/${source} DEPFILE ${object}.d
    COMMENT "Compiling ${source} to WebAssembly" VERBATIM)
  list(APPEND objects ${object})
endforeach()

# wasi-libc needs nothing of the compiler's own library. By default a module has a stack of 64 KiB,
# which nobody guards; other systems give one of a MiB or more.
set(module ${CMAKE_CURRENT_BINARY_DIR}/live/live.wasm)
add_custom_command(OUTPUT ${module}
  COMMAND ${LW_WASM_CLANG} --target=wasm32-wasi -mexec-model=reactor -nodefaultlibs
          -Wl,--gc-sections,--strip-all -Wl,-z,stack-size=1048576 -o ${module} ${objects} -lc -lm
  DEPENDS ${objects} COMMENT "Linking live.wasm" VERBATIM)
set(LW_LIVE_MODULE ${module})
