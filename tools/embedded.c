/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * embedded.c - the parts of every FMU, from bytes that the build embeds in the library.
 */
#include <linkwork/embedded.h>

#include "embedded_bytes.h"
#include "version.h"

lw_package lw_embedded_package(void)
{
  lw_package package = {.tool         = "Linkwork " LW_VERSION,
                        .license      = lw_embedded_license,
                        .license_size = lw_embedded_license_size,
                        .source       = lw_embedded_sources,
                        .nsource      = lw_embedded_sources_count};
#define X(name, platform_, folder2_, folder3_, suffix_)                                            \
  package.library[package.nlibrary++] = (lw_package_library){.platform = (platform_),              \
                                                             .folder2  = (folder2_),               \
                                                             .folder3  = (folder3_),               \
                                                             .suffix   = (suffix_),                \
                                                             .bytes    = lw_embedded_##name,       \
                                                             .size     = lw_embedded_##name##_size};
  LW_EMBEDDED_LIBRARIES
#undef X
  return package;
}

lw_page lw_embedded_page(void)
{
  lw_page page = {.npart = 0};
#define X(name, kind_, suffix_)                                                                    \
  page.part[page.npart++] = (lw_page_part){.kind   = (kind_),                                      \
                                           .suffix = (suffix_),                                    \
                                           .bytes  = lw_embedded_##name,                           \
                                           .size   = lw_embedded_##name##_size};
  LW_PAGE_PARTS(X)
#undef X
#ifdef LW_LIVE
  page.live      = lw_embedded_live;
  page.live_size = lw_embedded_live_size;
#endif
  return page;
}
