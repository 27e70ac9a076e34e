/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.h - what the compiler has to know, so that it needs no options: every unit in the sources
 * of an FMU begins with it. Libraries of Linkwork are compiled with options, and without this file.
 */
#ifndef LW_OPTIONS_OF_SOURCES_H
#define LW_OPTIONS_OF_SOURCES_H

/* No contraction of a * b + c into one rounding: results have the same bits on every machine. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("-ffp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

/* Kernels, in which a step spends its time: without more optimisation it takes twice as long. */
#if defined(LW_TARGET) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-tree-loop-vectorize")
#endif

#endif
