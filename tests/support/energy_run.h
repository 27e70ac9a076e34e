/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * energy_run.h - how well a mechanism without losses keeps its energy.
 */
#ifndef LW_TEST_ENERGY_RUN_H
#define LW_TEST_ENERGY_RUN_H

#include <linkwork/diag.h>
#include <linkwork/linkwork.h>

/* What a run has shown. */
typedef struct lw_test_energy_run {
  lw_status status;  /* of the first call that did not succeed, else LW_OK                    */
  lw_diag   diag;    /* its message                                                           */
  double    reached; /* time [s]                                                              */
  double    kinetic; /* largest kinetic energy [J]                                            */
  double    change;  /* largest change of the total energy since the start [J]                */
  long      steps;   /* internal steps                                                        */
} lw_test_energy_run;

/* Run a finished model from 0 to stop with communication steps of its internal step or longer, and
 * compare the energies after each. */
lw_test_energy_run lw_test_run_for_energy(const lw_model* model, double stop, double step);

/* The change of the energy as a share of the largest kinetic energy. A mechanism that cannot move
 * has none: then 0. */
double lw_test_energy_share(const lw_test_energy_run* run);

#endif
