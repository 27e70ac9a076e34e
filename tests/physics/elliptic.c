/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elliptic.c - elliptic functions by the arithmetic-geometric mean.
 */
#include "elliptic.h"

#include <math.h>

#define PI 3.14159265358979323846
#define STEPS 8 /* the mean doubles its digits in each step */

double lw_test_elliptic_K(double k)
{
  double a = 1.0, b = sqrt(1.0 - k * k);
  for (int n = 0; n < STEPS; n++) {
    const double mean = 0.5 * (a + b);
    b                 = sqrt(a * b);
    a                 = mean;
  }
  return PI / (2.0 * a);
}

void lw_test_elliptic(double u, double k, double* sn, double* cn, double* dn)
{
  double a[STEPS + 1], c[STEPS + 1], b = sqrt(1.0 - k * k);
  a[0] = 1.0;
  c[0] = k;
  for (int n = 0; n < STEPS; n++) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b        = sqrt(a[n] * b);
  }
  /* back along Landen's transformation: sin(2 phi' - phi) = c/a sin(phi) */
  double phi = ldexp(a[STEPS] * u, STEPS);
  for (int n = STEPS; n > 0; n--) phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
  *sn = sin(phi);
  *cn = cos(phi);
  *dn = sqrt(1.0 - k * k * *sn * *sn);
}
