/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * canvas_png.c - lines and text as a PNG file, two pixels for each point, with smooth edges.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "canvas.h"
#include "stroke_font.h"
#include <linkwork/text.h>

enum { SCALE = 2, CHANNELS = 3 };

typedef struct png {
  lw_canvas      base;
  int            width, height; /* in pixels */
  unsigned char* pixel;         /* lines, each with a byte before it (height x (1 + 3 width)) */
  unsigned char* cover; /* how much of each pixel the present line covers (height x width), 0
                         * between two lines */
} png;

static unsigned char* pixel_at(const png* p, int i, int j)
{
  return p->pixel + (size_t)j * (1 + (size_t)p->width * CHANNELS) + 1 + (size_t)i * CHANNELS;
}

/* ---- lines -------------------------------------------------------------------------------- */

/* Pixels that something may cover: first, and one behind the last. */
typedef struct window {
  int low[2], high[2];
} window;

static window empty_window(const png* p)
{
  return (window){.low = {p->width, p->height}, .high = {0, 0}};
}

static double distance(const double p[2], const double a[2], const double b[2])
{
  const double d[2]   = {b[0] - a[0], b[1] - a[1]};
  const double e[2]   = {p[0] - a[0], p[1] - a[1]};
  const double square = d[0] * d[0] + d[1] * d[1];
  const double along  = square > 0.0 ? (e[0] * d[0] + e[1] * d[1]) / square : 0.0;
  const double part   = fmin(1.0, fmax(0.0, along));
  return hypot(e[0] - part * d[0], e[1] - part * d[1]);
}

/* Cover the pixels near a line between two points, in pixels; grow the window around them. */
static void cover(png* p, const double a[2], const double b[2], double half, window* all)
{
  const int size[2] = {p->width, p->height};
  window    own;
  for (int k = 0; k < 2; k++) {
    own.low[k]   = (int)fmax(0.0, floor(fmin(a[k], b[k]) - half - 1.0));
    own.high[k]  = (int)fmin(size[k], ceil(fmax(a[k], b[k]) + half + 1.0));
    all->low[k]  = own.low[k] < all->low[k] ? own.low[k] : all->low[k];
    all->high[k] = own.high[k] > all->high[k] ? own.high[k] : all->high[k];
  }
  for (int j = own.low[1]; j < own.high[1]; j++) {
    for (int i = own.low[0]; i < own.high[0]; i++) {
      const double   centre[2] = {i + 0.5, j + 0.5};
      const double   part      = fmin(1.0, fmax(0.0, half + 0.5 - distance(centre, a, b)));
      unsigned char* c         = &p->cover[(size_t)j * (size_t)p->width + (size_t)i];
      const double   now       = floor(255.0 * part + 0.5);
      *c                       = now > *c ? (unsigned char)now : *c;
    }
  }
}

/* Mix the colour into the pixels that are covered, and forget what covers them. */
static void paint(png* p, const window* all, unsigned colour)
{
  for (int j = all->low[1]; j < all->high[1]; j++) {
    for (int i = all->low[0]; i < all->high[0]; i++) {
      unsigned char* c     = &p->cover[(size_t)j * (size_t)p->width + (size_t)i];
      unsigned char* pixel = pixel_at(p, i, j);
      for (int k = 0; k < CHANNELS && *c; k++) {
        const unsigned wanted = colour >> (16 - 8 * k) & 0xffu;
        pixel[k] = (unsigned char)((wanted * *c + pixel[k] * (255u - *c) + 127u) / 255u);
      }
      *c = 0;
    }
  }
}

static void line(lw_canvas* self, size_t n, const double point[][2], double width, unsigned colour)
{
  png*   p   = (png*)self;
  window all = empty_window(p);
  for (size_t i = 0; i < n; i++) {
    const double* before = point[i > 0 ? i - 1 : 0];
    const double  a[2]   = {SCALE * before[0], SCALE * before[1]};
    const double  b[2]   = {SCALE * point[i][0], SCALE * point[i][1]};
    cover(p, a, b, 0.5 * SCALE * width, &all);
  }
  paint(p, &all, colour);
}

/* ---- text --------------------------------------------------------------------------------- */

/* Where the strokes of a text go. */
typedef struct pen {
  png*   page;
  double x, y; /* left end of the baseline, in points */
  bool   upright;
  window all;
} pen;

static void draw_stroke(void* user, size_t n, const double point[][2])
{
  pen*   t         = user;
  double last[2]   = {0.0, 0.0};
  double thickness = 0.55 * SCALE; /* half of it, in pixels */
  for (size_t i = 0; i < n; i++) {
    const double along = point[i][0], up = point[i][1];
    const double now[2] = {SCALE * (t->upright ? t->x - up : t->x + along),
                           SCALE * (t->upright ? t->y - along : t->y - up)};
    if (i > 0) {
      cover(t->page, last, now, thickness, &t->all);
    }
    memcpy(last, now, sizeof last);
  }
}

static void text(lw_canvas* self, double x, double y, lw_anchor anchor, bool upright,
                 unsigned colour, const char* string)
{
  png*         p     = (png*)self;
  const double width = lw_canvas_text_width(string);
  const double back  = anchor == LW_ANCHOR_LEFT     ? 0.0
                       : anchor == LW_ANCHOR_MIDDLE ? 0.5 * width
                                                    : width;
  const double down  = 0.5 * LW_STROKE_HEIGHT; /* from the middle to the baseline */
  pen          t     = {.page    = p,
                        .x       = upright ? x + down : x - back,
                        .y       = upright ? y + back : y + down,
                        .upright = upright,
                        .all     = empty_window(p)};
  lw_stroke_text(string, draw_stroke, &t);
  paint(p, &t.all, colour);
}

/* ---- the file ----------------------------------------------------------------------------- */

static void put_number(unsigned char bytes[4], unsigned long value)
{
  for (int k = 0; k < 4; k++) bytes[k] = (unsigned char)(value >> (24 - 8 * k) & 0xffu);
}

/* A chunk: its length, its name, its bytes, and the CRC of both. */
static bool write_chunk(FILE* file, const char name[4], const unsigned char* bytes, size_t n)
{
  unsigned char  number[4];
  unsigned char* chunk = malloc(n + 4);
  if (!chunk) {
    return false;
  }
  memcpy(chunk, name, 4);
  if (n > 0) {
    memcpy(chunk + 4, bytes, n);
  }
  put_number(number, n);
  bool written = fwrite(number, 1, 4, file) == 4 && fwrite(chunk, 1, n + 4, file) == n + 4;
  put_number(number, crc32(0, chunk, (uInt)(n + 4)));
  written = written && fwrite(number, 1, 4, file) == 4;
  free(chunk);
  return written;
}

/* PNG (RFC 2083): eight bits for each of three colours, lines without filters */
static bool write_page(lw_canvas* self, FILE* file)
{
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  /* width and height; bits, colours, and methods of compression, filters and interlacing */
  unsigned char header[13] = {[8] = 8, [9] = 2};

  const png*     p      = (const png*)self;
  const uLong    size   = (uLong)p->height * (1 + (uLong)p->width * CHANNELS);
  uLongf         packed = compressBound(size);
  unsigned char* bytes  = malloc(packed);
  put_number(header, (unsigned long)p->width);
  put_number(header + 4, (unsigned long)p->height);
  const bool written = bytes && compress(bytes, &packed, p->pixel, size) == Z_OK &&
                       fwrite(signature, 1, sizeof signature, file) == sizeof signature &&
                       write_chunk(file, "IHDR", header, sizeof header) &&
                       write_chunk(file, "IDAT", bytes, packed) &&
                       write_chunk(file, "IEND", NULL, 0);
  free(bytes);
  return written;
}

static void destroy(lw_canvas* self)
{
  png* p = (png*)self;
  free(p->pixel);
  free(p->cover);
  free(p);
}

lw_canvas* lw_canvas_png(double width, double height)
{
  static const lw_canvas_class class = {line, text, write_page, destroy};
  png* p                             = calloc(1, sizeof *p);
  if (!p) {
    return NULL;
  }
  p->base.class     = &class;
  p->width          = (int)(SCALE * width);
  p->height         = (int)(SCALE * height);
  const size_t size = (size_t)p->height * (1 + (size_t)p->width * CHANNELS);
  p->pixel          = malloc(size);
  p->cover          = calloc((size_t)p->height, (size_t)p->width);
  if (!p->pixel || !p->cover) {
    destroy(&p->base);
    return NULL;
  }
  memset(p->pixel, 0xff, size);
  /* the byte before each line says that it has no filter */
  for (int j = 0; j < p->height; j++) *(pixel_at(p, 0, j) - 1) = 0;
  return &p->base;
}
