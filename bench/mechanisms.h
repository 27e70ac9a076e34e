/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanisms.h - mechanisms of any size, for measurements.
 *
 * Unless said otherwise links are 1 m long, with 1 kg and the inertia of a bar of square
 * section of 0.1 m. All body frames are parallel to the world at the start and sit at the
 * centres of mass, and all axes point along z, so that other programs can be given the same
 * mechanism without any conversion.
 */
#ifndef LW_BENCH_MECHANISMS_H
#define LW_BENCH_MECHANISMS_H

#include <linkwork/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* largest number of sizes in which a mechanism is measured */
#define LW_BENCH_SIZES 12

typedef struct lw_bench_mechanism {
  const char* name;
  /* A finished model with about n bodies and an internal step of h [s]. NULL: no memory. */
  lw_model* (*create)(int n, double h);
  int size[LW_BENCH_SIZES]; /* in which it is measured, ends with 0 */
} lw_bench_mechanism;

/* The mechanisms, in a list that ends with an empty name:
 *   ball-chain       links on spherical joints, released along x
 *   pin-chain        links on revolute joints, released along x
 *   tree             binary tree of links on spherical joints
 *   star             arms of one link on spherical joints around a free hub
 *   ladder           four-bar windows side by side: closed loops, redundant constraints
 *   four-bar         examples/four_bar.xml: unit inertias, through its singular configuration
 *   double-pendulum  examples/double_pendulum.xml: unit inertias
 *   s0-chain         examples/chain128.xml: unit inertias, exactly three
 *                    iterations in every step */
const lw_bench_mechanism* lw_bench_mechanisms(void);

/* The one with this name, or NULL. */
const lw_bench_mechanism* lw_bench_find(const char* name);

#ifdef __cplusplus
}
#endif

#endif
