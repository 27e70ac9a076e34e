/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.c - the multipliers of least norm among all that exert the same forces.
 *
 *   reads    lambda, J
 *   writes   reaction
 *   theory   section 6.2
 *   cost     one factorisation and two or three solves, only with loops and only when asked for
 *
 * lambda has the least norm in the metric of the regularisation, which is that of the masses. What is
 * reported is the least norm of forces and torques themselves: lambda' = Phi y with
 *
 *   [ d W   Phi^T ] [ y       ]   [ Phi^T lambda ]
 *   [ Phi   -1    ] [ lambda' ] = [ 0            ]                                       (6.4)
 *
 * for d -> 0. It does not depend on the order of anything.
 */
#include "reactions.h"

#include "bodies.h"
#include "linalg.h"

/* d: the forces that are lost in one pass, d/(d + s^2), s a singular value of Phi; the digits that are
 * lost in the factorisation. 1e-8 shares the sixteen digits between the two. */
#define METRIC 1e-8
/* A direction with s^2 = 1e-8 halves in each pass: what weaker ones hold is left where it is. */
#define PASSES_MAX 6

/* right-hand side: what the reactions still lack of the forces of lambda; returns its largest entry */
static double residual(lw_instance* s, const double* lambda, const double* reaction)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0;
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id >= g->nbody) {
      for (int r = 0; r < node->d_max; r++) x[r] = 0.0;
      continue;
    }
    for (int k = 0; k < 6; k++) x[k] = 0.0;
    for (int k = g->body_side[node->id]; k < g->body_side[node->id + 1]; k++) {
      const lw_side*      side = &g->side[g->body_side_list[k]];
      const lw_connector* c    = &g->connector[side->connector];
      for (int r = 0; r < c->nrow; r++) {
        const double f = lambda[c->row + r] - reaction[c->row + r];
        for (int e = 0; e < 6; e++) x[e] += f * s->J[side->jac + 6 * r + e];
      }
    }
    for (int k = 0; k < 6; k++) most = fmax(most, fabs(x[k]));
  }
  return most;
}

void lw_reactions_update(lw_instance* s)
{
  const lw_structure* g     = s->structure;
  const lw_team       alone = {0, 1};
  const size_t        bytes = (size_t)g->nrow_all * sizeof *s->reaction;
  if (s->reaction_valid) {
    return;
  }
  s->reaction_valid = true;
  memcpy(s->reaction, s->lambda, bytes);
  if (g->is_tree) {
    return;
  }
  const double     turn   = METRIC * s->length * s->length;
  const lw_inertia plain  = {.m     = METRIC,
                             .m_inv = 1.0 / METRIC,
                             .J_tan = {turn, 0, 0, 0, turn, 0, 0, 0, turn},
                             .J_inv = {1 / turn, 0, 0, 0, 1 / turn, 0, 0, 0, 1 / turn}};
  const lw_matrix  matrix = {&plain, s->J, s->eps, false, true};
  s->factor_valid         = false;
  if (lw_factor_compute(g, &matrix, &s->factor, &alone)) {
    return; /* the reactions stay as they are */
  }
  memset(s->reaction, 0, bytes);
  double first = residual(s, s->lambda, s->reaction), left = first;
  for (int pass = 0; pass < PASSES_MAX && left > 1e-12 * first; pass++) {
    const double last = left;
    lw_factor_solve(g, &s->factor, s->x, &alone);
    for (int k = 0; k < g->nconnector; k++) {
      const lw_connector* c = &g->connector[k];
      const double*       x = s->x + g->node[g->position[g->nbody + k]].x;
      for (int r = 0; r < c->nrow; r++) s->reaction[c->row + r] += x[r];
    }
    left = residual(s, s->lambda, s->reaction);
    if (!(left < 0.9 * last)) {
      break;
    }
  }
}
