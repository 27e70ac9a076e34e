/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.h - what a page that shows a mechanism is made of: scripts, their styles and licences.
 */
#ifndef LW_PAGE_H
#define LW_PAGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a part of a page is. */
typedef enum lw_page_kind {
  LW_PAGE_STYLE,   /* CSS                                               */
  LW_PAGE_LICENSE, /* a text                                           */
  LW_PAGE_LOADER,  /* a script that pages with meshes of a format need  */
  LW_PAGE_SCRIPT   /* a script that every page needs                    */
} lw_page_kind;

/* A part of a page: a text in UTF-8. */
typedef struct lw_page_part {
  lw_page_kind         kind;   /* what it is                                       */
  const char*          suffix; /* a loader: of the files that it reads, "stl"      */
  const unsigned char* bytes;  /* the text (size)                                  */
  size_t               size;   /* its bytes                                        */
} lw_page_part;

/* Room for parts: a style, a licence, three.js with its controls and loaders, and our scripts. */
enum { LW_PAGE_MOST_PARTS = 24 };

/* All parts of pages, in the order in which a page has them; lw_embedded_page() has those of this
 * version of Linkwork. */
typedef struct lw_page {
  lw_page_part part[LW_PAGE_MOST_PARTS]; /* (npart)         */
  size_t       npart;                    /* number of parts */
  /* the solver as a WebAssembly module, for pages that simulate (live_size); NULL: there is none */
  const unsigned char* live;
  size_t               live_size; /* its bytes */
} lw_page;

#ifdef __cplusplus
}
#endif

#endif
