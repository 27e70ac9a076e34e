/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dots.c - drawing with characters: each is two dots wide and four high.
 */
#include "dots.h"

#include <math.h>
#include <stdlib.h>

bool lw_dots_create(lw_dots* dots, int width, int height)
{
  *dots     = (lw_dots){.width = width, .height = height};
  dots->dot = calloc((size_t)width * (size_t)height, 1);
  return dots->dot != NULL;
}

void lw_dots_free(lw_dots* dots)
{
  free(dots->dot);
  dots->dot = NULL;
}

static void set_dot(lw_dots* dots, double x, double y)
{
  const int i = (int)floor(x), j = (int)floor(y);
  if (i >= 0 && i < dots->width && j >= 0 && j < dots->height) {
    dots->dot[j * dots->width + i] = 1;
  }
}

void lw_dots_line(lw_dots* dots, const double a[2], const double b[2])
{
  /* one dot per column or row, whichever changes faster */
  const double steps = ceil(fmax(fabs(b[0] - a[0]), fabs(b[1] - a[1])));
  const int    n     = (int)steps;
  for (int i = 0; i <= n; i++) {
    const double f = n ? (double)i / n : 0.0;
    set_dot(dots, a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]));
  }
}

/* the bits of the dots in a Braille pattern of Unicode */
unsigned lw_dots_pattern(const lw_dots* dots, int column, int line)
{
  static const unsigned bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  unsigned              pattern   = 0;
  for (int j = 0; j < 4; j++) {
    for (int i = 0; i < 2; i++) {
      const int x = 2 * column + i, y = 4 * line + j;
      if (x < dots->width && y < dots->height && dots->dot[y * dots->width + x]) {
        pattern |= bit[j][i];
      }
    }
  }
  return pattern;
}

/* U+2800 plus the pattern, as three bytes of UTF-8; in ASCII how many of the eight are set */
void lw_dots_write(unsigned pattern, bool ascii, FILE* file)
{
  if (ascii) {
    int count = 0;
    for (unsigned rest = pattern; rest; rest &= rest - 1) count++;
    fputc(" .:+*oO##"[count], file);
    return;
  }
  const unsigned code = 0x2800u + pattern;
  fputc((int)(0xe0u | code >> 12), file);
  fputc((int)(0x80u | (code >> 6 & 0x3fu)), file);
  fputc((int)(0x80u | (code & 0x3fu)), file);
}
