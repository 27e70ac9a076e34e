/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * accelerate.c - accelerations and multipliers; old factorisations as preconditioners.
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

/* A preconditioner serves for this many steps of the integrator, at most. */
#define AGE 20
/* Regularisation of the rows against their size. Rows that never depend on each other need next
 * to nothing. Where they do, 1e-7 is what passes.c has; but a combination of rows that was
 * redundant where the factorisation was made is not quite so elsewhere, and would be overrated
 * by the inverse. */
#define FRACTION_TREE 1e-13
#define FRACTION_INDEPENDENT 1e-7
#define FRACTION_LOOPS 1e-7
#define FRACTION_OLD 1e-5
/* What conjugate gradients may leave open of the accelerations: what changes velocities by this
 * fraction of the tolerance in a step, and no more than is seen in constraints. */
#define OPEN_FRACTION 0.01
#define OPEN_LEAST 1e-11
#define OPEN_MOST 1e-5
/* Multipliers are guessed no farther ahead than this many times the distance of the last two. */
#define FARTHEST 2.0

double lw_partition_regularisation(const lw_instance* s, bool elsewhere)
{
  if (s->structure->is_tree) {
    return FRACTION_TREE;
  }
  /* while the freedoms are not known, as for dependent rows */
  const bool known = lw_partition_of(s)->head->choices > 0.0;
  const bool old   = elsewhere && s->model->settings.linear_solver == LW_PCG;
  if (known && !lw_partition_redundant(s)) {
    return FRACTION_INDEPENDENT;
  }
  return known && old ? FRACTION_OLD : FRACTION_LOOPS;
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

/* ---- preconditioners ------------------------------------------------------------------------ */

/* Are these the numbers of which the factorisation was made? */
static bool is_known(const lw_instance* s, const lw_partition* k, int which)
{
  const size_t nbody = (size_t)s->structure->nbody;
  return k->known_valid[which] &&
         !memcmp(k->known[which], k->reference[which], nbody * sizeof *k->known[which]) &&
         !memcmp(k->known_value, s->value, (size_t)s->model->nvalue * sizeof *s->value) &&
         (which == LW_E1 || !memcmp(k->known_weight, k->weight, 7 * nbody * sizeof *k->weight));
}

/* Masses or weights and constraints at the present positions. */
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
  if (!(head->usable[which] > 0.0) || steps - head->made[which] >= AGE) {
    memcpy(k->reference[which], s->q, bytes);
    head->usable[which] = 1.0;
    head->made[which]   = steps;
    head->made_t[which] = t;
  }
  if (is_known(s, k, which)) {
    return LW_OK;
  }
  /* made here and now, or before the state was restored: at the positions that the state names */
  if (memcmp(k->known_value, s->value, (size_t)s->model->nvalue * sizeof *s->value)) {
    k->known_valid[LW_E1] = k->known_valid[LW_E2] = false;
    memcpy(k->known_value, s->value, (size_t)s->model->nvalue * sizeof *s->value);
  }
  memcpy(k->known[which], s->q, bytes);
  memcpy(s->q, k->reference[which], bytes);
  lw_pass_positions(s, head->made_t[which], &alone);
  const bool good = factor(s, k, which);
  memcpy(s->q, k->known[which], bytes);
  memcpy(k->known[which], k->reference[which], bytes);
  memcpy(k->known_weight, k->weight, 7 * (size_t)s->structure->nbody * sizeof *k->weight);
  k->known_valid[which] = good;
  head->usable[which]   = good ? 1.0 : 0.0;
  return good ? LW_OK : LW_RETRY_SINGULAR;
}

/* ---- accelerations ------------------------------------------------------------------------- */

/* How much the rows of a point have turned since the preconditioner was made, with the lighter
 * one of the bodies: along its axes most of the reduced matrix stays what it was          (11.6) */
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
    lw_rotation_matrix(R, k->known[LW_E1][b].p);
    lw_mat3_mul_nt(turn, R, s->placement[b].R);
  }
}

/* a = M^-1 (forces, with those of the present multipliers)                       S4 (26b), (35) */
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

/* Multipliers to start from: on the line through the last two; zero where constraints depend on
 * each other, so that the part of them that this leaves open stays next to zero. */
static void guess_multipliers(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure*      g    = s->structure;
  const lw_partition*      k    = lw_partition_of(s);
  const lw_partition_head* head = k->head;
  const bool               none = lw_partition_redundant(s) || !(head->pasts > 0.0);
  const double             way =
      head->pasts > 1.0 ? (t - head->past_t[0]) / (head->past_t[0] - head->past_t[1]) : 0.0;
  const double f = way > 0.0 && way <= FARTHEST ? way : 0.0;
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

/* The multipliers at t, for later guesses: those of one time replace each other. */
static void remember_multipliers(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g     = s->structure;
  lw_partition*       k     = lw_partition_of(s);
  lw_partition_head*  head  = k->head;
  const bool          later = head->pasts > 0.0 && t > head->past_t[0];
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
    const bool same = head->pasts > 0.0 && t == head->past_t[0];
    head->past_t[1] = later ? head->past_t[0] : head->past_t[1];
    head->past_t[0] = t;
    head->pasts     = later ? 2.0 : same ? head->pasts : 1.0;
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
  const double h    = k->ode.head->h > 0.0 ? k->ode.head->h : 1.0;
  const double open = OPEN_FRACTION * s->model->settings.atol / h;
  const int    n    = lw_pcg_solve(s, &pcg, fmax(OPEN_LEAST, fmin(OPEN_MOST, open)), threads);
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
  remember_multipliers(s, t, threads);
  if (threads->id == 0) {
    k->head->usable[LW_E1] = n > LW_PCG_WORN ? 0.0 : 1.0;
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
  const double left = lw_accelerate(s, t, true, threads);
  lw_threads_wait(threads);
  return isfinite(left) ? LW_OK : LW_RETRY_SINGULAR;
}
