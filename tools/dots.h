/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dots.h - drawing with characters: each is two dots wide and four high.
 *
 * A Braille pattern has eight dots, which are about square on a terminal; plain ASCII shows how
 * many of them are set.
 */
#ifndef LW_DOTS_H
#define LW_DOTS_H

#include <stdbool.h>
#include <stdio.h>

/* Dots of a picture; y counts downwards. */
typedef struct lw_dots {
  int            width, height; /* in dots          */
  unsigned char* dot;           /* (height x width) */
} lw_dots;

/* Make a picture without dots.
 *   Allocates   for lw_dots_free()
 *   Returns     false: no memory */
bool lw_dots_create(lw_dots* dots, int width, int height);
void lw_dots_free(lw_dots* dots);

/* Draw a line; what lies outside of the picture is left out. */
void lw_dots_line(lw_dots* dots, const double a[2], const double b[2]);

/* The eight dots of a character, one bit each; 0: none. Patterns may be combined by |. */
unsigned lw_dots_pattern(const lw_dots* dots, int column, int line);

/* Write a pattern as one character. */
void lw_dots_write(unsigned pattern, bool ascii, FILE* file);

#endif
