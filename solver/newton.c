/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newton.c - solve the trapezoidal equations of one internal step.
 *
 *   reads    state at the start of the step
 *   writes   positions, multipliers, trapezoidal velocities and accelerations at its end
 *   theory   sections 3.2 and 3.3
 *   cost     one factorisation where the last one is too old, and a solve per iteration
 *
 * With e = dt^2/4 the equations are scaled so that the matrix does not depend on the step:
 *
 *   [ M      Phi_q^T ] [ dq         ]   [ -e g  ]
 *   [ Phi_q  -eps    ] [ e dlambda  ] = [ -Phi  ]                                        (3.6)
 */
#include "newton.h"

#include "bodies.h"
#include "connectors.h"
#include "linalg.h"
#include "rotation.h"
#include "sweep.h"

/* A tangent older than this turn of a body contracts by about as much per iteration; at 0.02 two solves
 * with the old one cost what a new one does. */
#define TURN_MAX 0.02
/* Springs and dampers whose share in the tangent is below this are left to the iteration. */
#define STIFFNESS_MAX 0.02
/* Constraints that are closed to this [m], a digit below what we promise, need no further iteration. */
#define CLOSED 1e-10
/* Slower contraction than this asks for a new tangent. */
#define CONTRACTION_MAX 0.1

/* measure how far the bodies turn in a step and how stiff the connectors are */
static void measure(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g = s->structure;
  for (int k = 0; k <= g->npart; k++) {
    if (lw_team_mine(team, k, g->npart)) {
      *lw_partial(s, k, LW_MAX_TURN)      = 0.0;
      *lw_partial(s, k, LW_MAX_STIFFNESS) = 0.0;
    }
  }
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      double* most = lw_partial(s, share, LW_MAX_TURN);
      *most        = fmax(*most, dt * lw_norm(s->v[id].w));
    } else {
      double* most = lw_partial(s, share, LW_MAX_STIFFNESS);
      *most        = fmax(*most, lw_connector_stiffness(s, id - g->nbody, dt));
    }
  }
  lw_team_wait(team);
}

/* the factorisation at the start of the step, where it is not at hand: after a restored state it must
 * be the same as without */
static bool recover_factor(lw_instance* s, double t, const lw_team* team)
{
  lw_sweep_positions(s, t, team);
  return lw_sweep_factor(s, 0.0, team);
}

static void predict(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id < g->nbody) {
      lw_body_predict(s, g->node[i].id, dt);
    }
  }
}

/* right-hand side of (3.6) at the present iterate */
static void residual(lw_instance* s, double dt, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  const double        e = 0.25 * dt * dt;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    double*        x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_body_residual(s, node->id, t, s->start[node->id].normal, x);
      lw_body_add_reactions(s, node->id, x);
      for (int k = 0; k < 6; k++) x[k] *= -e;
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) x[r] = -s->Phi[c->row + r];
      for (int r = c->nrow; r < c->nrow + c->nsoft; r++) x[r] = 0.0;
    }
  }
}

/* how much of the equations of motion is open, as a scaled increment, and of the constraints [m] */
static double open_residual(lw_instance* s, const lw_team* team)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, team, LW_MAX_RESIDUAL);
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id < g->nbody) {
      const double* x    = s->x + node->x;
      const double* J    = s->body[node->id].J;
      const double  r    = lw_norm(x) / (s->body[node->id].mass * s->length);
      const double  turn = 3.0 * lw_norm(x + 3) / (J[0] + J[4] + J[8]);
      double*       most = lw_partial(s, share, LW_MAX_RESIDUAL);
      *most              = fmax(*most, fmax(r, turn));
    }
  }
  lw_team_wait(team);
  return lw_partial_max(s, LW_MAX_RESIDUAL);
}

/* add the increments; returns the largest scaled one */
static double update(lw_instance* s, double dt, const lw_team* team)
{
  const lw_structure* g = s->structure;
  const double        e = 0.25 * dt * dt;
  for (int k = 0; k <= g->npart; k++) {
    if (lw_team_mine(team, k, g->npart)) {
      *lw_partial(s, k, LW_MAX_INCREMENT) = 0.0;
    }
  }
  LW_FOR_MY_NODES(g, team, share, i)
  {
    const lw_node* node = &g->node[i];
    const double*  x    = s->x + node->x;
    if (node->id < g->nbody) {
      lw_axpy3(s->q[node->id].r, 1.0, x);
      lw_rotation_add(s->q[node->id].p, x + 3);
      /* a length per characteristic length, an angle as it is                          (3.7) */
      const double d    = fmax(lw_norm(x) / s->length, lw_norm(x + 3));
      double*      most = lw_partial(s, share, LW_MAX_INCREMENT);
      *most             = d > *most || isnan(d) ? d : *most;
    } else {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) s->lambda[c->row + r] += x[r] / e;
    }
  }
  lw_team_wait(team);
  return lw_partial_max(s, LW_MAX_INCREMENT);
}

/* trapezoidal velocities, then everything that depends on the present iterate */
static void evaluate(lw_instance* s, double dt, double t, const lw_team* team)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, team, share, i)
  {
    if (g->node[i].id < g->nbody) {
      lw_body_trapezoid(s, g->node[i].id, dt);
    }
  }
  lw_sweep_positions(s, t, team);
}

lw_status lw_newton_solve(lw_instance* s, double dt, double t_end, const lw_team* team)
{
  const lw_settings* settings  = &s->model->settings;
  const double       tolerance = s->value[settings->tolerance];
  const int          most      = (int)s->value[settings->iterations];
  const bool         realtime  = settings->realtime;

  measure(s, dt, team);
  const bool soft    = lw_partial_max(s, LW_MAX_STIFFNESS) > STIFFNESS_MAX;
  bool       refresh = realtime || soft || lw_partial_max(s, LW_MAX_TURN) > TURN_MAX;
  if (!refresh && !s->factor_valid && !recover_factor(s, t_end - dt, team)) {
    return LW_RETRY_SINGULAR;
  }
  predict(s, dt, team);
  double last = 0.0;
  bool   done = false;
  int    n    = 0;
  evaluate(s, dt, t_end, team);
  while (!done && n < most) {
    if (refresh) {
      if (team->id == 0) {
        s->factor_valid = false;
      }
      if (!lw_sweep_factor(s, soft ? dt : 0.0, team)) {
        return LW_RETRY_SINGULAR;
      }
    }
    lw_sweep_forces(s, t_end, team);
    residual(s, dt, t_end, team);
    lw_sweep_solve(s, team);
    const double d = update(s, dt, team);
    n++;
    if (!isfinite(d)) {
      return LW_RETRY_NEWTON;
    }
    evaluate(s, dt, t_end, team);

    /* what is left after this increment is about rho/(1 - rho) of it                    (3.7) */
    const double rho = n > 1 && last > 0.0 ? d / last : 1.0;
    done    = !realtime && (d <= tolerance || (rho < 0.3 && rho / (1.0 - rho) * d <= tolerance));
    refresh = !realtime && n > 1 && rho > CONTRACTION_MAX;
    if (refresh && !done && n > 2) {
      /* Near a singular configuration the multipliers creep along a direction that hardly moves the
       * mechanism. It is solved once both equations are, whatever the increments say. */
      lw_sweep_forces(s, t_end, team);
      residual(s, dt, t_end, team);
      done = open_residual(s, team) <= tolerance && lw_sweep_violation(s, team) <= CLOSED;
    }
    last = d;
  }
  if (team->id == 0) {
    s->head->iterations = n;
    s->head->residual   = last;
  }
  return done || realtime ? LW_OK : LW_RETRY_NEWTON;
}
