/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * embedded_bytes.h - files as arrays of bytes; the build writes their sources with embed.cmake.
 */
#ifndef LW_EMBEDDED_BYTES_H
#define LW_EMBEDDED_BYTES_H

#include <stddef.h>

#include <linkwork/package.h>

/* The library of every FMU, for each platform, that of this platform first. The build lists them:
 * X(name, platform, folder in FMI 2.0, folder in FMI 3.0, suffix) for each. */
#if !defined(LW_EMBEDDED_LIBRARIES)
#define LW_EMBEDDED_LIBRARIES
#endif
#define X(name, platform, folder2, folder3, suffix)                                                \
  extern const unsigned char lw_embedded_##name[];                                                 \
  extern const size_t        lw_embedded_##name##_size;
LW_EMBEDDED_LIBRARIES
#undef X

/* The sources of that library, as FMUs carry them below sources/: units, headers and a file for
 * CMake; embed_sources.cmake writes the table. */
extern const lw_package_source lw_embedded_sources[];
extern const size_t            lw_embedded_sources_count;

/* The licence of Linkwork. */
extern const unsigned char lw_embedded_license[];
extern const size_t        lw_embedded_license_size;

/* The solver as a WebAssembly module, where it was made. */
extern const unsigned char lw_embedded_live[];
extern const size_t        lw_embedded_live_size;

/* Parts of pages: X(name, kind, suffix), in the order in which a page has them. three.js and its
 * loaders are those of Debian's libjs-three; the others are in tools/view/. */
/* clang-format off */
#define LW_PAGE_PARTS(X)                  \
  X(page_style,  LW_PAGE_STYLE,   NULL)   \
  X(page_three_license, LW_PAGE_LICENSE, NULL) \
  X(page_three,  LW_PAGE_SCRIPT,  NULL)   \
  X(page_orbit,  LW_PAGE_SCRIPT,  NULL)   \
  X(page_stl,    LW_PAGE_LOADER,  "stl")  \
  X(page_obj,    LW_PAGE_LOADER,  "obj")  \
  X(page_dae,    LW_PAGE_LOADER,  "dae")  \
  X(page_gltf,   LW_PAGE_LOADER,  "gltf") \
  X(page_data,   LW_PAGE_SCRIPT,  NULL)   \
  X(page_solids, LW_PAGE_SCRIPT,  NULL)   \
  X(page_meshes, LW_PAGE_SCRIPT,  NULL)   \
  X(page_elements, LW_PAGE_SCRIPT, NULL)  \
  X(page_geometry, LW_PAGE_SCRIPT, NULL)  \
  X(page_scene,  LW_PAGE_SCRIPT,  NULL)   \
  X(page_plots,  LW_PAGE_SCRIPT,  NULL)   \
  X(page_picture, LW_PAGE_SCRIPT, NULL)   \
  X(page_list,   LW_PAGE_SCRIPT,  NULL)   \
  X(page_live,   LW_PAGE_SCRIPT,  NULL)   \
  X(page_dials,  LW_PAGE_SCRIPT,  NULL)   \
  X(page_hand,   LW_PAGE_SCRIPT,  NULL)   \
  X(page_main,   LW_PAGE_SCRIPT,  NULL)
/* clang-format on */

#define X(name, kind, suffix)                                                                      \
  extern const unsigned char lw_embedded_##name[];                                                 \
  extern const size_t        lw_embedded_##name##_size;
LW_PAGE_PARTS(X)
#undef X

#endif
