/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * glibc_versions.c - functions of libm under their oldest version.
 *
 * Newer releases of glibc have a second version of some functions, exp@GLIBC_2.29 beside
 * exp@GLIBC_2.2.5: the same function without the error handling of System V. A library that is
 * built with them needs the new version and does not load on systems without it. Therefore the
 * linker redirects calls of these functions to this file, by its option --wrap.
 * NOLINTBEGIN(bugprone-reserved-identifier): the linker needs these names
 */

/* clang-format off */
#define LW_OLD(name) __asm__(".symver lw_old_" #name ", " #name "@GLIBC_2.2.5")
/* clang-format on */

LW_OLD(exp);
LW_OLD(hypot);
LW_OLD(log);
LW_OLD(pow);

double lw_old_exp(double x);
double lw_old_hypot(double x, double y);
double lw_old_log(double x);
double lw_old_pow(double x, double y);

double __wrap_exp(double x);
double __wrap_hypot(double x, double y);
double __wrap_log(double x);
double __wrap_pow(double x, double y);

double __wrap_exp(double x)
{
  return lw_old_exp(x);
}

double __wrap_hypot(double x, double y)
{
  return lw_old_hypot(x, y);
}

double __wrap_log(double x)
{
  return lw_old_log(x);
}

double __wrap_pow(double x, double y)
{
  return lw_old_pow(x, y);
}
/* NOLINTEND(bugprone-reserved-identifier) */
