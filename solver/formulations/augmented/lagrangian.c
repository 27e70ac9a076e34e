/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lagrangian.c - the penalty formulation and the augmented Lagrangian formulation.
 *
 *   step     keep -> regularise -> predict -> iterate with evaluate() -> finish, see augmented.h
 *   update   velocities follow jumps of the motions -> accelerations and multipliers
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 10.2
 *
 * The reactions are those of springs, dampers and masses in the constraints, S3 (2):
 *
 *   lambda = lambda* + alpha rho,    rho = Phi'' + 2 xi omega Phi' + omega^2 Phi           (10.2)
 *
 * with lambda* = 0 in the penalty formulation, S3 (5); with lambda* the lambda of the last iterate,
 * until rho = 0, in the augmented Lagrangian one, S3 (6)                                  (10.3)
 */
#include "formulations/augmented/lagrangian.h"
#include "model/check.h"

#include <string.h>

#include "base/linalg.h"
#include "formulations/augmented/augmented.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/close_rows.h"
#include "step/project.h"

/* A jump of a prescribed velocity is followed up to this fraction of it, and a difference below
 * this times lw_rate() is none: the stabilisation removes both errors.                    (4.20) */
#define JUMP_REMAINDER 1e-3
#define JUMP_MIN 3e-10
/* Further iterations after h^2 times the increment, its effect on positions, has met the
 * tolerance: it may still be 1e-5 of accelerations and reactions, which are outputs. An
 * iteration contracts by 1e-3 or better, so two more leave 1e-11. */
#define EXTRA_ITERATIONS 2

/* ---- parameters -------------------------------------------------------------------------- */

/* Default of omega times the largest step, and of xi, for each integrator. Where possible,
 * errors of the constraints vanish after two steps: both eigenvalues of (10.6) are zero. A fixed
 * point contracts by xi omega h + (omega h)^2/4, which must be well below 1; with larger and
 * with smaller values the mechanisms of S3 lose more energy. */
static void choose_stabilisation(lw_integrator integrator, double* omega_h, double* xi)
{
  *omega_h = 2.0;
  *xi      = 1.0;
  switch (integrator) {
  case LW_FORWARD_EULER: *omega_h = 1.0; break;
  case LW_SEMI_IMPLICIT_EULER:
    *omega_h = 1.0;
    *xi      = 0.5;
    break;
  case LW_TRAPEZOIDAL_FIXED_POINT:
    *omega_h = 0.6;
    *xi      = 0.7;
    break;
  default: break;
  }
}

static lw_augmented step_of(const lw_instance* s, double h, double t)
{
  const lw_settings* set = &s->model->settings;
  double             omega_h, xi;
  choose_stabilisation(lw_integrator_of(s->model), &omega_h, &xi);
  const double omega  = isnan(set->omega) ? omega_h / s->value[set->step] : set->omega;
  xi                  = isnan(set->xi) ? xi : set->xi;
  lw_augmented how    = {.h = h, .t = t, .rule = lw_newmark_of(s->model), .kappa = 1.0};
  const bool   linear = how.rule.beta == 0.0 && how.rule.gamma == 0.0;
  how.damping         = 2.0 * xi * omega;
  how.stiffness       = omega * omega;
  how.penalty         = set->formulation == LW_PENALTY;
  how.exact           = how.penalty && linear;
  how.move            = h * h * (linear ? 1.0 : fmax(how.rule.beta, 0.5 * how.rule.gamma));
  if (how.rule.newton) {
    /* S3 (16): 1 + 2 omega xi gamma h + omega^2 beta h^2                                (10.5) */
    how.kappa = 1.0 + h * (how.rule.gamma * how.damping + h * how.rule.beta * how.stiffness);
  }
  return how;
}

/* ---- equations --------------------------------------------------------------------------- */

/* Prescribed Phi_q (a + 2 xi omega v) of the rows: gamma - 2 xi omega Phi_t - omega^2 Phi, from
 * (10.2). */
static void prescribe(lw_instance* s, const lw_augmented* how, int k)
{
  const lw_connector* c = &s->structure->connector[k];
  double*             x = s->prescribed + c->row;
  double              rate[LW_ROWS_MAX + 1];
  lw_connector_prescribe_rate(s, k, how->t);
  memcpy(rate, x, (size_t)c->nrow * sizeof *x);
  lw_connector_prescribe_gamma(s, k, how->t);
  for (int r = 0; r < c->nrow; r++) {
    x[r] += how->damping * rate[r] - how->stiffness * s->Phi[c->row + r];
  }
}

/* Right-hand side of (10.4): -(g + Phi_q^T lambda) on the bodies, -rho/kappa on the rows; in the
 * penalty formulation -rho/kappa + eps/kappa lambda. */
static void right_hand_side(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_body_residual(s, node->id, how->t, 0.0, x);
      for (int k = 0; k < 6; k++) x[k] = -x[k];
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      x[r] /= how->kappa;
      if (how->penalty) {
        x[r] += s->eps[c->row + r] * s->lambda[c->row + r];
      }
    }
    for (int r = c->nrow; r < c->nrow + c->nsoft; r++) x[r] = 0.0;
  }
}

static void evaluate(lw_instance* s, const lw_augmented* how, bool moved, const lw_threads* threads)
{
  const lw_structure*      g = s->structure;
  const lw_augmented_work* w = lw_augmented_work_of(s);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      if (moved && !how->fixed) {
        lw_newmark_move(s, &w->origin[b], b, &how->rule, how->h);
      }
      for (int k = 0; k < 3; k++) {
        w->a_damped[b].v[k] = s->a[b].v[k] + how->damping * s->v[b].v[k];
        w->a_damped[b].w[k] = s->a[b].w[k] + how->damping * s->v[b].w[k];
      }
    }
  }
  if (moved && !how->fixed) {
    lw_pass_place(s, threads);
    lw_pass_connectors(s, how->t, true, threads);
  } else {
    lw_pass_forces(s, how->t, LW_WRENCHES_ALL, threads);
  }
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      prescribe(s, how, g->node[i].id - g->nbody);
    }
  }
  lw_threads_wait(threads); /* until all threads have read the sum of the rows */
  lw_row_residuals(s, w->a_damped, threads);
  right_hand_side(s, how, threads);
}

lw_status lw_augmented_accelerate(lw_instance* s, double h, double t, double damping,
                                  double stiffness, bool penalty, int extra,
                                  const lw_threads* threads)
{
  const lw_augmented how = {.h         = h,
                            .t         = t,
                            .damping   = damping,
                            .stiffness = stiffness,
                            .kappa     = 1.0,
                            .move      = h * h,
                            .penalty   = penalty,
                            .fixed     = true,
                            .extra     = extra,
                            .exact     = penalty};
  lw_augmented_regularise(s, 1.0, threads);
  lw_threads_wait(threads);
  return lw_augmented_iterate(s, &how, s->a, s->lambda, evaluate, threads);
}

/* Project the velocities where the prescribed velocity of a motion has jumped: an impulse that
 * no step could resolve. Uses the factorisation of the accelerations. */
static bool follow_drives(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  for (int k = 0; k < g->nconnector; k++) lw_connector_prescribe_rate(s, k, s->head->t);
  const double norm = lw_row_residuals(s, s->v, threads);
  if (!(norm > JUMP_MIN * lw_rate(s))) {
    return true;
  }
  lw_augmented_regularise(s, 1.0, threads);
  if (!lw_pass_factor(s, NULL, threads)) {
    return false;
  }
  lw_row_residuals(s, s->v, threads);
  lw_close_rows(s, s->v, NULL, norm, JUMP_REMAINDER * norm, 0.0, NULL, threads);
  return true;
}

lw_status lw_augmented_update(lw_instance* s, double damping, double stiffness, bool penalty,
                              lw_diag* diag)
{
  const lw_threads   alone = LW_ALONE;
  lw_augmented_work* w     = lw_augmented_work_of(s);
  const double       h     = s->value[s->model->settings.step];
  memset(s->lambda, 0, (size_t)s->structure->nrow_all * sizeof *s->lambda);
  w->eps_instance  = s->eps;
  s->eps           = w->eps;
  lw_status status = LW_RETRY_SINGULAR;
  if (s->model->nmotion == 0 || follow_drives(s, &alone)) {
    status = lw_augmented_accelerate(s, h, s->head->t, damping, stiffness, penalty,
                                     EXTRA_ITERATIONS, &alone);
  }
  s->eps = w->eps_instance;
  lw_invalidate(s, LW_FACTORISATION);
  return status == LW_OK ? status : lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
}

/* ---- the step ---------------------------------------------------------------------------- */

/* Predict the accelerations by their rate in the last step. */
static void predict(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      lw_axpy3(s->a[b].v, how->h, s->jerk[b].v);
      lw_axpy3(s->a[b].w, how->h, s->jerk[b].w);
    }
  }
}

static lw_status step(lw_instance* s, double h, double t_end, lw_step_error* error,
                      const lw_threads* threads)
{
  (void)error; /* it is not estimated */
  lw_pass_save(s, threads);
  const lw_augmented how = step_of(s, h, t_end);
  if (!lw_newmark_is_stable(&how.rule, h, how.damping, how.stiffness)) {
    return LW_RETRY_DIVERGED; /* a shorter step is more stable */
  }
  lw_augmented_keep(s, threads);
  lw_augmented_regularise(s, how.kappa, threads);
  predict(s, &how, threads);
  const lw_status status = lw_augmented_iterate(s, &how, s->a, s->lambda, evaluate, threads);
  return status == LW_OK ? lw_augmented_finish(s, &how, threads) : status;
}

static lw_status update(lw_instance* s, lw_diag* diag)
{
  const lw_augmented how = step_of(s, s->value[s->model->settings.step], s->head->t);
  return lw_augmented_update(s, how.damping, how.stiffness, how.penalty, diag);
}

/* Response to forces by one solve: (M + Phi^T alpha Phi) da = f, dlambda = alpha Phi da. */
static lw_status respond(lw_instance* s)
{
  const lw_threads    alone = LW_ALONE;
  const lw_structure* g     = s->structure;
  lw_augmented_work*  w     = lw_augmented_work_of(s);
  w->eps_instance           = s->eps;
  s->eps                    = w->eps;
  lw_augmented_regularise(s, 1.0, &alone);
  const bool factored = lw_pass_factor(s, NULL, &alone);
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      memset(s->x + node->x, 0, (size_t)(c->nrow + c->nsoft) * sizeof *s->x);
    }
  }
  lw_pass_solve(s, &alone);
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_copy3(s->a[node->id].v, x);
      lw_copy3(s->a[node->id].w, x + 3);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      memcpy(s->lambda + c->row, x, (size_t)c->nrow * sizeof *x);
    }
  }
  s->eps = w->eps_instance;
  lw_invalidate(s, LW_FACTORISATION);
  return factored ? LW_OK : LW_RETRY_SINGULAR;
}

const lw_method lw_penalty_method = {
    .lay_out_state = lw_augmented_lay_out_state,
    .lay_out_work  = lw_augmented_lay_out_work,
    .update        = update,
    .respond       = respond,
    .begin_steps   = lw_augmented_begin_steps,
    .end_steps     = lw_augmented_end_steps,
    .step          = step,
};

const lw_method lw_augmented_lagrangian_method = {
    .lay_out_state = lw_augmented_lay_out_state,
    .lay_out_work  = lw_augmented_lay_out_work,
    .update        = update,
    .begin_steps   = lw_augmented_begin_steps,
    .end_steps     = lw_augmented_end_steps,
    .step          = step,
};
