/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * simulator.h - the interface through which `linkwork run` simulates mechanisms and FMUs.
 *
 *   open -> set, set_slopes -> initialize -> { set, set_slopes, get, step } ... -> destroy
 *
 * Variables are numbered 0, 1, 2, ... in the order of the model description.
 */
#ifndef LW_SIMULATOR_H
#define LW_SIMULATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "origin.h"
#include <linkwork/diag.h>

typedef enum lw_role {
  LW_ROLE_INPUT,
  LW_ROLE_OUTPUT,
  LW_ROLE_PARAMETER,
  LW_ROLE_LOCAL,
  LW_ROLE_CALCULATED
} lw_role;

typedef struct lw_simulator lw_simulator;

/* What is simulated. */
typedef struct lw_simulation {
  double start, stop; /* [s]                                        */
  double tolerance;   /* largest relative error of a step; NAN: the file's */
} lw_simulation;

/* The functions of one kind of simulator. A failure has its reason in diag. */
typedef struct lw_simulator_class {
  void (*destroy)(lw_simulator* self);

  /* Find the number of the variable of that name; false: there is none. */
  bool (*find)(const lw_simulator* self, const char* name, unsigned* variable);

  /* Set inputs and parameters, in ascending order of their numbers. */
  lw_status (*set)(lw_simulator* self, size_t n, const unsigned variable[], const double value[],
                   lw_diag* diag);

  /* Set the first derivatives of inputs, after their values; only if it can interpolate. */
  lw_status (*set_slopes)(lw_simulator* self, size_t n, const unsigned variable[],
                          const double slope[], lw_diag* diag);

  /* Go to a consistent state at the start time. */
  lw_status (*initialize)(lw_simulator* self, const lw_simulation* experiment, lw_diag* diag);

  /* Advance by h from time t, a communication point. */
  lw_status (*step)(lw_simulator* self, double t, double h, lw_diag* diag);

  lw_status (*get)(lw_simulator* self, size_t n, const unsigned variable[], double value[],
                   lw_diag* diag);

  /* The time that was reached, also after a step that failed [s]. */
  double (*time)(const lw_simulator* self);

  /* Is there something that the user should know of the results? NULL: the simulator has said it
   * when it came up. */
  bool (*warns)(const lw_simulator* self, lw_diag* diag);
} lw_simulator_class;

struct lw_simulator {
  const lw_simulator_class* class;
  unsigned           count;
  const char* const* name;         /* (count) */
  const lw_role*     role;         /* (count) */
  const bool*        held;         /* whole numbers, between two values; NULL: none (count) */
  double             start;        /* the default experiment [s]                                */
  double             stop, step;   /* of it; NAN where it has none                              */
  bool               interpolates; /* inputs, by their slopes   */
  bool               equal_steps;  /* all steps must be equal   */
  bool               answers;      /* outputs respond to inputs that are set between two steps */
  bool               ended; /* a step failed because the FMU asks for the end of the simulation */
};

/* Open an FMU, or else a mechanism file or a robot. An FMU is an archive, and
 * archives begin with "PK".
 *   Returns     as the two below */
lw_status lw_simulator_open(const char* path, lw_origin* origin, lw_simulator** simulator,
                            lw_diag* diag);

/* Open a mechanism file or a robot.
 *   Returns     LW_OK; as lw_origin_read(), lw_variables_create(), lw_instance_create() */
lw_status lw_simulator_open_mechanism(const char* path, lw_origin* origin, lw_simulator** simulator,
                                      lw_diag* diag);

/* Open an FMU for co-simulation, FMI 2.0. Its numeric variables are visible.
 *   Needs       path outlives the simulator
 *   Returns     LW_OK; LW_ERR_FILE, LW_ERR_INPUT, LW_ERR_MEMORY */
lw_status lw_simulator_open_fmu(const char* path, lw_simulator** simulator, lw_diag* diag);

#endif
