/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * monitor.c - what is watched between steps of the integrator where there are loops.
 *
 *   reads    the whole state
 *   writes   the integrator's state, the choice of rows
 *   theory   section 9.3
 *
 * Impulses of the cuts grow with time where a force keeps its direction. They are reset, and rows that
 * depend on each other are chosen anew: the motion does not notice. Loops that have drifted apart are closed again.
 * Singular configurations are approached in steps that get shorter.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "formulations/joint_space/joint_space.h"
#include "mechanics/connectors.h"

/* Steps of the integrator between two looks at impulses and rows, and the share of impulses, in units of the
 * largest momentum that the mechanism had, at which they are reset. One-step methods lose nothing by a new
 * beginning, and their error is the smaller the smaller the momenta are; Adams' method has to climb to its
 * order again. */
#define MONITOR_STEPS 4.0
#define MONITOR_STEPS_ADAMS 32.0
#define IMPULSE_FRACTION 1.0
#define IMPULSE_FRACTION_ADAMS 30.0
/* Rows are exchanged where others have a smallest pivot that is this much larger. */
#define BETTER_ROWS 100.0

/* Even if they seem to be good, rows are chosen again and compared every so many looks. In as many steps at the
 * beginning there is a look after each: rows that gain rank show that the start was singular. */
#define RENEW_CHECKS 16.0

/* No step is longer than the time in which the distance from a singular configuration would shrink to this
 * share of itself: it is approached, not jumped over. */
#define APPROACH_FRACTION 0.5
/* Nor does any joint turn by more than this [rad], or slide by this fraction of the mechanism's size: over such a way the
 * distance is as good as a parabola. In the first steps nothing is known of accelerations. */
#define TURN 0.7
#define FIRST_STEPS 3.0
/* A step in which the distance falls to less than this fraction, at any stage, is tried again with a shorter one: it may
 * have come out on the other side. */
#define FALL_FRACTION 0.35
/* Steps of a look back in time, likewise [rad]. */
#define BACK 0.02

/* Nearer to where the chosen rows depend on each other than this, other rows are tried after every step, and positions
 * are left alone: what is not quite closed would ask for large changes. */
#define NEAR 1e-2

/* Two measurements of the distance at the same time and with the same values differ by less than this fraction. */
#define SAME 1e-3

/* ---- impulses and rows -------------------------------------------------------------------- */

/* Choose rows anew where the present ones have become weak. Returns false where the rank has changed, and
 * tells whether rows were exchanged. *weakest becomes the smallest pivot of those that are in use.
 *   Needs       links placed */
static bool renew_rows(lw_instance* s, bool* exchanged, double* weakest)
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  double*          old   = r->chosen;
  double*          fresh = space->choice;
  const lw_threads alone = LW_ALONE;
  lw_recursion_factor(s, r, &alone);
  *weakest       = r->weakest;
  r->chosen      = fresh;
  const int rank = lw_recursion_choose(s, r);
  r->chosen      = old;
  *exchanged     = r->weakest > BETTER_ROWS * *weakest;
  if (*exchanged) {
    memcpy(old, fresh, (size_t)(r->tree->nrow + r->tree->ngroup) * sizeof *old);
    *weakest                        = r->weakest;
    lw_joint_space_state(s)->chosen = r->weakest;
  }
  return rank == (int)lw_joint_space_state(s)->rank;
}

/* ---- distance from singular configurations ------------------------------------------------ */

/* How fast the mechanism changes its shape [1/s]: the largest rate of a joint, slides in units of the size of the
 * mechanism. Bodies that float change nothing by that. */
static double pace_of(const lw_instance* s, const lw_recursion* r)
{
  double most = 0.0;
  for (int i = 0; i < r->tree->nlink; i++) {
    const lw_link*  k   = &r->tree->link[i];
    const lw_twist *own = &s->v[k->body], *before = &s->v[r->tree->link[k->inboard].body];
    double          v[3], w[3], x[3];
    lw_cross(x, before->w, r->link[i].l);
    for (int e = 0; e < 3; e++) {
      v[e] = own->v[e] - before->v[e] - x[e];
      w[e] = own->w[e] - before->w[e];
    }
    if (k->joint != LW_NONE) {
      most = fmax(most, lw_norm(w) + lw_norm(v) / s->length);
    }
  }
  for (int i = 0; i < r->tree->ncut; i++) {
    const lw_connector* c = &s->structure->connector[r->tree->cut[i].connector];
    if (c->kind == LW_CONNECTOR_JOINT) {
      double w[3];
      lw_sub3(w, s->v[s->model->joint[c->index].child].w, s->v[s->model->joint[c->index].parent].w);
      most = fmax(most, lw_norm(w));
    }
  }
  return most;
}

/* Joints of cuts count their turns too, from step to step. Those of the tree have them in the state.
 *   Needs       joints placed at the end of the step */
static void count_turns(lw_instance* s, const lw_tree* tree)
{
  for (int i = 0; i < tree->ncut; i++) {
    const lw_connector* c = &s->structure->connector[tree->cut[i].connector];
    const int           n =
        c->kind == LW_CONNECTOR_JOINT ? lw_joint_info_get(s->model->joint[c->index].type)->nq : 0;
    for (int k = 0; k < n; k++) {
      lw_coordinate x;
      s->coordinate[LW_COORDS_MAX * c->index + k] = lw_joint_coordinate_value(s, c->index, k, &x);
    }
  }
}

/* Longest step that the distances allow: the parabola through the last three, delta + r h + a h^2 = share delta
 *                                                                                        (9.16) */
static double approach(const lw_space_state* x)
{
  const double d    = x->distance[0];
  const double d1   = (d - x->distance[1]) / (x->t[0] - x->t[1]);
  const double d2   = (x->distance[1] - x->distance[2]) / (x->t[1] - x->t[2]);
  const double a    = (d1 - d2) / (x->t[0] - x->t[2]);
  const double r    = d1 + a * (x->t[0] - x->t[1]);
  const double c    = (1.0 - APPROACH_FRACTION) * d;
  const double disc = r * r - 4.0 * a * c;
  const double down = disc > 0.0 ? sqrt(disc) - r : 0.0;
  return down > 0.0 ? 2.0 * c / down : (double)INFINITY;
}

/* Longest next step: so that a singular configuration is neither jumped over nor overlooked. */
static void limit_step(lw_instance* s)
{
  lw_space_state* x    = lw_joint_space_state(s);
  const double    pace = pace_of(s, &lw_joint_space_of(s)->recursion);
  double          h    = approach(x);
  if (pace > 0.0) {
    double turn = TURN / pace;
    if (lw_joint_space_of(s)->ode.method == LW_ODE_ABM) {
      int exponent; /* a power of two: Adams' method needs steps of equal size */
      (void)frexp(turn, &exponent);
      turn = ldexp(0.5, exponent);
    }
    h = fmin(h, turn);
  }
  if (x->looks < FIRST_STEPS) {
    h = fmin(h, s->value[s->model->settings.step]);
  }
  x->h_max = isfinite(h) ? h : 0.0;
}

/* Measure the distance at the end of a step.                                                (9.16) */
static void watch_rows(lw_instance* s)
{
  const lw_joint_space* space = lw_joint_space_of(s);
  lw_space_state*       x     = lw_joint_space_state(s);
  for (int i = 2; i > 0; i--) {
    x->distance[i] = x->distance[i - 1];
    x->t[i]        = x->t[i - 1];
  }
  x->distance[0] = sqrt(fmax(space->recursion.weakest, 0.0));
  x->t[0]        = space->ode.head->t_end;
  count_turns(s, space->recursion.tree);
  limit_step(s);
}

/* Where the present rows have no past, they get one: distances along the present rates, back in time. */
static void look_back(lw_instance* s, double t, const double q[], const double qd[])
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  lw_space_state*  x     = lw_joint_space_state(s);
  double *         rate = space->ode.work, *back = rate + r->tree->nq;
  const lw_threads alone = LW_ALONE;
  const double     pace  = pace_of(s, r);
  const double     dt    = pace > 0.0 ? BACK / pace : s->value[s->model->settings.step];
  lw_joint_space_rates(r->tree, q, qd, s->v, rate, &alone);
  for (int i = 2; i >= 0; i--) {
    x->t[i] = t - i * dt;
    for (int e = 0; e < r->tree->nq; e++) back[e] = q[e] - i * dt * rate[e];
    lw_recursion_place(s, r, x->t[i], back, &alone);
    lw_recursion_factor(s, r, &alone);
    x->distance[i] = sqrt(fmax(r->weakest, 0.0));
  }
  limit_step(s);
}

bool lw_joint_space_begin_monitor(lw_instance* s, double t, const double q[], const double qd[],
                                  bool goes_on)
{
  lw_recursion*   r         = &lw_joint_space_of(s)->recursion;
  lw_space_state* x         = lw_joint_space_state(s);
  bool            exchanged = true;
  double          weakest   = 0.0;
  if (!goes_on) {
    *x        = (lw_space_state){.rank = lw_recursion_choose(s, r)};
    x->chosen = r->weakest;
  } else if (!renew_rows(s, &exchanged, &weakest)) {
    return false;
  }
  /* steps that end where inputs change leave a past that is good, unless values have changed */
  const double distance = sqrt(fmax(weakest, 0.0));
  const bool   same     = fabs(distance - x->distance[0]) <= SAME * distance;
  if (r->tree->ncut > 0 && (exchanged || x->t[0] != t || !same)) {
    look_back(s, t, q, qd);
  }
  return true;
}

/* ---- between steps ------------------------------------------------------------------------ */

/* Put the coordinates back to where the loops close: the nearest there, in the metric of the masses, by one step of
 * Newton's method with the factors that are there. What drifts between two looks is less than the error of a step, so
 * the integrator need not notice.                                                        (9.18)
 *   Needs       a right-hand side at the end of the step */
static void close_loops(lw_instance* s)
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  double *         turn = space->y, *way = space->ode.work;
  const lw_threads alone = LW_ALONE;
  for (int i = 0; i < tree->nlink; i++) {
    memset(r->link[i].z, 0, sizeof r->link[i].z);
    memset(r->link[i].c, 0, sizeof r->link[i].c);
    r->link[i].driven = false;
  }
  for (int i = 0; i < tree->ncut; i++) {
    const lw_cut* cut = &tree->cut[i];
    const double* Phi = s->Phi + s->structure->connector[cut->connector].row;
    for (int a = 0; a < cut->nrow; a++) r->e[cut->row + a] = -Phi[a];
  }
  lw_recursion_solve(r, NULL, s->a, turn, &alone);
  lw_joint_space_rates(tree, space->ode.y, turn, s->a, way, &alone);
  for (int i = 0; i < tree->nq; i++) space->ode.y[i] += way[i];
  (void)space->ode.normalise(s, space->ode.head->t, space->ode.y);
  memcpy(space->ode.y_end, space->ode.y, (size_t)tree->nq * sizeof *space->ode.y);
}

/* A look at impulses and rows: the state goes on with other momenta where they are too large.   (9.13) */
static lw_status look(lw_instance* s)
{
  lw_joint_space*  space     = lw_joint_space_of(s);
  lw_recursion*    r         = &space->recursion;
  const lw_tree*   tree      = r->tree;
  const double     t         = space->ode.head->t;
  bool             exchanged = false;
  double           weakest;
  const lw_threads alone = LW_ALONE;
  if (tree->ncut == 0) {
    return LW_OK;
  }
  /* velocities first: they belong to the rows that the momenta were made with */
  space->looks++;
  const lw_status status = space->ode.rhs(s, t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  lw_space_state* x = lw_joint_space_state(s);
  if (lw_joint_space_has_momenta(s) && x->distance[0] >= NEAR) {
    close_loops(s);
  }
  memcpy(space->y, space->ode.y, (size_t)space->ode.n * sizeof *space->y);
  if (r->weakest * BETTER_ROWS < x->chosen || x->looks < RENEW_CHECKS ||
      fmod(x->looks, RENEW_CHECKS) == 0.0) {
    lw_recursion_place(s, r, t, space->ode.y, &alone);
    if (!renew_rows(s, &exchanged, &weakest)) {
      return LW_RETRY_SINGULAR;
    }
    if (exchanged) {
      look_back(s, t, space->ode.y,
                lw_joint_space_has_momenta(s) ? space->qd : space->ode.y + tree->nq);
    }
  }
  x->looks += 1.0;
  if (!lw_joint_space_has_momenta(s)) {
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
  lw_joint_space_state(s)->momentum =
      fmax(lw_joint_space_state(s)->momentum, lw_joint_space_largest(tree->nv, p));
  const double fraction =
      space->ode.method == LW_ODE_ABM ? IMPULSE_FRACTION_ADAMS : IMPULSE_FRACTION;
  if (exchanged || impulse > fraction * lw_joint_space_state(s)->momentum) {
    lw_ode_restart(&space->ode, space->y);
  }
  return LW_OK;
}

/* Is it time for a look? After each of the first steps, and then now and again; always at the end of a step. */
static bool check_is_due(const lw_instance* s, double target)
{
  const lw_ode_head*    head  = lw_joint_space_of(s)->ode.head;
  const lw_space_state* x     = lw_joint_space_state(s);
  const bool            adams = lw_joint_space_of(s)->ode.method == LW_ODE_ABM;
  const bool            near  = x->looks < RENEW_CHECKS || x->distance[0] < NEAR;
  const double          often = near ? 1.0 : adams ? MONITOR_STEPS_ADAMS : MONITOR_STEPS;
  return head->t_end <= target && head->accepted >= x->looked + often;
}

/* With loops: one step of the integrator, or what is left of the last one, and what is to be watched. */
lw_status lw_joint_space_step(lw_instance* s, double target, double stop)
{
  lw_joint_space*    space  = lw_joint_space_of(s);
  const lw_ode_head* head   = space->ode.head;
  lw_status          status = LW_OK;
  if (check_is_due(s, target)) {
    lw_joint_space_state(s)->looked = head->accepted;
    status                          = lw_ode_advance(&space->ode, head->t_end, stop);
    status                          = status == LW_OK ? look(s) : status;
  }
  if (status != LW_OK || !(head->t < target)) {
    return status;
  }
  /* a little past the end of the last step: that takes a new one */
  const double h     = head->h > 0.0 ? head->h : s->value[s->model->settings.step];
  const double reach = fmin(target, head->t_end + 1e-3 * h), steps = head->accepted;
  space->ode.h_max       = lw_joint_space_state(s)->h_max;
  space->recursion.floor = pow(FALL_FRACTION * lw_joint_space_state(s)->distance[0], 2.0);
  status                 = lw_ode_advance(&space->ode, reach > head->t ? reach : target, stop);
  space->recursion.floor = 0.0;
  if (status == LW_OK && head->accepted > steps) {
    watch_rows(s);
  }
  return status;
}
