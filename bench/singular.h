/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * singular.h - runs of the mechanisms of S3 through their singular configurations.
 *
 * S3: F. González, D. Dopico, R. Pastorino, J. Cuadrado: Behaviour of augmented Lagrangian and
 * Hamiltonian methods for multibody dynamics in the proximity of singular configurations,
 * doi:10.1007/s11071-016-2774-5.
 */
#ifndef LW_BENCH_SINGULAR_H
#define LW_BENCH_SINGULAR_H

#include <stdbool.h>

#include <linkwork/model.h>

/* The parameters of a run. */
typedef struct lw_singular_setting {
  const char*    mechanism; /* file in examples/, without its suffix */
  lw_formulation formulation;
  lw_integrator  integrator;
  double         step;      /* [s]                                     */
  double         penalty;   /* 0: automatic                            */
  double         omega, xi; /* NaN: the formulation's                  */
  double         tolerance; /* of the iteration                        */
  bool           whole;     /* end where a step is halved              */
} lw_singular_setting;

/* The result of a run. */
typedef struct lw_singular_result {
  bool   done;      /* it arrived, and never exceeded the limit                    */
  double drift;     /* largest change of the mechanical energy, up to where it got [J] */
  long   halvings;  /* of steps on the way                                         */
  double step_time; /* [s], of a step                                              */
} lw_singular_result;

/* Simulate 10 s of motion, or until the energy has changed by more than the limit [J]. Ends the
 * program if the mechanism cannot be read. */
lw_singular_result lw_singular_run(const lw_singular_setting* setting, double limit);

/* Draw the maps of S3's figures 9 to 13 into a folder. Returns false: a file cannot be written. */
bool lw_singular_maps(const char* folder, bool quick);

#endif
