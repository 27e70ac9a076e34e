/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * close_rows.c - change velocities, or what else constraint rows act on, until the rows are
 * closed.
 *
 *   reads    Jacobians, factorisation, prescribed
 *   writes   open, x; the vector that is changed and its multipliers
 *   theory   section 4.2
 *   cost     a solve per pass: one without loops, two or three with them
 *
 * One solve leaves eps/(eps + s) of what a row asks for, s its eigenvalue of Phi M^-1 Phi^T.
 * Passes repeat it with what is left. Where that contracts slowly, near a singular
 * configuration, conjugate gradients on the multipliers take over, with the factorisation as
 * preconditioner.
 */
#include "step/close_rows.h"

#include "base/linalg.h"
#include "formulas/body.h"
#include "mechanics/connectors.h"
#include "mechanics/kernels.h"
#include "mechanics/passes.h"
#include "step/iterate.h"

/* Passes of conjugate gradients: each removes one eigenvalue that is not large against the
 * regularisation, of which there are few. With a penalty of the file they may be as many as rows,
 * which rounding makes twice as many passes; long chains need no more than the second number. */
#define PASSES_MAX 20
#define PASSES_PENALTY 400
/* Passes at the start of a simulation with all masses equal, for rows that nearly depend on each
 * other: 21 of them in a net of 84 joints with a singular value of 6e-6. */
#define PASSES_START 100

/* Fraction of its terms that a sum p . Phi_q M^-1 Phi_q^T p keeps by rounding where it is zero:
 * 1e-16 with some room for the digits that a solve loses. */
#define ROUNDING 1e-14

/* Positions are closed to 1e-12 of the length (LW_SOLVED_FRACTION of LW_CLOSED). Along a
 * combination of rows with an eigenvalue s of the scaled matrix they are then known to
 * 1e-12 / sqrt(s), and velocities to 1e-12 / s of the largest one. Where that is more than
 * LW_NOISE_FRACTION, a pass that moves them by more than it brings noise. */
#define NOISY (1e-12 / LW_NOISE_FRACTION)

/* open = prescribed - Phi_q u on a connector's rows, also as right-hand side; returns its square */
static double row_residuals(lw_instance* s, const lw_connector* c, const lw_twist* u, double* x)
{
  double sum = 0.0;
  for (int r = 0; r < c->nrow; r++) {
    double e = s->prescribed[c->row + r];
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &s->structure->side[q];
      if (side->body != LW_GROUND) {
        const double* J = s->J + side->jac + 6 * r;
        e -= lw_twist_dot(J, &u[side->body]);
      }
    }
    s->open[c->row + r] = e;
    x[r]                = e;
    const double angle  = e * s->row_unit[c->row + r];
    sum += angle * angle;
  }
  return sum;
}

void lw_part_row_residuals(lw_instance* s, int part, const lw_twist* u)
{
  const lw_structure* g   = s->structure;
  double              sum = s->kernels->row_residual(s, LW_POINTS_OF(s, part), u);
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    const int k = g->single_connectors.id[i];
    sum += row_residuals(s, &g->connector[k], u, s->x + g->offset[g->nbody + k]);
  }
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->stiff; i++) {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = c->nrow; r < c->nrow + c->nsoft; r++) s->x[node->x + r] = 0.0;
    }
  }
  *lw_partial(s, part, LW_SUM_RESIDUAL_ROWS) = sum;
}

double lw_level_residual(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_part_row_residuals(s, part, u);
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_RESIDUAL_ROWS));
}

double lw_row_residuals(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      memset(s->x + g->node[i].x, 0, 6 * sizeof *s->x);
    }
  }
  return lw_level_residual(s, u, threads);
}

void lw_add_solution(lw_instance* s, double f, const double* d, lw_twist* u, double* lambda,
                     const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    s->kernels->add_velocity(s, LW_BODIES_OF(s, part), f, d, u, NULL);
    if (lambda) {
      lw_connectors_add_multipliers(s, part, f, d, lambda);
    }
  }
  lw_threads_wait(threads);
}

/* size of a motion of a body as (3.7) measures it, squared */
static double length_of(const lw_instance* s, const double v[3], const double w[3])
{
  return lw_increment_square(v, w, s->length_weight);
}

double lw_largest(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_MAX_VELOCITY);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      double* most = lw_partial(s, part, LW_MAX_VELOCITY);
      *most        = lw_larger(*most, length_of(s, u[b].v, u[b].w));
    }
  }
  lw_threads_wait(threads);
  const double most = sqrt(lw_partial_max(s, LW_MAX_VELOCITY));
  lw_threads_wait(threads);
  return most;
}

/* r . z over all rows, z = -(rows of the solution)                                      (4.9) */
static double preconditioned_norm(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_SUM_RZ);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) {
        *lw_partial(s, part, LW_SUM_RZ) -= s->open[c->row + r] * s->x[node->x + r];
      }
    }
  }
  lw_threads_wait(threads);
  return lw_partial_sum(s, LW_SUM_RZ);
}

/* direction = solution + beta direction; then p . (Phi_q d), p = -(its rows), or zero where that
 * is rounding: p is a combination of rows that depend on each other then, and a step along it
 * would be noise                                                                           (4.9) */
static double turn_direction(lw_instance* s, double beta, const lw_threads* threads)
{
  const lw_structure* g     = s->structure;
  const double*       scale = s->equal_masses ? s->weight : s->row_scale;
  lw_partial_clear(s, threads, LW_MAX_VELOCITY);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    for (int k = node->x; k < node->x + node->d_max; k++) {
      s->direction[k] = s->x[k] + (beta != 0.0 ? beta * s->direction[k] : 0.0);
    }
    if (node->id < g->nbody) {
      double*       most = lw_partial(s, part, LW_MAX_VELOCITY);
      const double* d    = s->direction + node->x;
      *most              = lw_larger(*most, length_of(s, d, d + 3));
    }
  }
  lw_threads_wait(threads);
  lw_partial_clear(s, threads, LW_SUM_PQ);
  lw_partial_clear(s, threads, LW_SUM_PP);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id < g->nbody) {
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      double q = 0.0;
      for (int k = c->side; k < c->side + c->nside; k++) {
        const lw_side* side = &g->side[k];
        if (side->body != LW_GROUND) {
          const double* J = s->J + side->jac + 6 * r;
          const double* d = s->direction + g->node[g->position[side->body]].x;
          q += lw_row_dot(J, d);
        }
      }
      const double p = s->direction[node->x + r];
      *lw_partial(s, part, LW_SUM_PQ) -= p * q;
      *lw_partial(s, part, LW_SUM_PP) += p * p * scale[c->row + r];
    }
  }
  lw_threads_wait(threads);
  const double pq = lw_partial_sum(s, LW_SUM_PQ);
  return pq > ROUNDING * lw_partial_sum(s, LW_SUM_PP) ? pq : 0.0;
}

/* ---- passes -------------------------------------------------------------------------------- */

/* What is closed: u moves mass-orthogonally, lambda with it. */
typedef struct level {
  lw_instance*      s;
  lw_twist*         u;
  double*           lambda;
  const lw_threads* threads;
} level;

static bool plain_pass(void* data)
{
  const level* l = data;
  lw_pass_solve_rows(l->s, l->threads);
  lw_add_solution(l->s, 1.0, l->s->x, l->u, l->lambda, l->threads);
  return false; /* the rows themselves tell */
}

static double measure_rows(void* data)
{
  const level* l = data;
  return lw_level_residual(l->s, l->u, l->threads);
}

/* Conjugate gradients on the multipliers, from the rows that are open. With a `limit`, no pass that
 * moves u by more than it closes rows that are next to dependent.                          (4.9) */
static double close_by_gradients(const level* l, double norm, double target, double limit,
                                 bool* slow)
{
  lw_instance* s    = l->s;
  const int    rows = s->model->settings.penalty > 0.0 ? 2 * s->structure->nrow : 0;
  const int    most =
      s->equal_masses ? PASSES_START : PASSES_MAX + (rows < PASSES_PENALTY ? rows : PASSES_PENALTY);
  double rz = 0.0;
  for (int pass = 0; pass < most && norm > target; pass++) {
    const double old = rz;
    lw_pass_solve_rows(s, l->threads);
    rz              = preconditioned_norm(s, l->threads);
    const double pq = turn_direction(s, pass > 0 ? rz / old : 0.0, l->threads);
    if (!(rz > 0.0) || !(pq > 0.0)) {
      break; /* rounding, or rows that contradict each other */
    }
    /* Along an eigenvalue s the step is 1 + eps/s, and a plain pass leaves eps/(eps + s). (4.16) */
    if (slow && (1.0 - LW_CONTRACTION_MAX) * rz > pq) {
      *slow = true;
    }
    if (pq < NOISY * lw_partial_sum(s, LW_SUM_PP) &&
        rz / pq * sqrt(lw_partial_max(s, LW_MAX_VELOCITY)) > limit) {
      break;
    }
    lw_add_solution(s, rz / pq, s->direction, l->u, l->lambda, l->threads);
    norm = lw_level_residual(s, l->u, l->threads);
  }
  return norm;
}

double lw_close_rows(lw_instance* s, lw_twist* u, double* lambda, double norm, double target,
                     double fraction, bool* slow, const lw_threads* threads)
{
  level l = {s, u, lambda, threads};
  norm    = lw_close_by_passes(&l, norm, target, plain_pass, measure_rows);
  if (norm > target) {
    lw_pass_jacobians(s, threads);
    const double limit = fraction > 0.0 ? fraction * lw_largest(s, u, threads) : (double)INFINITY;
    norm               = close_by_gradients(&l, norm, target, limit, slow);
  }
  return norm;
}
