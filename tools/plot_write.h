/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_write.h - a plot on a page, or on a terminal.
 */
#ifndef LW_PLOT_WRITE_H
#define LW_PLOT_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "canvas.h"
#include "plot_curves.h"

/* The size of a page for a plot, and the plot on it.
 *   Returns     false: no memory */
void lw_plot_page(const lw_plot* plot, double* width, double* height);
bool lw_plot_draw(const lw_plot* plot, lw_canvas* canvas);

/* How a terminal can show a plot. */
typedef struct lw_plot_terminal {
  int  width, height; /* in characters; the height is that of one panel */
  bool ascii;         /* without Braille patterns                        */
  bool colours;       /* escape sequences are understood                 */
} lw_plot_terminal;

/* Draw with characters. Curves have letters on them, which the legend explains.
 *   Returns     false: no memory, or it cannot be written */
bool lw_plot_write_text(const lw_plot* plot, const lw_plot_terminal* terminal, FILE* file);

#endif
