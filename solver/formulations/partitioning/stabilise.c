/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stabilise.c - satisfy the constraints by corrections of the dependent coordinates.
 *
 *   close_positions: place -> [prepare -> solve (11.2) -> correct -> place] until the rows are
 *   closed close_velocities: rate_residuals -> [solve (11.3) -> correct -> set_velocities] likewise
 *
 *   reads    y, weights
 *   writes   y, q, v, coordinates of the joints
 *   theory   section 11.2
 *   cost     one factorisation (direct), and a solve for each correction
 */
#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/partitioning/partition.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"

/* Most corrections of positions and of velocities. Each reduces the residual to about 1e-5 of
 * it, from the weight of S4, plus the square of the correction: three suffice after a step of
 * the integrator. */
#define CORRECTIONS_MAX 12
/* Residual at which rows are closed, as an angle. Rounding may prevent that near singular
 * positions; a residual of 1e-10, the documented accuracy, is then accepted. Velocities likewise,
 * times lw_rate().                                                                (4.19), (4.20) */
#define CLOSED 1e-12
#define CLOSED_ENOUGH 1e-10
#define CLOSED_RATE 3e-12
#define CLOSED_RATE_ENOUGH 3e-10
/* A correction that leaves more than this fraction of the residual is followed by a new
 * factorisation. */
#define SLOW 0.1
/* Shortest vector of the dependent Euler parameters of a body that can be scaled to give unit
 * length. */
#define SHORTEST 1e-3
/* Residual of a linear solve relative to its right-hand side, well below the 1e-5 of S4. */
#define SOLVE_FRACTION 1e-7

void lw_partition_unpack(lw_instance* s, int b, const double y[])
{
  const double *r = y + 7 * b, *v = y + 7 * (s->structure->nbody + b);
  const double *p = r + 3, *pd = v + 3;
  const double  norm2 = p[0] * p[0] + lw_dot(p + 1, p + 1);
  lw_copy3(s->q[b].r, r);
  memcpy(s->q[b].p, p, 4 * sizeof *p);
  lw_rotation_normalize(s->q[b].p);
  lw_copy3(s->v[b].v, v);
  lw_rotation_rate(s->v[b].w, p, pd);
  for (int i = 0; i < 3; i++) s->v[b].w[i] /= norm2;
}

/* ---- one body ---------------------------------------------------------------------------- */

static bool is_dependent(const lw_partition* k, int b, int i)
{
  return k->weight[7 * b + i] < LW_HEAVY;
}

/* Make |p| = 1 by scaling the dependent parameters only, S4 section 2.1. Returns false where
 * that is not possible. */
static bool normalise(const lw_partition* k, int b, double p[4])
{
  double fixed = 0.0, free = 0.0;
  for (int i = 0; i < 4; i++) *(is_dependent(k, b, 3 + i) ? &free : &fixed) += p[i] * p[i];
  if (!(fixed < 1.0) || !(free > SHORTEST * SHORTEST)) {
    return false;
  }
  const double f = sqrt((1.0 - fixed) / free);
  for (int i = 0; i < 4; i++) p[i] *= is_dependent(k, b, 3 + i) ? f : 1.0;
  return true;
}

/* Make p . p' = 0 by changing the dependent rates only. */
static void make_tangent(const lw_partition* k, int b, const double p[4], double pd[4])
{
  double normal = 0.0, free = 0.0;
  for (int i = 0; i < 4; i++) {
    normal += p[i] * pd[i];
    free += is_dependent(k, b, 3 + i) ? p[i] * p[i] : 0.0;
  }
  for (int i = 0; i < 4; i++) pd[i] -= is_dependent(k, b, 3 + i) ? normal / free * p[i] : 0.0;
}

/* dependent components of (r, p) or (r', p') += (x, 1/2 E^T z): S4 (20), (25) */
static void correct(const lw_partition* k, int b, const double p[4], const double x[6], double q[7])
{
  double dp[4];
  lw_rotation_dot(dp, p, x + 3);
  for (int i = 0; i < 3; i++) q[i] += is_dependent(k, b, i) ? x[i] : 0.0;
  for (int i = 0; i < 4; i++) q[3 + i] += is_dependent(k, b, 3 + i) ? dp[i] : 0.0;
}

/* ---- solve with E2 ----------------------------------------------------------------------- */

/* Solve once with the factorisation at the present positions. */
static void solve_directly(lw_instance* s, double* u, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  const lw_partition* k = lw_partition_of(s);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memset(x, 0, 6 * sizeof *x);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) x[r] = s->open[c->row + r];
    }
  }
  lw_factor_solve(g, &k->factor[LW_E2], s->x, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      memcpy(u + 6 * b, s->x + g->node[i].x, 6 * sizeof *u);
      for (int n = 0; n < 3; n++) u[6 * b + n] *= s->length / sqrt(k->weight[7 * b + n]);
    }
  }
}

/* Solve for a motion u of all bodies, in pcg.u, with J u = open up to a residual; mainly
 * dependent coordinates move. The next correction reduces the residual further. That of the
 * direct solver comes from the regularisation; where it is large, near a singular position,
 * `slow` chooses conjugate gradients with the same factorisation.                         (11.2) */
static void solve(lw_instance* s, double residual, bool slow, const lw_threads* threads)
{
  lw_partition* k   = lw_partition_of(s);
  lw_pcg        pcg = k->pcg;
  if (s->model->settings.linear_solver == LW_DIRECT && !slow) {
    solve_directly(s, pcg.u, threads);
    return;
  }
  pcg.factor  = &k->factor[LW_E2];
  pcg.r       = s->open;
  const int n = lw_pcg_solve(s, &pcg, residual, threads);
  if (threads->id == 0 && s->model->settings.linear_solver == LW_PCG) {
    k->head->iterations    = fmax(k->head->iterations, n);
    k->head->usable[LW_E2] = n < 0 || n > LW_PCG_ITERATIONS_OLD ? 0.0 : k->head->usable[LW_E2];
  }
}

/* Compute the weights and, with the direct solver, the factorisation at the present positions. */
static bool prepare(lw_instance* s, const lw_threads* threads)
{
  if (s->model->settings.linear_solver == LW_DIRECT) {
    return lw_partition_factor(s, false, threads);
  }
  LW_FOR_MY_NODES(s->structure, threads, part, i)
  {
    if (s->structure->node[i].id < s->structure->nbody) {
      lw_partition_weigh(s, s->structure->node[i].id, false);
    }
  }
  return true;
}

/* ---- positions --------------------------------------------------------------------------- */

/* Scale the Euler parameters of y to unit length, set q, and compute rows and Jacobians. Returns
 * the norm of the rows, NaN where the dependent parameters of a body cannot give unit length. */
static double place(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  const lw_partition* k = lw_partition_of(s);
  lw_partial_clear(s, threads, LW_BAD_PIVOT);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      if (!normalise(k, b, y + 7 * b + 3)) {
        *lw_partial(s, part, LW_BAD_PIVOT) = 1.0;
      }
      lw_copy3(s->q[b].r, y + 7 * b);
      memcpy(s->q[b].p, y + 7 * b + 3, sizeof s->q[b].p);
    }
  }
  lw_pass_positions(s, t, threads);
  const bool bad = lw_partial_max(s, LW_BAD_PIVOT) > 0.0;
  return bad ? (double)NAN : lw_pass_violation(s, threads);
}

/* One correction of the dependent coordinates. Returns the new norm of the rows. */
static double correct_positions(lw_instance* s, double t, double y[], double norm, bool slow,
                                const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  const lw_partition* k = lw_partition_of(s);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = c->row; r < c->row + c->nrow; r++) s->open[r] = -s->Phi[r];
    }
  }
  solve(s, fmax(SOLVE_FRACTION * norm, 0.5 * CLOSED), slow, threads);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      correct(k, b, s->q[b].p, k->pcg.u + 6 * b, y + 7 * b);
    }
  }
  lw_threads_wait(threads);
  return place(s, t, y, threads);
}

/* S4 (19): Newton corrections of the dependent coordinates                               (11.2) */
static lw_status close_positions(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  lw_partition_head* head = lw_partition_of(s)->head;
  double             norm = place(s, t, y, threads), last = INFINITY;
  bool               prepared = false;
  int                n        = 0;
  for (; n < CORRECTIONS_MAX; n++) {
    if (norm <= CLOSED || (norm <= CLOSED_ENOUGH && !(norm < 0.5 * last))) {
      break;
    }
    if (!isfinite(norm)) {
      return LW_RETRY_NEWTON;
    }
    const bool slow = norm > SLOW * last;
    if ((!prepared || slow) && !prepare(s, threads)) {
      return LW_RETRY_SINGULAR;
    }
    prepared = true;
    last     = norm;
    norm     = correct_positions(s, t, y, norm, slow && n > 1, threads);
  }
  if (threads->id == 0 && s->model->settings.linear_solver == LW_DIRECT) {
    head->iterations = fmax(head->iterations, n);
  }
  if (!(norm <= CLOSED_ENOUGH)) {
    return LW_RETRY_NEWTON;
  }
  return prepared || prepare(s, threads) ? LW_OK : LW_RETRY_SINGULAR;
}

/* ---- velocities -------------------------------------------------------------------------- */

/* open = -Phi_t - Phi_q v; returns its norm */
static double rate_residuals(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_threads_wait(threads); /* until all threads have read the sum of the rows */
  lw_partial_clear(s, threads, LW_SUM_ROWS);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      continue;
    }
    const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
    lw_connector_prescribe_rate(s, g->node[i].id - g->nbody, t);
    for (int r = 0; r < c->nrow; r++) {
      const double e      = s->prescribed[c->row + r] - lw_partition_row(s, c, r, s->v);
      s->open[c->row + r] = e;
      const double angle  = e * s->row_unit[c->row + r];
      *lw_partial(s, part, LW_SUM_ROWS) += angle * angle;
    }
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_ROWS));
}

/* Make p . p' = 0 and compute the velocities of the bodies from y. */
static void set_velocities(lw_instance* s, double y[], const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      double* v = y + 7 * (g->nbody + b);
      make_tangent(lw_partition_of(s), b, s->q[b].p, v + 3);
      lw_copy3(s->v[b].v, v);
      lw_rotation_rate(s->v[b].w, s->q[b].p, v + 3);
    }
  }
}

/* S4 (24): corrections of the dependent velocities                                      (11.3) */
static lw_status close_velocities(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  set_velocities(s, y, threads);
  double norm = rate_residuals(s, t, threads), last = INFINITY;
  /* not below the rounding of the prescribed rates */
  const double rate   = lw_rate(s);
  const double closed = CLOSED_RATE * rate + 1e-14 * norm;
  for (int n = 0; n < CORRECTIONS_MAX && norm > closed; n++) {
    if (!isfinite(norm) || (norm <= CLOSED_RATE_ENOUGH * rate && !(norm < 0.5 * last))) {
      break;
    }
    const bool slow = norm > SLOW * last && n > 1;
    last            = norm;
    solve(s, fmax(SOLVE_FRACTION * norm, 0.5 * CLOSED_RATE * rate), slow, threads);
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      const int b = g->node[i].id;
      if (b < g->nbody) {
        correct(lw_partition_of(s), b, s->q[b].p, lw_partition_of(s)->pcg.u + 6 * b,
                y + 7 * (g->nbody + b));
      }
    }
    set_velocities(s, y, threads);
    norm = rate_residuals(s, t, threads);
  }
  return norm <= fmax(closed, CLOSED_RATE_ENOUGH * rate) ? LW_OK : LW_RETRY_NEWTON;
}

lw_status lw_partition_stabilise(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  lw_status status = close_positions(s, t, y, threads);
  if (status == LW_OK) {
    status = close_velocities(s, t, y, threads);
  }
  if (status == LW_OK) {
    lw_pass_finish(s, 0.0, threads);
  }
  return status;
}
