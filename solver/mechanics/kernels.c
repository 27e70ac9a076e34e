/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.c - choose the table of kernels for bodies and joints.
 */
#include "mechanics/kernels.h"

#include "simd/target.h"

extern const lw_mechanics_kernels lw_mechanics_kernels_portable;
extern const lw_mechanics_kernels lw_mechanics_kernels_avx2;

const lw_mechanics_kernels* lw_mechanics_kernels_choose(bool portable)
{
#if defined(LW_HAVE_AVX2)
  if (lw_uses_avx2(portable)) {
    return &lw_mechanics_kernels_avx2;
  }
#endif
  (void)portable;
  return &lw_mechanics_kernels_portable;
}
