/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.c - an HTML page that shows a mechanism: one file without any reference outside itself.
 */
#include "page/page.h"

#include <string.h>

const char* const lw_page_mesh_suffixes[] = {"stl", "obj", "dae", "gltf", NULL};

/* ---- base64 (RFC 4648) -------------------------------------------------------------------- */

void lw_page_add_base64(lw_text* html, const lw_text* bytes)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char* b     = (const unsigned char*)bytes->data;
  if (!lw_text_reserve(html, bytes->size / 3 * 4 + 4)) {
    return;
  }
  for (size_t i = 0; i < bytes->size; i += 3) {
    const size_t   left = bytes->size - i;
    const unsigned word = (unsigned)b[i] << 16 | (left > 1 ? (unsigned)b[i + 1] << 8 : 0) |
                          (left > 2 ? (unsigned)b[i + 2] : 0);
    const char four[4] = {digits[word >> 18 & 63], digits[word >> 12 & 63],
                          left > 1 ? digits[word >> 6 & 63] : '=',
                          left > 2 ? digits[word & 63] : '='};
    lw_text_add_bytes(html, four, sizeof four);
  }
}

/* ---- parts -------------------------------------------------------------------------------- */

static void add_bytes(lw_text* html, const lw_page_part* part)
{
  lw_text_add_bytes(html, (const char*)part->bytes, part->size);
}

void lw_page_add_head(lw_text* html, const lw_page* page, const char* title, const char* style)
{
  lw_text_add(html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
  if (page->npart > 0) {
    lw_text_add(html, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
                      "img-src data: blob:\"/>\n"
                      "<link rel=\"icon\" href=\"data:,\"/>\n");
  }
  lw_text_add(html, "<title>");
  lw_text_add_xml(html, title);
  lw_text_add(html, "</title>\n<style>\n");
  for (size_t i = 0; i < page->npart; i++) {
    if (page->part[i].kind == LW_PAGE_STYLE) {
      add_bytes(html, &page->part[i]);
    }
  }
  lw_text_add(html, style ? style : "");
  lw_text_add(html, "</style>\n</head>\n");
}

static bool needs(const lw_page_part* part, unsigned formats)
{
  for (int i = 0; lw_page_mesh_suffixes[i]; i++) {
    if ((formats >> i & 1u) && !strcmp(part->suffix, lw_page_mesh_suffixes[i])) {
      return true;
    }
  }
  return false;
}

void lw_page_add_scripts(lw_text* html, const lw_page* page, const lw_page_content* content)
{
  lw_text_add(html, "<script type=\"application/json\" id=\"linkwork-scene\">");
  lw_text_add_bytes(html, content->json->data, content->json->size);
  lw_text_add(html, "</script>\n<script type=\"text/plain\" id=\"linkwork-archive\">");
  if (content->archive) {
    lw_page_add_base64(html, content->archive);
  }
  lw_text_add(html, "</script>\n");
  for (size_t i = 0; i < page->npart; i++) {
    const lw_page_part* part = &page->part[i];
    if (part->kind == LW_PAGE_STYLE ||
        (part->kind == LW_PAGE_LOADER && !needs(part, content->formats))) {
      continue;
    }
    lw_text_add(html,
                part->kind == LW_PAGE_LICENSE ? "<script type=\"text/plain\">\n" : "<script>\n");
    add_bytes(html, part);
    lw_text_add(html, "\n</script>\n");
  }
}

void lw_page_write(lw_text* html, const lw_page* page, const char* title,
                   const lw_page_content* content)
{
  lw_page_add_head(html, page, title, NULL);
  lw_text_add(html, "<body>\n<main id=\"linkwork-view\"></main>\n<noscript>This page draws a "
                    "mechanism with JavaScript, which is off.</noscript>\n");
  lw_page_add_scripts(html, page, content);
  lw_text_add(html, "</body>\n</html>\n");
}
