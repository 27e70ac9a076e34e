/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_space.c - the formulations in joint coordinates as methods of an instance: begin, advance, publish.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 9
 *
 * Impulses of the cuts grow with time where a force keeps its direction. They are reset, and rows that
 * depend on each other are chosen anew, between steps of the integrator: the motion does not notice.
 */
#include "joint_space.h"

#include <math.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "connectors.h"
#include "joint_law.h"
#include "linalg.h"
#include "loops.h"
#include "rotation.h"
#include "sweep.h"

/* Steps of the integrator between two looks at impulses and rows, and the share of impulses, in units of the
 * largest momentum that the mechanism had, at which they are reset. One-step methods lose nothing by a new
 * beginning, and their error is the smaller the smaller the momenta are; Adams' method has to climb to its
 * order again. */
#define LOOK_STEPS 4.0
#define LOOK_STEPS_ADAMS 32.0
#define IMPULSE_SHARE 1.0
#define IMPULSE_SHARE_ADAMS 30.0
/* Rows are exchanged where others have a smallest pivot that is this much larger. */
#define BETTER_ROWS 100.0

/* Even if they seem to be good, rows are chosen again and compared every so many looks. In as many steps at the
 * beginning there is a look after each: rows that gain rank show that the start was singular. */
#define RENEW_LOOKS 16.0

/* Momenta of inner joints are sums over all that they carry, and velocities follow from differences of
 * neighbours: so that velocities meet the tolerance, momenta are integrated to this share of it. */
#define MOMENTUM_SHARE 0.1
/* No step is longer than the time in which the distance from a singular configuration would shrink to this
 * share of itself: it is approached, not jumped over. */
#define APPROACH_SHARE 0.5

/* Nearer to where the chosen rows depend on each other than this, other rows are tried after every step. */
#define NEAR 1e-2

/* What stands in front of the integrator's state. */
typedef struct space_state {
  double rank;        /* independent rows of all cuts                                          */
  double momentum;    /* largest momentum since the beginning                                  */
  double chosen;      /* smallest pivot of the rows when they were chosen */
  double looks;       /* how often impulses and rows were looked at */
  double looked;      /* steps of the integrator at the last look                              */
  double distance[3]; /* from a singular configuration at the ends of the last steps: root of the
                       * weakest pivot                                                     */
  double t[3];        /* when that was                                                         */
  double known;       /* how many of them there are                                            */
  double h_max;       /* longest step that they allow, 0: any                                  */
} space_state;

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
                                        sizeof(space_state) / sizeof(double) + choice +
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
  const double share = m->settings.formulation == LW_HAMILTONIAN_DCA ? MOMENTUM_SHARE : 1.0;
  double*      state = (double*)s->method_state + sizeof(space_state) / sizeof(double);
  w.recursion.chosen = state;
  w.ode              = (lw_ode){
                   .method    = ode_method(m),
                   .n         = n,
                   .rtol      = share * m->settings.rtol,
                   .atol      = share * m->settings.atol,
                   .context   = s,
                   .normalise = normalise,
                   .rhs =
          m->settings.formulation == LW_HAMILTONIAN_DCA ? lw_hamiltonian_rhs : lw_acceleration_rhs,
  };
  lw_ode_bind(&w.ode, state + tree->nrow + tree->ngroup, work);
  *space = w;
}

static space_state* state_of(const lw_instance* s)
{
  return s->method_state;
}

static bool is_hamiltonian(const lw_instance* s)
{
  return s->model->settings.formulation == LW_HAMILTONIAN_DCA;
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
  const lw_twist *own = &s->v[k->body], *before = &s->v[tree->link[k->before].body];
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
  lw_recursion*  r     = &space->recursion;
  const lw_tree* tree  = r->tree;
  const lw_team  alone = {0, 1};
  lw_joint_space_drive(s, r, t, &alone);
  lw_recursion_spread(r, space->qd, s->v, &alone);
  if (is_hamiltonian(s)) {
    lw_hamiltonian_momenta(s, r, s->v, y + tree->nq);
  } else {
    memcpy(y + tree->nq, space->qd, (size_t)tree->nv * sizeof *y);
  }
}

static double largest(int n, const double x[])
{
  double most = 0.0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static lw_status begin(lw_instance* s, lw_diag* diag)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_recursion*   r     = &space->recursion;
  const lw_tree*  tree  = r->tree;
  const double    t     = s->head->t;
  const lw_team   alone = {0, 1};
  lw_sweep_positions(s, t, &alone);
  for (int i = 0; i < tree->nlink; i++) {
    link_coordinates(s, tree, &tree->link[i], space->y, space->qd);
  }
  lw_recursion_place(s, r, t, space->y, &alone);
  const int  rank    = lw_recursion_choose(s, r);
  const bool goes_on = s->head->kept > 0.0;
  if (goes_on && rank != (int)state_of(s)->rank) {
    return lw_diag_set(diag, LW_RETRY_SINGULAR, 0,
                       "the constraints lose or gain rank at t = %.9g s", t);
  }
  state_of(s)->rank   = rank;
  state_of(s)->looked = state_of(s)->looks = 0.0;
  state_of(s)->chosen                      = r->weakest;
  state_of(s)->known                       = 0.0;
  state_of(s)->h_max                       = s->value[s->model->settings.step];
  state_from_rates(s, space, t, space->y);
  const double most     = largest(tree->nv, space->y + tree->nq);
  state_of(s)->momentum = goes_on ? fmax(most, state_of(s)->momentum) : most;
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
  lw_joint_space* space  = lw_joint_space_of(s);
  lw_recursion*   r      = &space->recursion;
  const lw_tree*  tree   = r->tree;
  const lw_team   alone  = {0, 1};
  const lw_status status = space->ode.rhs(s, t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  const double* qd = is_hamiltonian(s) ? space->qd : space->ode.y + tree->nq;
  if (is_hamiltonian(s)) {
    lw_joint_space_accelerate(s, space, t, qd, space->y, &alone);
  }
  for (int b = 0; b < s->model->nbody; b++) {
    double p[4], same = 0.0;
    lw_copy3(s->q[b].r, s->placement[b].r);
    lw_quat_from_matrix(p, s->placement[b].R);
    for (int i = 0; i < 4; i++) same += p[i] * s->q[b].p[i];
    for (int i = 0; i < 4; i++) s->q[b].p[i] = same < 0.0 ? -p[i] : p[i];
  }
  lw_sweep_positions(s, t, &alone);
  lw_joint_space_react(s, space);
  lw_sweep_finish(s, 0.0, &alone);
  s->head->t         = t;
  s->head->kept      = 1.0;
  s->head->stale     = 0.0;
  s->swept           = true;
  s->factor_valid    = false;
  s->reaction_valid  = false;
  s->violation_valid = false;
  return LW_OK;
}

/* ---- between steps ------------------------------------------------------------------------ */

/* Choose rows anew where the present ones have become weak. Returns false where the rank has changed, and
 * tells whether rows were exchanged. The links are left factored with the rows that are in use. */
static bool renew_rows(lw_instance* s, bool* exchanged)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_recursion*   r     = &space->recursion;
  double*         old   = r->chosen;
  double*         fresh = space->choice;
  const lw_team   alone = {0, 1};
  lw_recursion_place(s, r, space->ode.head->t, space->ode.y, &alone);
  lw_recursion_factor(s, r, &alone);
  const double weakest = r->weakest;
  r->chosen            = fresh;
  const int rank       = lw_recursion_choose(s, r);
  r->chosen            = old;
  *exchanged           = r->weakest > BETTER_ROWS * weakest;
  if (*exchanged) {
    memcpy(old, fresh, (size_t)(r->tree->nrow + r->tree->ngroup) * sizeof *old);
  }
  return rank == (int)state_of(s)->rank;
}

/* A look at impulses and rows: the state goes on with other momenta where they are too large.   (9.13) */
static lw_status look(lw_instance* s)
{
  lw_joint_space* space     = lw_joint_space_of(s);
  lw_recursion*   r         = &space->recursion;
  const lw_tree*  tree      = r->tree;
  const double    t         = space->ode.head->t;
  bool            exchanged = false;
  if (tree->ncut == 0) {
    return LW_OK;
  }
  /* velocities first: they belong to the rows that the momenta were made with */
  space->looks++;
  const lw_status status = space->ode.rhs(s, t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  memcpy(space->y, space->ode.y, (size_t)space->ode.n * sizeof *space->y);
  space_state* x = state_of(s);
  if (r->weakest * BETTER_ROWS < x->chosen || x->looks < RENEW_LOOKS ||
      fmod(x->looks, RENEW_LOOKS) == 0.0) {
    if (!renew_rows(s, &exchanged)) {
      return LW_RETRY_SINGULAR;
    }
    x->chosen = exchanged ? r->weakest : x->chosen;
  }
  x->looks += 1.0;
  if (!is_hamiltonian(s)) {
    if (exchanged) {
      lw_ode_restart(&space->ode, NULL);
    }
    return LW_OK;
  }
  double* p = space->y + tree->nq;
  lw_hamiltonian_momenta(s, r, s->v, p);
  double impulse = 0.0;
  for (int i = 0; i < tree->nv; i++) {
    impulse = fmax(impulse, fabs(space->ode.y[tree->nq + i] - p[i]));
  }
  state_of(s)->momentum = fmax(state_of(s)->momentum, largest(tree->nv, p));
  const double share    = space->ode.method == LW_ODE_ABM ? IMPULSE_SHARE_ADAMS : IMPULSE_SHARE;
  if (exchanged || impulse > share * state_of(s)->momentum) {
    lw_ode_restart(&space->ode, space->y);
  }
  return LW_OK;
}

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

/* Measure the distance from a singular configuration at the end of a step, and limit the next one by the
 * parabola through the last three: delta + r h + a h^2 = share delta.                       (9.16) */
static void watch_rows(lw_instance* s)
{
  const lw_joint_space* space = lw_joint_space_of(s);
  space_state*          x     = state_of(s);
  for (int i = 2; i > 0; i--) {
    x->distance[i] = x->distance[i - 1];
    x->t[i]        = x->t[i - 1];
  }
  x->distance[0] = sqrt(fmax(space->recursion.weakest, 0.0));
  x->t[0]        = space->ode.head->t_end;
  x->known       = fmin(x->known + 1.0, 3.0);
  if (x->known < 3.0) {
    return; /* the first steps are no longer than the model's */
  }
  const double d    = x->distance[0];
  const double d1   = (d - x->distance[1]) / (x->t[0] - x->t[1]);
  const double d2   = (x->distance[1] - x->distance[2]) / (x->t[1] - x->t[2]);
  const double a    = (d1 - d2) / (x->t[0] - x->t[2]);
  const double r    = d1 + a * (x->t[0] - x->t[1]);
  const double c    = (1.0 - APPROACH_SHARE) * d;
  const double disc = r * r - 4.0 * a * c;
  const double down = disc > 0.0 ? sqrt(disc) - r : 0.0;
  x->h_max          = down > 0.0 ? 2.0 * c / down : 0.0;
}

/* Is it time for a look? After each of the first steps, and then now and again; always at the end of a step. */
static bool look_is_due(const lw_instance* s, double target)
{
  const lw_ode_head* head  = lw_joint_space_of(s)->ode.head;
  const space_state* x     = state_of(s);
  const bool         adams = lw_joint_space_of(s)->ode.method == LW_ODE_ABM;
  const bool         near  = x->looks < RENEW_LOOKS || (x->known > 0.0 && x->distance[0] < NEAR);
  const double       often = near ? 1.0 : adams ? LOOK_STEPS_ADAMS : LOOK_STEPS;
  return head->t_end <= target && head->accepted >= x->looked + often;
}

/* With loops: one step of the integrator, or what is left of the last one, and what is to be watched. */
static lw_status step_with_loops(lw_instance* s, double target, double stop)
{
  lw_joint_space*    space  = lw_joint_space_of(s);
  const lw_ode_head* head   = space->ode.head;
  lw_status          status = LW_OK;
  if (look_is_due(s, target)) {
    state_of(s)->looked = head->accepted;
    status              = lw_ode_advance(&space->ode, head->t_end, stop);
    status              = status == LW_OK ? look(s) : status;
  }
  if (status != LW_OK || !(head->t < target)) {
    return status;
  }
  /* a little past the end of the last step: that takes a new one */
  const double h     = head->h > 0.0 ? head->h : s->value[s->model->settings.step];
  const double reach = fmin(target, head->t_end + 1e-3 * h), steps = head->accepted;
  space->ode.h_max = state_of(s)->h_max;
  status           = lw_ode_advance(&space->ode, reach > head->t ? reach : target, stop);
  if (status == LW_OK && head->accepted > steps) {
    watch_rows(s);
  }
  return status;
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

static lw_status advance(lw_instance* s, double step, lw_diag* diag)
{
  lw_ode*      ode    = &lw_joint_space_of(s)->ode;
  const double target = s->head->t + step;
  const double stop   = inputs_move(s) ? target : INFINITY;
  const double before = ode->head->rhs;
  lw_status    status = LW_OK;

  /* every time: values may have come with a saved state */
  list_active(s, lw_joint_space_of(s));
  lw_joint_space_of(s)->threads = threads_for(s);
  lw_joint_space_of(s)->looks   = 0;
  if (ode->n == 0) {
    ode->head->t = target;
  }
  while (status == LW_OK && ode->head->t < target) {
    status = s->structure->tree->ncut > 0 ? step_with_loops(s, target, stop)
                                          : lw_ode_advance(ode, target, stop);
  }
  const lw_status published = publish(s, ode->head->t);
  s->head->iterations       = ode->head->rhs - before + lw_joint_space_of(s)->looks;
  s->head->residual         = ode->head->error;
  if (status == LW_OK) {
    s->head->t = target;
    status     = published;
  }
  if (status != LW_OK) {
    return lw_diag_set(diag, status, 0, "%s at t = %.9g s", lw_status_text(status), s->head->t);
  }
  return LW_OK;
}

static lw_status check(const lw_model* m, lw_diag* diag)
{
  if (m->settings.realtime) {
    return lw_diag_set(diag, LW_ERR_INPUT, m->settings.line,
                       "the formulation chooses its steps by their error: no real-time mode");
  }
  return LW_OK;
}

#define EXPLICIT (1u << LW_DOPRI5 | 1u << LW_BS32 | 1u << LW_ABM)

const lw_method lw_hamiltonian_method = {
    .integrators   = EXPLICIT,
    .integrator    = LW_DOPRI5,
    .check         = check,
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};

const lw_method lw_acceleration_method = {
    .integrators   = EXPLICIT,
    .integrator    = LW_DOPRI5,
    .check         = check,
    .lay_out_state = lay_out_state,
    .lay_out_work  = lay_out_work,
    .begin         = begin,
    .advance       = advance,
};
