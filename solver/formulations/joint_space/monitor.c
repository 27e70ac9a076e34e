/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * monitor.c - the checks between steps of the integrator that mechanisms with loops need.
 *
 *   every step           distance from singular configurations -> longest next step
 *   every few steps      close loops -> choose independent rows -> reset impulses
 *
 * The impulses of the cuts grow with time where a force keeps its direction. Resetting them and
 * choosing other independent rows do not change the motion. Loops drift apart with the errors of
 * the steps and are closed again. Steps become shorter as the mechanism approaches a singular
 * configuration.
 *
 *   reads    the whole state
 *   writes   the state of the integrator, the choice of rows
 *   theory   section 9.3
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "formulations/joint_space/joint_space.h"
#include "mechanics/connectors.h"

/* Steps of the integrator between two checks of impulses and rows, and the size of the impulses,
 * relative to the largest momentum that the mechanism had, at which they are reset. A restart
 * costs one-step methods nothing, and their error is smaller with smaller momenta; Adams' method
 * must raise its order again. */
#define MONITOR_STEPS 4.0
#define MONITOR_STEPS_ADAMS 32.0
#define IMPULSE_FRACTION 1.0
#define IMPULSE_FRACTION_ADAMS 30.0
/* Other rows are chosen if their smallest pivot is larger by this factor. */
#define BETTER_ROWS 100.0

/* Rows are chosen again for comparison at every so many checks, even if the present ones are
 * good. In as many steps at the beginning there is a check after each: rows that gain rank show
 * that the start was singular. */
#define RENEW_CHECKS 16.0

/* No step is longer than the time in which the distance from a singular configuration would
 * shrink to this fraction, so that no step jumps over the configuration. */
#define APPROACH_FRACTION 0.5
/* Nor does any joint move by more than this in a step: the sum of its rotation [rad] and its
 * displacement in units of the size of the mechanism. Over such a motion the distance is close
 * to a parabola. The first steps are limited further, because accelerations are not known yet. */
#define JOINT_MOTION_MAX 0.7
#define FIRST_STEPS 3.0
/* A step in which the distance falls below this fraction at any stage is repeated with a smaller
 * size: it may have passed the singular configuration. */
#define FALL_FRACTION 0.35
/* Motion of a joint between two configurations of the past that are computed along the present
 * rates, in the same measure. */
#define PAST_MOTION 0.02

/* Closer to a configuration in which the chosen rows depend on each other than this, other rows
 * are tried after every step, and loops are not closed: a small violation would need large
 * changes. */
#define NEAR_SINGULAR 1e-2

/* Two distances at the same time and with the same values differ by less than this fraction. */
#define SAME_DISTANCE 1e-3

/* ---- impulses and rows ------------------------------------------------------------------- */

bool lw_joint_space_renew_rows(lw_instance* s, bool* exchanged, double* weakest)
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  double*          old   = r->chosen;
  double*          other = space->choice;
  const lw_threads alone = LW_ALONE;
  lw_recursion_factor(s, r, &alone);
  *weakest       = r->weakest;
  r->chosen      = other;
  const int rank = lw_recursion_choose(s, r);
  r->chosen      = old;
  *exchanged     = r->weakest > BETTER_ROWS * *weakest;
  if (*exchanged) {
    memcpy(old, other, (size_t)(r->tree->nrow + r->tree->ngroup) * sizeof *old);
    *weakest                        = r->weakest;
    lw_joint_space_state(s)->chosen = r->weakest;
  }
  return rank == (int)lw_joint_space_state(s)->rank;
}

/* ---- distance from singular configurations ----------------------------------------------- */

/* Rate at which the mechanism changes its shape [1/s]: the largest sum of angular velocity and
 * velocity, in units of the size of the mechanism, of a joint. The motion of floating bodies
 * does not count. */
static double shape_rate(const lw_instance* s, const lw_recursion* r)
{
  double largest = 0.0;
  for (int i = 0; i < r->tree->nlink; i++) {
    const lw_link*  k   = &r->tree->link[i];
    const lw_twist *own = &s->v[k->body], *inboard = &s->v[r->tree->link[k->inboard].body];
    double          v[3], w[3], x[3];
    lw_cross(x, inboard->w, r->link[i].l);
    for (int e = 0; e < 3; e++) {
      v[e] = own->v[e] - inboard->v[e] - x[e];
      w[e] = own->w[e] - inboard->w[e];
    }
    if (k->joint != LW_NONE) {
      largest = fmax(largest, lw_norm(w) + lw_norm(v) / s->length);
    }
  }
  for (int i = 0; i < r->tree->ncut; i++) {
    const lw_connector* c = &s->structure->connector[r->tree->cut[i].connector];
    if (c->kind == LW_CONNECTOR_JOINT) {
      double w[3];
      lw_sub3(w, s->v[s->model->joint[c->index].child].w, s->v[s->model->joint[c->index].parent].w);
      largest = fmax(largest, lw_norm(w));
    }
  }
  return largest;
}

/* Update the coordinates of joints of cuts, which count their revolutions from step to step.
 * Coordinates of the tree are part of the state.
 *   Needs       poses of the joints at the end of the step */
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

/* Longest step that the distances allow, by the parabola through the last three: the smallest h
 * with delta + r h + a h^2 = APPROACH_FRACTION delta, as in (9.16). */
static double approach_step(const lw_space_state* x)
{
  const double d    = x->distance[0];
  const double d1   = (d - x->distance[1]) / (x->t[0] - x->t[1]);
  const double d2   = (x->distance[1] - x->distance[2]) / (x->t[1] - x->t[2]);
  const double a    = (d1 - d2) / (x->t[0] - x->t[2]);
  const double r    = d1 + a * (x->t[0] - x->t[1]);
  const double c    = (1.0 - APPROACH_FRACTION) * d;
  const double disc = r * r - 4.0 * a * c;
  const double fall = disc > 0.0 ? sqrt(disc) - r : 0.0;
  return fall > 0.0 ? 2.0 * c / fall : (double)INFINITY;
}

/* Set the longest next step, so that it does not pass a singular configuration without notice. */
static void limit_step(lw_instance* s)
{
  lw_space_state* x    = lw_joint_space_state(s);
  const double    rate = shape_rate(s, &lw_joint_space_of(s)->recursion);
  double          h    = approach_step(x);
  if (rate > 0.0) {
    double limit = JOINT_MOTION_MAX / rate;
    if (lw_joint_space_of(s)->ode.method == LW_ODE_ABM) {
      int exponent; /* a power of two: Adams' method needs steps of equal size */
      (void)frexp(limit, &exponent);
      limit = ldexp(0.5, exponent);
    }
    h = fmin(h, limit);
  }
  if (x->checks < FIRST_STEPS) {
    h = fmin(h, s->value[s->model->settings.step]);
  }
  x->h_max = isfinite(h) ? h : 0.0;
}

/* Store the distance at the end of a step, as the latest of three.                        (9.16) */
static void store_distance(lw_instance* s)
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

/* Compute the distances of the present rows in the past, along the present rates, where there
 * are none: at the start and after rows or values have changed. */
static void compute_past(lw_instance* s, double t, const double q[], const double qd[])
{
  lw_joint_space*  space = lw_joint_space_of(s);
  lw_recursion*    r     = &space->recursion;
  lw_space_state*  x     = lw_joint_space_state(s);
  double *         qdot = space->ode.work, *past = qdot + r->tree->nq;
  const lw_threads alone = LW_ALONE;
  const double     rate  = shape_rate(s, r);
  const double     dt    = rate > 0.0 ? PAST_MOTION / rate : s->value[s->model->settings.step];
  lw_joint_space_rates(r->tree, q, qd, s->v, qdot, &alone);
  for (int i = 2; i >= 0; i--) {
    x->t[i] = t - i * dt;
    for (int e = 0; e < r->tree->nq; e++) past[e] = q[e] - i * dt * qdot[e];
    lw_recursion_place(s, r, x->t[i], past, &alone);
    lw_recursion_factor(s, r, &alone);
    x->distance[i] = sqrt(fmax(r->weakest, 0.0));
  }
  limit_step(s);
}

bool lw_joint_space_begin_monitor(lw_instance* s, double t, const double q[], const double qd[],
                                  bool continued)
{
  lw_recursion*   r         = &lw_joint_space_of(s)->recursion;
  lw_space_state* x         = lw_joint_space_state(s);
  bool            exchanged = true;
  double          weakest   = 0.0;
  if (!continued) {
    *x        = (lw_space_state){.rank = lw_recursion_choose(s, r)};
    x->chosen = r->weakest;
  } else if (!lw_joint_space_renew_rows(s, &exchanged, &weakest)) {
    return false;
  }
  /* the past stays valid where only inputs have changed at the end of a step, not where values
   * have */
  const double distance = sqrt(fmax(weakest, 0.0));
  const bool   same     = fabs(distance - x->distance[0]) <= SAME_DISTANCE * distance;
  if (r->tree->ncut > 0 && (exchanged || x->t[0] != t || !same)) {
    compute_past(s, t, q, qd);
  }
  return true;
}

/* ---- between steps ----------------------------------------------------------------------- */

/* Links at rest, without loads. */
static void clear_links(lw_recursion* r)
{
  for (int i = 0; i < r->tree->nlink; i++) {
    memset(r->link[i].z, 0, sizeof r->link[i].z);
    memset(r->link[i].c, 0, sizeof r->link[i].c);
    r->link[i].driven = false;
  }
}

void lw_joint_space_close_positions(lw_instance* s, lw_joint_space* space, double q[],
                                    double rates[], double change[])
{
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  const lw_threads alone = LW_ALONE;
  clear_links(r);
  for (int i = 0; i < tree->ncut; i++) {
    const lw_cut* cut = &tree->cut[i];
    const double* Phi = s->Phi + s->structure->connector[cut->connector].row;
    for (int a = 0; a < cut->nrow; a++) r->e[cut->row + a] = -Phi[a];
  }
  lw_recursion_solve(r, NULL, s->a, rates, &alone);
  lw_joint_space_rates(tree, q, rates, s->a, change, &alone);
  for (int i = 0; i < tree->nq; i++) q[i] += change[i];
}

/* Subtract the rates that the rows of a cut have at the present velocities. */
static void subtract_rates(const lw_instance* s, const lw_connector* c, int nrow, double e[])
{
  for (int q = c->side; q < c->side + c->nside; q++) {
    const lw_side*  side = &s->structure->side[q];
    const lw_twist* v    = &s->v[side->body];
    const double*   J    = s->J + side->jac;
    for (int a = 0; a < nrow; a++) {
      e[a] -= lw_dot(J + 6 * a, v->v) + lw_dot(J + 6 * a + 3, v->w);
    }
  }
}

void lw_joint_space_close_velocities(lw_instance* s, lw_joint_space* space, double t, double qd[],
                                     double rates[])
{
  lw_recursion*    r     = &space->recursion;
  const lw_tree*   tree  = r->tree;
  const lw_threads alone = LW_ALONE;
  lw_joint_space_prescribe(s, r, t, false, &alone);
  for (int i = 0; i < tree->ncut; i++) {
    const lw_cut* cut = &tree->cut[i];
    subtract_rates(s, &s->structure->connector[cut->connector], cut->nrow, r->e + cut->row);
  }
  clear_links(r);
  lw_recursion_solve(r, NULL, s->a, rates, &alone);
  for (int i = 0; i < tree->nv; i++) qd[i] += rates[i];
}

/* Close the loops. The drift between two checks is smaller than the error of a step, so the
 * integrator continues as if nothing had changed.
 *   Needs       a right-hand side at the end of the step */
static void close_loops(lw_instance* s)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_joint_space_close_positions(s, space, space->ode.y, space->y, space->ode.work);
  (void)space->ode.normalise(s, space->ode.head->t, space->ode.y);
  memcpy(space->ode.y_end, space->ode.y, (size_t)space->recursion.tree->nq * sizeof *space->ode.y);
}

/* Choose rows again where it is time. Returns false where their rank has changed. */
static bool check_rows(lw_instance* s, bool* exchanged)
{
  lw_joint_space*       space = lw_joint_space_of(s);
  lw_recursion*         r     = &space->recursion;
  const lw_space_state* x     = lw_joint_space_state(s);
  const lw_threads      alone = LW_ALONE;
  const bool            due   = r->weakest * BETTER_ROWS < x->chosen || x->checks < RENEW_CHECKS ||
                   floor(x->checks / RENEW_CHECKS) * RENEW_CHECKS == x->checks;
  double weakest;
  if (!due) {
    return true;
  }
  lw_recursion_place(s, r, space->ode.head->t, space->ode.y, &alone);
  if (!lw_joint_space_renew_rows(s, exchanged, &weakest)) {
    return false;
  }
  if (*exchanged) {
    const double* qd = lw_joint_space_has_momenta(s) ? space->qd : space->ode.y + r->tree->nq;
    compute_past(s, space->ode.head->t, space->ode.y, qd);
  }
  return true;
}

/* Replace the momenta by those of the present velocities without impulses if the impulses have
 * become large, or belong to other rows.
 *   Needs       coordinates of the state in space->y */
static void check_impulses(lw_instance* s, bool exchanged)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_space_state* x     = lw_joint_space_state(s);
  const lw_tree*  tree  = space->recursion.tree;
  const bool      adams = space->ode.method == LW_ODE_ABM;
  const double*   p     = space->ode.y + tree->nq;
  double *        p_0 = space->y + tree->nq, impulse = 0.0;
  lw_hamiltonian_momenta(s, &space->recursion, s->v, p_0);
  for (int i = 0; i < tree->nv; i++) impulse = fmax(impulse, fabs(p[i] - p_0[i]));
  x->momentum = fmax(x->momentum, lw_joint_space_largest(tree->nv, p_0));
  if (exchanged || impulse > (adams ? IMPULSE_FRACTION_ADAMS : IMPULSE_FRACTION) * x->momentum) {
    lw_ode_restart(&space->ode, space->y);
  }
}

/* The checks at the end of a step: close loops, choose rows, reset impulses.              (9.13) */
static lw_status check(lw_instance* s)
{
  lw_joint_space* space     = lw_joint_space_of(s);
  lw_space_state* x         = lw_joint_space_state(s);
  bool            exchanged = false;
  if (space->recursion.tree->ncut == 0) {
    return LW_OK;
  }
  /* velocities first: they belong to the rows for which the momenta were computed */
  space->checks++;
  const lw_status status = space->ode.rhs(s, space->ode.head->t, space->ode.y, space->y);
  if (status != LW_OK) {
    return status;
  }
  if (lw_joint_space_has_momenta(s) && x->distance[0] >= NEAR_SINGULAR) {
    close_loops(s);
  }
  memcpy(space->y, space->ode.y, (size_t)space->ode.n * sizeof *space->y);
  if (!check_rows(s, &exchanged)) {
    return LW_RETRY_SINGULAR;
  }
  x->checks += 1.0;
  if (lw_joint_space_has_momenta(s)) {
    check_impulses(s, exchanged);
  } else if (exchanged) {
    lw_ode_restart(&space->ode, NULL);
  }
  return LW_OK;
}

/* Tell whether a check is due: after each of the first steps, later after every few steps; only
 * at the end of a step. */
static bool check_is_due(const lw_instance* s, double target)
{
  const lw_ode_head*    head  = lw_joint_space_of(s)->ode.head;
  const lw_space_state* x     = lw_joint_space_state(s);
  const bool            adams = lw_joint_space_of(s)->ode.method == LW_ODE_ABM;
  const bool            near  = x->checks < RENEW_CHECKS || x->distance[0] < NEAR_SINGULAR;
  const double          often = near ? 1.0 : adams ? MONITOR_STEPS_ADAMS : MONITOR_STEPS;
  return head->t_end <= target && head->accepted >= x->checked + often;
}

lw_status lw_joint_space_step(lw_instance* s, double target, double stop)
{
  lw_joint_space*    space  = lw_joint_space_of(s);
  const lw_ode_head* head   = space->ode.head;
  lw_status          status = LW_OK;
  if (check_is_due(s, target)) {
    lw_joint_space_state(s)->checked = head->accepted;
    status                           = lw_ode_advance(&space->ode, head->t_end, stop);
    status                           = status == LW_OK ? check(s) : status;
  }
  if (status != LW_OK || !(head->t < target)) {
    return status;
  }
  /* a target slightly past the end of the last step makes the integrator take exactly one step */
  const double h     = head->h > 0.0 ? head->h : s->value[s->model->settings.step];
  const double reach = fmin(target, head->t_end + 1e-3 * h), steps = head->accepted;
  space->ode.h_max       = lw_joint_space_state(s)->h_max;
  const double least     = FALL_FRACTION * lw_joint_space_state(s)->distance[0];
  space->recursion.floor = least * least;
  status                 = lw_ode_advance(&space->ode, reach > head->t ? reach : target, stop);
  space->recursion.floor = 0.0;
  if (status == LW_OK && head->accepted > steps) {
    store_distance(s);
  }
  return status;
}
