/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newmark.c - position and velocity of a body after a step of size h, and stability of the
 * formulas.
 *
 *   reads    a
 *   writes   q, v
 *   theory   section 10.1
 */
#include "formulations/augmented/newmark.h"

#include "base/rotation.h"
#include "model/check.h"
#include "step/method.h"

lw_newmark lw_newmark_of(const lw_model* model)
{
  const lw_settings* settings = &model->settings;
  lw_newmark         rule     = {0.25, 0.25, 0.5, true};
  switch (lw_integrator_of(model)) {
  case LW_FORWARD_EULER: rule = (lw_newmark){0.0, 0.0, 0.0, false}; break;
  case LW_SEMI_IMPLICIT_EULER: rule = (lw_newmark){1.0, 0.0, 0.0, false}; break;
  case LW_TRAPEZOIDAL_FIXED_POINT: rule.newton = false; break;
  case LW_NEWMARK:
    rule.beta  = isnan(settings->beta) ? 0.25 : settings->beta;
    rule.gamma = isnan(settings->gamma) ? 0.5 : settings->gamma;
    rule.c     = 0.5 - rule.beta;
    break;
  default: break;
  }
  return rule;
}

bool lw_newmark_is_stable(const lw_newmark* rule, double h, double damping, double stiffness)
{
  /* with D = h damping, S = h^2 stiffness: rows over the state (e, h e') of h^2 e'' at the start
   * and, divided by kappa, at the end                                                     (10.6) */
  const double D = h * damping, S = h * h * stiffness;
  const double implicit = rule->gamma * D + rule->beta * S, kappa = 1.0 + implicit;
  const double early = D * (1.0 - rule->gamma) + S * rule->c;
  const double a0[2] = {-S, -D};
  const double a1[2] = {-(S + early * a0[0]) / kappa, -(D + S + early * a0[1]) / kappa};
  double       step[4];
  for (int i = 0; i < 2; i++) {
    step[i]     = 1.0 + rule->c * a0[i] + rule->beta * a1[i];
    step[2 + i] = (i == 1 ? 1.0 : 0.0) + (1.0 - rule->gamma) * a0[i] + rule->gamma * a1[i];
  }
  const double trace = step[0] + step[3], det = step[0] * step[3] - step[1] * step[2];
  /* both eigenvalues are inside the unit circle, or on it up to rounding */
  const bool decays = fabs(det) <= 1.0 + 1e-9 && fabs(trace) <= 1.0 + det + 1e-9;
  return decays && (rule->newton || implicit < 1.0);
}

void lw_newmark_move(lw_instance* s, const lw_origin* o, int b, const lw_newmark* rule, double h)
{
  const double c = h * h * rule->c, beta = h * h * rule->beta;
  const double early = h * (1.0 - rule->gamma), gamma = h * rule->gamma;
  double       turn[3];
  for (int i = 0; i < 3; i++) {
    const double a = s->a[b].v[i], z = s->a[b].w[i];
    s->q[b].r[i] = o->q.r[i] + (h * o->v.v[i] + (c * o->a.v[i] + beta * a));
    s->v[b].v[i] = o->v.v[i] + (early * o->a.v[i] + gamma * a);
    turn[i]      = h * o->v.w[i] + (c * o->a.w[i] + beta * z);
    s->v[b].w[i] = o->v.w[i] + (early * o->a.w[i] + gamma * z);
  }
  memcpy(s->q[b].p, o->q.p, sizeof o->q.p);
  lw_rotation_turn(s->q[b].p, turn);
}
