/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plot_axis.c - ranges of axes, and the round numbers on them.
 */
#include "plot_axis.h"

#include <math.h>
#include <stdio.h>

void lw_axis_widen(double* low, double* high)
{
  const double size  = fmax(fabs(*low), fabs(*high));
  const double range = *high - *low;
  /* a difference below 1e-12 of the values is rounding */
  const double room = range > 1e-12 * size ? 0.05 * range : size > 0.0 ? 0.05 * size : 1.0;
  *low -= room;
  *high += room;
}

lw_ticks lw_axis_ticks(double low, double high, double wanted)
{
  static const double factors[] = {1.0, 2.0, 5.0, 10.0};

  const double range = high - low;
  if (!(range > 0.0) || !isfinite(range)) {
    return (lw_ticks){.first = low, .step = 1.0, .n = 1};
  }
  /* numbers that fit but for rounding fit */
  const double tiny  = 1e-9;
  const double rough = range / fmax(wanted, 1.0);
  const double power = pow(10.0, floor(log10(rough)));
  int          k     = 0;
  while (k < 3 && factors[k] * power < rough * (1.0 - tiny)) k++;
  lw_ticks ticks = {.step = factors[k] * power};
  ticks.first    = ceil(low / ticks.step - tiny) * ticks.step;
  ticks.n        = (int)floor((high - ticks.first) / ticks.step + tiny) + 1;
  return ticks;
}

double lw_axis_tick(const lw_ticks* ticks, int i)
{
  /* whole multiples of the step, so that zero is zero */
  return (round(ticks->first / ticks->step) + i) * ticks->step + 0.0;
}

int lw_axis_text(double value, double step, char* text, size_t size)
{
  /* larger and smaller numbers are too long without a power of ten */
  const double largest = 1e6, smallest = 1e-4;
  if (fabs(value) < 1e-9 * step) {
    return snprintf(text, size, "0");
  }
  const double magnitude = fmax(fabs(value), step);
  if (magnitude >= largest || magnitude < smallest) {
    const double digits = floor(log10(fabs(value))) - floor(log10(step));
    return snprintf(text, size, "%.*e", (int)fmin(6.0, fmax(0.0, digits)), value);
  }
  const double digits = -floor(log10(step) + 1e-9);
  return snprintf(text, size, "%.*f", (int)fmin(9.0, fmax(0.0, digits)), value);
}
