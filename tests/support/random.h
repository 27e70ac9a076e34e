/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random.h - random numbers that are the same on every machine.
 */
#ifndef LW_TEST_RANDOM_H
#define LW_TEST_RANDOM_H

#include <stdint.h>

/* Next number of the sequence, evenly between -1 and 1; any seed will do. */
double lw_test_random(uint32_t* seed);

/* Fill n numbers, each between -size and size. */
void lw_test_random_fill(uint32_t* seed, int n, double size, double value[]);

/* A rotation as a unit quaternion w x y z, evenly over all rotations. */
void lw_test_random_quat(uint32_t* seed, double quat[4]);

#endif
