/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * passes.c - the passes over all bodies and connectors that make up a step.
 *
 *   reads    q, v, inputs
 *   writes   workspace, coordinates
 *   theory   sections 3 and 4
 */
#include "mechanics/passes.h"

#include "base/linalg.h"
#include "factor/factor_revolute.h"
#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/joints_simd.h"

double lw_partial_sum(const lw_instance* s, int slot)
{
  double sum = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) sum += s->partial[LW_PARTIALS * k + slot];
  return sum;
}

double lw_partial_max(const lw_instance* s, int slot)
{
  double most = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) {
    const double x = s->partial[LW_PARTIALS * k + slot];
    most           = x > most || isnan(x) ? x : most;
  }
  return most;
}

void lw_partial_clear(lw_instance* s, const lw_team* team, int slot)
{
  for (int k = 0; k <= s->structure->npart; k++) {
    if (lw_team_mine(team, k, s->structure->npart)) {
      *lw_partial(s, k, slot) = 0.0;
    }
  }
}

/* couplings look at the joints' places */
static void couple(lw_instance* s, double t, bool forces, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_SHARES(g, team, share)
  {
    for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
      if (g->connector[g->others.id[i]].kind == LW_CONNECTOR_COUPLING) {
        lw_connector_position(s, g->others.id[i], t);
      }
    }
    if (forces) {
      lw_connectors_force(s, share, t, true);
    }
  }
  lw_team_wait(team);
}

/* x = -Phi and the sum of squares on rows that the quads leave out: those of motions, and of others */
static double other_rows(lw_instance* s, int share)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int q = g->points.first[share]; q < g->points.first[share + 1] && s->model->nmotion; q++) {
    const lw_quad* quad = &g->points.quad[q];
    for (int i = 0; i < quad->n && g->connector[quad->id[i]].motion != LW_NONE; i++) {
      const int    last                 = quad->nrow - 1;
      const double Phi                  = s->Phi[quad->at[LW_AT_ROW][i] + last];
      s->x[quad->at[LW_AT_X][i] + last] = -Phi;
      sum += Phi * Phi;
    }
  }
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    const lw_connector* c = &g->connector[g->others.id[i]];
    double*             x = s->x + g->offset[g->nbody + g->others.id[i]];
    for (int r = 0; r < c->nrow; r++) {
      x[r] = -s->Phi[c->row + r];
      sum += x[r] * x[r];
    }
  }
  /* compliant rows: at rest */
  for (int i = g->part[share]; i < g->part[share + 1] && s->stiff; i++) {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = c->nrow; r < c->nrow + c->nsoft; r++) s->x[node->x + r] = 0.0;
    }
  }
  return sum;
}

/* Does a factorisation look at Jacobians, where they wait? */
static bool reads_jacobians(const lw_instance* s)
{
  return s->structure->jacobians && !s->structure->limb;
}

void lw_share_rows(lw_instance* s, int share, double t, bool places, bool residual, bool jacobian)
{
  /* motions and couplings take their part in a joint's rows after the joint itself */
  const bool coupled = s->model->ncoupling > 0, alone = s->model->nmotion == 0 && !coupled;
  const bool looked_at = places || !alone || s->acting;
  const int  what      = (looked_at ? LW_ROWS_PLACE : 0) | (residual ? LW_ROWS_RESIDUAL : 0) |
                   (residual && alone ? LW_ROWS_WRENCH : 0) |
                   (!s->lean || (jacobian && reads_jacobians(s)) ? LW_ROWS_JACOBIAN : 0);
  const double sum = lw_connectors_position(s, share, t, what);
  if (residual && alone) {
    lw_connectors_act(s, share, t, true);
  } else if (residual && !coupled) {
    lw_connectors_push(s, share, t);
  }
  if (residual) {
    *lw_partial(s, share, LW_SUM_ROWS) = sum + (coupled ? 0.0 : other_rows(s, share));
  }
}

void lw_sweep_rows(lw_instance* s, double t, bool places, bool residual, bool jacobian,
                   const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_SHARES(g, team, share)
  {
    lw_share_rows(s, share, t, places, residual, jacobian);
  }
  lw_team_wait(team);
  if (s->model->ncoupling > 0) {
    couple(s, t, residual, team);
    LW_FOR_MY_SHARES(g, team, share)
    {
      if (residual) {
        *lw_partial(s, share, LW_SUM_ROWS) += other_rows(s, share);
      }
    }
  }
}

void lw_sweep_connectors(lw_instance* s, double t, bool forces, const lw_team* team)
{
  lw_team_wait(team);
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    lw_connectors_position(s, share, t, LW_ROWS_PLACE | LW_ROWS_JACOBIAN);
    if (forces && s->model->ncoupling == 0) {
      lw_connectors_force(s, share, t, true);
    }
  }
  lw_team_wait(team);
  if (s->model->ncoupling > 0) {
    couple(s, t, forces, team);
  }
}

void lw_sweep_positions(lw_instance* s, double t, const lw_team* team)
{
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    s->factor.kernel->place(s, LW_BODIES_OF(s, share));
  }
  lw_sweep_connectors(s, t, false, team);
}

void lw_sweep_forces(lw_instance* s, double t, bool react, const lw_team* team)
{
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    lw_connectors_force(s, share, t, react);
  }
  lw_team_wait(team);
}

double lw_share_residual(lw_instance* s, int share, double t, double scale, bool normal)
{
  const lw_structure* g = s->structure;
  for (int i = g->part[share]; i < g->part[share + 1] && s->load; i++) {
    if (g->node[i].id < g->nbody) {
      lw_body_load(s, g->node[i].id, t);
    }
  }
  return s->factor.kernel->residual(s, LW_BODIES_OF(s, share), scale, normal);
}

static lw_matrix matrix_of(const lw_instance* s, const lw_tangent* tangent)
{
  return (lw_matrix){.inertia = s->inertia,
                     .J       = s->J,
                     .eps     = s->eps,
                     .point   = s->point_quad,
                     .soft    = tangent && tangent->soft};
}

void lw_sweep_soft(lw_instance* s, const lw_tangent* tangent, const lw_team* team)
{
  const lw_structure* g = s->structure;
  if (!tangent || !tangent->soft) {
    return;
  }
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_soft(s, g->node[i].id - g->nbody, tangent->dt);
    }
  }
  lw_team_wait(team);
}

void lw_share_reach(lw_instance* s, int share)
{
  const lw_reaches* g = &s->structure->reaches;
  s->factor.kernel->reach(s, g->reach + g->first[share], g->first[share + 1] - g->first[share]);
}

void lw_sweep_jacobians(lw_instance* s, const lw_team* team)
{
  if (s->lean) {
    lw_team_wait(team);
    LW_FOR_MY_SHARES(s->structure, team, share)
    {
      s->factor.kernel->jacobian(s, LW_POINTS_OF(s, share));
    }
    lw_team_wait(team);
  }
}

void lw_sweep_refresh(lw_instance* s, const lw_team* team)
{
  if (reads_jacobians(s)) {
    lw_sweep_jacobians(s, team);
  }
}

/* factor a share; parts first, then the top */
static void factor_share(lw_instance* s, int share, const lw_tangent* tangent,
                         const lw_matrix* matrix, const lw_team* team)
{
  const lw_kernel* kernel = s->factor.kernel;
  double*          inverse =
      s->factor.quad + lw_quad_begin(s->structure->bodies.first[share], share, LW_LEAF_NUMBERS);
  kernel->invert(s, LW_BODIES_OF(s, share),
                 tangent && tangent->geometric ? 0.25 * tangent->dt * tangent->dt : 0.0,
                 lw_matrix_is_direct(matrix) ? inverse : NULL);
  *lw_partial(s, share, LW_BAD_PIVOT) = kernel->factor(s->structure, matrix, &s->factor, share,
                                                       lw_team_first(team, s->structure->npart));
}

bool lw_sweep_is_regular(const lw_instance* s)
{
  return lw_partial_max(s, LW_BAD_PIVOT) < 1.0;
}

bool lw_sweep_factor(lw_instance* s, const lw_tangent* tangent, const lw_team* team)
{
  const lw_structure* g      = s->structure;
  const lw_matrix     matrix = matrix_of(s, tangent);
  lw_sweep_soft(s, tangent, team);
  lw_sweep_refresh(s, team);
  lw_factor_prepare(g, &matrix, &s->factor, team);
  LW_FOR_MY_PARTS(g, team, share)
  {
    factor_share(s, share, tangent, &matrix, team);
  }
  lw_team_wait(team);
  if (team->id == 0) {
    factor_share(s, g->npart, tangent, &matrix, team);
  }
  lw_team_wait(team);
  return lw_sweep_is_regular(s);
}

void lw_sweep_round(lw_instance* s, const lw_round* r, const lw_team* team)
{
  const lw_structure* g      = s->structure;
  const lw_kernel*    kernel = s->factor.kernel;
  const lw_matrix     matrix = matrix_of(s, r->tangent);
  const int           desk   = lw_team_first(team, g->npart);
  if (r->factor) {
    lw_factor_prepare(g, &matrix, &s->factor, team);
  }
  for (int turn = 0; turn < 3; turn++) {
    LW_FOR_MY_SHARES(g, team, share)
    {
      if ((share == g->npart) != (turn == 1)) {
        continue;
      }
      if (turn < 2 && !(r->begun && turn == 0)) {
        r->before(s, share, r->data);
        if (r->factor) {
          factor_share(s, share, r->tangent, &matrix, team);
        }
        kernel->forward(g, &s->factor, s->x, r->rows_only, share, desk);
      }
      if (turn > 0) {
        kernel->backward(g, &s->factor, s->x, r->rows_only, share);
        r->after(s, share, r->data);
      }
    }
    if (turn < 2) {
      lw_team_wait(team);
    }
  }
}

void lw_sweep_solve(lw_instance* s, const lw_team* team)
{
  lw_factor_solve(s->structure, &s->factor, s->x, team);
  lw_team_wait(team);
}

void lw_sweep_solve_rows(lw_instance* s, const lw_team* team)
{
  lw_factor_solve_rows(s->structure, &s->factor, s->x, team);
  lw_team_wait(team);
}

static double square_sum(int n, const double x[])
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sum;
}

double lw_sweep_violation(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_SHARES(g, team, share)
  {
    double sum = 0.0;
    for (int q = g->points.first[share]; q < g->points.first[share + 1]; q++) {
      const lw_quad* quad = &g->points.quad[q];
      for (int i = 0; i < quad->n; i++) {
        sum += square_sum(quad->nrow, s->Phi + quad->at[LW_AT_ROW][i]);
      }
    }
    for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
      const lw_connector* c = &g->connector[g->others.id[i]];
      sum += square_sum(c->nrow, s->Phi + c->row);
    }
    *lw_partial(s, share, LW_SUM_VIOLATION) = sum;
  }
  lw_team_wait(team);
  return sqrt(lw_partial_sum(s, LW_SUM_VIOLATION));
}

void lw_regularise(lw_instance* s, double dt)
{
  /* A mechanism without loops never has dependent rows: the regularisation may be next to nothing.
   * With loops 1e-7 keeps a redundant or singular row's pivot nine digits above rounding, which is
   * what its reaction is accurate to, and costs one more pass.                          (4.3) */
  const double       auto_eps = s->structure->is_tree ? 1e-15 : 1e-7;
  const lw_settings* settings = &s->model->settings;
  const double       penalty  = settings->formulation == LW_INDEX3_DCA ? settings->penalty : 0.0;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c = &s->structure->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) {
      s->eps[r] = penalty > 0.0 ? 4.0 / (dt * dt * penalty) : auto_eps * s->row_scale[r];
    }
    for (int r = c->row + c->nrow; r < c->row + c->nrow + c->nsoft; r++) s->eps[r] = 1.0;
  }
}

/* keep n numbers of the state */
static void save_numbers(const lw_instance* s, const double* from, int n)
{
  memcpy(lw_saved(s, from), from, (size_t)n * sizeof *from);
}

void lw_share_save_rows(lw_instance* s, int share)
{
  const lw_structure* g = s->structure;
  for (int i = g->runs.first[share]; i < g->runs.first[share + 1]; i++) {
    save_numbers(s, s->lambda + g->runs.run[i].row, g->runs.run[i].n);
  }
  for (int i = g->part[share]; i < g->part[share + 1] && !s->late; i++) {
    const int k = g->node[i].id - g->nbody;
    if (k >= 0 && g->connector[k].kind == LW_CONNECTOR_JOINT) {
      save_numbers(s, s->coordinate + LW_COORDS_MAX * g->connector[k].index, LW_COORDS_MAX);
    }
  }
  if (share == g->npart) {
    memcpy(s->saved, s->head, sizeof *s->head);
    if (s->method_size > 0) {
      const char* own = (const char*)s->head + s->state_size - s->method_size;
      memcpy(lw_saved(s, own), own, s->method_size);
    }
  }
}

void lw_sweep_save(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_SHARES(g, team, share)
  {
    lw_share_save_rows(s, share);
    for (int q = g->bodies.first[share]; q < g->bodies.first[share + 1]; q++) {
      for (int l = 0; l < g->bodies.quad[q].n; l++) lw_body_keep(s, g->bodies.quad[q].id[l]);
    }
  }
  lw_team_wait(team);
}

void lw_share_extrapolate(lw_instance* s, int share)
{
  const lw_structure* g = s->structure;
  for (int q = g->bodies.first[share]; q < g->bodies.first[share + 1]; q++) {
    const lw_quad* quad = &g->bodies.quad[q];
    for (int l = 0; l < quad->n; l++) s->a[quad->id[l]] = s->next[quad->id[l]];
  }
}

void lw_share_finish(lw_instance* s, int share, double dt)
{
  const lw_structure* g       = s->structure;
  const lw_kernel*    kernel  = s->factor.kernel;
  double              most[2] = {0.0, 0.0};
  *lw_partial(s, share, LW_SUM_FINITE) =
      dt > 0.0 ? kernel->finish(s, LW_BODIES_OF(s, share), dt, most) : 0.0;
  *lw_partial(s, share, LW_MAX_TURNING) = most[0];
  /* for the next step, where it asks for it; without dt nothing has moved since the last one */
  if (dt > 0.0 && s->structure->reaching) {
    *lw_partial(s, share, LW_END_GYROSCOPIC) = most[1];
    *lw_partial(s, share, LW_END_PULL)       = kernel->pull(s, LW_POINTS_OF(s, share));
  }
  if (dt > 0.0 && s->late) {
    return;
  }
  for (int q = g->points.first[share]; q < g->points.first[share + 1]; q++) {
    const lw_quad* quad = &g->points.quad[q];
    for (int i = 0; i < quad->n && quad->kind != LW_SPHERICAL; i++) {
      lw_joint_update_coordinates(s, quad->at[LW_AT_INDEX][i]);
    }
  }
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    const lw_connector* c = &g->connector[g->others.id[i]];
    if (c->kind == LW_CONNECTOR_JOINT) {
      lw_joint_update_coordinates(s, c->index);
    }
  }
}

void lw_sweep_finish(lw_instance* s, double dt, const lw_team* team)
{
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    lw_share_finish(s, share, dt);
  }
  lw_team_wait(team);
}

void lw_sweep_late(lw_instance* s)
{
  const lw_team alone = LW_ALONE;
  if (s->placed) {
    lw_sweep_connectors(s, s->head->t, false, &alone);
  } else {
    lw_sweep_positions(s, s->head->t, &alone);
  }
  if (s->head->late > 0.0) {
    lw_sweep_finish(s, 0.0, &alone);
  }
  s->head->late = 0.0;
  s->swept = s->placed = true;
}
