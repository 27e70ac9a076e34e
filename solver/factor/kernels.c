/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.c - choose the table of factorisation kernels.
 */
#include "factor/kernels.h"

extern const lw_factor_kernels lw_factor_kernels_portable;
extern const lw_factor_kernels lw_factor_kernels_avx2;

const lw_factor_kernels* lw_factor_kernels_choose(bool portable)
{
#if defined(LW_HAVE_AVX2)
  if (lw_uses_avx2(portable)) {
    return &lw_factor_kernels_avx2;
  }
#endif
  (void)portable;
  return &lw_factor_kernels_portable;
}
