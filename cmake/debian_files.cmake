# Run by CPack over the installed files before it packs them: what Debian's policy wants otherwise
# than an installation by hand.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${root}/share/doc/linkwork)

# completions of packages have a folder of their own
if(EXISTS ${root}/share/zsh/site-functions)
  file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
endif()

# the licence with the fields that Debian's programs read
file(STRINGS ${doc}/copyright lines)
set(license)
foreach(line IN LISTS lines)
  string(APPEND license " ${line}\n")
endforeach()
string(REGEX REPLACE "\n \n" "\n .\n" license "${license}")
file(WRITE ${doc}/copyright
  "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
  "Upstream-Name: Linkwork\n\n"
  "Files: *\nCopyright: 2026 Linkwork contributors\nLicense: BSD-2-Clause\n${license}")

# Debian's own log of changes, for the one thing that is new in each package: its version. The time
# is now, or SOURCE_DATE_EPOCH where that is set: then the same sources give the same package.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog.Debian
  "linkwork (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
  "  * Version ${CPACK_PACKAGE_VERSION}; see changelog.gz.\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)

# without names and times, as policy asks for
execute_process(
  COMMAND gzip -9n ${doc}/changelog ${doc}/changelog.Debian ${root}/share/man/man1/linkwork.1
  COMMAND_ERROR_IS_FATAL ANY)

# libraries are linked, not debugged
file(GLOB libraries ${root}/lib*/*.a ${root}/lib/*/*.a)
execute_process(COMMAND strip --strip-debug ${libraries} COMMAND_ERROR_IS_FATAL ANY)
