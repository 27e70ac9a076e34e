# Results do not depend on the C library: the libraries use nothing of libm that C libraries round
# differently. solver/include/linkwork/elementary.h has what is used instead.
cmake_minimum_required(VERSION 3.21)

# what IEEE 754 rounds in one way, or what has no rounding
set(exact ceil fabs floor fmax fmin frexp ldexp remainder sqrt trunc)
# and fmod, whose newest version in glibc older releases do not have
set(rounded
  acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 fma fmod hypot
  lgamma log log10 log1p log2 pow sin sincos sinh tan tanh tgamma)

set(count 0)
string(REPLACE ":" ";" libraries "${LIBRARIES}")
foreach(library IN LISTS libraries)
  execute_process(COMMAND ${NM} -u ${library} OUTPUT_VARIABLE out COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "U [^\n]+" symbols "${out}")
  list(REMOVE_DUPLICATES symbols)
  foreach(symbol IN LISTS symbols)
    string(REGEX REPLACE "^U _?_?([a-z0-9]+)(l|f|_finite)?$" "\\1" name "${symbol}")
    if(name IN_LIST exact)
      math(EXPR count "${count} + 1")
    endif()
    if(name IN_LIST rounded)
      message(SEND_ERROR "${library} uses ${name}() of the C library: use lw_${name}()")
    endif()
  endforeach()
endforeach()
if(count LESS 3)
  message(SEND_ERROR "no function of libm found in ${LIBRARIES}: names are written differently?")
endif()
message(STATUS "${count} functions of libm")
