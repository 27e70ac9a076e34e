/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * initialize.c - assemble a mechanism: the nearest consistent positions and velocities.
 *
 *   reads    values, inputs
 *   writes   the whole state
 *   theory   section 4.3
 */
#include "initialize.h"

#include <stdio.h>

#include "bodies.h"
#include "connectors.h"
#include "linalg.h"
#include "project.h"
#include "rotation.h"
#include "step.h"
#include "sweep.h"

/* Newton doubles its digits near the solution; what is not there after this many limited steps went in
 * circles. */
#define ITERATIONS_MAX 200
/* Largest turn, and move in characteristic lengths, of one iteration: far from the solution the
 * linearisation is worth no more. */
#define STEP_MAX 0.5
/* A constraint row that is open by less than this is closed: 1e-10 m is promised. */
#define CLOSED 1e-10

/* rhs (M (q0 - q) - Phi^T sigma, -Phi), with sigma in lambda                             (4.8) */
static void nearest_residual(lw_instance* s)
{
  const lw_structure* g = s->structure;
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) x[r] = -s->Phi[c->row + r];
      continue;
    }
    const int       b     = node->id;
    const lw_pose*  q     = &s->q[b];
    const lw_start* start = &s->start[b];
    /* turn from the present orientation to the first one, world axes */
    const double back[4] = {q->p[0], -q->p[1], -q->p[2], -q->p[3]};
    double       turn[4], theta[3];
    lw_quat_mul(turn, start->p, back);
    lw_rotation_vector(theta, turn);
    for (int k = 0; k < 3; k++) {
      x[k]     = s->body[b].mass * (start->r[k] - q->r[k]);
      x[3 + k] = lw_dot(s->inertia[b].J + 3 * k, theta);
    }
    double f[6] = {0.0};
    lw_body_add_reactions(s, b, f);
    for (int k = 0; k < 6; k++) x[k] -= f[k];
  }
}

/* add the solution, shortened to STEP_MAX; returns the largest scaled increment before that */
static double move(lw_instance* s)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0;
  for (int b = 0; b < g->nbody; b++) {
    const double* x = s->x + g->node[g->position[b]].x;
    const double  d = fmax(lw_norm(x) / s->length, lw_norm(x + 3));
    most            = d > most || isnan(d) ? d : most;
  }
  if (!isfinite(most)) {
    return most;
  }
  const double f = most > STEP_MAX ? STEP_MAX / most : 1.0;
  for (int i = 0; i < g->nnode; i++) {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      double theta[3];
      lw_scale3(theta, f, x + 3);
      lw_axpy3(s->q[node->id].r, f, x);
      lw_rotation_add(s->q[node->id].p, theta);
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) s->lambda[c->row + r] += f * x[r];
    }
  }
  return most;
}

/* constant-velocity motions start from where the joint is */
static void hold_drives(lw_instance* s, double t)
{
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    double*          memory = s->drive + 6 * k;
    if (motion->kind == LW_MOTION_VELOCITY) {
      lw_coordinate c;
      memory[0] = lw_joint_coordinate_value(s, motion->joint, 0, &c);
      memory[1] = t;
    }
  }
}

static void sweep(lw_instance* s, double t)
{
  const lw_team alone = {0, 1};
  lw_sweep_positions(s, t, &alone);
  if (s->model->nmotion > 0) {
    hold_drives(s, t);
    lw_sweep_positions(s, t, &alone);
  }
}

double lw_assemble_positions(lw_instance* s, double t)
{
  const lw_team alone = {0, 1};
  for (int b = 0; b < s->model->nbody; b++) {
    lw_copy3(s->start[b].r, s->q[b].r);
    memcpy(s->start[b].p, s->q[b].p, sizeof s->q[b].p);
  }
  memset(s->lambda, 0, (size_t)s->structure->nrow_all * sizeof *s->lambda);
  sweep(s, t);
  double violation = lw_sweep_violation(s, &alone);
  /* rounding of sums of coordinates of the size of the mechanism */
  const double closed = 1e-15 * s->length * sqrt((double)s->structure->nrow + 1.0);
  double       best   = violation;
  int          stuck  = 0;
  for (int n = 0; n < ITERATIONS_MAX && violation > closed && stuck < 5; n++) {
    if (!lw_sweep_factor(s, NULL, &alone)) {
      break;
    }
    nearest_residual(s);
    lw_sweep_solve(s, &alone);
    const double d = move(s);
    sweep(s, t);
    violation = lw_sweep_violation(s, &alone);
    if (!isfinite(d) || !isfinite(violation)) {
      break;
    }
    /* at the solution both the increments and the residual are rounding */
    stuck = d < 1e-9 && !(violation < 0.5 * best) ? stuck + 1 : 0;
    best  = fmin(best, violation);
  }
  return violation;
}

/* ---- messages ----------------------------------------------------------------------------- */

/* largest open row of a connector */
static double gap_of(const lw_instance* s, const double* open, int k)
{
  const lw_connector* c   = &s->structure->connector[k];
  double              gap = 0.0;
  for (int r = 0; r < c->nrow; r++) {
    const double x = fabs(open[c->row + r]);
    gap            = x > gap || isnan(x) ? x : gap;
  }
  return gap;
}

/* name the connectors whose rows stay open, worst first, at most five of them */
static lw_status report_open(const lw_instance* s, const double* open, const char* what,
                             lw_diag* diag)
{
  char   text[512] = "";
  size_t used      = 0;
  int    line = 0, named = 0, count = 0;
  double last = INFINITY;
  for (int k = 0; k < s->structure->nconnector; k++) count += !(gap_of(s, open, k) <= CLOSED);
  while (named < 5 && used < sizeof text) {
    int worst = LW_NONE;
    for (int k = 0; k < s->structure->nconnector; k++) {
      const double gap = gap_of(s, open, k);
      if (!(gap <= CLOSED) && gap < last && (worst < 0 || gap > gap_of(s, open, worst))) {
        worst = k;
      }
    }
    if (worst == LW_NONE) {
      break;
    }
    const lw_connector* c        = &s->structure->connector[worst];
    const bool          coupling = c->kind == LW_CONNECTOR_COUPLING;
    const lw_name       name =
        coupling ? s->model->coupling[c->index].name : s->model->joint[c->index].name;
    last = gap_of(s, open, worst);
    line = named == 0
               ? (coupling ? s->model->coupling[c->index].line : s->model->joint[c->index].line)
               : line;
    const int n =
        snprintf(text + used, sizeof text - used, "%s%s \"%s\" by %.3g", named ? ", " : "",
                 coupling ? "coupling" : "joint", lw_model_name(s->model, name), last);
    used += n > 0 ? (size_t)n : 0;
    named++;
  }
  return lw_diag_set(diag, LW_ERR_ASSEMBLY, line, "%s: %s%s", what,
                     named ? text : "no finite solution", count > named ? ", and more" : "");
}

/* ---- initialisation ----------------------------------------------------------------------- */

static void place_as_in_file(lw_instance* s, double t0)
{
  for (int b = 0; b < s->model->nbody; b++) {
    s->q[b] = s->body[b].q0;
    s->v[b] = s->body[b].v0;
    memset(&s->a[b], 0, sizeof s->a[b]);
    memset(&s->jerk[b], 0, sizeof s->jerk[b]);
  }
  memset(s->coordinate, 0, (size_t)(LW_COORDS_MAX * s->model->njoint) * sizeof *s->coordinate);
  s->head->t = s->head->t_input = t0;
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    double*          memory = s->drive + 6 * k;
    memset(memory, 0, 6 * sizeof *memory);
    if (motion->kind == LW_MOTION_INPUT) {
      const double* u = s->input + 4 * motion->input;
      memory[0]       = t0;
      memory[2]       = u[0];
      memory[3]       = u[1];
      memory[4]       = 0.5 * u[2];
    }
  }
}

lw_status lw_instance_initialize(lw_instance* s, double t0, lw_diag* diag)
{
  const lw_team alone = {0, 1};
  if (!isfinite(t0)) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "the start time is not finite");
  }
  s->head->initialised = 0.0;
  s->factor_valid      = false;
  s->swept             = false;
  s->reaction_valid    = false;
  s->violation_valid   = false;
  if (s->dirty) {
    const lw_status status = lw_derive_update(s, diag);
    if (status != LW_OK) {
      return status;
    }
  }
  lw_regularise(s, s->value[s->model->settings.step]);
  place_as_in_file(s, t0);

  const double position = lw_assemble_positions(s, t0);
  for (int k = 0; k < s->structure->nconnector; k++) {
    if (!(gap_of(s, s->Phi, k) <= CLOSED)) {
      return report_open(s, s->Phi, "the mechanism cannot be assembled; open stay", diag);
    }
  }
  lw_sweep_finish(s, 0.0, &alone);
  if (!lw_sweep_factor(s, NULL, &alone)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
  }
  s->factor_valid       = true;
  s->swept              = true;
  const double velocity = lw_project_velocities(s, t0, false, &alone);
  if (!(velocity <= 1e-8)) {
    return report_open(s, s->open, "no velocities satisfy the constraints; rates that stay are",
                       diag);
  }
  const double acceleration = lw_accelerate(s, t0, false, &alone);
  if (!isfinite(acceleration)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
  }
  s->violation_valid    = true;
  s->head->violation[0] = position;
  s->head->violation[1] = velocity;
  s->head->violation[2] = acceleration;
  s->head->iterations   = 0.0;
  s->head->residual     = 0.0;
  s->head->stale        = 0.0;
  s->head->initialised  = 1.0;
  return LW_OK;
}
