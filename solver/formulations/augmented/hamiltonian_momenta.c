/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hamiltonian_momenta.c - the augmented formulation with momenta.
 *
 *   step   keep -> regularise -> start with momenta -> iterate with evaluate() -> integrals of the
 *          rows -> accelerations and reactions -> finish, see augmented.h
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 10.3
 *
 * Momenta contain the multipliers, whose rates are the reactions, S3 (8) to (10):
 *
 *   P = M v + Phi_q^T sigma,     P' = f + Phi_q'^T sigma                                  (10.7)
 *   rho = Phi' + 2 xi omega Phi + omega^2 (integral of Phi) = 0                           (10.8)
 *
 * A step of size h has positions q = q0 + h ((1 - theta) v0 + theta v) and momenta by the same
 * rule. Its unknowns are the velocities and sigma at its end; accelerations and reactions are
 * computed afterwards.
 */
#include "formulations/augmented/hamiltonian_momenta.h"
#include "model/check.h"

#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/augmented/augmented.h"
#include "formulations/augmented/jacobian_rates.h"
#include "formulations/augmented/lagrangian.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/close_rows.h"
#include "step/project.h"

/* the time integral of Phi of all rows, which follows lw_augmented_state in the state of the
 * method */
static double* integral_of(const lw_instance* s)
{
  return (double*)((lw_augmented_state*)s->method_state + 1);
}

static void lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const size_t size = sizeof(lw_augmented_state) + (size_t)g->nrow_all * sizeof(double);
  (void)m;
  s->method_state = lw_arena_take(arena, size, 1);
}

/* ---- parameters -------------------------------------------------------------------------- */

static double theta_of(const lw_augmented* how)
{
  return how->rule.gamma;
}

/* Tell whether errors e of the constraints, which obey e' + damping e + stiffness (integral of
 * e) = 0, do not grow, by the eigenvalues of the map of the state (e, integral of e).    (10.11) */
static bool is_stable(const lw_augmented* how)
{
  const double early = how->h * (1.0 - theta_of(how)), late = how->h * theta_of(how);
  const double D = how->damping, S = how->stiffness, implicit = late * (D + late * S);
  const double e[2]  = {(1.0 - early * D - late * S * early) / (1.0 + implicit),
                        -(early * S + late * S) / (1.0 + implicit)};
  const double I[2]  = {early + late * e[0], 1.0 + late * e[1]};
  const double trace = e[0] + I[1], det = e[0] * I[1] - e[1] * I[0];
  const bool   decays = fabs(det) <= 1.0 + 1e-9 && fabs(trace) <= 1.0 + det + 1e-9;
  return decays && (how->rule.newton || implicit < 1.0);
}

/* Default of 2 xi omega times the largest step for each integrator. Where possible, errors
 * vanish after one step: the larger eigenvalue of (10.11) is zero. A fixed point contracts by
 * half of this number. */
static double damping_step(lw_integrator integrator)
{
  switch (integrator) {
  case LW_FORWARD_EULER: return 1.0;
  case LW_TRAPEZOIDAL_FIXED_POINT: return 0.8;
  default: return 2.0;
  }
}

static lw_augmented step_of(const lw_instance* s, double h, double t)
{
  const lw_settings* set   = &s->model->settings;
  const double       omega = isnan(set->omega) ? 1.0 : set->omega;
  lw_augmented       how   = {.h = h, .t = t, .rule = lw_newmark_of(s->model), .kappa = 1.0};
  const double       theta = theta_of(&how);
  how.damping   = isnan(set->xi) ? damping_step(lw_integrator_of(s->model)) / s->value[set->step]
                                 : 2.0 * set->xi * omega;
  how.stiffness = omega * omega;
  how.move      = h * (theta > 0.0 ? theta : 1.0);
  if (how.rule.newton) {
    /* S3 (27a) with the last term of (29)                                              (10.10) */
    how.kappa = 1.0 + theta * h * (how.damping + theta * h * how.stiffness);
  }
  return how;
}

/* ---- equations --------------------------------------------------------------------------- */

/* x -= M v + Phi_q^T sigma                                                              (10.7) */
static void subtract_momentum(const lw_instance* s, int b, double x[6])
{
  double P[6] = {0.0};
  lw_body_add_reactions(s, b, P);
  for (int i = 0; i < 3; i++) {
    x[i] -= P[i] + s->body[b].mass * s->v[b].v[i];
    x[3 + i] -= P[3 + i] + lw_dot(s->inertia[b].J + 3 * i, s->v[b].w);
  }
}

/* Compute the wrenches of springs and inputs, plus Phi_q'^T sigma.                      (10.7) */
static void pass_momentum_rate(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_pass_forces(s, t, LW_WRENCHES_NONE, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_add_rate(s, g->node[i].id - g->nbody, s->lambda);
    }
  }
  lw_threads_wait(threads);
}

/* the integral of Phi of a row at the end of the step */
static double integral_at_end(const lw_instance* s, const lw_augmented* how, int r)
{
  const double theta = theta_of(how);
  return integral_of(s)[r] +
         how->h * ((1.0 - theta) * lw_augmented_work_of(s)->Phi[r] + theta * s->Phi[r]);
}

static void prescribe(lw_instance* s, const lw_augmented* how, int k)
{
  const lw_connector* c = &s->structure->connector[k];
  lw_connector_prescribe_rate(s, k, how->t);
  for (int r = c->row; r < c->row + c->nrow; r++) {
    s->prescribed[r] -= how->damping * s->Phi[r] + how->stiffness * integral_at_end(s, how, r);
  }
}

/* Right-hand side of (10.4): the difference of the momenta on the bodies, -rho / kappa on the
 * rows. */
static void right_hand_side(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure*      g     = s->structure;
  const lw_augmented_work* w     = lw_augmented_work_of(s);
  const double             theta = theta_of(how);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      double f[6] = {0.0};
      if (theta > 0.0) {
        lw_augmented_force(s, node->id, how->t, f);
      }
      for (int k = 0; k < 6; k++) x[k] = w->momentum[6 * node->id + k] + how->h * theta * f[k];
      subtract_momentum(s, node->id, x);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) x[r] /= how->kappa;
    for (int r = c->nrow; r < c->nrow + c->nsoft; r++) x[r] = 0.0;
  }
}

static void move(lw_instance* s, const lw_augmented* how, int b)
{
  const lw_origin* o     = &lw_augmented_work_of(s)->origin[b];
  const double     early = how->h * (1.0 - theta_of(how)), late = how->h * theta_of(how);
  double           turn[3];
  for (int i = 0; i < 3; i++) {
    s->q[b].r[i] = o->q.r[i] + (early * o->v.v[i] + late * s->v[b].v[i]);
    turn[i]      = early * o->v.w[i] + late * s->v[b].w[i];
  }
  memcpy(s->q[b].p, o->q.p, sizeof o->q.p);
  lw_rotation_turn(s->q[b].p, turn);
}

static void evaluate(lw_instance* s, const lw_augmented* how, bool moved, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (moved) {
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      if (g->node[i].id < g->nbody) {
        move(s, how, g->node[i].id);
      }
    }
    lw_pass_positions(s, how->t, threads);
  }
  if (theta_of(how) > 0.0) {
    pass_momentum_rate(s, how->t, threads);
  }
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      prescribe(s, how, g->node[i].id - g->nbody);
    }
  }
  lw_threads_wait(threads); /* until all threads have read the sum of the rows */
  lw_row_residuals(s, s->v, threads);
  right_hand_side(s, how, threads);
}

/* ---- the step ---------------------------------------------------------------------------- */

/* Momenta at the start plus early times their rate, and first guesses of velocities and sigma
 * from the last step. sigma begins with zero in every step, S3 section 2.3, because the error of
 * P' grows with it. During the iteration it is stored in lambda. */
static void start(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g     = s->structure;
  lw_augmented_work*  w     = lw_augmented_work_of(s);
  const double        early = how->h * (1.0 - theta_of(how));
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      double*       P = w->momentum + 6 * id;
      const double* f = w->force + 6 * id;
      for (int k = 0; k < 3; k++) {
        P[k]     = s->body[id].mass * s->v[id].v[k] + early * f[k];
        P[3 + k] = lw_dot(s->inertia[id].J + 3 * k, s->v[id].w) + early * f[3 + k];
      }
      lw_axpy3(s->v[id].v, how->h, s->a[id].v);
      lw_axpy3(s->v[id].w, how->h, s->a[id].w);
    } else {
      const lw_connector* c = &g->connector[id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) {
        s->lambda[r] *= how->h;
        w->Phi[r] = s->Phi[r];
      }
    }
  }
  lw_threads_wait(threads);
}

/* Update the integrals of Phi. */
static void integrate(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) {
        integral_of(s)[r] = integral_at_end(s, how, r);
      }
    }
  }
}

/* Compute accelerations and reactions, starting from multipliers zero instead of sigma. */
static lw_status accelerate(lw_instance* s, const lw_augmented* how, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) s->lambda[r] = 0.0;
    }
  }
  return lw_augmented_accelerate(s, how->h, how->t, 0.0, 0.0, false, 0, threads);
}

static lw_status step(lw_instance* s, double h, double t_end, lw_step_error* error,
                      const lw_threads* threads)
{
  (void)error; /* it is not estimated */
  lw_pass_save(s, threads);
  const lw_augmented how = step_of(s, h, t_end);
  if (!is_stable(&how)) {
    return LW_RETRY_DIVERGED; /* a shorter step is more stable */
  }
  lw_augmented_keep(s, threads);
  lw_augmented_regularise(s, how.kappa, threads);
  start(s, &how, threads);
  lw_status status = lw_augmented_iterate(s, &how, s->v, s->lambda, evaluate, threads);
  if (status != LW_OK) {
    return status;
  }
  integrate(s, &how, threads);
  status = accelerate(s, &how, threads);
  if (status != LW_OK) {
    return status;
  }
  return lw_augmented_finish(s, &how, threads);
}

static lw_status begin(lw_instance* s, lw_diag* diag)
{
  (void)diag;
  memset(integral_of(s), 0, (size_t)s->structure->nrow_all * sizeof(double));
  return LW_OK;
}

static lw_status update(lw_instance* s, lw_diag* diag)
{
  return lw_augmented_update(s, 0.0, 0.0, false, diag);
}

const lw_method lw_augmented_hamiltonian_method = {
    .lay_out_state = lay_out_state,
    .lay_out_work  = lw_augmented_lay_out_work,
    .begin         = begin,
    .update        = update,
    .begin_steps   = lw_augmented_begin_steps,
    .end_steps     = lw_augmented_end_steps,
    .step          = step,
};
