/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * units.c - the same mechanism in other units of length, mass and time.
 */
#include "units.h"

#include <math.h>
#include <stdlib.h>

/* Exponents of a unit. */
typedef struct dimension {
  int length, mass, time;
} dimension;

static const dimension none      = {0, 0, 0};
static const dimension length    = {1, 0, 0};
static const dimension velocity  = {1, 0, -1};
static const dimension turning   = {0, 0, -1};
static const dimension mass      = {0, 1, 0};
static const dimension inertia   = {2, 1, 0};
static const dimension force     = {1, 1, -2};
static const dimension torque    = {2, 1, -2};
static const dimension stiffness = {0, 1, -2};
static const dimension damping   = {0, 1, -1};

/* factors are products, so that powers of two are exact */
static double power(double x, int n)
{
  double f = 1.0;
  for (int i = 0; i < abs(n); i++) f = n > 0 ? f * x : f / x;
  return f;
}

static double factor(dimension d, lw_test_units u)
{
  return power(u.length, d.length) * power(u.mass, d.mass) * power(u.time, d.time);
}

static dimension times(dimension d, int length_, int time)
{
  d.length += length_;
  d.time += time;
  return d;
}

/* ---- the model ------------------------------------------------------------------------------- */

/* The change of a model: values that several elements share are scaled once. */
typedef struct change {
  lw_model*     m;
  lw_test_units u;
  char*         done; /* (nvalue) */
} change;

static void scale(const change* c, lw_slot slot, int n, dimension d)
{
  for (int i = slot; slot != LW_NONE && i < slot + n; i++) {
    if (!c->done[i]) {
      c->m->value[i] *= factor(d, c->u);
      c->done[i] = 1;
    }
  }
}

static bool is_angle(const lw_joint* joint, int coordinate)
{
  return lw_joint_info_get(joint->type)->angles >> coordinate & 1u;
}

/* of a quantity that is a length or an angle along a coordinate, or a force or torque */
static dimension along(const lw_joint* joint, int coordinate, dimension of_length,
                       dimension of_angle)
{
  return is_angle(joint, coordinate) ? of_angle : of_length;
}

static void change_body(const change* c, const lw_body* body)
{
  scale(c, body->mass, 1, mass);
  scale(c, body->inertia, 6, inertia);
  scale(c, body->com, 3, length);
  scale(c, body->at, 3, length);
  scale(c, body->velocity, 3, velocity);
  scale(c, body->spin, 3, turning);
}

static void change_joint(const change* c, const lw_joint* joint)
{
  const dimension q = along(joint, 0, length, none);
  const dimension k = along(joint, 0, stiffness, torque);
  scale(c, joint->at, 3, length);
  scale(c, joint->at2, 3, length);
  scale(c, joint->length, 1, length);
  scale(c, joint->stiffness, 1, k);
  scale(c, joint->damping, 1, times(k, 0, 1));
  scale(c, joint->rest, 1, q);
  scale(c, joint->lower, 1, q);
  scale(c, joint->upper, 1, q);
  scale(c, joint->stop_stiffness, 1, k);
  scale(c, joint->stop_damping, 1, times(k, 0, 1));
  scale(c, joint->friction, 1, along(joint, 0, force, torque));
  for (int i = 0; i < lw_joint_info_get(joint->type)->nq; i++) {
    const dimension qi = along(joint, i, length, none);
    scale(c, joint->q0 == LW_NONE ? LW_NONE : joint->q0 + i, 1, qi);
    scale(c, joint->qd0 == LW_NONE ? LW_NONE : joint->qd0 + i, 1, times(qi, 0, -1));
  }
}

static void change_motion(const change* c, const lw_motion* motion)
{
  const dimension q = along(&c->m->joint[motion->joint], 0, length, none);
  for (int i = 0; i < motion->ncoef; i++) {
    const int power_of_time = motion->kind == LW_MOTION_VELOCITY ? 1 : i;
    scale(c, motion->coef + i, 1, times(q, 0, -power_of_time));
  }
}

/* The sum of a coupling stays an angle: ratios of lengths change. */
static void change_term(const change* c, const lw_coupling_term* term)
{
  scale(c, term->ratio, 1,
        times(none, is_angle(&c->m->joint[term->joint], term->coordinate) ? 0 : -1, 0));
}

void lw_test_change_units(lw_model* m, lw_test_units u)
{
  const change c = {m, u, calloc((size_t)m->nvalue + 1, 1)};
  if (!c.done) {
    abort();
  }
  scale(&c, m->gravity, 3, times(velocity, 0, -1));
  scale(&c, m->settings.step, 1, times(none, 0, 1));
  for (int i = 0; i < m->nbody; i++) change_body(&c, &m->body[i]);
  for (int i = 0; i < m->nframe; i++) scale(&c, m->frame[i].at, 3, length);
  for (int i = 0; i < m->njoint; i++) change_joint(&c, &m->joint[i]);
  for (int i = 0; i < m->nload; i++) scale(&c, m->load[i].at, 3, length);
  for (int i = 0; i < m->nspring; i++) {
    scale(&c, m->spring[i].stiffness, 1, stiffness);
    scale(&c, m->spring[i].damping, 1, damping);
    scale(&c, m->spring[i].length, 1, length);
  }
  for (int i = 0; i < m->nbushing; i++) {
    scale(&c, m->bushing[i].stiffness, 3, stiffness);
    scale(&c, m->bushing[i].stiffness + 3, 3, torque);
    scale(&c, m->bushing[i].damping, 3, damping);
    scale(&c, m->bushing[i].damping + 3, 3, times(torque, 0, 1));
  }
  for (int i = 0; i < m->nmotion; i++) change_motion(&c, &m->motion[i]);
  for (int i = 0; i < m->ncoupling_term; i++) change_term(&c, &m->coupling_term[i]);
  free(c.done);
  m->nformula = 0;
  m->settings.start *= u.time;
  m->settings.stop *= u.time;
  m->settings.output_step *= u.time;
  m->settings.omega /= u.time;
}

/* ---- results --------------------------------------------------------------------------------- */

double lw_test_unit_of(const lw_model* m, lw_quantity quantity, int index, int i, lw_test_units u)
{
  switch (quantity) {
  case LW_BODY_R: return factor(length, u);
  case LW_BODY_V: return factor(velocity, u);
  case LW_BODY_W: return factor(turning, u);
  case LW_BODY_A: return factor(times(velocity, 0, -1), u);
  case LW_BODY_Z: return factor(times(turning, 0, -1), u);
  case LW_JOINT_Q: return factor(along(&m->joint[index], i, length, none), u);
  case LW_JOINT_QD: return factor(along(&m->joint[index], i, velocity, turning), u);
  case LW_JOINT_QDD: return factor(times(along(&m->joint[index], i, velocity, turning), 0, -1), u);
  case LW_JOINT_FORCE: return factor(force, u);
  case LW_MOTION_EFFORT:
    return factor(along(&m->joint[m->motion[index].joint], 0, force, torque), u);
  case LW_JOINT_TORQUE:
  case LW_COUPLING_EFFORT: /* the sum stays an angle */
  case LW_ENERGY: return factor(torque, u);
  case LW_SOLVER_VIOLATION: return factor(times(length, 0, -i), u);
  default: return 1.0;
  }
}

double lw_test_unit_of_input(const lw_model* m, int input, lw_test_units u)
{
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator[i].input == input) {
      return factor(along(&m->joint[m->actuator[i].joint], 0, force, torque), u);
    }
  }
  for (int i = 0; i < m->nload; i++) {
    if (input >= m->load[i].input && input < m->load[i].input + 3) {
      return factor(m->load[i].is_torque ? torque : force, u);
    }
  }
  for (int i = 0; i < m->nmotion; i++) {
    if (m->motion[i].kind == LW_MOTION_INPUT && m->motion[i].input == input) {
      return factor(along(&m->joint[m->motion[i].joint], 0, length, none), u);
    }
  }
  return 1.0;
}
