/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elementary.h - sine, exponential function and their relatives, with the same bits everywhere.
 *
 * C libraries round these functions differently: glibc even by the processor it runs on. The ones
 * here use additions, multiplications, divisions and square roots only, which IEEE 754 rounds in
 * one way, and are off by less than one unit in the last place. Arguments that are not finite or
 * outside the domain give what Annex F of C11 says.
 *
 *   source must be compiled without contraction (-ffp-contract=off) and without -ffast-math
 */
#ifndef LW_ELEMENTARY_H
#define LW_ELEMENTARY_H

#ifdef __cplusplus
extern "C" {
#endif

/** sine, x in radians */
double lw_sin(double x);
/** cosine, x in radians */
double lw_cos(double x);
/** tangent, x in radians */
double lw_tan(double x);

/** arc sine, from -pi/2 to pi/2 */
double lw_asin(double x);
/** arc cosine, from 0 to pi */
double lw_acos(double x);
/** arc tangent, from -pi/2 to pi/2 */
double lw_atan(double x);
/** angle of the vector (x, y), from -pi to pi */
double lw_atan2(double y, double x);

/** exponential function */
double lw_exp(double x);
/** natural logarithm */
double lw_log(double x);
/** decimal logarithm */
double lw_log10(double x);
/** x to the power y */
double lw_pow(double x, double y);

/** length of the vector (x, y) */
double lw_hypot(double x, double y);

#ifdef __cplusplus
}
#endif

#endif
