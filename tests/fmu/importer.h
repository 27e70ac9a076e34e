/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * importer.h - an importer of FMUs for model exchange, with the classical Runge-Kutta method.
 */
#ifndef LW_TEST_IMPORTER_H
#define LW_TEST_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>

#include "fixture.h"

enum { LW_STATES_MAX = 64 };

/* In which order the importer calls. */
typedef enum lw_importer_order {
  LW_ORDER_STANDARD,    /* as in the examples of the standard                        */
  LW_ORDER_OPENMODELICA /* as importFMU of OpenModelica 1.28, see docs/importing.md  */
} lw_importer_order;

typedef struct lw_importer {
  lw_test_fmu       fmu;
  fmi2Component     c;
  lw_importer_order order;
  size_t            n; /* number of states */
  double            t, x[LW_STATES_MAX];
  int               events; /* that the FMU has asked for */
  bool              terminated;
  void (*set_inputs)(struct lw_importer* importer, double t); /* nullable */
} lw_importer;

/* An instance for model exchange. */
fmi2Component lw_importer_instantiate(lw_test_fmu* fmu);

/* The value references of the derivatives, and of the states that they belong to, in order. Returns
 * how many there are. */
size_t lw_importer_list_rates(const lw_test_fmu* fmu, fmi2ValueReference rate[]);
size_t lw_importer_list_states(const lw_test_fmu* fmu, fmi2ValueReference state[]);

/* Initialise a new instance at t = 0, up to Continuous-Time Mode. */
void lw_importer_start(lw_importer* importer, lw_importer_order order);

/* The derivatives at a time and states.
 *   Returns     the status of fmi2GetDerivatives */
fmi2Status lw_importer_rates(lw_importer* importer, double t, const double x[], double dx[]);

/* One step, with the event that the FMU may ask for.
 *   Returns     the status of fmi2GetDerivatives, if that failed */
fmi2Status lw_importer_step(lw_importer* importer, double h);

/* Steps of size h up to a time, or the end that the FMU wants. */
void lw_importer_integrate(lw_importer* importer, double h, double stop);

/* Free the instance and close the FMU. */
void lw_importer_end(lw_importer* importer);

#endif
