/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * continuous.c - a mechanism as ordinary differential equations, for an integrator of somebody
 * else.
 *
 *   update   states -> coordinates of the tree -> poses of the links -> factors -> velocities ->
 *            accelerations -> bodies, multipliers
 *   close    Newton on the rows of the cuts -> one correction of the velocities -> states
 *
 *   reads    states, time, values, inputs
 *   writes   the whole state of the instance
 *   theory   section 9.6
 *
 * The instance has the formulation acceleration-dca. The states are kept where the integrator of
 * that formulation keeps its own, in the same order: link by link, first what gives positions, then
 * what gives velocities. There, a body that floats has position and velocity of its frame instead
 * of its centre of mass, and a body on a spherical joint has its angular velocity instead of the
 * one relative to the inboard body.
 */
#include <linkwork/continuous.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/joint_space/joint_space.h"
#include "formulations/joint_space/loop_closure.h"
#include "mechanics/passes.h"
#include "simulation/advance.h"

/* Loops are closed where they have drifted apart by this fraction of the length of the mechanism,
 * and quaternions where they are as far from unit length. An integrator with tight tolerances
 * takes thousands of steps until then, each closing costs it a restart, and 1e-8 m are promised for
 * mechanisms of some metres. */
#define DRIFT_MAX 1e-9
/* A drift that is not closed even when somebody asks for it: rounding. */
#define DRIFT_MIN 1e-13
/* Newton's method doubles the digits in each pass: from a millimetre to rounding in four. */
#define CLOSING_PASSES 8
/* Rows are chosen again where their smallest pivot has fallen by this factor. */
#define WORSE_ROWS 100.0

struct lw_continuous {
  lw_model      model; /* a copy with another formulation; it shares all arrays */
  lw_state_list list;
  lw_instance*  instance;
};

/* ---- life -------------------------------------------------------------------------------- */

lw_status lw_continuous_create(const lw_model* model, lw_diag* diag, lw_continuous** continuous)
{
  *continuous      = NULL;
  lw_continuous* c = calloc(1, sizeof *c);
  if (!c) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  c->model                      = *model;
  c->model.settings.formulation = LW_ACCELERATION_DCA;
  c->model.settings.integrator  = LW_INTEGRATOR_DEFAULT;
  lw_status status              = lw_state_list_build(&c->model, &c->list);
  if (status != LW_OK) {
    (void)lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
  } else {
    status = lw_instance_create(&c->model, diag, &c->instance);
  }
  if (status != LW_OK) {
    lw_continuous_destroy(c);
    return status;
  }
  c->instance->continuous = true;
  *continuous             = c;
  return LW_OK;
}

void lw_continuous_destroy(lw_continuous* c)
{
  if (c) {
    lw_instance_destroy(c->instance);
    lw_state_list_free(&c->list);
    free(c);
  }
}

lw_instance* lw_continuous_instance(const lw_continuous* c)
{
  return c->instance;
}

const lw_state_list* lw_continuous_list(const lw_continuous* c)
{
  return &c->list;
}

/* The states, in the order of the tree. */
static double* states_of(const lw_instance* s)
{
  return lw_joint_space_of(s)->ode.y;
}

/* ---- states and coordinates of the tree --------------------------------------------------- */

/* World vector from the frame origin to the centre of mass of a body with orientation p. */
static void offset_of(const lw_instance* s, int b, const double p[4], double offset[3])
{
  double R[9], unit[4];
  memcpy(unit, p, sizeof unit);
  lw_rotation_normalize(unit);
  lw_rotation_matrix(R, unit);
  lw_mat3_vec(offset, R, s->body[b].com);
}

/* Positions of the tree from states x: of a body that floats, r + R c. */
static void to_coordinates(const lw_instance* s, const double x[], double q[])
{
  const lw_tree* tree = s->structure->tree;
  memcpy(q, x, (size_t)tree->nq * sizeof *q);
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    if (k->joint == LW_NONE) {
      double offset[3];
      offset_of(s, k->body, x + k->q + 3, offset);
      lw_add3(q + k->q, x + k->q, offset);
    }
  }
}

/* Rates of the tree from states x, and velocities of all bodies.                          (9.19)
 *   Needs       poses of the links, c of the links that motions drive */
static void to_rates(lw_instance* s, const double x[], double qd[])
{
  const lw_joint_space* space = lw_joint_space_of(s);
  const lw_tree*        tree  = s->structure->tree;
  const double*         given = x + tree->nq;
  memcpy(qd, given, (size_t)tree->nv * sizeof *qd);
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    if (k->joint == LW_NONE) {
      double offset[3], turn[3];
      offset_of(s, k->body, x + k->q + 3, offset);
      lw_cross(turn, given + k->v + 3, offset);
      lw_add3(qd + k->v, given + k->v, turn);
    } else if (k->type == LW_SPHERICAL && k->nfree > 0) {
      lw_sub3(qd + k->v, given + k->v, s->v[tree->link[k->inboard].body].w);
    }
    lw_recursion_spread_link(&space->recursion, i, qd, s->v);
  }
}

/* States x from positions q and rates qd of the tree.
 *   Needs       velocities of the bodies */
static void to_states(const lw_instance* s, const double q[], const double qd[], double x[])
{
  const lw_tree* tree = s->structure->tree;
  memcpy(x, q, (size_t)tree->nq * sizeof *x);
  memcpy(x + tree->nq, qd, (size_t)tree->nv * sizeof *x);
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    double*        v = x + tree->nq + k->v;
    if (k->joint == LW_NONE) {
      double offset[3], turn[3];
      offset_of(s, k->body, q + k->q + 3, offset);
      lw_sub3(x + k->q, q + k->q, offset);
      lw_cross(turn, qd + k->v + 3, offset);
      lw_sub3(v, qd + k->v, turn);
    } else if (k->type == LW_SPHERICAL && k->nfree > 0) {
      lw_copy3(v, s->v[k->body].w);
    }
  }
}

/* ---- initialisation ----------------------------------------------------------------------- */

/* Prescribed positions have the velocities and accelerations that are given for them: the
 * polynomial of the motion begins now, and has no duration. */
static void take_input_rates(lw_instance* s)
{
  for (int k = 0; k < s->model->nmotion; k++) {
    if (s->model->motion[k].kind == LW_MOTION_INPUT) {
      const int     input = s->model->motion[k].input;
      double *      u = s->input + 4 * input, *memory = s->drive + LW_DRIVE_NUMBERS * k;
      const double* rate   = s->input_rate + 2 * input;
      const double  now[6] = {s->head->t, 0.0, u[0], rate[0], 0.5 * rate[1], 0.0};
      memcpy(memory, now, sizeof now);
      u[1] = rate[0];
      u[2] = rate[1];
      u[3] = 0.0;
    }
  }
}

lw_status lw_continuous_initialize(lw_continuous* c, double t0, lw_diag* diag)
{
  lw_instance*    s     = c->instance;
  lw_joint_space* space = lw_joint_space_of(s);
  take_input_rates(s);
  lw_status status = lw_instance_initialize(s, t0, diag);
  if (status == LW_OK) {
    status = s->method->begin(s, diag);
  }
  if (status != LW_OK) {
    return status;
  }
  lw_set_current(s, LW_METHOD_BEGUN);
  memcpy(space->y, space->ode.y, (size_t)space->ode.n * sizeof *space->y);
  to_states(s, space->y, space->y + s->structure->tree->nq, space->ode.y);
  lw_invalidate(s, LW_ACCELERATIONS);
  return lw_continuous_update(c, diag);
}

lw_status lw_continuous_try(const lw_model* model, lw_diag* diag)
{
  lw_continuous* c      = NULL;
  lw_status      status = lw_continuous_create(model, diag, &c);
  if (status == LW_OK && c) {
    status = lw_continuous_initialize(c, model->settings.start, diag);
  }
  lw_continuous_destroy(c);
  return status;
}

/* ---- the equations ------------------------------------------------------------------------ */

static lw_status report_singular(const lw_instance* s, lw_diag* diag)
{
  return lw_diag_set(diag, LW_RETRY_SINGULAR, 0,
                     "%s at t = %.9g s: model exchange cannot pass singular configurations, "
                     "co-simulation with index3-dca can",
                     lw_status_text(LW_RETRY_SINGULAR), s->head->t);
}

/* Coordinates of the joints of the tree are states, with the same bits. */
static void keep_coordinates(lw_instance* s, const double q[])
{
  const lw_tree* tree = s->structure->tree;
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    for (int n = 0; n < k->nfree && k->joint != LW_NONE && k->type != LW_SPHERICAL; n++) {
      s->coordinate[LW_COORDS_MAX * k->joint + n] = q[k->q + n];
    }
  }
}

/* Poses of the links, with their factors and the velocities that the motions prescribe. Returns
 * false where the configuration is singular. */
static bool place(lw_instance* s, const double q[])
{
  lw_recursion*    r     = &lw_joint_space_of(s)->recursion;
  const lw_threads alone = LW_ALONE;
  lw_recursion_place(s, r, s->head->t, q, &alone);
  const bool regular = lw_recursion_factor(s, r, &alone);
  lw_joint_space_drive(s, r, s->head->t, &alone);
  return regular;
}

static lw_status update_constants(lw_instance* s, lw_diag* diag)
{
  if (lw_is_current(s, LW_CONSTANTS)) {
    return LW_OK;
  }
  const lw_status status = lw_derive_update(s, diag);
  if (status == LW_OK) {
    lw_regularise(s, s->value[s->model->settings.step]);
  }
  return status;
}

lw_status lw_continuous_update(lw_continuous* c, lw_diag* diag)
{
  lw_instance*     s     = c->instance;
  lw_joint_space*  space = lw_joint_space_of(s);
  const double*    x     = states_of(s);
  const lw_threads alone = LW_ALONE;
  if (!(s->head->initialised > 0.0)) {
    return LW_ERR_USAGE;
  }
  if (lw_is_current(s, LW_CONSTANTS | LW_POSITIONS | LW_COORDINATES | LW_ACCELERATIONS)) {
    return LW_OK;
  }
  const lw_status status = update_constants(s, diag);
  if (status != LW_OK) {
    return status;
  }
  take_input_rates(s);
  lw_joint_space_list_active(s, space);
  to_coordinates(s, x, space->y);
  if (!place(s, space->y)) {
    return report_singular(s, diag);
  }
  to_rates(s, x, space->qd);
  lw_joint_space_accelerate(s, space, s->head->t, space->qd, space->y + space->recursion.tree->nq,
                            &alone);
  lw_joint_space_publish(s, space, s->head->t);
  keep_coordinates(s, x);
  return LW_OK;
}

lw_status lw_continuous_rates(lw_continuous* c, double rate[], lw_diag* diag)
{
  lw_status status = lw_continuous_update(c, diag);
  for (int i = 0; i < c->list.nblock && status == LW_OK; i++) {
    const lw_state_block* block = &c->list.block[i];
    status = lw_instance_get(c->instance, block->rate, block->index, rate + block->first);
  }
  return status;
}

/* ---- access ------------------------------------------------------------------------------- */

lw_status lw_continuous_set_time(lw_continuous* c, double t)
{
  lw_instance*    s       = c->instance;
  const bool      changed = t != s->head->t;
  const lw_status status  = lw_instance_set_time(s, t);
  if (status == LW_OK && changed && s->model->nmotion > 0) {
    lw_invalidate(s, LW_ACCELERATIONS);
  }
  return status;
}

lw_status lw_continuous_set_states(lw_continuous* c, const double x[])
{
  double* y      = states_of(c->instance);
  double  finite = 0.0;
  for (int i = 0; i < c->list.nstate; i++) finite += 0.0 * x[i];
  if (finite != 0.0) {
    return LW_ERR_USAGE;
  }
  for (int i = 0; i < c->list.nblock; i++) {
    const lw_state_block* block = &c->list.block[i];
    memcpy(y + block->slot, x + block->first, (size_t)block->size * sizeof *y);
  }
  lw_invalidate(c->instance, LW_OF_STATE | LW_ACCELERATIONS);
  return LW_OK;
}

void lw_continuous_get_states(const lw_continuous* c, double x[])
{
  const double* y = states_of(c->instance);
  for (int i = 0; i < c->list.nblock; i++) {
    const lw_state_block* block = &c->list.block[i];
    memcpy(x + block->first, y + block->slot, (size_t)block->size * sizeof *x);
  }
}

void lw_continuous_nominals(const lw_continuous* c, double nominal[])
{
  const lw_instance* s = c->instance;
  for (int i = 0; i < c->list.nblock; i++) {
    const lw_state_block* block = &c->list.block[i];
    const bool            joint = block->quantity == LW_JOINT_Q || block->quantity == LW_JOINT_QD;
    const bool            point = block->quantity == LW_BODY_R || block->quantity == LW_BODY_V;
    const unsigned        angles =
        joint ? lw_joint_info_get(s->model->joint[block->index].type)->angles : 0;
    for (int k = 0; k < block->size; k++) {
      const bool length         = point || (joint && !(angles >> k & 1u));
      nominal[block->first + k] = length ? s->length : 1.0;
    }
  }
}

/* ---- events ------------------------------------------------------------------------------- */

static bool has_stops(const lw_joint* joint)
{
  return joint->stop_stiffness != LW_NONE;
}

int lw_continuous_indicator_count(const lw_model* m)
{
  int n = 0;
  for (int j = 0; j < m->njoint; j++) n += has_stops(&m->joint[j]) ? 2 : 0;
  return n;
}

lw_status lw_continuous_indicators(lw_continuous* c, double indicator[], lw_diag* diag)
{
  lw_instance* s      = c->instance;
  lw_status    status = lw_continuous_update(c, diag);
  for (int j = 0, n = 0; j < c->model.njoint && status == LW_OK; j++) {
    const lw_joint* joint = &c->model.joint[j];
    if (has_stops(joint)) {
      double q;
      status         = lw_instance_get(s, LW_JOINT_Q, j, &q);
      indicator[n++] = joint->lower == LW_NONE ? s->length : q - s->value[joint->lower];
      indicator[n++] = joint->upper == LW_NONE ? s->length : s->value[joint->upper] - q;
    }
  }
  return status;
}

/* Largest distance of a quaternion from unit length. */
static double stretch_of(const lw_instance* s, const double q[])
{
  const lw_tree* tree = s->structure->tree;
  double         most = 0.0;
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    if (k->nq > k->nfree) {
      const double* p = q + k->q + k->nq - 4;
      most = fmax(most, fabs(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1.0));
    }
  }
  return most;
}

/* Largest 2-norm of the open rows of a cut, in lengths of the mechanism.
 *   Needs       poses of the links */
static double drift_of(const lw_instance* s)
{
  const lw_tree* tree = s->structure->tree;
  double         most = 0.0;
  for (int i = 0; i < tree->ncut; i++) {
    const lw_cut* cut = &tree->cut[i];
    const double* Phi = s->Phi + s->structure->connector[cut->connector].row;
    double        sum = 0.0;
    for (int a = 0; a < cut->nrow; a++) sum += Phi[a] * Phi[a];
    most = fmax(most, sqrt(sum));
  }
  return most / s->length;
}

lw_status lw_continuous_check(lw_continuous* c, bool* open, lw_diag* diag)
{
  lw_instance*         s      = c->instance;
  lw_joint_space*      space  = lw_joint_space_of(s);
  const lw_space_state before = *lw_joint_space_state(s);
  *open                       = false;
  lw_status status            = lw_continuous_update(c, diag);
  if (status != LW_OK) {
    return status;
  }
  *open = drift_of(s) > DRIFT_MAX || stretch_of(s, states_of(s)) > DRIFT_MAX;
  if (s->structure->tree->ncut > 0 && space->recursion.weakest * WORSE_ROWS < before.chosen) {
    bool   exchanged = false;
    double weakest   = 0.0;
    if (!lw_joint_space_renew_rows(s, &exchanged, &weakest)) {
      return report_singular(s, diag);
    }
    /* the factors are those of other rows now */
    lw_joint_space_state(s)->chosen = weakest;
    lw_invalidate(s, LW_ACCELERATIONS);
  }
  return LW_OK;
}

/* Scale the quaternions among positions to unit length. */
static void normalise(const lw_tree* tree, double q[])
{
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    if (k->nq > k->nfree) {
      lw_rotation_normalize(q + k->q + k->nq - 4);
    }
  }
}

/* Close positions q of the tree, and place the links there. Returns false where the configuration
 * is singular. */
static bool close_positions(lw_instance* s, double q[])
{
  lw_joint_space* space = lw_joint_space_of(s);
  double          last  = HUGE_VAL;
  for (int pass = 0; pass < CLOSING_PASSES; pass++) {
    if (!place(s, q)) {
      return false;
    }
    const double drift = drift_of(s);
    if (!(drift > DRIFT_MIN) || !(drift < 0.5 * last)) {
      return isfinite(drift);
    }
    last = drift;
    lw_joint_space_close_positions(s, space, q, space->qd, space->ode.work);
    normalise(s->structure->tree, q);
  }
  return place(s, q);
}

/* Close the loops of states x: positions, then with the same rates of the joints velocities. */
static bool close_loops(lw_instance* s, double x[])
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  const double     t     = s->head->t;
  double *         q = space->y, *qd = space->y + r->tree->nq;
  const lw_threads alone = LW_ALONE;
  to_coordinates(s, x, q);
  if (!place(s, q)) {
    return false;
  }
  to_rates(s, x, qd);
  if (!close_positions(s, q)) {
    return false;
  }
  lw_recursion_spread(r, qd, s->v, &alone);
  lw_joint_space_close_velocities(s, space, t, qd, space->qd);
  lw_joint_space_drive(s, r, t, &alone);
  lw_recursion_spread(r, qd, s->v, &alone);
  to_states(s, q, qd, x);
  return true;
}

lw_status lw_continuous_close(lw_continuous* c, bool* changed, lw_diag* diag)
{
  lw_instance* s   = c->instance;
  double*      x   = states_of(s);
  *changed         = false;
  lw_status status = lw_continuous_update(c, diag);
  if (status != LW_OK) {
    return status;
  }
  if (stretch_of(s, x) > DRIFT_MIN) {
    normalise(s->structure->tree, x);
    *changed = true;
  }
  if (drift_of(s) > DRIFT_MIN) {
    *changed = true;
    if (!close_loops(s, x)) {
      return report_singular(s, diag);
    }
  }
  if (*changed) {
    lw_invalidate(s, LW_OF_STATE | LW_ACCELERATIONS);
    status = lw_continuous_update(c, diag);
  }
  return status;
}
