/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_coordinates.c - hold joint coordinates and rates at prescribed values during the assembly.
 *
 *   lw_hold_positions, lw_hold_rates: errors of the coordinates -> correct
 *   correct: mobility matrix of the held coordinates (4.13) -> solve it -> change of the solution x
 *
 *   reads    positions and their factorisation
 *   writes   x, v
 *   theory   section 4.6
 *   cost     n + 1 solves for n coordinates
 */
#include "base/definite.h"
#include "base/linalg.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "simulation/initial_coordinates.h"
#include "step/project.h"

/* A coordinate is determined by the constraints and the other held coordinates if its mobility
 * is below this fraction of that without constraints; its q0 is then ignored. Regularisation
 * leaves 1e-7. */
#define MOBILITY_MIN 1e-5

/* The gradient G of a held coordinate at the present pose of its joint. */
static lw_coordinate gradient_of(const lw_instance* s, const lw_held* held)
{
  lw_coordinate c;
  lw_joint_coordinate(s->model->joint[held->joint].type, held->coordinate, &s->place[held->joint],
                      &c);
  return c;
}

/* x += f G^T on the bodies of a held coordinate */
static void add_gradient(lw_instance* s, const lw_held* held, double f)
{
  const lw_joint*     joint = &s->model->joint[held->joint];
  const lw_structure* g     = s->structure;
  const lw_coordinate c     = gradient_of(s, held);
  for (int i = 0; i < 6; i++) {
    if (joint->parent != LW_GROUND) {
      s->x[g->node[g->position[joint->parent]].x + i] += f * c.J_A[i];
    }
    if (joint->child != LW_GROUND) {
      s->x[g->node[g->position[joint->child]].x + i] += f * c.J_B[i];
    }
  }
}

/* G x */
static double along_gradient(const lw_instance* s, const lw_held* held, const double* x)
{
  const lw_joint*     joint = &s->model->joint[held->joint];
  const lw_structure* g     = s->structure;
  const lw_coordinate c     = gradient_of(s, held);
  double              sum   = 0.0;
  for (int i = 0; i < 6; i++) {
    if (joint->parent != LW_GROUND) {
      sum += c.J_A[i] * x[g->node[g->position[joint->parent]].x + i];
    }
    if (joint->child != LW_GROUND) {
      sum += c.J_B[i] * x[g->node[g->position[joint->child]].x + i];
    }
  }
  return sum;
}

/* G M^-1 G^T, the mobility of a coordinate without constraints */
static double free_mobility(lw_instance* s, const lw_held* held)
{
  const lw_joint*     joint   = &s->model->joint[held->joint];
  const lw_coordinate c       = gradient_of(s, held);
  const int           body[2] = {joint->parent, joint->child};
  const double*       J[2]    = {c.J_A, c.J_B};
  double              sum     = 0.0;
  for (int e = 0; e < 2; e++) {
    if (body[e] != LW_GROUND) {
      const lw_inertia* inertia = &s->inertia[body[e]];
      double            w[3];
      lw_body_invert(s, body[e]);
      lw_mat3_vec(w, inertia->J_inv, J[e] + 3);
      sum += inertia->m_inv * lw_dot(J[e], J[e]) + lw_dot(J[e] + 3, w);
    }
  }
  return sum;
}

/* Compute the mobility matrix S = G A^-1 G^T, A the matrix of (5.1), scaled so that S_kk is at most
 * about 1.
 *   Changes     x */
static void fill_hold_matrix(lw_instance* s, const lw_held* held, int n)
{
  const lw_threads alone = LW_ALONE;
  for (int k = 0; k < n; k++) s->hold_scale[k] = 1.0 / sqrt(free_mobility(s, &held[k]));
  for (int k = 0; k < n; k++) {
    memset(s->x, 0, (size_t)s->structure->nx * sizeof *s->x);
    add_gradient(s, &held[k], s->hold_scale[k]);
    lw_pass_solve(s, &alone);
    for (int l = 0; l < n; l++) {
      s->hold[n * k + l] = s->hold_scale[l] * along_gradient(s, &held[l], s->x);
    }
  }
}

_Static_assert(LW_HELD_MAX <= LW_SEMIDEFINITE_MAX, "room for all held coordinates");

/* x = x + A^-1 G^T mu with S mu = e - G x                                                    (4.13)
 *   Changes     e: errors of the coordinates, scratch afterwards */
static void correct(lw_instance* s, const lw_held* held, int n, double e[])
{
  const lw_threads alone = LW_ALONE;
  const size_t     bytes = (size_t)s->structure->nx * sizeof *s->x;
  memcpy(s->direction, s->x, bytes);
  fill_hold_matrix(s, held, n);
  for (int k = 0; k < n; k++) {
    e[k] = s->hold_scale[k] * (e[k] - along_gradient(s, &held[k], s->direction));
  }
  lw_semidefinite_solve(n, s->hold, MOBILITY_MIN, e);
  memset(s->x, 0, bytes);
  for (int k = 0; k < n; k++) add_gradient(s, &held[k], s->hold_scale[k] * e[k]);
  lw_pass_solve(s, &alone);
  for (int i = 0; i < s->structure->nx; i++) s->x[i] += s->direction[i];
}

void lw_hold_positions(lw_instance* s)
{
  double    e[LW_HELD_MAX];
  const int n = s->hold_positions ? s->nheld[0] : 0;
  for (int k = 0; k < n; k++) {
    const lw_held* held = &s->held[0][k];
    lw_coordinate  c;
    e[k] = s->value[held->slot] - lw_joint_coordinate_value(s, held->joint, held->coordinate, &c);
  }
  if (n > 0) {
    correct(s, s->held[0], n, e);
  }
}

double lw_hold_rates(lw_instance* s, double t, double violation)
{
  const lw_structure* g     = s->structure;
  const lw_threads    alone = LW_ALONE;
  const int           n     = s->carries ? s->nheld[1] : 0;
  /* each round reduces the error to 1e-7 of it, because of the regularisation */
  for (int round = 0; round < 3 && n > 0; round++) {
    double e[LW_HELD_MAX];
    memset(s->x, 0, (size_t)g->nx * sizeof *s->x);
    for (int b = 0; b < g->nbody; b++) {
      double* x = s->x + g->node[g->position[b]].x;
      lw_copy3(x, s->v[b].v);
      lw_copy3(x + 3, s->v[b].w);
    }
    for (int k = 0; k < n; k++) e[k] = s->value[s->held[1][k].slot];
    correct(s, s->held[1], n, e);
    for (int b = 0; b < g->nbody; b++) {
      const double* x = s->x + g->node[g->position[b]].x;
      lw_copy3(s->v[b].v, x);
      lw_copy3(s->v[b].w, x + 3);
    }
    violation = lw_project_velocities(s, t, &alone);
  }
  return violation;
}
