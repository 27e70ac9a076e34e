/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.c - the multipliers of least norm among all that exert the same forces.
 *
 *   reads    lambda, J
 *   writes   reaction
 *   theory   section 6.2
 *   cost     one factorisation and some solves, only with loops and only when asked for
 *
 * lambda has the least norm in the metric of the regularisation, which is that of the masses.
 * What is reported is the least norm of forces and torques themselves: lambda' = E^-1 Phi y, E =
 * 1, which comes nearest to lambda. It is found by conjugate gradients on y, with
 *
 *   [ d W    Phi_q^T ] [ z ]   [ Phi_q^T (lambda - lambda') ]
 *   [ Phi_q  -E      ] [ . ] = [ 0                          ]                             (6.4)
 *
 * as preconditioner. It does not depend on the order of anything, and not on how well the matrix
 * could be factored: each step adds a combination of columns of Phi, never a part that exerts no
 * forces.
 */
#include "simulation/reactions.h"

#include "base/linalg.h"
#include "mechanics/body.h"
#include "mechanics/passes.h"

/* d: in the factor stand numbers up to 1/d next to those of dependent rows, which are 1, and
 * explicit inverses multiply them twice: 1e-16 / d^2 of a pivot is lost, 1e-4. Directions with a
 * squared singular value far above d are found in the first steps. */
#define METRIC 1e-6
/* Each step finds one direction that is not far above d. Few are, even next to singular
 * postures. */
#define PASSES_MAX 30
/* What is left of lambda: rounding of Phi^T r, 1e-16, over the root of d. */
#define LEFT 1e-13

/* Rows that are open by v do not quite depend on each other: a direction that should exert no
 * forces has a singular value of some v / L, and shows up as that over the root of d. */
#define OPEN_ROWS 10.0
/* Even so the first steps are taken. */
#define LEFT_MOST 1e-4
/* Where that leaves more than this, plain steps follow. Each of them leaves d / sigma^2 of what
 * has the singular value sigma, and takes (v / L)^2 / d of what should exert no forces;
 * conjugate gradients would take more, to make up for its small force. */
#define LEFT_PLAIN 1e-8
#define PASSES_PLAIN 2
/* as long as that is little */
#define TAKEN_MOST 1e-7

/* x = (Phi^T open, 0) */
static void gather_forces(lw_instance* s)
{
  const lw_structure* g = s->structure;
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id >= g->nbody) {
      for (int r = 0; r < node->d_max; r++) x[r] = 0.0;
      continue;
    }
    double f[6] = {0.0}; /* not in x: the compiler could not tell it from J */
    for (int k = g->body_side[node->id]; k < g->body_side[node->id + 1]; k++) {
      const lw_side*      side = &g->side[g->body_side_list[k]];
      const lw_connector* c    = &g->connector[side->connector];
      const double *      J = s->J + side->jac, *open = s->open + c->row;
      for (int r = 0; r < c->nrow; r++) {
        for (int e = 0; e < 6; e++) f[e] += open[r] * J[6 * r + e];
      }
    }
    memcpy(x, f, sizeof f);
  }
}

/* Where a vector over all nodes has the rows of a connector. */
static double* rows_of(const lw_structure* g, double* x, int connector)
{
  return x + g->node[g->position[g->nbody + connector]].x;
}

/* rows of x = Phi z, z its bodies; returns open . Phi z */
static double gather_rows(lw_instance* s)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    double*             w = rows_of(g, s->x, k);
    for (int r = 0; r < c->nrow; r++) w[r] = 0.0;
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &g->side[q];
      double         z[6];
      if (side->body == LW_GROUND) {
        continue;
      }
      memcpy(z, s->x + g->node[g->position[side->body]].x, sizeof z);
      for (int r = 0; r < c->nrow; r++) {
        const double* J = s->J + side->jac + 6 * r;
        w[r] += lw_dot(J, z) + lw_dot(J + 3, z + 3);
      }
    }
    for (int r = 0; r < c->nrow; r++) sum += s->open[c->row + r] * w[r];
  }
  return sum;
}

/* direction = E^-1 Phi z + beta direction; returns direction . E direction */
static double turn_direction(lw_instance* s, double* direction, double beta)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    const double*       w = rows_of(g, s->x, k);
    for (int r = 0; r < c->nrow; r++) {
      double* d = &direction[c->row + r];
      *d        = w[r] / s->weight[c->row + r] + (beta != 0.0 ? beta * *d : 0.0);
      sum += s->weight[c->row + r] * *d * *d;
    }
  }
  return sum;
}

/* take all of lambda as what the reactions lack; returns lambda . E lambda */
static double begin(lw_instance* s)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) {
      s->open[r]     = s->lambda[r];
      s->reaction[r] = 0.0;
      sum += s->weight[r] * s->lambda[r] * s->lambda[r];
    }
  }
  return sum;
}

static void move(lw_instance* s, double f, const double* direction)
{
  const lw_structure* g = s->structure;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) {
      s->reaction[r] += f * direction[r];
      s->open[r] -= f * direction[r];
    }
  }
}

void lw_reactions_factor(lw_instance* s, double turn)
{
  const lw_threads alone  = LW_ALONE;
  const double     t      = METRIC * turn;
  const lw_inertia plain  = {.m     = METRIC,
                             .m_inv = 1.0 / METRIC,
                             .J_tan = {t, 0, 0, 0, t, 0, 0, 0, t},
                             .J_inv = {1 / t, 0, 0, 0, 1 / t, 0, 0, 0, 1 / t}};
  const lw_matrix  matrix = {.inertia = &plain, .J = s->J, .eps = s->weight, .uniform = true};
  lw_invalidate(s, LW_FACTORISATION);
  lw_factor_compute(s->structure, &matrix, &s->factor, &alone);
}

/* what is left of lambda, without conjugation */
static void plain_steps(lw_instance* s, double* direction)
{
  const lw_threads alone = LW_ALONE;
  for (int pass = 0; pass < PASSES_PLAIN; pass++) {
    gather_forces(s);
    lw_factor_solve(s->structure, &s->factor, s->x, &alone);
    (void)gather_rows(s);
    (void)turn_direction(s, direction, 0.0);
    move(s, 1.0, direction);
  }
}

void lw_reactions_least(lw_instance* s)
{
  const lw_structure* g         = s->structure;
  const lw_threads    alone     = LW_ALONE;
  double*             direction = s->prescribed;
  double              last      = 0.0;
  const double        open      = lw_pass_violation(s, &alone) / s->length;
  const double        left      = fmin(LEFT_MOST, fmax(LEFT, OPEN_ROWS * open / sqrt(METRIC)));
  const double        enough    = left * left * begin(s);
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    gather_forces(s);
    lw_factor_solve(g, &s->factor, s->x, &alone);
    const double norm = gather_rows(s);
    const double length =
        norm > enough ? turn_direction(s, direction, pass ? norm / last : 0.0) : 0.0;
    if (!(length > 0.0)) {
      break;
    }
    move(s, norm / length, direction);
    last = norm;
  }
  if (left > LEFT_PLAIN && open * open <= TAKEN_MOST * METRIC) {
    plain_steps(s, direction);
  }
}

void lw_reactions_update(lw_instance* s)
{
  const lw_structure* g = s->structure;
  if (lw_is_current(s, LW_REACTIONS)) {
    return;
  }
  lw_set_current(s, LW_REACTIONS);
  memcpy(s->reaction, s->lambda, (size_t)g->nrow_all * sizeof *s->reaction);
  if (g->is_tree) {
    return;
  }
  const lw_threads alone = LW_ALONE;
  lw_pass_jacobians(s, &alone);
  double turn = 0.0;
  for (int k = 0; k < g->nrow_all; k++) s->weight[k] = 1.0;
  for (int q = 0; q < g->nside; q++) {
    for (int r = 0; r < g->connector[g->side[q].connector].nrow; r++) {
      const double* J = s->J + g->side[q].jac + 6 * r + 3;
      turn            = fmax(turn, lw_dot(J, J));
    }
  }
  lw_reactions_factor(s, turn > 0.0 ? turn : 1.0);
  lw_reactions_least(s);
}
