/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_space.c - the formulations in joint coordinates as methods of an instance: begin, advance, publish.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 9
 */
#include "formulations/joint_space/joint_space.h"
#include "model/check.h"

#include <math.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/joint_space/loop_closure.h"
#include "joint/joint_law.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"

/* The rate of a joint follows from its momentum and those of its neighbours. Errors of momenta are measured as rates
 * that they alone would cause; so that the rates meet the tolerance, the integrator is given this fraction of it. */
#define MOMENTUM_FRACTION 0.2

/* Most steps of the integrator in a communication step, some seconds for a few links: a spring that is far too stiff for
 * an explicit method ends with a message. */
#define STEPS_MAX 1e6

/* Unit quaternions of balls and floating bodies. */
static lw_status normalise(void* context, double t, double y[])
{
  const lw_tree* tree = lw_joint_space_of(context)->recursion.tree;
  (void)t;
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link* k = &tree->link[i];
    if (k->nq > k->nfree) {
      lw_rotation_normalize(y + k->q + k->nq - 4);
    }
  }
  return LW_OK;
}

/* Tolerance of the momentum of freedom i: that of its rate, times the inertia that it moves with the one before held
 * still, H_i^T U_i.                                                                      (9.17) */
static void tolerate(void* context, double tolerance[])
{
  const lw_joint_space* space = lw_joint_space_of(context);
  const lw_tree*        tree  = space->recursion.tree;
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link*        k = &tree->link[i];
    const lw_articulated* w = &space->recursion.link[i];
    for (int j = 0; j < k->nfree; j++) {
      const double* H       = w->H + 6 * j;
      const double* U       = w->U + 6 * j;
      const double  inertia = lw_dot(H, U) + lw_dot(H + 3, U + 3);
      tolerance[tree->nq + k->v + j] =
          inertia * (space->ode.rtol * fabs(space->qd[k->v + j]) + space->ode.atol);
    }
  }
}

/* ---- memory ------------------------------------------------------------------------------- */

static lw_ode_method ode_method(const lw_model* m)
{
  switch (lw_integrator_of(m)) {
  case LW_BS32: return LW_ODE_BS32;
  case LW_ABM: return LW_ODE_ABM;
  default: return LW_ODE_DOPRI5;
  }
}

static int state_length(const lw_structure* g)
{
  return g->tree->nq + g->tree->nv;
}

static void lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const lw_tree* tree   = g->tree;
  const size_t   choice = (size_t)(tree->nrow + tree->ngroup);
  s->method_state       = lw_arena_take(arena,
                                        sizeof(lw_space_state) / sizeof(double) + choice +
                                            lw_ode_state_size(ode_method(m), state_length(g)),
                                        sizeof(double));
}

static void lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const lw_tree*  tree  = g->tree;
  const int       n     = state_length(g);
  lw_joint_space* space = lw_arena_take(arena, 1, sizeof *space);
  lw_joint_space  w;
  memset(&w, 0, sizeof w);
  lw_recursion_lay_out(&w.recursion, tree, arena);
  w.y            = lw_arena_take(arena, (size_t)n, sizeof *w.y);
  w.qd           = lw_arena_take(arena, (size_t)tree->nv, sizeof *w.qd);
  w.choice       = lw_arena_take(arena, (size_t)(tree->nrow + tree->ngroup), sizeof *w.choice);
  w.active       = lw_arena_take(arena, (size_t)g->nconnector, sizeof *w.active);
  double* work   = lw_arena_take(arena, lw_ode_work_size(ode_method(m), n), sizeof *work);
  s->method_work = space;
  if (!space) {
    return;
  }
  const bool   momenta  = m->settings.formulation == LW_HAMILTONIAN_DCA;
  const double fraction = momenta ? MOMENTUM_FRACTION : 1.0;
  double*      state    = (double*)s->method_state + sizeof(lw_space_state) / sizeof(double);
  w.recursion.chosen    = state;
  w.ode                 = (lw_ode){
                      .method    = ode_method(m),
                      .n         = n,
                      .rtol      = fraction * m->settings.rtol,
                      .atol      = fraction * m->settings.atol,
                      .context   = s,
                      .normalise = normalise,
                      .tolerate  = momenta ? tolerate : NULL,
                      .rhs       = momenta ? lw_hamiltonian_rhs : lw_acceleration_rhs,
  };
  lw_ode_bind(&w.ode, state + tree->nrow + tree->ngroup, work);
  *space = w;
}

/* ---- from bodies to coordinates ----------------------------------------------------------- */

/* Does anything act at a connector? */
static bool exerts_force(const lw_instance* s, const lw_connector* c)
{
  if (c->kind != LW_CONNECTOR_JOINT) {
    return c->kind != LW_CONNECTOR_COUPLING;
  }
  const lw_joint* joint = &s->model->joint[c->index];
  if (joint->stiffness == LW_NONE) {
    return false;
  }
  const lw_joint_law law = lw_joint_law_of(joint, s->value);
  return !lw_joint_law_is_empty(&law) ||
         s->joint_actuator[c->index + 1] > s->joint_actuator[c->index];
}

static void list_active(const lw_instance* s, lw_joint_space* space)
{
  space->nactive = 0;
  for (int i = 0; i < s->structure->nconnector; i++) {
    if (exerts_force(s, &s->structure->connector[i])) {
      space->active[space->nactive++] = i;
    }
  }
}

/* Coordinates and rates of a link from positions and velocities of the bodies.
 *   Needs       positions swept */
static void link_coordinates(const lw_instance* s, const lw_tree* tree, const lw_link* k,
                             double q[], double qd[])
{
  const lw_pose*  pose = &s->q[k->body];
  const lw_twist *own = &s->v[k->body], *before = &s->v[tree->link[k->inboard].body];
  if (k->joint == LW_NONE) {
    lw_copy3(q + k->q, pose->r);
    memcpy(q + k->q + 3, pose->p, sizeof pose->p);
    memcpy(qd + k->v, own, sizeof *own);
    return;
  }
  if (k->type == LW_SPHERICAL) {
    memcpy(q + k->q, pose->p, sizeof pose->p);
    lw_sub3(qd + k->v, own->w, before->w);
    return;
  }
  const lw_joint* joint = &s->model->joint[k->joint];
  const lw_twist *A = &s->v[joint->parent], *B = &s->v[joint->child];
  for (int i = 0; i < k->nfree; i++) {
    lw_coordinate c;
    q[k->q + i]  = lw_joint_coordinate_value(s, k->joint, i, &c);
    qd[k->v + i] = lw_dot(c.J_A, A->v) + lw_dot(c.J_A + 3, A->w) + lw_dot(c.J_B, B->v) +
                   lw_dot(c.J_B + 3, B->w);
  }
}

/* y from coordinates that stand in it and the rates of the freedoms; velocities of the bodies with it.
 *   Needs       links placed */
static void state_from_rates(lw_instance* s, lw_joint_space* space, double t, double y[])
{
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  const lw_threads alone = LW_ALONE;
  lw_joint_space_drive(s, r, t, &alone);
  lw_recursion_spread(r, space->qd, s->v, &alone);
  if (lw_joint_space_has_momenta(s)) {
    lw_hamiltonian_momenta(s, r, s->v, y + tree->nq);
  } else {
    memcpy(y + tree->nq, space->qd, (size_t)tree->nv * sizeof *y);
  }
}

static lw_status begin(lw_instance* s, lw_diag* diag)
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  const double     t     = s->head->t;
  const lw_threads alone = LW_ALONE;
  lw_pass_positions(s, t, &alone);
  for (int i = 0; i < tree->nlink; i++) {
    link_coordinates(s, tree, &tree->link[i], space->y, space->qd);
  }
  lw_recursion_place(s, r, t, space->y, &alone);
  lw_space_state* x       = lw_joint_space_state(s);
  const bool      goes_on = s->head->kept > 0.0;
  if (!lw_joint_space_begin_monitor(s, t, space->y, space->qd, goes_on)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0,
                       "the constraints lose or gain rank at t = %.9g s", t);
  }
  state_from_rates(s, space, t, space->y);
  x->momentum = fmax(x->momentum, lw_joint_space_largest(tree->nv, space->y + tree->nq));
  if (goes_on) {
    space->ode.head->t = t;
    lw_ode_restart(&space->ode, space->y);
  } else {
    lw_ode_start(&space->ode, t, space->y);
  }
  return LW_OK;
}

/* ---- from coordinates to bodies ----------------------------------------------------------- */

/* Positions and velocities of the bodies, accelerations and multipliers at the integrator's time. */
static lw_status publish(lw_instance* s, double t)
{
  lw_joint_space*  space  = lw_joint_space_of(s);
  lw_recursion*    r      = &space->recursion;
  const lw_tree*   tree   = r->tree;
  const lw_threads alone  = LW_ALONE;
  const lw_status  status = space->ode.rhs(s, t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  const double* qd = lw_joint_space_has_momenta(s) ? space->qd : space->ode.y + tree->nq;
  if (lw_joint_space_has_momenta(s)) {
    lw_joint_space_accelerate(s, space, t, qd, space->y, &alone);
  }
  for (int b = 0; b < s->model->nbody; b++) {
    double p[4], same = 0.0;
    lw_copy3(s->q[b].r, s->placement[b].r);
    lw_quat_from_matrix(p, s->placement[b].R);
    for (int i = 0; i < 4; i++) same += p[i] * s->q[b].p[i];
    for (int i = 0; i < 4; i++) s->q[b].p[i] = same < 0.0 ? -p[i] : p[i];
  }
  lw_pass_positions(s, t, &alone);
  lw_joint_space_reactions(s, space);
  lw_pass_finish(s, 0.0, &alone);
  s->head->t    = t;
  s->head->kept = 1.0;
  lw_invalidate(s, LW_OF_STATE);
  lw_set_current(s, LW_POSITIONS | LW_COORDINATES | LW_ACCELERATIONS);
  return LW_OK;
}

/* ---- a communication step ----------------------------------------------------------------- */

/* Inputs that are not constant are known up to the communication point only. */
static bool inputs_move(const lw_instance* s)
{
  for (int k = 0; k < s->model->nmotion; k++) {
    if (s->model->motion[k].kind == LW_MOTION_INPUT) {
      return true;
    }
  }
  for (int i = 0; i < s->model->ninput; i++) {
    if (s->input[4 * i + 1] != 0.0 || s->input[4 * i + 2] != 0.0) {
      return true;
    }
  }
  return false;
}

/* From this number of links on, most of them in branches, a second thread takes over more than waiting for it
 * costs: some five waits of 1 us in a right-hand side of 0.25 us per link. */
#define PARALLEL_LINKS 256
/* multiply-adds of a link */
#define LINK_COST 600.0

static bool pays_off(const lw_tree* tree)
{
  double links = 0.0, closing = 0.0;
  for (int b = 0; b < tree->nbranch; b++) links += tree->branch[b].end - tree->branch[b].first;
  for (int g = 0; g < tree->ngroup; g++) closing += pow(tree->group[g].nrow, 2.0);
  return tree->nlink >= PARALLEL_LINKS && links > 0.75 * tree->nlink &&
         closing < LINK_COST * tree->nlink;
}

/* Threads for right-hand sides: no more than there are branches. */
static int threads_for(const lw_instance* s)
{
  const lw_tree* tree = s->structure->tree;
#ifdef _OPENMP
  const int wanted  = s->threads > 0 ? s->threads : s->model->settings.threads;
  const int threads = wanted > 0 ? wanted : pays_off(tree) ? omp_get_max_threads() : 1;
  return threads < tree->nbranch ? threads : tree->nbranch;
#else
  return pays_off(tree) ? 1 : 0; /* alone in any case */
#endif
}

/* What has stopped the motion, and what may help. */
static lw_status report(const lw_instance* s, lw_status status, lw_diag* diag)
{
  const lw_ode* ode  = &lw_joint_space_of(s)->ode;
  const double  t    = s->head->t;
  const char*   name = lw_joint_space_has_momenta(s) ? "hamiltonian-dca" : "acceleration-dca";
  const char*   text = lw_status_text(status);
  if (status == LW_RETRY_SINGULAR) {
    return lw_diag_set(
        diag, status, 0,
        "%s at t = %.9g s: %s stops at singular configurations, index3-dca passes them", text, t,
        name);
  }
  if (status == LW_RETRY_STEP && ode->head->accepted + ode->head->rejected >= ode->max_attempts) {
    return lw_diag_set(
        diag, status, 0,
        "%g steps of the integrator in one communication step, at t = %.9g s %.3g s each: "
        "rtol and atol are too small, or springs and dampers too stiff for the "
        "explicit integrators of %s",
        STEPS_MAX, t, ode->head->h, name);
  }
  return lw_diag_set(diag, status, 0, "%s at t = %.9g s", text, t);
}

/* The integrator's clock is that of the instance. Where that was set by more than the rounding of somebody's sum of
 * steps, it is a new start. */
static lw_status set_clock(lw_instance* s, double step, lw_diag* diag)
{
  lw_ode*      ode   = &lw_joint_space_of(s)->ode;
  const double shift = s->head->t - ode->head->t;
  if (shift == 0.0) {
    return LW_OK;
  }
  if (!(fabs(shift) <= 1e-9 * step)) {
    return begin(s, diag);
  }
  lw_ode_set_time(ode, s->head->t);
  for (int i = 0; i < 3; i++) lw_joint_space_state(s)->t[i] += shift;
  return LW_OK;
}

static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  lw_ode*      ode    = &lw_joint_space_of(s)->ode;
  const double target = s->head->t + step;
  const double stop   = inputs_move(s) ? target : INFINITY;
  const double before = ode->head->rhs;
  lw_status    status = set_clock(s, step, diag);
  if (status != LW_OK) {
    return status;
  }
  /* every time: values may have come with a saved state */
  list_active(s, lw_joint_space_of(s));
  lw_joint_space_of(s)->threads = threads_for(s);
  lw_joint_space_of(s)->looks   = 0;
  ode->max_attempts             = ode->head->accepted + ode->head->rejected + STEPS_MAX;
  if (isfinite(stop) && ode->head->f_end_valid > 0.0) {
    lw_ode_restart(
        ode,
        NULL); /* a new plan for the drives: accelerations jump, even if the input is the same */
  }
  if (ode->n == 0) {
    ode->head->t = target;
  }
  while (status == LW_OK && ode->head->t < target) {
    status = s->structure->tree->ncut > 0 ? lw_joint_space_step(s, target, stop)
                                          : lw_ode_advance(ode, target, stop);
  }
  const lw_status published = publish(s, ode->head->t);
  s->head->iterations       = ode->head->rhs - before + lw_joint_space_of(s)->looks;
  s->head->residual         = ode->head->error;
  if (status == LW_OK) {
    s->head->t = target;
    status     = published;
  }
  return status == LW_OK ? LW_OK : report(s, status, diag);
}

const lw_method lw_hamiltonian_method = {
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};

const lw_method lw_acceleration_method = {
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};
