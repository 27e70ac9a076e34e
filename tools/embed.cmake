# cmake -D INPUT=file -D OUTPUT=file.c -D NAME=symbol -P embed.cmake
# Writes a C file with the bytes of another file: NAME and NAME_size.
file(READ ${INPUT} hex HEX)
string(LENGTH "${hex}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
get_filename_component(name ${INPUT} NAME)
file(WRITE ${OUTPUT} "/* ${name}, made by embed.cmake */
#include \"embedded_bytes.h\"

const unsigned char ${NAME}[] = {
${hex}
};
const size_t ${NAME}_size = ${size};
")
