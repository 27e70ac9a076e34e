# cmake -D ROOT=folder -D UNITS=list -D KERNELS=list -D HEADERS=list -D OUTPUT=file.c
#       -P embed_sources.cmake
# Writes a C file with the sources of the FMU library as texts, for FMUs that carry them: the table
# lw_embedded_sources. Lists are separated by commas and relative to ROOT. In an FMU, files are
# where their includes look for them: below solver, modelDescription, fmu and their include folders.
set(table)
set(number 0)

# the name below sources/
function(name_of file result)
  string(REGEX REPLACE "^fmu/fmi[23]/(fmi[23][A-Z][^/]*[.]h)$" "fmu/\\1" name ${file})
  string(REGEX REPLACE "^(solver/include|modelDescription/include|fmu/source|fmu|solver|\
modelDescription)/" "" name ${name})
  set(${result} ${name} PARENT_SCOPE)
endfunction()

# add(<file> <first lines>)
function(add file first)
  file(READ ${ROOT}/${file} text)
  string(PREPEND text "${first}")
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\"\n  \"" text "${text}")
  name_of(${file} name)
  file(APPEND ${OUTPUT} "static const char text_${number}[] =\n  \"${text}\";\n")
  set(table "${table}  {\"${name}\", text_${number}, sizeof text_${number} - 1},\n" PARENT_SCOPE)
  math(EXPR number "${number} + 1")
  set(number ${number} PARENT_SCOPE)
endfunction()

file(WRITE ${OUTPUT} "/* made by embed_sources.cmake */\n#include \"embedded_bytes.h\"\n\n")
string(REPLACE "," ";" units "${UNITS}")
string(REPLACE "," ";" kernels "${KERNELS}")
string(REPLACE "," ";" headers "${HEADERS}")
foreach(file IN LISTS units)
  add(${file} "#include \"options.h\"\n")
endforeach()
foreach(file IN LISTS kernels)
  add(${file} "#define LW_TARGET portable\n#include \"options.h\"\n")
endforeach()
foreach(file IN LISTS headers)
  add(${file} "")
endforeach()
file(APPEND ${OUTPUT} "\nconst lw_package_source lw_embedded_sources[] = {\n${table}};\n"
  "const size_t lw_embedded_sources_count = ${number};\n")
