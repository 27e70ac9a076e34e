/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * assemble.c - assemble a mechanism: the nearest consistent positions, velocities and
 * accelerations.
 *
 *   lw_instance_initialize: constants -> poses of the file and joint coordinates
 *   (initial_coordinates.c) -> lw_assemble_positions -> velocities -> accelerations
 *   lw_assemble_positions: close_positions, by smallest moves -> move_nearer, along the constraints
 *
 *   reads    values, inputs
 *   writes   the whole state
 *   theory   section 4.3
 */
#include "simulation/assemble.h"

#include <stdio.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "model/elements.h"
#include "simulation/initial_coordinates.h"
#include "simulation/nearby.h"
#include "simulation/reactions.h"
#include "step/close_rows.h"
#include "step/project.h"
#include "step/small/small.h"
#include "step/step.h"

/* Most iterations of closing. Near a solution each doubles the number of digits; an iteration
 * that has not ended after so many limited steps does not converge. */
#define CLOSING_MAX 200
/* Most steps towards the nearest positions, each of which halves the distance or better. All
 * positions on the way satisfy the constraints, so an early end does no harm. */
#define NEARER_MAX 60
/* The steps end when one reduces the squared distance by less than this fraction: 1e-7 of the
 * distance. */
#define NEAREST 1e-14
/* Shortest step, as a fraction of a full one. */
#define SHORTEST 1e-3
/* Largest rotation, and displacement in characteristic lengths, of one iteration: far from the
 * solution the linearisation is not valid further. */
#define STEP_MAX 0.5
/* Residual at which a constraint row is closed, as an angle: the documented accuracy of a mechanism
 * of 1 m.                                                                                 (4.19) */
#define CLOSED 1e-10
/* The same for velocities, times lw_rate(): 1e-8 m/s where a mechanism of 1 m falls.      (4.20) */
#define CLOSED_RATE 3e-9

/* Force and torque that would return a body to its first pose: those of springs of stiffness dm
 * between the present and the first position of all its mass elements. Returns twice their
 * energy, the sum of squared distances. S = 1/2 tr(J') I - J' are the second moments of mass and
 * Q = R^T R_0 the turn back.                                                               (4.8) */
static double returning_force(const lw_instance* s, int b, double force[6])
{
  const double* R = s->placement[b].R;
  const double* J = s->body[b].J;
  const double  m = s->body[b].mass, half = 0.5 * (J[0] + J[4] + J[8]);
  double        R0[9], Q[9], QS[9], S[9], shift[3];
  lw_rotation_matrix(R0, s->start[b].p);
  for (int i = 0; i < 9; i++) S[i] = (i % 4 == 0 ? half : 0.0) - J[i];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      Q[3 * i + k] = R[i] * R0[k] + R[3 + i] * R0[3 + k] + R[6 + i] * R0[6 + k];
    }
  }
  lw_mat3_mul(QS, Q, S);
  /* sum of xi x Q xi over the mass elements, body axes */
  const double t[3] = {QS[7] - QS[5], QS[2] - QS[6], QS[3] - QS[1]};
  lw_sub3(shift, s->start[b].r, s->q[b].r);
  lw_scale3(force, m, shift);
  lw_mat3_vec(force + 3, R, t);
  return m * lw_dot(shift, shift) + 2.0 * (half - QS[0] - QS[4] - QS[8]);
}

/* Right-hand side (force, 0), for the motion back that the constraints allow. Returns the sum of
 * squared distances.                                                                       (4.8) */
static double nearer_residual(lw_instance* s)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  memset(s->x, 0, (size_t)g->nx * sizeof *s->x);
  for (int b = 0; b < g->nbody; b++) sum += returning_force(s, b, s->x + g->node[g->position[b]].x);
  return sum;
}

/* Right-hand side (0, -Phi).                                                              (4.8) */
static void closing_residual(lw_instance* s)
{
  const lw_structure* g = s->structure;
  memset(s->x, 0, (size_t)g->nx * sizeof *s->x);
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    double*             x = s->x + g->node[g->position[g->nbody + k]].x;
    for (int r = 0; r < c->nrow; r++) x[r] = -s->Phi[c->row + r];
  }
}

/* Add f times the solution to the positions, shortened to STEP_MAX. Returns its largest scaled
 * increment. */
static double move(lw_instance* s, double f)
{
  const lw_structure* g       = s->structure;
  double              largest = 0.0;
  for (int b = 0; b < g->nbody; b++) {
    const double* x = s->x + g->node[g->position[b]].x;
    const double  d = fmax(lw_norm(x) / s->length, lw_norm(x + 3));
    largest         = d > largest || isnan(d) ? d : largest;
  }
  if (!isfinite(largest)) {
    return largest;
  }
  f = f * largest > STEP_MAX ? STEP_MAX / largest : f;
  for (int b = 0; b < g->nbody; b++) {
    const double* x = s->x + g->node[g->position[b]].x;
    double        theta[3];
    lw_scale3(theta, f, x + 3);
    lw_axpy3(s->q[b].r, f, x);
    lw_rotation_add(s->q[b].p, theta);
  }
  return largest;
}

/* Let motions of constant velocity begin at the present coordinates of their joints. */
static void begin_velocity_motions(lw_instance* s, double t)
{
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    double*          memory = s->drive + LW_DRIVE_NUMBERS * k;
    if (motion->kind == LW_MOTION_VELOCITY) {
      lw_coordinate c;
      s->turn[LW_COORDS_MAX * motion->joint] = 0.0; /* it is where it is, not where it shall be */
      memory[0]                              = lw_joint_coordinate_value(s, motion->joint, 0, &c);
      memory[1]                              = t;
    }
  }
}

/* Compute all quantities of the positions, motions included. */
static void update_positions(lw_instance* s, double t)
{
  const lw_threads alone = LW_ALONE;
  lw_pass_positions(s, t, &alone);
  if (s->model->nmotion > 0) {
    begin_velocity_motions(s, t);
    lw_pass_positions(s, t, &alone);
  }
}

/* Close the constraints from the present positions, by the smallest displacement in each
 * iteration, measured with the masses or, where `plain`, with all masses equal: then light bodies
 * in a loop do not make eps large for the heavy ones. Returns the 2-norm of the rows.      (4.8) */
static double close_positions(lw_instance* s, double t, bool plain)
{
  const lw_threads alone = LW_ALONE;
  /* rounding of sums of coordinates of the size of the mechanism */
  const double closed    = 1e-15 * sqrt((double)s->structure->nrow + 1.0);
  double       violation = lw_pass_violation(s, &alone), best = violation;
  int          stalled = 0;
  for (int n = 0; n < CLOSING_MAX && violation > closed && stalled < 3; n++) {
    if (plain) {
      lw_reactions_factor(s);
    } else if (!lw_pass_factor(s, NULL, &alone)) {
      break;
    }
    closing_residual(s);
    lw_pass_solve(s, &alone);
    lw_hold_positions(s);
    const double d = move(s, 1.0);
    update_positions(s, t);
    violation = lw_pass_violation(s, &alone);
    if (!isfinite(d) || !isfinite(violation)) {
      break;
    }
    /* at the solution both the increments and the residual are rounding */
    stalled = d < 1e-9 && !(violation < 0.5 * best) ? stalled + 1 : 0;
    best    = fmin(best, violation);
  }
  return violation;
}

/* Move along the constraints towards the first positions while the distance decreases. A step is
 * shortened where the constraints are curved: it would be too long where the bodies rotate more
 * easily than they are displaced. */
static void move_nearer(lw_instance* s, double t, bool plain)
{
  const lw_threads alone = LW_ALONE;
  const size_t     bytes = (size_t)s->model->nbody * sizeof *s->q;
  double           f = 1.0, before = HUGE_VAL;
  for (int n = 0; n < NEARER_MAX && f > SHORTEST; n++) {
    if (!lw_pass_factor(s, NULL, &alone)) {
      return;
    }
    const double distance = nearer_residual(s);
    if (!(distance < before * (1.0 - NEAREST))) {
      return;
    }
    lw_pass_solve(s, &alone);
    lw_hold_positions(s);
    memcpy(s->saved, s->q, bytes);
    move(s, f);
    update_positions(s, t);
    if (close_positions(s, t, plain) <= CLOSED && nearer_residual(s) < distance) {
      before = distance;
      f      = fmin(1.0, 1.5 * f);
    } else {
      f *= 0.5;
      memcpy(s->q, s->saved, bytes);
      update_positions(s, t);
    }
  }
}

/* Move all bodies at random, by at most `size` characteristic lengths and radians. */
static void scatter(lw_instance* s, double size, uint32_t seed)
{
  for (int b = 0; b < s->model->nbody; b++) {
    double theta[3];
    for (int i = 0; i < 3; i++) {
      s->q[b].r[i] += size * s->length * lw_nearby_random(&seed);
      theta[i] = size * lw_nearby_random(&seed);
    }
    lw_rotation_add(s->q[b].p, theta);
  }
}

/* Assemble from the present positions, or from some next to them; the nearest ones are those
 * nearest to the present positions. */
static double assemble_from(lw_instance* s, double t, bool plain, double size, uint32_t seed)
{
  const lw_threads alone = LW_ALONE;
  for (int b = 0; b < s->model->nbody; b++) {
    lw_copy3(s->start[b].r, s->q[b].r);
    memcpy(s->start[b].p, s->q[b].p, sizeof s->q[b].p);
  }
  if (size > 0.0) {
    scatter(s, size, seed);
  }
  update_positions(s, t);
  const bool closed    = lw_pass_violation(s, &alone) <= CLOSED;
  double     violation = close_positions(s, t, plain);
  if (!closed && violation <= CLOSED) {
    move_nearer(s, t, plain);
    violation = lw_pass_violation(s, &alone);
  }
  return violation;
}

double lw_assemble_positions(lw_instance* s, double t)
{
  return assemble_from(s, t, false, 0.0, 0);
}

/* ---- messages ---------------------------------------------------------------------------- */

/* largest residual of the rows of a connector, as an angle                                (4.19) */
static double gap_of(const lw_instance* s, const double* open, int k)
{
  const lw_connector* c   = &s->structure->connector[k];
  double              gap = 0.0;
  for (int r = c->row; r < c->row + c->nrow; r++) {
    const double x = fabs(open[r]) * s->row_unit[r];
    gap            = x > gap || isnan(x) ? x : gap;
  }
  return gap;
}

/* the same residual in the units of the file */
static double shown_gap(const lw_instance* s, const double* open, int k, double gap)
{
  const lw_connector* c     = &s->structure->connector[k];
  double              shown = NAN;
  for (int r = c->row; r < c->row + c->nrow; r++) {
    const double x = fabs(open[r]);
    shown          = x * s->row_unit[r] == gap ? x : shown;
  }
  return shown;
}

/* The connector with the largest residual below `last`; LW_NONE: all others are closed. */
static int worst_connector(const lw_instance* s, const double* open, double closed, double last)
{
  int worst = LW_NONE;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const double gap = gap_of(s, open, k);
    if (!(gap <= closed) && gap < last && (worst < 0 || gap > gap_of(s, open, worst))) {
      worst = k;
    }
  }
  return worst;
}

/* Write a message with the connectors whose rows are open, the worst ones first, at most five of
 * them. */
static lw_status report_open(const lw_instance* s, const double* open, double closed,
                             const char* what, lw_diag* diag)
{
  char   text[512] = "";
  size_t used      = 0;
  int    line = 0, named = 0, count = 0;
  double last = INFINITY;
  for (int k = 0; k < s->structure->nconnector; k++) count += !(gap_of(s, open, k) <= closed);
  while (named < 5 && used < sizeof text) {
    const int worst = worst_connector(s, open, closed, last);
    if (worst == LW_NONE) {
      break;
    }
    const lw_connector* c        = &s->structure->connector[worst];
    const bool          coupling = c->kind == LW_CONNECTOR_COUPLING;
    const lw_element    element =
        lw_model_element(s->model, coupling ? LW_ELEMENT_COUPLING : LW_ELEMENT_JOINT, c->index);
    last = gap_of(s, open, worst);
    line = named == 0 ? element.line : line;
    const int n =
        snprintf(text + used, sizeof text - used, "%s%s \"%s\" by %.3g", named ? ", " : "",
                 element.kind, element.name, shown_gap(s, open, worst, last));
    used += n > 0 ? (size_t)n : 0;
    named++;
  }
  return lw_diag_set(diag, LW_ERR_ASSEMBLY, line, "%s: %s%s", what,
                     named ? text : "no finite solution", count > named ? ", and more" : "");
}

/* ---- initialisation ---------------------------------------------------------------------- */

static void place_as_in_file(lw_instance* s, double t0)
{
  for (int b = 0; b < s->model->nbody; b++) {
    s->q[b] = s->body[b].q0;
    s->v[b] = s->body[b].v0;
    memset(&s->a[b], 0, sizeof s->a[b]);
    memset(&s->jerk[b], 0, sizeof s->jerk[b]);
    memset(&s->next[b], 0, sizeof s->next[b]);
  }
  memset(s->coordinate, 0, (size_t)(LW_COORDS_MAX * s->model->njoint) * sizeof *s->coordinate);
  s->head->t = s->head->t_input = t0;
  for (int k = 0; k < s->model->nmotion; k++) {
    const lw_motion* motion = &s->model->motion[k];
    double*          memory = s->drive + LW_DRIVE_NUMBERS * k;
    memset(memory, 0, LW_DRIVE_NUMBERS * sizeof *memory);
    if (motion->kind == LW_MOTION_INPUT) {
      const double* u = s->input + 4 * motion->input;
      memory[0]       = t0;
      memory[2]       = u[0];
      memory[3]       = u[1];
      memory[4]       = 0.5 * u[2];
    }
  }
}

/* Place the bodies and assemble them, as the file says or from poses next to that; `hold`: with the
 * coordinates held that joints prescribe. Returns the 2-norm of the constraints. */
static double assemble_anew(lw_instance* s, double t0, bool hold, double size, uint32_t seed)
{
  place_as_in_file(s, t0);
  lw_initial_coordinates_place(s);
  s->hold_positions      = hold && s->carries && s->nheld[0] > 0;
  const double violation = assemble_from(s, t0, seed > 0, size, seed);
  s->hold_positions      = false;
  return violation;
}

/* Place the bodies and assemble them with the coordinates held that joints prescribe; if they
 * cannot be held, without that. If the closing ends with open rows, at a configuration from which
 * all directions lead away from closed ones, it begins again next to the poses of the file. Returns
 * the 2-norm of the constraints. */
static double assemble(lw_instance* s, double t0)
{
  static const double size[]    = {0.0, 0.0, 0.1, 0.2, 0.3, 0.3, 0.3};
  double              violation = assemble_anew(s, t0, true, 0.0, 0);
  for (uint32_t i = 0; i < sizeof size / sizeof *size && !(violation <= CLOSED); i++) {
    violation = assemble_anew(s, t0, false, size[i], i); /* the first one with the masses */
  }
  /* what stays open is that of the pose in the file */
  return violation <= CLOSED ? violation : assemble_anew(s, t0, false, 0.0, 0);
}

/* Record how far the assembly has moved the bodies from their first poses. */
static void record_moves(lw_instance* s)
{
  lw_assembly a = {.moved_body = LW_NONE, .turned_body = LW_NONE};
  for (int b = 0; b < s->model->nbody; b++) {
    const double* p       = s->start[b].p;
    const double  back[4] = {p[0], -p[1], -p[2], -p[3]};
    double        shift[3], turn[4], theta[3];
    lw_sub3(shift, s->q[b].r, s->start[b].r);
    lw_quat_mul(turn, s->q[b].p, back);
    lw_rotation_vector(theta, turn);
    const double moved = lw_norm(shift), turned = lw_norm(theta);
    if (a.moved_body == LW_NONE || moved > a.moved) {
      a.moved      = moved;
      a.moved_body = b;
    }
    if (a.turned_body == LW_NONE || turned > a.turned) {
      a.turned      = turned;
      a.turned_body = b;
    }
  }
  s->assembly = a;
}

void lw_instance_assembly(const lw_instance* s, lw_assembly* assembly)
{
  *assembly = s->assembly;
}

/* Close the rows of the velocities. Where the smallest change, measured with the masses, is not
 * found, because rows nearly depend on each other and masses differ much, the smallest one with all
 * masses equal. Returns the norm of what is left.                                          (3.8) */
static double close_velocities(lw_instance* s, double t)
{
  const lw_threads alone = LW_ALONE;
  s->head->speed         = lw_largest(s, s->v, &alone);
  double velocity        = lw_project_velocities(s, t, &alone);
  if (!(velocity <= CLOSED_RATE * lw_rate(s))) {
    lw_reactions_factor(s);
    s->equal_masses = true;
    velocity        = lw_project_velocities(s, t, &alone);
    s->equal_masses = false;
    /* that of the masses, which was there before, for the accelerations */
    velocity = lw_pass_factor(s, NULL, &alone) ? velocity : (double)INFINITY;
    lw_set_current(s, LW_FACTORISATION);
  }
  return velocity;
}

/* Project the velocities, hold prescribed rates, and compute accelerations. */
static lw_status start_motion(lw_instance* s, double t0, lw_diag* diag)
{
  const lw_threads alone    = LW_ALONE;
  double           velocity = close_velocities(s, t0);
  velocity                  = lw_hold_rates(s, t0, velocity);
  const double closed       = CLOSED_RATE * lw_rate(s);
  if (!(velocity <= closed)) {
    return report_open(s, s->open, closed,
                       "no velocities satisfy the constraints; these rates remain", diag);
  }
  s->head->speed            = lw_largest(s, s->v, &alone);
  const double acceleration = lw_accelerate(s, t0, true, &alone);
  if (!isfinite(acceleration)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
  }
  lw_set_current(s, LW_ACCELERATIONS);
  return LW_OK;
}

lw_status lw_instance_initialize(lw_instance* s, double t0, lw_diag* diag)
{
  const lw_threads alone = LW_ALONE;
  if (!isfinite(t0)) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "the start time is not finite");
  }
  s->head->initialised = 0.0;
  lw_invalidate(s, LW_OF_STATE | LW_UNIQUENESS);
  if (!lw_is_current(s, LW_CONSTANTS)) {
    const lw_status status = lw_derive_update(s, diag);
    if (status != LW_OK) {
      return status;
    }
  }
  lw_regularise(s, s->value[s->model->settings.step]);
  if (s->small) {
    lw_small_load(s);
  }
  s->head->coordinate_lag = 0.0;
  assemble(s, t0);
  record_moves(s);
  for (int k = 0; k < s->structure->nconnector; k++) {
    if (!(gap_of(s, s->Phi, k) <= CLOSED)) {
      return report_open(s, s->Phi, CLOSED, "the mechanism cannot be assembled; these stay open",
                         diag);
    }
  }
  lw_pass_finish(s, 0.0, &alone);
  if (!lw_pass_factor(s, NULL, &alone)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0, "%s", lw_status_text(LW_RETRY_SINGULAR));
  }
  lw_set_current(s, LW_POSITIONS | LW_COORDINATES | LW_FACTORISATION);
  const lw_status status = start_motion(s, t0, diag);
  if (status != LW_OK) {
    return status;
  }
  s->head->iterations = 0.0;
  s->head->kept       = 0.0;
  s->head->slow       = 0.0;
  s->head->residual   = 0.0;
  s->head->error = s->head->steps = s->head->halved = 0.0;
  s->head->truncation = s->head->turning = s->head->jerk_step = 0.0;
  /* a formulation with its own equations for accelerations computes them again */
  lw_invalidate(s, LW_METHOD_BEGUN | (s->method->update ? LW_ACCELERATIONS : 0));
  s->head->initialised = 1.0;
  return LW_OK;
}
