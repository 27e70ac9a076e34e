/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * input_derivatives.c - derivatives of accelerations and reactions with respect to the inputs.
 *
 *   forces of a change of the inputs -> response of a and lambda (6.5) -> quantities of the
 *   response -> the state as before
 *
 *   reads    positions, Jacobians, factorisation
 *   writes   the requested derivatives; the state is as before
 *   theory   section 6.3
 *   cost     a solve per pass, and one lw_instance_get() per quantity
 *
 * With positions and velocities fixed, accelerations and multipliers are linear in the inputs:
 *
 *   [ M      Phi_q^T ] [ da      ]   [ dQ/du du ]
 *   [ Phi_q  -eps    ] [ dlambda ] = [ 0        ]                                        (6.5)
 *
 * and all other quantities are linear in these two once the velocities are zero. So the functions
 * of outputs.c give the derivatives, too, when they are applied to a state with da, dlambda and
 * velocities zero. lw_respond() gives the limit of eps = 0; formulations with elastic constraints
 * have their own eps.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "instance/instance.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/passes.h"
#include "simulation/advance.h"
#include "step/method.h"
#include "step/project.h"

/* Tell whether a quantity changes at once with a force. */
static bool responds_at_once(lw_quantity quantity)
{
  switch (quantity) {
  case LW_BODY_A:
  case LW_BODY_Z:
  case LW_JOINT_QDD:
  case LW_JOINT_FORCE:
  case LW_JOINT_TORQUE:
  case LW_MOTION_EFFORT:
  case LW_COUPLING_EFFORT: return true;
  default: return false;
  }
}

static double* force_on(lw_instance* s, int body)
{
  return s->x + s->structure->node[s->structure->position[body]].x;
}

static void add_force(lw_instance* s, int body, double f, const double J[6])
{
  if (body != LW_GROUND) {
    double* x = force_on(s, body);
    for (int i = 0; i < 6; i++) x[i] += f * J[i];
  }
}

/* x = dQ/du du on the bodies */
static void set_force_change(lw_instance* s, const double du[])
{
  const lw_model* m = s->model;
  for (int b = 0; b < m->nbody; b++) memset(force_on(s, b), 0, 6 * sizeof *s->x);
  for (int k = 0; k < m->nactuator; k++) {
    const int       j     = m->actuator[k].joint;
    const lw_joint* joint = &m->joint[j];
    lw_coordinate   c;
    lw_joint_coordinate(joint->type, 0, &s->place[j], &c);
    add_force(s, joint->parent, du[m->actuator[k].input], c.J_A);
    add_force(s, joint->child, du[m->actuator[k].input], c.J_B);
  }
  for (int k = 0; k < m->nload; k++) {
    double f[6];
    lw_load_wrench(s, k, du + m->load[k].input, f);
    add_force(s, m->load[k].body, 1.0, f);
  }
}

/* Compute the quantities of the present a and lambda, which are those of the response. */
static lw_status get_response(lw_instance* s, int n, const lw_request request[])
{
  lw_status status = LW_OK;
  for (int i = 0; i < n && status == LW_OK; i++) {
    const int size = lw_quantity_size(s->model, request[i].quantity, request[i].index);
    if (size == 0) {
      status = LW_ERR_USAGE;
    } else if (responds_at_once(request[i].quantity)) {
      status = lw_instance_get(s, request[i].quantity, request[i].index, request[i].out);
    } else {
      memset(request[i].out, 0, (size_t)size * sizeof *request[i].out);
    }
  }
  return status;
}

static lw_status respond(lw_instance* s)
{
  const lw_threads alone = LW_ALONE;
  if (s->method->respond) {
    return s->method->respond(s);
  }
  return isfinite(lw_respond(s, &alone)) ? LW_OK : LW_RETRY_SINGULAR;
}

lw_status lw_instance_derivative(lw_instance* s, const double du[], int n,
                                 const lw_request request[])
{
  if (!(s->head->initialised > 0.0)) {
    return LW_ERR_USAGE;
  }
  for (int i = 0; i < s->model->ninput; i++) {
    if (!isfinite(du[i])) {
      return LW_ERR_USAGE;
    }
  }
  lw_status status = lw_instance_update(s, NULL);
  if (status == LW_OK) {
    status = lw_instance_factor(s, NULL);
  }
  if (status != LW_OK) {
    return status;
  }
  memcpy(s->saved, s->head, s->state_size);
  memset(s->v, 0, (size_t)s->model->nbody * sizeof *s->v);
  /* an impulse of the past is not part of the response */
  for (int k = 0; k < s->model->nmotion; k++) s->drive[LW_DRIVE_NUMBERS * k + LW_DRIVE_MEAN] = 0.0;
  set_force_change(s, du);
  status = respond(s);
  lw_invalidate(s, LW_REACTIONS);
  if (status == LW_OK) {
    status = get_response(s, n, request);
  }

  memcpy(s->head, s->saved, s->state_size);
  lw_invalidate(s, LW_REACTIONS);
  return status;
}
