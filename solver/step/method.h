/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * method.h - what a formulation brings along: its memory and how it moves an instance.
 *
 * All formulations share the model, the assembly at the start, the positions, velocities,
 * accelerations and multipliers in the state, and with these every output. A method leaves them,
 * and the flags of the instance, as they are at the time that it reached.
 */
#ifndef LW_METHOD_H
#define LW_METHOD_H

#include "base/arena.h"
#include "base/threads.h"
#include "step/accuracy.h"
#include "structure/structure.h"
#include <linkwork/diag.h>
#include <linkwork/linkwork.h>
#include <linkwork/model.h>

typedef struct lw_method {
  /* Take its part of the state (doubles without pointers) and of the workspace. Both are called
   * twice, to measure and to carve; they set method_state and method_work. Nullable. */
  void (*lay_out_state)(lw_instance* instance, const lw_model* model, const lw_structure* structure,
                        lw_arena* arena);
  void (*lay_out_work)(lw_instance* instance, const lw_model* model, const lw_structure* structure,
                       lw_arena* arena);

  /* The motion, values or inputs were set from outside: after the initialisation and before a
   * step that follows such a change. Nullable.
   *   Returns   LW_OK, LW_RETRY_SINGULAR */
  lw_status (*begin)(lw_instance* instance, lw_diag* diag);

  /* Accelerations and multipliers of the present positions, velocities and inputs, where it has
   * its own way to them; the positions are swept. NULL: velocities are projected, then
   * accelerations computed.
   *   Returns   LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR */
  lw_status (*update)(lw_instance* instance, lw_diag* diag);

  /* Accelerations and multipliers that forces cause by themselves, in the same way; the forces
   * are in instance->x. It replaces those of the instance. NULL: lw_respond().
   *   Returns   LW_OK, LW_RETRY_SINGULAR */
  lw_status (*respond)(lw_instance* instance);

  /* One internal step of size dt up to t_end. Every thread of a team calls it. Where it
   * succeeds, on return no thread but the first still writes to the state, and that one only to
   * the head.
   *   Changes   head->t and the motion, which it saves first; where it fails lw_substeps() restores
   *             them; error, where the method estimates it
   *   Returns   LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, the same on every
   *             thread */
  lw_status (*step)(lw_instance* instance, double dt, double t_end, lw_step_error* error,
                    const lw_threads* threads);

  /* Does a step estimate its error? Then steps that miss the accuracy are halved. */
  bool estimates;

  /* Before and after the internal steps of a communication step, by one thread; dt is their size
   * before any is halved. Nullable. */
  void (*begin_steps)(lw_instance* instance, double dt);
  void (*end_steps)(lw_instance* instance);

  /* Move on by a communication step with an integrator of its own. NULL: by internal steps.
   *   Changes   where it cannot, the state is that of the last good time
   *   Returns   LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, LW_ERR_USAGE */
  lw_status (*advance)(lw_instance* instance, double step, lw_diag* diag);
} lw_method;

/* The method of a formulation. NULL: there is none. */
const lw_method* lw_method_of(lw_formulation formulation);

#endif
