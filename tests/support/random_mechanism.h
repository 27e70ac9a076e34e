/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random_mechanism.h - random mechanisms that keep their energy.
 *
 * A seed gives the same mechanism on every machine. It has 1 to 60 bodies of about a metre, joints
 * of all types, in trees and with loops, some with springs in and between them, gravity in any
 * direction and velocities of metres per second; nothing damps or drives it. Joints are closed in
 * the pose of the file, its velocities need not obey them.
 */
#ifndef LW_TEST_RANDOM_MECHANISM_H
#define LW_TEST_RANDOM_MECHANISM_H

#include <stdint.h>
#include <stdio.h>

#include <linkwork/model.h>

/* Which mechanisms are drawn; zeros stand for "any". */
typedef struct lw_test_kind {
  int    most_bodies; /* 1 to 60                                                             */
  bool   tree;        /* no loops                                                            */
  double mass_ratio;  /* masses are drawn between 1 kg and this; any: 2 kg, or up to 1e6 kg  */
} lw_test_kind;

/* The mechanism of a seed, not yet finished, in m, kg, s. */
lw_model* lw_test_conservative_mechanism(uint32_t seed, lw_test_kind kind);

/* Write a model as a mechanism file: bodies, frames, joints, springs and bushings, and the step.
 * Other elements are left out. */
void lw_test_write_mechanism(const lw_model* model, FILE* file);

#endif
