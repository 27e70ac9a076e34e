/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulation.h - what a formulation brings along: its memory and how it moves an instance.
 *
 * All formulations share the model, the assembly at the start, the positions, velocities,
 * accelerations and multipliers in the state, and with these every output. A method leaves them, and the
 * flags of the instance, as they are at the time that it reached.
 */
#ifndef LW_FORMULATION_H
#define LW_FORMULATION_H

#include "arena.h"
#include "diag.h"
#include "linkwork.h"
#include "model.h"
#include "structure.h"

typedef struct lw_method {
  unsigned      integrators; /* bit i: lw_integrator i is allowed     */
  lw_integrator integrator;  /* what LW_INTEGRATOR_DEFAULT stands for */
  bool          pcg;         /* LW_PCG is allowed                     */
  bool          adaptive;    /* steps are chosen by their error: there is no real-time mode */

  /* Can it solve this model? Nullable.
   *   Returns   LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY */
  lw_status (*check)(const lw_model* model, lw_diag* diag);

  /* Take its part of the state (doubles without pointers) and of the workspace. Both are called twice,
   * to measure and to carve; they set method_state and method_work. Nullable. */
  void (*lay_out_state)(lw_instance* instance, const lw_model* model, const lw_structure* structure,
                        lw_arena* arena);
  void (*lay_out_work)(lw_instance* instance, const lw_model* model, const lw_structure* structure,
                       lw_arena* arena);

  /* The motion, values or inputs were set from outside: after the initialisation and before a step that follows
   * such a change. Nullable.
   *   Returns   LW_OK, LW_RETRY_SINGULAR */
  lw_status (*begin)(lw_instance* instance, lw_diag* diag);

  /* Accelerations and multipliers of the present positions, velocities and inputs, where it has its own way to
   * them; the positions are swept. NULL: velocities are projected, then accelerations computed.
   *   Returns   LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR */
  lw_status (*update)(lw_instance* instance, lw_diag* diag);

  /* Accelerations and multipliers that forces cause by themselves, in the same way; the forces are in instance->x. It replaces
   * those of the instance. NULL: lw_respond().
   *   Returns   LW_OK, LW_RETRY_SINGULAR */
  lw_status (*respond)(lw_instance* instance);

  /* Move on by a communication step.
   *   Changes   where it cannot, the state is that of the last good time
   *   Returns   LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, LW_ERR_USAGE */
  lw_status (*advance)(lw_instance* instance, double step, lw_diag* diag);
} lw_method;

/* The method of a formulation. NULL: there is none. */
const lw_method* lw_method_of(lw_formulation formulation);

/* The integrator of a model, its formulation's own where the file leaves the choice. */
lw_integrator lw_integrator_of(const lw_model* model);

/* Is there such a method, does it allow the integrator, and can it solve the model? */
lw_status lw_method_check(const lw_model* model, lw_diag* diag);

#endif
