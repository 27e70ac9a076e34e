/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * target.c - which of the compiled kernels run on this processor.
 */
#include "simd/target.h"

bool lw_uses_avx2(bool portable)
{
#if defined(LW_HAVE_AVX2)
  __builtin_cpu_init();
  return !portable && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  (void)portable;
  return false;
#endif
}
