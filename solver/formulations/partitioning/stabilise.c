/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stabilise.c - back onto the constraints by the dependent coordinates.
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

/* Corrections of positions and of velocities. Each leaves about 1e-5 of what was open, S4's
 * weight, and the square of the move: three are plenty from within the error of a step. */
#define CORRECTIONS 12
/* Rows that are open by less than this [m] are closed; what does not get there but to 1e-10,
 * which is what we promise, is at the end of its digits. Velocities likewise. */
#define CLOSED 1e-12
#define CLOSED_ENOUGH 1e-10
#define CLOSED_RATE 1e-11
#define CLOSED_RATE_ENOUGH 1e-9
/* A new factorisation where a correction leaves more than this. */
#define SLOW 0.1
/* Dependent Euler parameters of a body that are shorter than this cannot make up for the others. */
#define SHORTEST 1e-3
/* What a correction leaves open of the rows, well below S4's 1e-5. */
#define FRACTION 1e-7

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

/* ---- one body ------------------------------------------------------------------------------ */

static bool is_dependent(const lw_partition* k, int b, int i)
{
  return k->weight[7 * b + i] < LW_HEAVY;
}

/* |p| = 1 by the dependent parameters alone: S4 section 2.1 */
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

/* p . p' = 0 by the dependent rates alone */
static void make_tangent(const lw_partition* k, int b, const double p[4], double pd[4])
{
  double normal = 0.0, free = 0.0;
  for (int i = 0; i < 4; i++) {
    normal += p[i] * pd[i];
    free += is_dependent(k, b, 3 + i) ? p[i] * p[i] : 0.0;
  }
  for (int i = 0; i < 4; i++) pd[i] -= is_dependent(k, b, 3 + i) ? normal / free * p[i] : 0.0;
}

/* dependent components of (r, p) or (r', p') += (x, 1/2 E^T z)                   S4 (20), (25) */
static void correct(const lw_partition* k, int b, const double p[4], const double x[6], double q[7])
{
  double dp[4];
  lw_rotation_dot(dp, p, x + 3);
  for (int i = 0; i < 3; i++) q[i] += is_dependent(k, b, i) ? x[i] : 0.0;
  for (int i = 0; i < 4; i++) q[3 + i] += is_dependent(k, b, 3 + i) ? dp[i] : 0.0;
}

/* ---- solve with E2 ------------------------------------------------------------------------- */

/* by one solve with the factorisation of these positions */
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

/* u of all bodies, in pcg.u, such that J u = open up to `left`; only dependent coordinates move
 * noticeably. What it leaves open the next correction sees. The direct solver leaves what the
 * regularisation does; where that is much, near a singular position, `slowly` asks for conjugate
 * gradients with the same factorisation.                                                  (11.2) */
static void solve(lw_instance* s, double left, bool slowly, const lw_threads* threads)
{
  lw_partition* k   = lw_partition_of(s);
  lw_pcg        pcg = k->pcg;
  if (s->model->settings.linear_solver == LW_DIRECT && !slowly) {
    solve_directly(s, pcg.u, threads);
    return;
  }
  pcg.factor  = &k->factor[LW_E2];
  pcg.r       = s->open;
  const int n = lw_pcg_solve(s, &pcg, left, threads);
  if (threads->id == 0 && s->model->settings.linear_solver == LW_PCG) {
    k->head->iterations    = fmax(k->head->iterations, n);
    k->head->usable[LW_E2] = n < 0 || n > LW_PCG_WORN ? 0.0 : k->head->usable[LW_E2];
  }
}

/* weights and, with the direct solver, the factorisation at the present positions */
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

/* ---- positions ------------------------------------------------------------------------------ */

/* unit Euler parameters, then rows and Jacobians; returns the norm of the rows, NaN where a body
 * has no dependent parameters left */
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

/* S4 (19): Newton corrections of the dependent coordinates                               (11.2) */
static lw_status close_positions(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  const lw_structure* g    = s->structure;
  double              norm = place(s, t, y, threads), last = INFINITY;
  bool                stale = true;
  int                 n     = 0;
  for (; n < CORRECTIONS; n++) {
    if (norm <= CLOSED || (norm <= CLOSED_ENOUGH && !(norm < 0.5 * last))) {
      break;
    }
    if (!isfinite(norm)) {
      return LW_RETRY_NEWTON;
    }
    const bool slow = norm > SLOW * last;
    if ((stale || slow) && !prepare(s, threads)) {
      return LW_RETRY_SINGULAR;
    }
    stale = false;
    last  = norm;
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      if (g->node[i].id >= g->nbody) {
        const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
        for (int r = c->row; r < c->row + c->nrow; r++) s->open[r] = -s->Phi[r];
      }
    }
    solve(s, fmax(FRACTION * norm, 0.5 * CLOSED), slow && n > 1, threads);
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      const int b = g->node[i].id;
      if (b < g->nbody) {
        correct(lw_partition_of(s), b, s->q[b].p, lw_partition_of(s)->pcg.u + 6 * b, y + 7 * b);
      }
    }
    lw_threads_wait(threads);
    norm = place(s, t, y, threads);
  }
  if (threads->id == 0 && s->model->settings.linear_solver == LW_DIRECT) {
    lw_partition_of(s)->head->iterations = fmax(lw_partition_of(s)->head->iterations, n);
  }
  if (!(norm <= CLOSED_ENOUGH)) {
    return LW_RETRY_NEWTON;
  }
  return !stale || prepare(s, threads) ? LW_OK : LW_RETRY_SINGULAR;
}

/* ---- velocities ----------------------------------------------------------------------------- */

/* open = -Phi_t - Phi_q v; returns its norm */
static double rate_residuals(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_threads_wait(threads); /* a thread may still be reading the sum of the rows */
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
      *lw_partial(s, part, LW_SUM_ROWS) += e * e;
    }
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_ROWS));
}

/* p . p' = 0, and the velocities of the bodies */
static void move(lw_instance* s, double y[], const lw_threads* threads)
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

/* S4 (24)                                                                                (11.3) */
static lw_status close_velocities(lw_instance* s, double t, double y[], const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  move(s, y, threads);
  double norm = rate_residuals(s, t, threads), last = INFINITY;
  /* never below the rounding of what was asked for */
  const double closed = CLOSED_RATE + 1e-14 * norm;
  for (int n = 0; n < CORRECTIONS && norm > closed; n++) {
    if (!isfinite(norm) || (norm <= CLOSED_RATE_ENOUGH && !(norm < 0.5 * last))) {
      break;
    }
    const bool slow = norm > SLOW * last && n > 1;
    last            = norm;
    solve(s, fmax(FRACTION * norm, 0.5 * CLOSED_RATE), slow, threads);
    LW_FOR_MY_NODES(g, threads, part, i)
    {
      const int b = g->node[i].id;
      if (b < g->nbody) {
        correct(lw_partition_of(s), b, s->q[b].p, lw_partition_of(s)->pcg.u + 6 * b,
                y + 7 * (g->nbody + b));
      }
    }
    move(s, y, threads);
    norm = rate_residuals(s, t, threads);
  }
  return norm <= fmax(closed, CLOSED_RATE_ENOUGH) ? LW_OK : LW_RETRY_NEWTON;
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
