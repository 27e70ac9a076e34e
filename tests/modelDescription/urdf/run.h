/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run.h - simulate a robot and measure what must hold.
 */
#ifndef LW_TEST_RUN_H
#define LW_TEST_RUN_H

#include <linkwork/linkwork.h>

typedef struct measure {
  double violation[3]; /* largest: position, velocity, acceleration                       */
  double drift;        /* largest change of the total energy [J]                          */
  double exchanged;    /* largest change of the potential energy, that of gravity mostly [J] */
} measure;

/* Start an instance on one thread; fails the test where it cannot be assembled. */
lw_instance* run_start(const lw_model* model);

/* Go on for some time in steps of 0.01 s. */
measure run_for(lw_instance* instance, double time);

#endif
