/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_axis.h - ranges of axes, and the round numbers on them.
 */
#ifndef LW_PLOT_AXIS_H
#define LW_PLOT_AXIS_H

#include <stddef.h>

/* Round numbers first, first + step, ... (n of them) on an axis. */
typedef struct lw_ticks {
  double first, step;
  int    n;
} lw_ticks;

/* Widen a range of values by a twentieth on both sides; values that are equal but for rounding are
 * in the middle of theirs.
 *   Changes     *low, *high: low < high afterwards */
void lw_axis_widen(double* low, double* high);

/* Numbers of 1, 2 or 5 times a power of ten that divide a range into about `wanted` parts. */
lw_ticks lw_axis_ticks(double low, double high, double wanted);

/* The number of a tick. */
double lw_axis_tick(const lw_ticks* ticks, int i);

/* The text of a number with as many digits as its neighbours on the axis need.
 *   Returns     its length */
int lw_axis_text(double value, double step, char* text, size_t size);

#endif
