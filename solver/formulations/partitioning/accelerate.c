/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * accelerate.c - accelerations and multipliers, with old factorisations as preconditioners.
 *
 *   lw_partition_precondition: factorisation of E1 or E2 at the reference positions
 *   lw_partition_accelerate:   directly, or first guess -> residual -> conjugate gradients
 *
 *   reads    positions, velocities, inputs
 *   writes   a, lambda; factorisations of the reduced systems
 *   theory   section 11.3
 */
#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/partitioning/partition.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/project.h"

/* A preconditioner is used for at most so many steps of the integrator. */
#define AGE_MAX 20
/* Regularisation of the rows relative to their sizes. Rows that never depend on each other need
 * almost none. Rows that do have 1e-7, as in passes.c. A combination of rows that was redundant
 * where an old factorisation was made is not quite redundant elsewhere and would get too large a
 * multiplier. */
#define FRACTION_TREE 1e-13
#define FRACTION_INDEPENDENT 1e-7
#define FRACTION_LOOPS 1e-7
#define FRACTION_OLD 1e-5
/* Residual of the accelerations at which conjugate gradients end: it changes velocities by this
 * fraction of the tolerance in a step, within limits from rounding and from the accuracy of the
 * constraints, times the square of lw_rate().                                             (4.20) */
#define RESIDUAL_FRACTION 0.01
#define RESIDUAL_MIN 1e-12
#define RESIDUAL_MAX 1e-6
/* Multipliers are extrapolated by at most so many times the distance of the last two. */
#define EXTRAPOLATION_MAX 2.0

double lw_partition_regularisation(const lw_instance* s, bool elsewhere)
{
  if (s->structure->is_tree) {
    return FRACTION_TREE;
  }
  /* before the first choice, as for dependent rows */
  const bool chosen = lw_partition_of(s)->head->choices > 0.0;
  const bool old    = elsewhere && s->model->settings.linear_solver == LW_PCG;
  if (chosen && !lw_partition_redundant(s)) {
    return FRACTION_INDEPENDENT;
  }
  return chosen && old ? FRACTION_OLD : FRACTION_LOOPS;
}

double lw_partition_row(const lw_instance* s, const lw_connector* c, int r, const lw_twist* u)
{
  double sum = 0.0;
  for (int q = c->side; q < c->side + c->nside; q++) {
    const lw_side* side = &s->structure->side[q];
    if (side->body != LW_GROUND) {
      const double* J = s->J + side->jac + 6 * r;
      sum += lw_twist_dot(J, &u[side->body]);
    }
  }
  return sum;
}

/* ---- preconditioners --------------------------------------------------------------------- */

/* Tell whether the factorisation was computed for the reference positions and the present
 * values. */
static bool is_factored(const lw_instance* s, const lw_partition* k, int which)
{
  const size_t nbody = (size_t)s->structure->nbody;
  return k->factored[which] &&
         !memcmp(k->factored_at[which], k->reference[which],
                 nbody * sizeof *k->factored_at[which]) &&
         !memcmp(k->factored_value, s->value, (size_t)s->model->nvalue * sizeof *s->value) &&
         (which == LW_E1 || !memcmp(k->factored_weight, k->weight, 7 * nbody * sizeof *k->weight));
}

/* Factor E1 or E2 at the present positions. */
static bool factor(lw_instance* s, lw_partition* k, int which)
{
  const lw_threads alone = LW_ALONE;
  if (which == LW_E2) {
    return lw_partition_factor(s, false, &alone);
  }
  const double fraction = lw_partition_regularisation(s, true);
  for (int b = 0; b < s->structure->nbody; b++) lw_body_invert(s, b);
  for (int r = 0; r < s->structure->nrow_all; r++) k->eps[r] = fraction * s->row_scale[r];
  const lw_matrix matrix = {.inertia = s->inertia, .J = s->J, .eps = k->eps};
  return lw_factor_compute(s->structure, &matrix, &k->factor[which], &alone) == 0;
}

lw_status lw_partition_precondition(lw_instance* s, int which, double t)
{
  lw_partition*      k     = lw_partition_of(s);
  lw_partition_head* head  = k->head;
  const lw_threads   alone = LW_ALONE;
  const size_t       bytes = (size_t)s->structure->nbody * sizeof *s->q;
  const double       steps = k->ode.head->accepted;
  if (!(head->usable[which] > 0.0) || steps - head->made[which] >= AGE_MAX) {
    memcpy(k->reference[which], s->q, bytes);
    head->usable[which] = 1.0;
    head->made[which]   = steps;
    head->made_t[which] = t;
  }
  if (is_factored(s, k, which)) {
    return LW_OK;
  }
  /* factor at the reference positions: the present ones, or after a saved state was restored
   * older ones */
  if (memcmp(k->factored_value, s->value, (size_t)s->model->nvalue * sizeof *s->value) != 0) {
    k->factored[LW_E1] = k->factored[LW_E2] = false;
    memcpy(k->factored_value, s->value, (size_t)s->model->nvalue * sizeof *s->value);
  }
  memcpy(k->factored_at[which], s->q, bytes);
  memcpy(s->q, k->reference[which], bytes);
  lw_pass_positions(s, head->made_t[which], &alone);
  const bool good = factor(s, k, which);
  memcpy(s->q, k->factored_at[which], bytes);
  memcpy(k->factored_at[which], k->reference[which], bytes);
  memcpy(k->factored_weight, k->weight, 7 * (size_t)s->structure->nbody * sizeof *k->weight);
  k->factored[which]  = good;
  head->usable[which] = good ? 1.0 : 0.0;
  return good ? LW_OK : LW_RETRY_SINGULAR;
}

/* ---- accelerations ----------------------------------------------------------------------- */

/* Rotation of the rows of a point since the preconditioner was made: that of the lighter one of
 * the bodies, because in its axes most of the reduced matrix has not changed.             (11.6) */
static void turn_rows(lw_instance* s, const lw_partition* k, int n)
{
  static const double identity[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  const lw_connector* c           = &s->structure->connector[n];
  double*             turn        = k->turn + 9 * n;
  memcpy(turn, identity, sizeof identity);
  if (c->kind == LW_CONNECTOR_JOINT && lw_joint_has_point(s->model->joint[c->index].type)) {
    const int A = s->structure->side[c->side].body, B = s->structure->side[c->side + 1].body;
    const int b = A == LW_GROUND || (B != LW_GROUND && s->body[B].mass < s->body[A].mass) ? B : A;
    double    R[9];
    lw_rotation_matrix(R, k->factored_at[LW_E1][b].p);
    lw_mat3_mul_nt(turn, R, s->placement[b].R);
  }
}

/* a = M^-1 (forces and those of the present multipliers), S4 (26b), (35) */
static void accelerate_bodies(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partition*       k = lw_partition_of(s);
  lw_pass_forces(s, t, LW_WRENCHES_ALL, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b >= g->nbody) {
      lw_connector_prescribe_gamma(s, b - g->nbody, t);
      turn_rows(s, k, b - g->nbody);
      continue;
    }
    double f[6], z[3];
    memset(&s->a[b], 0, sizeof s->a[b]);
    lw_body_residual(s, b, t, 0.0, f);
    lw_body_invert(s, b);
    memcpy(k->mass[b].turn, s->inertia[b].J_inv, sizeof s->inertia[b].J_inv);
    for (int n = 0; n < 3; n++) k->mass[b].move[n] = 1.0 / s->body[b].mass;
    lw_mat3_vec(z, k->mass[b].turn, f + 3);
    for (int n = 0; n < 3; n++) {
      s->a[b].v[n] = -k->mass[b].move[n] * f[n];
      s->a[b].w[n] = -z[n];
    }
  }
  lw_threads_wait(threads);
}

/* open = gamma - Phi_q a */
static void acceleration_residuals(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      continue;
    }
    const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      s->open[c->row + r] = s->prescribed[c->row + r] - lw_partition_row(s, c, r, s->a);
    }
  }
}

/* First guess of the multipliers, extrapolated from the last two. With redundant constraints it
 * is zero, so that their undetermined part stays close to zero. */
static void guess_multipliers(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure*      g    = s->structure;
  const lw_partition*      k    = lw_partition_of(s);
  const lw_partition_head* head = k->head;
  const bool               none = lw_partition_redundant(s) || !(head->npast > 0.0);
  const double             ratio =
      head->npast > 1.0 ? (t - head->past_t[0]) / (head->past_t[0] - head->past_t[1]) : 0.0;
  const double f = ratio > 0.0 && ratio <= EXTRAPOLATION_MAX ? ratio : 0.0;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) {
        s->lambda[r] = none ? 0.0 : k->past[0][r] + f * (k->past[0][r] - k->past[1][r]);
      }
    }
  }
}

/* Store the multipliers at t for later guesses; they replace others of the same time. */
static void store_multipliers(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g     = s->structure;
  lw_partition*       k     = lw_partition_of(s);
  lw_partition_head*  head  = k->head;
  const bool          later = head->npast > 0.0 && t > head->past_t[0];
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) {
        k->past[1][r] = later ? k->past[0][r] : k->past[1][r];
        k->past[0][r] = s->lambda[r];
      }
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    const bool same = head->npast > 0.0 && t == head->past_t[0];
    head->past_t[1] = later ? head->past_t[0] : head->past_t[1];
    head->past_t[0] = t;
    head->npast     = later ? 2.0 : same ? head->npast : 1.0;
  }
}

/* S4 (26a) by conjugate gradients, then (26b)                                            (11.4) */
static lw_status accelerate_iteratively(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partition*       k = lw_partition_of(s);
  guess_multipliers(s, t, threads);
  accelerate_bodies(s, t, threads);
  acceleration_residuals(s, threads);
  lw_pcg pcg        = k->pcg;
  pcg.factor        = &k->factor[LW_E1];
  pcg.turn          = k->turn;
  pcg.r             = s->open;
  const double rate = lw_rate(s), unit = rate * rate;
  const double h      = k->ode.head->h > 0.0 ? k->ode.head->h : 1.0 / rate;
  const double open   = RESIDUAL_FRACTION * s->model->settings.atol * rate / h;
  const double target = fmax(RESIDUAL_MIN * unit, fmin(RESIDUAL_MAX * unit, open));
  const int    n      = lw_pcg_solve(s, &pcg, target, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      lw_axpy3(s->a[id].v, 1.0, pcg.u + 6 * id);
      lw_axpy3(s->a[id].w, 1.0, pcg.u + 6 * id + 3);
    } else {
      const lw_connector* c = &g->connector[id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) s->lambda[r] -= pcg.y[r];
    }
  }
  store_multipliers(s, t, threads);
  if (threads->id == 0) {
    k->head->usable[LW_E1] = n > LW_PCG_ITERATIONS_OLD ? 0.0 : 1.0;
    k->head->iterations    = fmax(k->head->iterations, n);
    k->head->iterations1   = fmax(k->head->iterations1, n);
  }
  lw_threads_wait(threads);
  return n >= 0 ? LW_OK : LW_RETRY_SINGULAR;
}

lw_status lw_partition_accelerate(lw_instance* s, double t, bool exactly, const lw_threads* threads)
{
  if (s->model->settings.linear_solver == LW_PCG && !exactly) {
    return accelerate_iteratively(s, t, threads);
  }
  if (!lw_pass_factor(s, NULL, threads)) {
    return LW_RETRY_SINGULAR;
  }
  const double residual = lw_accelerate(s, t, true, threads);
  lw_threads_wait(threads);
  return isfinite(residual) ? LW_OK : LW_RETRY_SINGULAR;
}
