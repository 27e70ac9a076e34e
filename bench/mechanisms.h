/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanisms.h - mechanisms of any size, for measurements.
 *
 * All links are 1 m long, with 1 kg and the inertia of a bar of square section of 0.1 m.
 */
#ifndef LW_BENCH_MECHANISMS_H
#define LW_BENCH_MECHANISMS_H

#include "model.h"

typedef struct lw_bench_mechanism {
  const char* name;
  /* A finished model with about n bodies and an internal step of h [s]. NULL: no memory. */
  lw_model* (*create)(int n, double h);
} lw_bench_mechanism;

/* The mechanisms, in a list that ends with an empty name:
 *   ball-chain    links on spherical joints, released along x
 *   pin-chain     links on revolute joints, released along x
 *   ladder        four-bar windows side by side: closed loops, redundant constraints
 *   star          arms of one link around a hub */
const lw_bench_mechanism* lw_bench_mechanisms(void);

#endif
