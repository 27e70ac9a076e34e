/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sweep.c - the passes over all bodies and connectors that make up a step.
 *
 *   reads    q, v, a, lambda, inputs
 *   writes   workspace; v in the velocity projection; a and lambda at the acceleration level
 *   theory   sections 3 and 4
 */
#include "sweep.h"

#include "bodies.h"
#include "connectors.h"
#include "linalg.h"

/* slots of instance->partial */
enum { SUM_POSITION, SUM_VELOCITY, SUM_ACCELERATION, BAD_PIVOT };

/* A solve leaves eps/(eps + s) of a row's residual, s the smallest eigenvalue of Phi M^-1 Phi^T: five
 * passes are enough for any contraction that the automatic regularisation allows. */
#define PASSES_MAX 5

double lw_partial_sum(const lw_instance* s, int slot)
{
  double sum = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) sum += s->partial[8 * k + slot];
  return sum;
}

double lw_partial_max(const lw_instance* s, int slot)
{
  double most = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) {
    const double x = s->partial[8 * k + slot];
    most           = x > most || isnan(x) ? x : most;
  }
  return most;
}

static void clear_partial(lw_instance* s, const lw_team* team, int slot)
{
  for (int k = 0; k <= s->structure->npart; k++) {
    if (lw_team_mine(team, k, s->structure->npart)) {
      *lw_partial(s, k, slot) = 0.0;
    }
  }
}

void lw_sweep_positions(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id < g->nbody) {
      lw_body_place(s, g->node[i].id);
    }
  }
  lw_team_wait(team);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0 && g->connector[c].kind != LW_CONNECTOR_COUPLING) {
      lw_connector_position(s, c, t);
    }
  }
  lw_team_wait(team);
  if (s->model->ncoupling > 0) {
    /* couplings look at the joints' places */
    LW_FOR_MY_NODES(g, team, share, i)
    {
      const int c = g->node[i].id - g->nbody;
      if (c >= 0 && g->connector[c].kind == LW_CONNECTOR_COUPLING) {
        lw_connector_position(s, c, t);
      }
    }
    lw_team_wait(team);
  }
}

void lw_sweep_forces(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_force(s, g->node[i].id - g->nbody, t);
    }
  }
  lw_team_wait(team);
}

bool lw_sweep_factor(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g      = s->structure;
  const lw_matrix     matrix = {s->M, s->J, s->eps, dt > 0.0};
  if (matrix.soft) {
    LW_FOR_MY_NODES(g, team, share, i)
    {
      if (g->node[i].id >= g->nbody) {
        lw_connector_soft(s, g->node[i].id - g->nbody, dt);
      }
    }
    lw_team_wait(team);
  }
  clear_partial(s, team, BAD_PIVOT);
  const int bad = lw_factor_compute(g, &matrix, &s->factor, team);
  for (int k = 0; k <= g->npart; k++) {
    if (bad && lw_team_mine(team, k, g->npart)) {
      *lw_partial(s, k, BAD_PIVOT) = 1.0;
    }
  }
  lw_team_wait(team);
  return lw_partial_max(s, BAD_PIVOT) < 1.0;
}

void lw_sweep_solve(lw_instance* s, const lw_team* team)
{
  lw_factor_solve(s->structure, &s->factor, s->x, team);
  lw_team_wait(team);
}

double lw_sweep_violation(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  clear_partial(s, team, SUM_POSITION);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c   = &g->connector[g->node[i].id - g->nbody];
      double*             sum = lw_partial(s, share, SUM_POSITION);
      for (int r = 0; r < c->nrow; r++) *sum += s->Phi[c->row + r] * s->Phi[c->row + r];
    }
  }
  lw_team_wait(team);
  return sqrt(lw_partial_sum(s, SUM_POSITION));
}

void lw_regularise(lw_instance* s, double dt)
{
  /* A mechanism without loops never has dependent rows: the regularisation may be next to nothing.
   * With loops 1e-7 keeps a redundant or singular row's pivot nine digits above rounding, which is
   * what its reaction is accurate to, and costs one more pass.                          (4.3) */
  const double auto_eps = s->structure->is_tree ? 1e-12 : 1e-7;
  const double penalty  = s->model->settings.penalty;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c = &s->structure->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) {
      s->eps[r] = penalty > 0.0 ? 4.0 / (dt * dt * penalty) : auto_eps * s->row_scale[r];
    }
    for (int r = c->row + c->nrow; r < c->row + c->nrow + c->nsoft; r++) s->eps[r] = 1.0;
  }
}

/* ---- velocity level ----------------------------------------------------------------------- */

/* right-hand side (0, -rate); returns |rate| */
static double velocity_residual(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  clear_partial(s, team, SUM_VELOCITY);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memset(x, 0, 6 * sizeof *x);
    } else {
      const lw_connector* c   = &g->connector[node->id - g->nbody];
      double*             sum = lw_partial(s, share, SUM_VELOCITY);
      lw_connector_rate(s, node->id - g->nbody, t);
      for (int r = 0; r < c->nrow; r++) {
        x[r] = -s->rate[c->row + r];
        *sum += x[r] * x[r];
      }
    }
  }
  lw_team_wait(team);
  return sqrt(lw_partial_sum(s, SUM_VELOCITY));
}

static void add_twist(lw_twist* v, const double x[6])
{
  for (int i = 0; i < 3; i++) {
    v->v[i] += x[i];
    v->w[i] += x[3 + i];
  }
}

double lw_sweep_project_velocities(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g     = s->structure;
  const double        first = velocity_residual(s, t, team);
  double              norm  = first;
  /* two digits below the 1e-9 that we promise, or rounding of the first residual */
  const double target = 1e-11 + 1e-14 * first;
  for (int pass = 0; pass < PASSES_MAX && norm > target; pass++) {
    const double last = norm;
    lw_sweep_solve(s, team);
    LW_FOR_MY_NODES(g, team, share, i)
    {
      if (g->node[i].id < g->nbody) {
        add_twist(&s->v[g->node[i].id], s->x + g->node[i].x);
      }
    }
    lw_team_wait(team);
    norm = velocity_residual(s, t, team);
    if (!(norm < 0.5 * last)) {
      break; /* rounding, or constraints that contradict each other */
    }
  }
  return norm;
}

/* ---- acceleration level ------------------------------------------------------------------- */

/* gamma - Phi_q a of a connector's rows; returns the sum of squares */
static double connector_residual(const lw_instance* s, const lw_connector* c, double x[])
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int r = 0; r < c->nrow; r++) {
    double e = s->gamma[c->row + r];
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &g->side[q];
      if (side->body != LW_GROUND) {
        const double* J = s->J + side->jac + 6 * r;
        e -= lw_dot(J, s->a[side->body].v) + lw_dot(J + 3, s->a[side->body].w);
      }
    }
    x[r] = e;
    sum += e * e;
  }
  return sum;
}

/* right-hand side (-g - Phi_q^T lambda, gamma - Phi_q a); returns the norm of the lower part  (3.9) */
static double acceleration_residual(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  clear_partial(s, team, SUM_ACCELERATION);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_body_residual(s, node->id, t, 0.0, x);
      lw_body_add_reactions(s, node->id, x);
      for (int k = 0; k < 6; k++) x[k] = -x[k];
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      *lw_partial(s, share, SUM_ACCELERATION) += connector_residual(s, c, x);
    }
  }
  lw_team_wait(team);
  return sqrt(lw_partial_sum(s, SUM_ACCELERATION));
}

/* the same with nothing in the upper part: the projection of S0 (55) to (69)               (3.10) */
static double constraint_residual(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  clear_partial(s, team, SUM_ACCELERATION);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memset(x, 0, 6 * sizeof *x);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      *lw_partial(s, share, SUM_ACCELERATION) += connector_residual(s, c, x);
    }
  }
  lw_team_wait(team);
  return sqrt(lw_partial_sum(s, SUM_ACCELERATION));
}

double lw_sweep_accelerate(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0) {
      lw_connector_gamma(s, c, t);
      /* Multipliers start from zero, so that the part of them that dependent constraints leave open
       * stays zero: the split of least norm. */
      const lw_connector* connector = &g->connector[c];
      for (int r = 0; r < connector->nrow; r++) s->lambda[connector->row + r] = 0.0;
    }
  }
  lw_sweep_forces(s, t, team);
  double       norm   = acceleration_residual(s, t, team);
  const double target = 1e-10 + 1e-14 * norm; /* three digits below the 1e-7 that we promise */
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    const double last = norm;
    lw_sweep_solve(s, team);
    LW_FOR_MY_NODES(g, team, share, i)
    {
      const lw_node* node = &g->node[i];
      const double*  x    = s->x + node->x;
      if (node->id < g->nbody) {
        add_twist(&s->a[node->id], x);
      } else {
        const lw_connector* c = &g->connector[node->id - g->nbody];
        for (int r = 0; r < c->nrow; r++) s->lambda[c->row + r] += x[r];
      }
    }
    lw_team_wait(team);
    norm = acceleration_residual(s, t, team);
    if (norm <= target || (pass > 0 && !(norm < 0.5 * last))) {
      break;
    }
  }
  return norm;
}

double lw_sweep_project_accelerations(lw_instance* s, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_gamma(s, g->node[i].id - g->nbody, t);
    }
  }
  lw_team_wait(team);
  double norm = 0.0;
  for (int pass = 0; pass <= PASSES_MAX; pass++) {
    const double last = norm;
    norm              = constraint_residual(s, team);
    if (norm <= 1e-10 || pass == PASSES_MAX || (pass > 1 && !(norm < 0.5 * last))) {
      break;
    }
    lw_sweep_solve(s, team);
    LW_FOR_MY_NODES(g, team, share, i)
    {
      if (g->node[i].id < g->nbody) {
        add_twist(&s->a[g->node[i].id], s->x + g->node[i].x);
      }
    }
    lw_team_wait(team);
  }
  return norm;
}

void lw_sweep_coordinates(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0 && g->connector[c].kind == LW_CONNECTOR_JOINT) {
      const int            j    = g->connector[c].index;
      const lw_joint_info* info = lw_joint_info_get(s->model->joint[j].type);
      for (int k = 0; k < info->nq; k++) {
        lw_coordinate x;
        s->coordinate[LW_COORDS_MAX * j + k] = lw_joint_coordinate_value(s, j, k, &x);
      }
    }
  }
  lw_team_wait(team);
}
