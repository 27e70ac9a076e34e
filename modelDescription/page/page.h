/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.h - an HTML page that shows a mechanism: one file without any reference outside itself.
 *
 * The page has its data in two elements: "linkwork-scene" has JSON, "linkwork-archive" a zip
 * archive in base64, or nothing. The scripts find both.
 */
#ifndef LW_PAGE_PAGE_H
#define LW_PAGE_PAGE_H

#include <stdbool.h>

#include <linkwork/page.h>
#include <linkwork/text.h>

/* What a page shows. */
typedef struct lw_page_content {
  const lw_text* json;    /* {"scene": ..., ...}, made by the functions of json.h          */
  const lw_text* archive; /* results and meshes; NULL: there is none                        */
  unsigned       formats; /* bit i: there are meshes of the format lw_page_mesh_suffixes[i] */
} lw_page_content;

/* The formats of meshes that pages show, with NULL after the last. */
extern const char* const lw_page_mesh_suffixes[];

/* Append "<!DOCTYPE html>" and the head of a page: its title, and, if it has parts, a rule that
 * lets it load nothing and its styles.
 *   Nullable    style: more styles */
void lw_page_add_head(lw_text* html, const lw_page* page, const char* title, const char* style);

/* Append bytes in base64. */
void lw_page_add_base64(lw_text* html, const lw_text* bytes);

/* Append the elements with the data, the licences and the scripts. */
void lw_page_add_scripts(lw_text* html, const lw_page* page, const lw_page_content* content);

/* Append a whole page that has nothing else on it. */
void lw_page_write(lw_text* html, const lw_page* page, const char* title,
                   const lw_page_content* content);

#endif
