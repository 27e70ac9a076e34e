/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.c - the multipliers of least norm among all that exert the same forces.
 *
 *   reads    lambda, J
 *   writes   reaction
 *   theory   section 6.2
 *   cost     one factorisation and some solves, only with loops and when a reaction is read
 *
 * lambda has the least norm in the metric of the regularisation, which is that of the masses.
 * Outputs report the least norm of forces and torques themselves, torques divided by the
 * characteristic length: the lambda' = E^-1 Phi y that is closest to lambda, with the E of (6.6).
 * It is found by conjugate gradients on y, with
 *
 *   [ d W    Phi_q^T ] [ z ]   [ Phi_q^T (lambda - lambda') ]
 *   [ Phi_q  -E      ] [ . ] = [ 0                          ]                             (6.4)
 *
 * as preconditioner. The result depends neither on the order of elimination nor on the accuracy of
 * the factorisation: each step adds a combination of columns of Phi, never a self-stress.
 */
#include "simulation/reactions.h"

#include "base/conjugate_gradients.h"
#include "base/linalg.h"
#include "mechanics/body.h"
#include "mechanics/passes.h"

/* d of (6.4). The factor has numbers up to 1/d and, for dependent rows, of 1; explicit inverses
 * multiply them twice, so that 1e-16 / d^2 of a pivot is lost, 1e-4. Directions with a squared
 * singular value far above d are found in the first steps. */
#define METRIC 1e-6
/* Most steps. Each finds one direction whose squared singular value is not far above d; there
 * are few, even close to singular configurations. */
#define PASSES_MAX 30
/* Remainder of lambda at which the steps end: the rounding of Phi^T r, 1e-16, over the root of
 * d. */
#define REMAINDER 1e-13

/* With a violation v of the constraints dependent rows differ slightly: a self-stress has a
 * singular value of some v / L, and the steps end at this multiple of v / L over the root of d,
 * so that they do not add it. */
#define VIOLATION_FACTOR 10.0
/* Largest remainder, so that the first steps are always taken. */
#define REMAINDER_MAX 1e-4
/* With a larger remainder than this, plain steps follow. Each reduces a component with the
 * singular value sigma to d / sigma^2 of it, and adds (v / L)^2 / d of the self-stresses;
 * conjugate gradients would add more of them. */
#define REMAINDER_PLAIN 1e-8
#define PASSES_PLAIN 2
/* Largest part of the self-stresses that plain steps may add. */
#define SELF_STRESS_MAX 1e-7

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
    double f[6] = {0.0}; /* a local array, because x might alias J */
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

/* The rows of a connector in a vector over all nodes. */
static double* rows_of(const lw_structure* g, double* x, int connector)
{
  return x + g->node[g->position[g->nbody + connector]].x;
}

/* rows of x = Phi z, with z on its bodies. Returns open . Phi z. */
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

/* direction = E^-1 Phi z + beta direction. Returns direction . E direction. */
static double update_direction(lw_instance* s, double* direction, double beta)
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

/* Begin with reactions zero, so that all of lambda is the residual. Returns lambda . E lambda. */
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

/* reaction += f direction, open -= f direction */
static void add_direction(lw_instance* s, double f, const double* direction)
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

/* The square of the force that a multiplier of one exerts on a body or, where it exerts none, of
 * its torque over the characteristic length.                                              (6.6) */
static void weigh_rows(lw_instance* s)
{
  const lw_structure* g = s->structure;
  for (int r = 0; r < g->nrow_all; r++) s->weight[r] = 0.0;
  for (int q = 0; q < g->nside; q++) {
    const lw_connector* c = &g->connector[g->side[q].connector];
    for (int r = 0; r < c->nrow && g->side[q].body != LW_GROUND; r++) {
      const double* J     = s->J + g->side[q].jac + 6 * r;
      const double  force = lw_dot(J, J), torque = s->length_weight * lw_dot(J + 3, J + 3);
      double*       weight = &s->weight[c->row + r];
      *weight              = fmax(*weight, force > 0.0 ? force : torque);
    }
  }
  for (int r = 0; r < g->nrow_all; r++) s->weight[r] = s->weight[r] > 0.0 ? s->weight[r] : 1.0;
}

/* The largest square of a torque per weight of its row. */
static double largest_turn(const lw_instance* s)
{
  const lw_structure* g    = s->structure;
  double              turn = 0.0;
  for (int q = 0; q < g->nside; q++) {
    const lw_connector* c = &g->connector[g->side[q].connector];
    for (int r = 0; r < c->nrow && g->side[q].body != LW_GROUND; r++) {
      const double* J = s->J + g->side[q].jac + 6 * r + 3;
      turn            = fmax(turn, lw_dot(J, J) / s->weight[c->row + r]);
    }
  }
  return turn > 0.0 ? turn : s->length * s->length;
}

void lw_reactions_factor(lw_instance* s)
{
  weigh_rows(s);
  const lw_threads alone  = LW_ALONE;
  const double     t      = METRIC * largest_turn(s);
  const lw_inertia plain  = {.m     = METRIC,
                             .m_inv = 1.0 / METRIC,
                             .J_tan = {t, 0, 0, 0, t, 0, 0, 0, t},
                             .J_inv = {1 / t, 0, 0, 0, 1 / t, 0, 0, 0, 1 / t}};
  const lw_matrix  matrix = {.inertia = &plain, .J = s->J, .eps = s->weight, .uniform = true};
  lw_invalidate(s, LW_FACTORISATION);
  lw_factor_compute(s->structure, &matrix, &s->factor, &alone);
}

/* Steps without conjugation, for the remainder of lambda. */
static void plain_steps(lw_instance* s, double* direction, int steps)
{
  const lw_threads alone = LW_ALONE;
  for (int pass = 0; pass < steps; pass++) {
    gather_forces(s);
    lw_factor_solve(s->structure, &s->factor, s->x, &alone);
    (void)gather_rows(s);
    (void)update_direction(s, direction, 0.0);
    add_direction(s, 1.0, direction);
  }
}

void lw_reactions_filter(lw_instance* s)
{
  (void)begin(s);
  plain_steps(s, s->prescribed, 1);
}

/* ---- conjugate gradients ----------------------------------------------------------------- */

/* The residual is r = E (lambda - lambda'), in `open` without E; the direction is E p of the
 * loop. */
typedef struct least_norm {
  lw_instance* s;
  double*      direction;
} least_norm;

static double precondition(void* system)
{
  const least_norm* x     = system;
  const lw_threads  alone = LW_ALONE;
  gather_forces(x->s);
  lw_factor_solve(x->s->structure, &x->s->factor, x->s->x, &alone);
  return gather_rows(x->s);
}

static double set_direction(void* system, double beta)
{
  const least_norm* x = system;
  return update_direction(x->s, x->direction, beta);
}

static double move(void* system, double alpha)
{
  const least_norm* x = system;
  add_direction(x->s, alpha, x->direction);
  return INFINITY; /* the loop ends by r . z */
}

void lw_reactions_least(lw_instance* s)
{
  static const lw_cg operations = {precondition, set_direction, move};
  const lw_threads   alone      = LW_ALONE;
  least_norm         system     = {s, s->prescribed};
  const double       violation  = lw_pass_violation(s, &alone);
  const double       remainder =
      fmin(REMAINDER_MAX, fmax(REMAINDER, VIOLATION_FACTOR * violation / sqrt(METRIC)));
  const double rz_min = remainder * remainder * begin(s);
  (void)lw_conjugate_gradients(&operations, &system, INFINITY, 0.0, rz_min, PASSES_MAX);
  if (remainder > REMAINDER_PLAIN && violation * violation <= SELF_STRESS_MAX * METRIC) {
    plain_steps(s, system.direction, PASSES_PLAIN);
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
  lw_reactions_factor(s);
  lw_reactions_least(s);
}

/* ---- of a joint -------------------------------------------------------------------------- */

/* Torque on the child of a joint that holds a point: its rows after the first three have axes n
 * on the parent and -n on the child. */
void lw_point_torque(const lw_instance* s, const lw_connector* c, int nrow, double torque[3])
{
  const double* lambda = s->reaction + c->row;
  const double* n =
      s->point_batch + s->stiffness_arm[c->side].arm + 4 * (LW_POINT_AXIS - LW_POINT_ARM);
  torque[0] = torque[1] = torque[2] = 0.0;
  for (int r = 3; r < nrow; r++, n += 4 * 3) {
    for (int i = 0; i < 3; i++) torque[i] += lambda[r] * n[4 * i];
  }
}

/* Force on the child at its joint point and torque about this point: -Phi_q^T lambda, shifted
 * there. (6.3) */
void lw_joint_reaction(const lw_instance* s, int j, double force[3], double torque[3])
{
  const lw_connector* c      = &s->structure->connector[lw_structure_joint(j)];
  const double*       J      = s->J + s->structure->side[c->side + 1].jac;
  const double*       lambda = s->reaction + c->row;
  double              f[6]   = {0.0}, moment[3];
  if (c->point) {
    /* the rows of the point have no moment about it, all others have only a moment */
    for (int i = 0; i < 3; i++) force[i] = -lambda[i];
    lw_point_torque(s, c, lw_joint_rows(s->model->joint[j].type), torque);
    return;
  }
  lw_rows_add_wrench(f, -1.0, lw_joint_rows(s->model->joint[j].type), J, lambda);
  lw_cross(moment, s->place[j].b, f);
  lw_copy3(force, f);
  lw_sub3(torque, f + 3, moment);
}
