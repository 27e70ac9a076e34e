/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newton.h - solve the trapezoidal equations of one internal step.
 */
#ifndef LW_NEWTON_H
#define LW_NEWTON_H

#include "base/arena.h"
#include "instance/instance.h"
#include "mechanics/passes.h"
#include "step/accuracy.h"
#include "step/convergence.h"

/* How the passes of one increment are arranged. A part runs ahead of the others as long as it needs
 * nothing of them: a wait of all threads costs as much as a hundred bodies. */
typedef struct lw_newton_plan {
  bool rows_apart;    /* rows are a pass of their own after a wait: couplings read joints of all
                        * parts, and an increment that is closed is known once all parts have it  */
  bool parts_predict; /* parts are predicted as they go forward; the separator already is         */
  bool
      parts_evaluate; /* parts compute rows and right-hand side as they go forward                */
  bool residual;      /* rows after the increment come with their residual                        */
  bool right_side;    /* and with the right-hand side of the next increment                       */
} lw_newton_plan;

/* Newton's method in one internal step. Every thread has its own, with the same numbers in it. */
typedef struct lw_newton {
  lw_instance*      s;
  const lw_threads* threads;
  double            dt, t_end;
  lw_step_error*    error; /* of the last step, and at the end of this one                 */
  lw_iteration      it;
  lw_tangent        tangent;
  lw_newton_plan    plan;
  double            geometric;  /* fraction of the joint forces in the tangent      (4.12) */
  bool              stops;      /* joints may be in their stops                            */
  bool              at_rest;    /* the prediction lets nothing move                        */
  bool              may_close;  /* there is memory for closing increments                  */
  bool              all_closed; /* every increment is closed: the file gives a penalty     */
  bool              closes;     /* this one is                                             */

  /* what the velocity and acceleration level need to know of the last factorisation */
  double drift;              /* how far the positions have moved since, scaled             */
  double stiffness_fraction; /* fraction of the joint forces in it, 0: none                */
  bool   closed;             /* nothing is left open of the increments                     */
} lw_newton;

/* Find positions and multipliers at t_end, and the velocities and accelerations that the
 * trapezoidal rule gives there. Every thread of all calls it.
 *   Needs       a consistent state with its accelerations
 *   Changes     newton; q, v, a, lambda, head->iterations, head->residual; on failure they are lost
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, the same on every thread */
lw_status lw_newton_solve(lw_instance* instance, double dt, double t_end, lw_step_error* error,
                          lw_newton* newton, const lw_threads* threads);

/* Go on from where it ended, in the iterations that are left, with increments that leave no row
 * open.
 *   Needs       newton->may_close
 *   Returns     as lw_newton_solve() */
lw_status lw_newton_close(lw_newton* newton);

/* Let stops act with their mean effort in a step of size dt, or, 0, as at an instant.    (4.17)
 *   Changes     instance->stop_step, between two barriers */
void lw_newton_stops(const lw_newton* newton, double dt);

/* Put the accelerations and multipliers into its workspace, or back.
 *   Needs       newton->may_close */
void lw_newton_save(const lw_newton* newton);
void lw_newton_restore(const lw_newton* newton);

/* Take its workspace, where increments may have to be closed: with loops, or a penalty in the
 * file. */
void lw_newton_lay_out_work(lw_instance* instance, const lw_model* model,
                            const lw_structure* structure, lw_arena* arena);

#endif
