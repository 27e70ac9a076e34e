/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newton.c - solve the trapezoidal equations of one internal step.
 *
 *   reads    state at the start of the step
 *   writes   positions, multipliers, trapezoidal velocities and accelerations at its end
 *   theory   sections 3.2 and 3.3
 *   cost     one factorisation, at the predicted positions, and a solve per iteration
 *
 * With e = dt^2/4 the equations are scaled so that the matrix does not depend on the step:
 *
 *   [ M      Phi_q^T ] [ dq         ]   [ -e g  ]
 *   [ Phi_q  -eps    ] [ e dlambda  ] = [ -Phi  ]                                        (3.6)
 */
#include "step/newton.h"

#include <math.h>
#include <string.h>

#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "step/convergence.h"
#include "step/project.h"

/* Springs and dampers whose share in the tangent is below this are left to the iteration. */
#define STIFFNESS_MAX 0.02
/* Where (4.7) is above 1, velocities turn round within a step. A prediction that ignores this and carries
 * the ends of a spring by more than half of its length would lead to where it points the other way round. */
#define SWING_STIFFNESS 1.0
#define LEAP_MAX 0.5

/* What an increment leaves open of the linearised constraints [m], two digits below LW_CLOSED. */
#define OPEN_INCREMENT 1e-12

/* What may stay of what eps leaves open of an increment: with two digits for directions that are small beside others, less than
 * the contraction that we ask for. */
#define CLOSED_SHARE (0.01 * LW_CONTRACTION_MAX)

/* Next to a singular configuration an increment that is closed may lead to another branch, unless the prediction was good. Where it
 * corrects more than this share of the way, the step is too long for the motion; but an increment below the root of the
 * tolerance ends with the next one, however short the way is. */
#define RESOLVED 0.1

/* Where increments are closed, and Newton's accelerations and multipliers wait. */
typedef struct lw_newton_work {
  lw_twist* increment; /* of the bodies; [-1] ground (nbody)    */
  double*   change;    /* of e lambda                (nrow_all) */
} lw_newton_work;

/* the larger of two, and NaN where one is */
static inline double larger(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

/* How stiff the connectors of a share are, and whether a prediction would carry a hard spring too far. */
static void measure_stiffness(lw_instance* s, int share, double dt)
{
  const lw_structure* g    = s->structure;
  double              most = 0.0, leap = 0.0;
  for (int i = g->part[share]; i < g->part[share + 1] && s->stiff; i++) {
    const int c = g->node[i].id - g->nbody;
    if (c >= 0) {
      const double stiffness = lw_connector_stiffness(s, c, dt);
      most                   = larger(most, stiffness);
      leap = stiffness > SWING_STIFFNESS ? larger(leap, lw_connector_leap(s, c, dt)) : leap;
    }
  }
  *lw_partial(s, share, LW_MAX_STIFFNESS) = most;
  *lw_partial(s, share, LW_MAX_LEAP)      = leap;
}

/* share of the joint forces in the tangent, e |force| lever, from its square per e           (4.12) */
static double geometric_share(double pull, double dt)
{
  return 0.25 * dt * dt * sqrt(pull);
}

/* keep the bodies of a share, predict and place them */
static void predict_share(lw_instance* s, int share, double dt, bool swings)
{
  if (share == s->structure->npart) {
    s->swings = swings;
  }
  *lw_partial(s, share, LW_MAX_GYROSCOPIC) =
      dt * sqrt(s->factor.kernel->predict(s, LW_BODIES_OF(s, share), dt, LW_PREDICT_PLACE, swings,
                                          lw_partial(s, share, LW_MAX_ACCELERATION)));
}

/* keep the rows, measure how stiff the connectors are, predict */
static void predict(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g = s->structure;
  if (!s->swept && !s->placed) { /* an attempt that failed has left its own places */
    LW_FOR_MY_SHARES(g, team, share)
    {
      s->factor.kernel->place(s, LW_BODIES_OF(s, share));
    }
    lw_team_wait(team);
  }
  LW_FOR_MY_SHARES(g, team, share)
  {
    lw_share_save_rows(s, share);
    const double pull                       = s->factor.kernel->pull(s, LW_POINTS_OF(s, share));
    *lw_partial(s, share, LW_MAX_GEOMETRIC) = geometric_share(pull, dt);
    measure_stiffness(s, share, dt);
    if (!s->stiff) {
      predict_share(s, share, dt, false);
    }
  }
  /* connectors of the top are measured by velocities of the parts, and all springs tell whether one leaps */
  if (s->stiff) {
    lw_team_wait(team);
    const bool swings = lw_partial_max(s, LW_MAX_LEAP) > LEAP_MAX;
    LW_FOR_MY_SHARES(g, team, share)
    {
      predict_share(s, share, dt, swings);
    }
  }
}

/* Where the end of the last step has told what the tangent of this one is to have, parts need not wait for each other before they
 * are predicted, factored and go forward, but for bodies of the top. */
static bool can_follow(const lw_instance* s)
{
  return s->measured && s->structure->reaching && !s->stiff && (s->swept || s->placed);
}

/* One iteration: a round of the solver. */
typedef struct iteration {
  double dt, t;
  bool
       apart; /* rows are a pass of their own: couplings look at joints of all shares, or increments are closed */
  bool follows;  /* shares are still to be predicted, but for bodies of the top          */
  bool evaluate; /* rows and right-hand side of the parts are still to be computed       */
  bool first;    /* a factorisation follows                                              */
  bool check;    /* those after the iteration are expected to be checked                 */
  bool ahead;    /* then the right-hand sides of the parts follow at once, by their own arms */
} iteration;

/* the equation of motion of the present iterate as right-hand side; measures it as a scaled increment */
static void evaluate_bodies(lw_instance* s, int share, const iteration* it)
{
  *lw_partial(s, share, LW_MAX_RESIDUAL) =
      lw_share_residual(s, share, it->t, -0.25 * it->dt * it->dt, true);
}

static void before(lw_instance* s, int share, const void* data)
{
  const iteration* it  = data;
  const bool       top = share == s->structure->npart;
  if (it->follows) {
    lw_share_save_rows(s, share);
    if (!top) {
      predict_share(s, share, it->dt, false);
      lw_share_reach(s, share);
    }
  }
  if (it->evaluate) {
    if (!top || it->follows) {
      lw_share_rows(s, share, it->t, false, true, true);
    }
    evaluate_bodies(s, share, it);
  }
}

/* Bodies of the top are predicted before all others. */
static void predict_top(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g = s->structure;
  if (team->id == 0) {
    predict_share(s, g->npart, dt, false);
  }
  if (g->bodies.first[g->npart] < g->bodies.first[g->npart + 1]) {
    lw_team_wait(team);
  }
}

/* Add the increments, place the bodies by the trapezoidal rule; measure the largest scaled increment, squared. Rows of
 * the top have to wait for the bodies of the parts. */
static void update(lw_instance* s, int share, const void* data)
{
  const iteration* it = data;
  *lw_partial(s, share, LW_MAX_INCREMENT) =
      s->factor.kernel->update(s, LW_BODIES_OF(s, share), it->dt, s->x);
  lw_connectors_press(s, share, 4.0 / (it->dt * it->dt), s->x, s->lambda);
  if (share < s->structure->npart && !it->apart) {
    lw_share_rows(s, share, it->t, !s->late, it->check, false);
    if (it->ahead) {
      lw_share_reach(s, share);
      evaluate_bodies(s, share, it);
    }
  }
}

/* Everything that depends on the present iterate. With `check` also the right-hand side of (3.6), and how large it is:
 * equations of motion as a scaled increment, constraints by the sum of their squares. `done`: parts are left
 * out, their rows are there or will be. */
static void evaluate(lw_instance* s, const iteration* it, bool places, bool check, bool done,
                     const lw_team* team)
{
  const lw_structure* g = s->structure;
  if (it->apart) {
    lw_sweep_rows(s, it->t, places, check, it->first, team);
  }
  LW_FOR_MY_SHARES(g, team, share)
  {
    if (!it->apart && (!done || share == g->npart)) {
      lw_share_rows(s, share, it->t, places, check, it->first);
      if (check && it->ahead) {
        evaluate_bodies(s, share, it);
      }
    }
  }
  lw_team_wait(team);
  LW_FOR_MY_SHARES(g, team, share)
  {
    if (check && !it->evaluate && !it->ahead) {
      evaluate_bodies(s, share, it);
    }
  }
}

/* Are both equations solved?                                                               (3.7) */
static bool is_solved(const lw_instance* s, double tolerance, bool creeps)
{
  return lw_is_solved(tolerance, creeps, sqrt(lw_partial_max(s, LW_MAX_RESIDUAL)),
                      sqrt(lw_partial_sum(s, LW_SUM_ROWS)));
}

/* nothing yet */
static void leave(lw_instance* s, int share, const void* data)
{
  (void)s;
  (void)share;
  (void)data;
}

/* eps leaves rows open, by itself times their change: the increment is closed to what the matrix without it gives. A penalty of the
 * file then does not matter to the motion. Returns whether eps would have left more than a tenth of some rows. */
static bool close_increment(lw_instance* s, const lw_team* team)
{
  const lw_structure*   g = s->structure;
  const lw_newton_work* w = s->method_work;
  lw_team_wait(team);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      memcpy(&w->increment[node->id], x, sizeof *w->increment);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      w->change[c->row + r]     = x[r];
      s->prescribed[c->row + r] = -s->Phi[c->row + r];
    }
  }
  lw_team_wait(team);
  const double norm   = lw_open_rows(s, w->increment, team);
  const double target = s->model->settings.penalty > 0.0 ? OPEN_INCREMENT : CLOSED_SHARE * norm;
  bool         slow   = false;
  lw_close_rows(s, w->increment, w->change, norm, target, 0.0, &slow, team);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      memcpy(x, &w->increment[node->id], sizeof *w->increment);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) x[r] = w->change[c->row + r];
  }
  return slow;
}

/* One increment: a round, with or without a new factorisation, and what it leaves open. Returns the same. */
static bool increment(lw_instance* s, const iteration* it, const lw_tangent* tangent, bool factor,
                      bool closes, const lw_team* team)
{
  lw_sweep_round(s,
                 &(lw_round){.before  = before,
                             .after   = closes ? leave : update,
                             .data    = it,
                             .factor  = factor,
                             .tangent = tangent},
                 team);
  const bool slow = closes && close_increment(s, team);
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    if (closes) {
      update(s, share, it);
    }
  }
  lw_team_wait(team);
  return slow;
}

void lw_newton_lay_out_work(lw_instance* s, const lw_model* m, const lw_structure* g,
                            lw_arena* arena)
{
  s->method_work = NULL;
  if ((m->settings.penalty > 0.0 || !g->is_tree) && !m->settings.realtime) {
    lw_newton_work  measured = {NULL, NULL};
    lw_newton_work* w        = lw_arena_take(arena, 1, sizeof *w);
    s->method_work           = w;
    w                        = w ? w : &measured;
    lw_twist* increment      = lw_arena_take(arena, (size_t)g->nbody + 1, sizeof *increment);
    w->increment             = increment ? increment + 1 : NULL;
    w->change                = lw_arena_take(arena, (size_t)g->nrow_all, sizeof *w->change);
  }
}

/* Velocities and accelerations of the trapezoidal rule, where others stand. */
static void place(lw_instance* s, double dt, const lw_team* team)
{
  lw_team_wait(team);
  LW_FOR_MY_SHARES(s->structure, team, share)
  {
    double acceleration;
    s->factor.kernel->predict(s, LW_BODIES_OF(s, share), dt, LW_PREDICT_AGAIN, s->swings,
                              &acceleration);
  }
}

/* The step from a prediction, or `again` from the present iterate. Where that is slow every increment has a new tangent, and is
 * closed. */
static lw_status solve(lw_instance* s, double dt, double t_end, bool again, const lw_team* team)
{
  const lw_settings* settings  = &s->model->settings;
  const double       tolerance = s->value[settings->tolerance];
  const int          earlier   = again ? (int)s->head->iterations : 0;
  const int          most      = (int)s->value[settings->iterations] - earlier;
  const bool         realtime  = settings->realtime;

  const bool able = s->method_work != NULL, always = able && settings->penalty > 0.0;
  const bool coupled = s->model->ncoupling > 0;
  bool       slow    = again || (able && !always && s->head->slow > 0.0);
  iteration  it      = {.dt = dt, .t = t_end, .apart = coupled || always || slow, .first = true};

  it.follows = !again && !it.apart && can_follow(s);
  if (again) {
    place(s, dt, team);
  } else if (it.follows) {
    predict_top(s, dt, team);
  } else {
    predict(s, dt, team);
  }
  if (!it.follows) {
    lw_team_wait(team);
  }
  const double     stiffness  = it.follows ? 0.0 : lw_partial_max(s, LW_MAX_STIFFNESS);
  const double     geometric  = it.follows ? geometric_share(lw_partial_max(s, LW_END_PULL), dt)
                                           : lw_partial_max(s, LW_MAX_GEOMETRIC);
  const double     gyroscopic = it.follows ? dt * sqrt(lw_partial_max(s, LW_END_GYROSCOPIC))
                                           : lw_partial_max(s, LW_MAX_GYROSCOPIC);
  const lw_tangent tangent    = {dt, stiffness > STIFFNESS_MAX, geometric > LW_GEOMETRIC_MAX};
  /* what the tangent leaves out: small springs and joint forces, and gyroscopic torques always */
  const double neglected =
      tangent.soft || tangent.geometric ? 1.0 : stiffness + geometric + gyroscopic;
  /* parts may follow in the round once the top is known, unless compliant rows are to be taken from all of them */
  it.evaluate = !it.apart && !tangent.soft;
  if (!it.follows) {
    evaluate(s, &it, false, true, it.evaluate, team);
  }
  it.first = false;

  bool   refresh = true, done = false;
  double d = 0.0, last = 0.0, moved = 0.0;
  int    n = 0;
  while (!done && n < most) {
    /* Slow contraction may be that of the tangent, or of what eps leaves open: both get their remedy. */
    const bool closes = always || slow || (able && refresh && n > 0);
    it.apart          = coupled || closes;
    if (refresh) {
      if (n > 0) {
        lw_sweep_refresh(s, team);
      }
      lw_sweep_soft(s, &tangent, team);
      moved = 0.0;
    }
    it.check = realtime || (n == 0 && neglected >= 1.0);
    it.ahead = it.check && !it.apart && s->structure->reaching && !s->stiff;
    slow     = (increment(s, &it, &tangent, refresh, closes, team) && !always) || slow;
    if (!lw_sweep_is_regular(s)) {
      return LW_RETRY_SINGULAR;
    }
    it.evaluate = it.follows = false;
    n++;
    last = d;
    d    = sqrt(lw_partial_max(s, LW_MAX_INCREMENT));
    moved += d;
    if (!isfinite(d) ||
        (slow && d * d > tolerance && d > RESOLVED * dt * lw_largest(s, s->v, team))) {
      return LW_RETRY_NEWTON;
    }
    /* The increments may tell that this was the last one; then, and at the last iteration of real time, there is nothing
     * to check. */
    const bool trust = !realtime && ((n == 1 && lw_is_trusted(neglected, d, tolerance)) ||
                                     lw_is_contracted(tolerance, n, d, last));
    const bool check = realtime ? n < most : !trust;
    if (team->id == 0) {
      s->head->iterations = earlier + n;
      s->head->residual   = d;
      s->drift            = tangent.soft ? 1.0 : moved;
      s->bend             = tangent.geometric ? geometric : 0.0;
      s->closed           = always || slow;
    }
    evaluate(s, &it, !s->late, check, it.check || !check, team);
    if (check && !it.ahead) {
      lw_team_wait(team);
    }
    /* Near a singular configuration multipliers creep along a direction that hardly moves the mechanism, although nothing is
     * left open by an increment. */
    const bool creeps = n > 1 && d > LW_CONTRACTION_MAX * last;
    done    = !realtime && (trust || is_solved(s, tolerance, creeps && n > 2 && (closes || !able)));
    refresh = !realtime && (creeps || slow);
  }
  return done || realtime ? LW_OK : LW_RETRY_NEWTON;
}

void lw_newton_keep(lw_instance* s, bool save, const lw_team* team)
{
  const lw_structure*   g = s->structure;
  const lw_newton_work* w = s->method_work;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      *(save ? &w->increment[id] : &s->a[id]) = *(save ? &s->a[id] : &w->increment[id]);
      continue;
    }
    const lw_connector* c = &g->connector[id - g->nbody];
    memcpy((save ? w->change : s->lambda) + c->row, (save ? s->lambda : w->change) + c->row,
           (size_t)c->nrow * sizeof *s->lambda);
  }
  lw_team_wait(team);
}

lw_status lw_newton_solve(lw_instance* s, double dt, double t_end, const lw_team* team)
{
  return solve(s, dt, t_end, false, team);
}

lw_status lw_newton_close(lw_instance* s, double dt, double t_end, const lw_team* team)
{
  return solve(s, dt, t_end, true, team);
}
