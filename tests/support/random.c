/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random.c - random numbers that are the same on every machine.
 */
#include "random.h"

#include <math.h>

double lw_test_random(uint32_t* seed)
{
  /* a Weyl sequence scrambled by multiply and shift (the finaliser of MurmurHash3): unlike a shift
   * register it needs no seed other than zero, and seeds 1, 2, 3 ... give unrelated sequences */
  *seed += UINT32_C(0x9e3779b9);
  uint32_t x = *seed;
  x          = (x ^ (x >> 16)) * UINT32_C(0x85ebca6b);
  x          = (x ^ (x >> 13)) * UINT32_C(0xc2b2ae35);
  x ^= x >> 16;
  return (double)x / 2147483648.0 - 1.0;
}

void lw_test_random_fill(uint32_t* seed, int n, double size, double value[])
{
  for (int i = 0; i < n; i++) value[i] = size * lw_test_random(seed);
}

void lw_test_random_quat(uint32_t* seed, double quat[4])
{
  /* points evenly in the cube; those in the unit ball, not too near its
   * centre, have even directions */
  double square;
  do {
    lw_test_random_fill(seed, 4, 1.0, quat);
    square = quat[0] * quat[0] + quat[1] * quat[1] + quat[2] * quat[2] + quat[3] * quat[3];
  } while (square > 1.0 || square < 0.01);
  for (int i = 0; i < 4; i++) quat[i] /= sqrt(square);
}
