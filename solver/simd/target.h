/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * target.h - sources that are compiled once for each target, portable and AVX2 with FMA.
 *
 * Such a source sees LW_TARGET, which the build sets, and gives each of its external functions the
 * target's name: a header says `#define lw_f LW_NAME(lw_f)` and declares lw_f, the source defines
 * lw_f, and the linker finds lw_f_portable and lw_f_avx2. Callers go through a table of functions,
 * of which each target has one.
 */
#ifndef LW_TARGET_H
#define LW_TARGET_H

#include <stdbool.h>

#if defined(LW_TARGET)
#define LW_IS_KERNEL 1
#else
#define LW_IS_KERNEL 0
#define LW_TARGET portable
#endif
#define LW_JOIN_NAMES(name, target) name##_##target
#define LW_JOIN(name, target) LW_JOIN_NAMES(name, target)
#define LW_NAME(name) LW_JOIN(name, LW_TARGET)

/* Do the kernels for AVX2 and FMA run here: did the compiler build them, has this processor both,
 * and does the model not ask for the portable ones? */
bool lw_uses_avx2(bool portable);

#endif
