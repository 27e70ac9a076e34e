/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_space.c - the formulations in joint coordinates as methods of an instance.
 *
 *   begin     coordinates and rates of the links from the bodies -> choice of rows (monitor.c)
 *             -> momenta or rates -> start of the integrator
 *   advance   steps of the integrator (with loops by monitor.c) -> publish
 *   publish   poses and velocities of the bodies from the coordinates -> accelerations, multipliers
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

/* The error of a momentum is measured as the rate that it alone would cause; but the rate of a
 * joint follows from the momenta of its neighbours, too. With this fraction of the tolerances
 * all rates meet them. */
#define MOMENTUM_FRACTION 0.2

/* Most steps of the integrator in a communication step, some seconds for a few links. A spring
 * that is far too stiff for an explicit method then ends with a message. */
#define STEPS_MAX 1e6

/* Scale the quaternions of spherical joints and floating bodies to unit length. */
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

/* Tolerance of a momentum: that of its rate times the inertia H_i^T U_i of the links that it
 * moves while the inboard link is at rest.                                                (9.17) */
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

/* ---- memory ------------------------------------------------------------------------------ */

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
  const bool momenta = m->settings.formulation == LW_HAMILTONIAN_DCA;
  double*    state   = (double*)s->method_state + sizeof(lw_space_state) / sizeof(double);
  w.recursion.chosen = state;
  w.ode              = (lw_ode){
                   .method    = ode_method(m),
                   .n         = n,
                   .context   = s,
                   .normalise = normalise,
                   .tolerate  = momenta ? tolerate : NULL,
                   .rhs       = momenta ? lw_hamiltonian_rhs : lw_acceleration_rhs,
  };
  lw_ode_bind(&w.ode, state + tree->nrow + tree->ngroup, work);
  *space = w;
}

/* ---- from bodies to coordinates ---------------------------------------------------------- */

/* Tell whether a connector exerts a force with the present values. */
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

void lw_joint_space_list_active(const lw_instance* s, lw_joint_space* space)
{
  space->nactive = 0;
  for (int i = 0; i < s->structure->nconnector; i++) {
    if (exerts_force(s, &s->structure->connector[i])) {
      space->active[space->nactive++] = i;
    }
  }
}

void lw_joint_space_link_coordinates(const lw_instance* s, const lw_tree* tree, const lw_link* k,
                                     double q[], double qd[])
{
  const lw_pose*  pose = &s->q[k->body];
  const lw_twist *own = &s->v[k->body], *inboard = &s->v[tree->link[k->inboard].body];
  if (k->joint == LW_NONE) {
    lw_copy3(q + k->q, pose->r);
    memcpy(q + k->q + 3, pose->p, sizeof pose->p);
    memcpy(qd + k->v, own, sizeof *own);
    return;
  }
  if (k->type == LW_SPHERICAL) {
    memcpy(q + k->q, pose->p, sizeof pose->p);
    lw_sub3(qd + k->v, own->w, inboard->w);
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

/* Complete a state y, which has the coordinates, by momenta or rates from the rates qd; also
 * compute the velocities of the bodies.
 *   Needs       poses of the links */
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

/* Set the tolerances of the integrator; the relative one may be set between two steps. */
static void set_tolerances(lw_instance* s)
{
  lw_ode*      ode      = &lw_joint_space_of(s)->ode;
  const double fraction = lw_joint_space_has_momenta(s) ? MOMENTUM_FRACTION : 1.0;
  ode->rtol             = fraction * lw_accuracy(s);
  ode->atol             = fraction * lw_absolute_accuracy(s);
}

static lw_status begin(lw_instance* s, lw_diag* diag)
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  const double     t     = s->head->t;
  const lw_threads alone = LW_ALONE;
  set_tolerances(s);
  lw_pass_positions(s, t, &alone);
  for (int i = 0; i < tree->nlink; i++) {
    lw_joint_space_link_coordinates(s, tree, &tree->link[i], space->y, space->qd);
  }
  lw_recursion_place(s, r, t, space->y, &alone);
  lw_space_state* x         = lw_joint_space_state(s);
  const bool      continued = s->head->kept > 0.0;
  if (!lw_joint_space_begin_monitor(s, t, space->y, space->qd, continued)) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0,
                       "the rank of the constraints changes at t = %.9g s", t);
  }
  state_from_rates(s, space, t, space->y);
  x->momentum = fmax(x->momentum, lw_joint_space_largest(tree->nv, space->y + tree->nq));
  if (continued) {
    space->ode.head->t = t;
    lw_ode_restart(&space->ode, space->y);
  } else {
    lw_ode_start(&space->ode, t, space->y);
  }
  return LW_OK;
}

/* ---- from coordinates to bodies ---------------------------------------------------------- */

void lw_joint_space_publish(lw_instance* s, lw_joint_space* space, double t)
{
  const lw_threads alone = LW_ALONE;
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
}

/* Set all of these from the state of the integrator at its present time. */
static lw_status publish(lw_instance* s, double t)
{
  lw_joint_space*  space  = lw_joint_space_of(s);
  const lw_tree*   tree   = space->recursion.tree;
  const lw_threads alone  = LW_ALONE;
  const lw_status  status = space->ode.rhs(s, t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  const double* qd = lw_joint_space_has_momenta(s) ? space->qd : space->ode.y + tree->nq;
  if (lw_joint_space_has_momenta(s)) {
    lw_joint_space_accelerate(s, space, t, qd, space->y, &alone);
  }
  lw_joint_space_publish(s, space, t);
  return LW_OK;
}

/* ---- a communication step ---------------------------------------------------------------- */

/* Tell whether inputs change during the communication step. They are known up to its end only. */
static bool inputs_change(const lw_instance* s)
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

/* Fewest links, most of them in branches, for which a second thread saves more time than it
 * takes to wait for it: about five barriers of 1 us in a right-hand side of 0.25 us per link. */
#define PARALLEL_LINKS 256
/* multiply-adds of a link */
#define LINK_COST 600.0

/* Tell whether several threads are faster: there are many links, and loops take little of the
 * time. */
static bool is_parallel(const lw_tree* tree)
{
  double links = 0.0, closing = 0.0;
  for (int b = 0; b < tree->nbranch; b++) links += tree->branch[b].end - tree->branch[b].first;
  for (int g = 0; g < tree->ngroup; g++) {
    closing += (double)tree->group[g].nrow * tree->group[g].nrow;
  }
  return tree->nlink >= PARALLEL_LINKS && links > 0.75 * tree->nlink &&
         closing < LINK_COST * tree->nlink;
}

bool lw_joint_space_pays_threads(const lw_instance* s)
{
  const lw_tree* tree   = s->structure->tree;
  const int      wanted = s->threads > 0 ? s->threads : s->model->settings.threads;
  return tree && tree->nbranch > 1 && (wanted > 0 ? wanted > 1 : is_parallel(tree));
}

/* Number of threads of a right-hand side: at most the number of branches. */
static int threads_for(const lw_instance* s)
{
#ifdef _OPENMP
  if (lw_joint_space_pays_threads(s)) {
    const int nbranch = s->structure->tree->nbranch;
    const int wanted  = s->threads > 0 ? s->threads : s->model->settings.threads;
    const int threads = wanted > 0 ? wanted : omp_get_max_threads();
    return threads < nbranch ? threads : nbranch;
  }
#else
  (void)s;
#endif
  return 1;
}

/* Write the message for a status that ended the motion. */
static lw_status report(const lw_instance* s, lw_status status, lw_diag* diag)
{
  const lw_ode* ode  = &lw_joint_space_of(s)->ode;
  const double  t    = s->head->t;
  const char*   name = lw_joint_space_has_momenta(s) ? "hamiltonian-dca" : "acceleration-dca";
  const char*   text = lw_status_text(status);
  if (status == LW_RETRY_SINGULAR) {
    return lw_diag_set(diag, status, 0,
                       "%s at t = %.9g s: %s cannot pass singular configurations, index3-dca can",
                       text, t, name);
  }
  if (status == LW_RETRY_STEP && ode->head->accepted + ode->head->rejected >= ode->max_attempts) {
    return lw_diag_set(
        diag, status, 0,
        "more than %g integrator steps in one communication step, of %.3g s each at t = %.9g s: "
        "rtol and atol are too small, or springs and dampers are too stiff for the "
        "explicit integrators of %s",
        STEPS_MAX, ode->head->h, t, name);
  }
  return lw_diag_set(diag, status, 0, "%s at t = %.9g s", text, t);
}

/* Set the time of the integrator to that of the instance. A difference that is larger than the
 * rounding of a sum of steps means that the caller has set the time: the method begins again. */
static lw_status synchronise_time(lw_instance* s, double step, lw_diag* diag)
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
  const double stop   = inputs_change(s) ? target : INFINITY;
  const double before = ode->head->rhs;
  lw_status    status = synchronise_time(s, step, diag);
  if (status != LW_OK) {
    return status;
  }
  /* in every step, because a restored state may have other values */
  lw_joint_space_list_active(s, lw_joint_space_of(s));
  set_tolerances(s);
  lw_joint_space_of(s)->threads = threads_for(s);
  lw_joint_space_of(s)->checks  = 0;
  ode->max_attempts             = ode->head->accepted + ode->head->rejected + STEPS_MAX;
  if (isfinite(stop) && ode->head->f_end_valid > 0.0) {
    /* a new polynomial for the motions: accelerations jump even if the input is the same */
    lw_ode_restart(ode, NULL);
  }
  if (ode->n == 0) {
    ode->head->t = target;
  }
  while (status == LW_OK && ode->head->t < target) {
    status = s->structure->tree->ncut > 0 ? lw_joint_space_step(s, target, stop)
                                          : lw_ode_advance(ode, target, stop);
  }
  const lw_status published = publish(s, ode->head->t);
  s->head->iterations       = ode->head->rhs - before + lw_joint_space_of(s)->checks;
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
