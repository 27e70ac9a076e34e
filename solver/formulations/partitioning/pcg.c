/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pcg.c - the reduced system of the constraints by preconditioned conjugate gradients.
 *
 *   lw_pcg_solve: the loop of base/conjugate_gradients.h over the operations
 *   precondition (one solve) -> direction and its product with E (two passes) -> move
 *
 *   reads    Jacobians, weights, an old factorisation
 *   writes   the arrays of lw_pcg, x
 *   theory   section 11.3
 *   cost     per iteration one solve with the old factorisation, 24 multiply-adds per row and side
 *
 * A thread works on the bodies and connectors of its parts, and sums are formed part by part: the
 * results have the same bits for any number of threads.
 */
#include "formulations/partitioning/pcg.h"

#include "base/conjugate_gradients.h"
#include "base/linalg.h"
#include "mechanics/passes.h"

/* Most iterations. In exact arithmetic there are at most as many as rows; a preconditioner that
 * needs more than this is useless. */
#define ITERATIONS_MAX 60

/* Solve for x = (0, r) with the old factorisation: z = -(rows of x) = (old matrix)^-1 r. */
static void solve_preconditioner(lw_instance* s, const lw_pcg* k, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memset(x, 0, 6 * sizeof *x);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) x[r] = k->r[c->row + r];
      if (k->turn && c->nrow >= 3) {
        lw_mat3_vec(x, k->turn + 9 * (node->id - g->nbody), k->r + c->row);
      }
    }
  }
  lw_factor_solve(g, k->factor, s->x, threads);
  if (!k->turn) {
    return;
  }
  lw_threads_wait(threads); /* until all threads have read the rows that are rotated here */
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    const int      n    = node->id - g->nbody;
    if (n >= 0 && g->connector[n].nrow >= 3) {
      double z[3];
      lw_copy3(z, s->x + node->x);
      lw_mat3_tvec(s->x + node->x, k->turn + 9 * n, z);
    }
  }
}

/* r . z */
static double preconditioned_norm(lw_instance* s, const lw_pcg* k, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_SUM_RZ);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c   = &g->connector[node->id - g->nbody];
      double*             sum = lw_partial(s, part, LW_SUM_RZ);
      for (int r = 0; r < c->nrow; r++) *sum -= k->r[c->row + r] * s->x[node->x + r];
    }
  }
  lw_threads_wait(threads);
  return lw_partial_sum(s, LW_SUM_RZ);
}

/* p = z + beta p */
static void update_direction(lw_instance* s, const lw_pcg* k, double beta,
                             const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) {
        double* p = &k->p[c->row + r];
        *p        = -s->x[node->x + r] + (beta != 0.0 ? beta * *p : 0.0);
      }
    }
  }
  lw_threads_wait(threads);
}

/* d = W^-1 (sum of J^T p over the connectors of the body): S4's resultant and acceleration
 * (11.5) */
static void accelerate_body(const lw_instance* s, const lw_pcg* k, int b)
{
  const lw_structure* g    = s->structure;
  double              f[6] = {0.0}, *d = k->d + 6 * b;
  for (int q = g->body_side[b]; q < g->body_side[b + 1]; q++) {
    const lw_side*      side = &g->side[g->body_side_list[q]];
    const lw_connector* c    = &g->connector[side->connector];
    for (int r = 0; r < c->nrow; r++) {
      const double* J = s->J + side->jac + 6 * r;
      for (int i = 0; i < 6; i++) f[i] += k->p[c->row + r] * J[i];
    }
  }
  for (int i = 0; i < 3; i++) d[i] = k->mass[b].move[i] * f[i];
  lw_mat3_vec(d + 3, k->mass[b].turn, f + 3);
}

/* e = J d of a connector; returns its part of p . e                                       (11.5) */
static double project_rows(const lw_instance* s, const lw_pcg* k, const lw_connector* c)
{
  double sum = 0.0;
  for (int r = 0; r < c->nrow; r++) {
    double e = 0.0;
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &s->structure->side[q];
      if (side->body != LW_GROUND) {
        const double *J = s->J + side->jac + 6 * r, *d = k->d + 6 * side->body;
        e += lw_dot(J, d) + lw_dot(J + 3, d + 3);
      }
    }
    k->e[c->row + r] = e;
    sum += k->p[c->row + r] * e;
  }
  return sum;
}

/* e = (Phi_q W^-1 Phi_q^T) p; returns p . e */
static double multiply(lw_instance* s, const lw_pcg* k, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      accelerate_body(s, k, g->node[i].id);
    }
  }
  lw_threads_wait(threads);
  lw_partial_clear(s, threads, LW_SUM_PQ);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      *lw_partial(s, part, LW_SUM_PQ) +=
          project_rows(s, k, &g->connector[g->node[i].id - g->nbody]);
    }
  }
  lw_threads_wait(threads);
  return lw_partial_sum(s, LW_SUM_PQ);
}

/* the square of a row of the residual as an angle                                         (4.19) */
static double square_of(const lw_instance* s, const lw_pcg* k, int row)
{
  const double angle = k->r[row] * s->row_unit[row];
  return angle * angle;
}

/* y += a p, r -= a e, u += a d; returns |r| */
static double add_direction(lw_instance* s, const lw_pcg* k, double a, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_SUM_ROWS);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      for (int n = 6 * id; n < 6 * id + 6; n++) k->u[n] += a * k->d[n];
    } else {
      const lw_connector* c   = &g->connector[id - g->nbody];
      double*             sum = lw_partial(s, part, LW_SUM_ROWS);
      for (int r = c->row; r < c->row + c->nrow; r++) {
        k->y[r] += a * k->p[r];
        k->r[r] -= a * k->e[r];
        *sum += square_of(s, k, r);
      }
    }
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_ROWS));
}

/* Set y and u to zero. Returns |r|. */
static double clear(lw_instance* s, const lw_pcg* k, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_threads_wait(threads); /* until all threads have read the sum of the rows */
  lw_partial_clear(s, threads, LW_SUM_ROWS);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      memset(k->u + 6 * id, 0, 6 * sizeof *k->u);
    } else {
      const lw_connector* c   = &g->connector[id - g->nbody];
      double*             sum = lw_partial(s, part, LW_SUM_ROWS);
      for (int r = c->row; r < c->row + c->nrow; r++) {
        k->y[r] = 0.0;
        *sum += square_of(s, k, r);
      }
    }
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_ROWS));
}

/* ---- the loop ---------------------------------------------------------------------------- */

/* A system with its instance, for the operations of one thread. */
typedef struct thread_system {
  lw_instance*      s;
  const lw_pcg*     k;
  const lw_threads* threads;
} thread_system;

static double precondition(void* system)
{
  const thread_system* x = system;
  solve_preconditioner(x->s, x->k, x->threads);
  return preconditioned_norm(x->s, x->k, x->threads);
}

static double set_direction(void* system, double beta)
{
  const thread_system* x = system;
  update_direction(x->s, x->k, beta, x->threads);
  return multiply(x->s, x->k, x->threads);
}

static double move(void* system, double alpha)
{
  const thread_system* x = system;
  return add_direction(x->s, x->k, alpha, x->threads);
}

int lw_pcg_solve(lw_instance* s, lw_pcg* k, double target, const lw_threads* threads)
{
  static const lw_cg operations = {precondition, set_direction, move};
  thread_system      system     = {s, k, threads};
  const double       norm       = clear(s, k, threads);
  const lw_cg_end    end =
      lw_conjugate_gradients(&operations, &system, norm, target, 0.0, ITERATIONS_MAX);
  return end.closed ? end.n : -1;
}
