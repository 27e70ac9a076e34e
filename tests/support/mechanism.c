/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanism.c - mechanisms for tests, built in a few lines.
 */
#include "mechanism.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "energy.h"
#include "random.h"
#include <linkwork/elementary.h>

#define PI 3.14159265358979323846

/* ---- elements -------------------------------------------------------------------------------- */

static lw_name name_of(lw_model* m, char kind, int index)
{
  char text[16];
  snprintf(text, sizeof text, "%c%d", kind, index);
  const lw_name name = lw_model_add_name(m, text);
  assert_true(name >= 0);
  return name;
}

static lw_slot values(lw_model* m, int n, const double value[])
{
  const lw_slot slot = lw_model_add_values(m, n, value);
  assert_true(slot >= 0);
  return slot;
}

static int added(int index)
{
  assert_true(index >= 0);
  return index;
}

lw_model* lw_test_model(double step)
{
  lw_model* m = lw_model_create();
  assert_non_null(m);
  m->name                           = lw_model_add_name(m, "test");
  m->value[m->settings.step]        = step;
  m->settings.project_accelerations = false;
  lw_test_set_gravity(m, 0.0, -9.81, 0.0);
  return m;
}

void lw_test_set_gravity(lw_model* m, double x, double y, double z)
{
  const double g[3] = {x, y, z};
  memcpy(m->value + m->gravity, g, sizeof g);
}

int lw_test_add_body(lw_model* m, double mass, const double inertia[3], const double at[3])
{
  const double I[6] = {inertia[0], inertia[1], inertia[2], 0.0, 0.0, 0.0};
  lw_body      body = lw_body_default();
  body.name         = name_of(m, 'b', m->nbody);
  body.mass         = values(m, 1, &mass);
  body.inertia      = values(m, 6, I);
  body.at           = values(m, 3, at);
  return added(lw_model_add_body(m, &body));
}

void lw_test_set_quat(lw_model* m, int body, const double quat[4])
{
  m->body[body].rotation = (lw_rotation){LW_ROTATION_QUAT, values(m, 4, quat)};
}

void lw_test_set_velocity(lw_model* m, int body, const double velocity[3], const double spin[3])
{
  m->body[body].velocity = values(m, 3, velocity);
  m->body[body].spin     = values(m, 3, spin);
}

int lw_test_add_joint(lw_model* m, lw_joint_type type, int parent, int child, const double at[3],
                      const double axis[3])
{
  lw_joint joint = lw_joint_default();
  joint.name     = name_of(m, 'j', m->njoint);
  joint.type     = type;
  joint.parent   = parent;
  joint.child    = child;
  joint.at       = values(m, 3, at);
  if (axis) {
    joint.axis = values(m, 3, axis);
  }
  if (axis && lw_joint_info_get(type)->needs_axis2) {
    double z[3], x[3];
    assert_true(lw_normalize3(z, axis));
    lw_perpendicular(x, z);
    joint.axis2 = values(m, 3, x);
  }
  return added(lw_model_add_joint(m, &joint));
}

int lw_test_add_rod(lw_model* m, int parent, int child, const double at[3], const double at2[3])
{
  const int j     = lw_test_add_joint(m, LW_DISTANCE, parent, child, at, NULL);
  m->joint[j].at2 = values(m, 3, at2);
  return j;
}

int lw_test_add_frame_joint(lw_model* m, lw_joint_type type, int parent_frame, int child_frame)
{
  lw_joint joint     = lw_joint_default();
  joint.name         = name_of(m, 'j', m->njoint);
  joint.type         = type;
  joint.parent       = m->frame[parent_frame].body;
  joint.child        = m->frame[child_frame].body;
  joint.parent_frame = parent_frame;
  joint.child_frame  = child_frame;
  return added(lw_model_add_joint(m, &joint));
}

void lw_test_set_joint_spring(lw_model* m, int j, double stiffness, double damping, double rest)
{
  m->joint[j].stiffness = values(m, 1, &stiffness);
  m->joint[j].damping   = values(m, 1, &damping);
  m->joint[j].rest      = values(m, 1, &rest);
}

void lw_test_set_stops(lw_model* m, int j, double lower, double upper, double stiffness,
                       double damping)
{
  m->joint[j].lower          = values(m, 1, &lower);
  m->joint[j].upper          = values(m, 1, &upper);
  m->joint[j].stop_stiffness = values(m, 1, &stiffness);
  m->joint[j].stop_damping   = values(m, 1, &damping);
}

int lw_test_add_frame(lw_model* m, int body, const double at[3], const double quat[4])
{
  lw_frame frame = {.name     = name_of(m, 'f', m->nframe),
                    .body     = body,
                    .at       = values(m, 3, at),
                    .rotation = {LW_ROTATION_NONE, LW_NONE}};
  if (quat) {
    frame.rotation = (lw_rotation){LW_ROTATION_QUAT, values(m, 4, quat)};
  }
  return added(lw_model_add_frame(m, &frame));
}

int lw_test_add_spring(lw_model* m, int from, int to, double stiffness, double damping,
                       double length)
{
  const lw_spring spring = {.name      = name_of(m, 's', m->nspring),
                            .from      = from,
                            .to        = to,
                            .stiffness = values(m, 1, &stiffness),
                            .damping   = values(m, 1, &damping),
                            .length    = length < 0.0 ? LW_NONE : values(m, 1, &length)};
  return added(lw_model_add_spring(m, &spring));
}

int lw_test_add_bushing(lw_model* m, int from, int to, const double stiffness[6],
                        const double damping[6])
{
  const lw_bushing bushing = {.name      = name_of(m, 'u', m->nbushing),
                              .from      = from,
                              .to        = to,
                              .stiffness = values(m, 6, stiffness),
                              .damping   = values(m, 6, damping)};
  return added(lw_model_add_bushing(m, &bushing));
}

int lw_test_add_actuator(lw_model* m, int joint)
{
  const lw_actuator actuator = {.name = name_of(m, 'a', m->nactuator), .joint = joint};
  return added(lw_model_add_actuator(m, &actuator));
}

int lw_test_add_load(lw_model* m, int body, bool is_torque, bool body_axes, const double at[3])
{
  const lw_load load = {.name      = name_of(m, 'l', m->nload),
                        .is_torque = is_torque,
                        .body_axes = body_axes,
                        .body      = body,
                        .at        = at ? values(m, 3, at) : LW_NONE};
  return added(lw_model_add_load(m, &load));
}

int lw_test_add_motion(lw_model* m, int joint, lw_motion_kind kind, int ncoef, const double coef[])
{
  const lw_motion motion = {.name  = name_of(m, 'm', m->nmotion),
                            .kind  = kind,
                            .joint = joint,
                            .coef  = coef ? values(m, ncoef, coef) : LW_NONE,
                            .ncoef = coef ? ncoef : 0};
  return added(lw_model_add_motion(m, &motion));
}

int lw_test_add_coupling(lw_model* m, int n, const int joint[], const double ratio[], double offset)
{
  const lw_coupling coupling = {.name   = name_of(m, 'c', m->ncoupling),
                                .term   = m->ncoupling_term,
                                .nterm  = n,
                                .offset = values(m, 1, &offset)};
  for (int i = 0; i < n; i++) {
    const lw_coupling_term term = {.joint = joint[i], .ratio = values(m, 1, &ratio[i])};
    added(lw_model_add_coupling_term(m, &term));
  }
  return added(lw_model_add_coupling(m, &coupling));
}

/* ---- running --------------------------------------------------------------------------------- */

void lw_test_finish(lw_model* m)
{
  lw_diag diag = {0};
  if (lw_model_finish(m, &diag) != LW_OK) {
    fail_msg("the model is refused: %s", diag.text);
  }
}

lw_instance* lw_test_instance(const lw_model* m)
{
  lw_diag      diag     = {0};
  lw_instance* instance = NULL;
  if (lw_instance_create(m, &diag, &instance) != LW_OK) {
    fail_msg("no instance: %s", diag.text);
  }
  lw_instance_set_threads(instance,
                          1); /* tests run beside each other: threads would wait for cores */
  return instance;
}

lw_instance* lw_test_start(lw_model* m)
{
  lw_diag diag = {0};
  lw_test_finish(m);
  lw_instance* instance = lw_test_instance(m);
  if (lw_instance_initialize(instance, 0.0, &diag) != LW_OK) {
    fail_msg("not initialised: %s", diag.text);
  }
  return instance;
}

void lw_test_end(lw_instance* instance)
{
  lw_test_forget_energy();
  /* the model is const for the instance, not for us who made it */
  lw_model* m = (lw_model*)(uintptr_t)lw_instance_model(instance);
  lw_instance_destroy(instance);
  lw_model_destroy(m);
}

void lw_test_advance(lw_instance* instance, double step, int n)
{
  lw_diag diag = {0};
  for (int i = 0; i < n; i++) {
    if (lw_instance_advance(instance, step, &diag) != LW_OK) {
      fail_msg("step %d: %s", i + 1, diag.text);
    }
  }
}

void lw_test_advance_watched(lw_instance* instance, double step, int n)
{
  lw_test_begin_energy(instance);
  for (int i = 0; i < n; i++) {
    lw_test_advance(instance, step, 1);
    lw_test_watch_energy(instance);
  }
}

void lw_test_get(lw_instance* instance, lw_quantity quantity, int index, double out[])
{
  assert_int_equal(lw_instance_get(instance, quantity, index, out), LW_OK);
}

/* ---- families -------------------------------------------------------------------------------- */

static const double round_inertia[3] = {1.0, 1.0, 1.0};
static const double z_axis[3]        = {0.0, 0.0, 1.0};

/* a link from a to b: uniform, x along the link */
static int add_link(lw_model* m, const double a[2], const double b[2])
{
  const double at[3]   = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.0};
  const double angle   = atan2(b[1] - a[1], b[0] - a[0]);
  const double quat[4] = {lw_cos(0.5 * angle), 0.0, 0.0, lw_sin(0.5 * angle)};
  const int    body    = lw_test_add_body(m, 1.0, round_inertia, at);
  lw_test_set_quat(m, body, quat);
  return body;
}

static int pin(lw_model* m, lw_joint_type type, int parent, int child, const double at[2])
{
  const double r[3] = {at[0], at[1], 0.0};
  return lw_test_add_joint(m, type, parent, child, r, type == LW_SPHERICAL ? NULL : z_axis);
}

lw_model* lw_test_chain(int n, lw_joint_type type, double step)
{
  lw_model* m = lw_test_model(step);
  for (int i = 0; i < n; i++) {
    const double a[2] = {i, 0.0}, b[2] = {i + 1, 0.0};
    const int    body = add_link(m, a, b);
    pin(m, type, body - 1, body, a); /* the body before the first is the ground */
  }
  return m;
}

lw_model* lw_test_loop(int n, lw_joint_type type, double step)
{
  lw_model* m    = lw_test_model(step);
  double    a[2] = {0.0, 0.0}, b[2] = {0.0, 0.0};
  for (int i = 0; i < n; i++) {
    /* directions from straight up to straight down: half a turn in n links */
    const double angle = PI * (0.5 - (i + 0.5) / n);
    b[0]               = a[0] + lw_cos(angle);
    b[1]               = a[1] + lw_sin(angle);
    const int body     = add_link(m, a, b);
    pin(m, type, body - 1, body, a);
    memcpy(a, b, sizeof a);
  }
  pin(m, type, n - 1, LW_GROUND, b);
  return m;
}

lw_model* lw_test_star(int arms, int links, double step)
{
  lw_model*    m      = lw_test_model(step);
  const double hub[3] = {0.0, 0.0, 0.0}, origin[2] = {0.0, 0.0};
  lw_test_add_body(m, 1.0, round_inertia, hub);
  pin(m, LW_REVOLUTE, LW_GROUND, 0, origin);
  for (int k = 0; k < arms; k++) {
    const double c = lw_cos(2.0 * PI * k / arms), s = lw_sin(2.0 * PI * k / arms);
    int          last = 0;
    for (int i = 0; i < links; i++) {
      const double a[2] = {(i + 0.5) * c, (i + 0.5) * s}, b[2] = {(i + 1.5) * c, (i + 1.5) * s};
      const int    body = add_link(m, a, b);
      pin(m, LW_REVOLUTE, last, body, a);
      last = body;
    }
  }
  return m;
}

lw_model* lw_test_tree(int depth, double step)
{
  lw_model* m = lw_test_model(step);
  const int n = (1 << depth) - 1;
  double    end[1024][2];
  assert_true(depth >= 1 && depth <= 10);
  for (int i = 0; i < n; i++) {
    /* children 2 i + 1 and 2 i + 2 fork by an angle that shrinks with the level */
    const int     parent  = i == 0 ? LW_GROUND : (i - 1) / 2;
    const double  zero[2] = {0.0, 0.0};
    const double  fork = PI / (i + 2), angle = i == 0 ? 0.0 : (i % 2 ? fork : -fork);
    const double* a = i == 0 ? zero : end[parent];
    end[i][0]       = a[0] + lw_cos(angle);
    end[i][1]       = a[1] + lw_sin(angle);
    const int body  = add_link(m, a, end[i]);
    pin(m, LW_SPHERICAL, parent, body, a);
  }
  return m;
}

lw_model* lw_test_ladder(int n, double angle, double step)
{
  lw_model*    m = lw_test_model(step);
  const double c = lw_cos(angle), s = lw_sin(angle);
  for (int i = 0; i <= n; i++) {
    const double foot[2] = {i, 0.0}, head[2] = {i + c, s};
    const int    upright = add_link(m, foot, head);
    pin(m, LW_REVOLUTE, LW_GROUND, upright, foot);
  }
  for (int i = 0; i < n; i++) {
    const double a[2] = {i + c, s}, b[2] = {i + 1 + c, s};
    const int    coupler = add_link(m, a, b);
    pin(m, LW_REVOLUTE, i, coupler, a);
    pin(m, LW_REVOLUTE, i + 1, coupler, b);
  }
  return m;
}

lw_model* lw_test_random_mechanism(int n, int njoint, const lw_test_pair pair[], lw_joint_type type,
                                   uint32_t seed)
{
  lw_model* m = lw_test_model(1e-3);
  for (int b = 0; b < n; b++) {
    double at[3], quat[4], I[3], v[3], w[3];
    lw_test_random_fill(&seed, 3, 2.0, at);
    lw_test_random_quat(&seed, quat);
    lw_test_random_fill(&seed, 3, 0.2, I);
    for (int i = 0; i < 3; i++) I[i] += 0.6; /* between 0.4 and 0.8: any three make a body */
    lw_test_random_fill(&seed, 3, 1.0, v);
    lw_test_random_fill(&seed, 3, 1.0, w);
    lw_test_add_body(m, 1.5 + lw_test_random(&seed), I, at);
    lw_test_set_quat(m, b, quat);
    lw_test_set_velocity(m, b, v, w);
  }
  for (int j = 0; j < njoint; j++) {
    double at[3], axis[3], at2[3];
    lw_test_random_fill(&seed, 3, 2.0, at);
    lw_test_random_fill(&seed, 3, 1.0, axis);
    lw_test_random_fill(&seed, 3, 2.0, at2);
    const int     pick = (int)(0.5 * (1.0 + lw_test_random(&seed)) * LW_JOINT_TYPE_COUNT);
    lw_joint_type t    = type;
    if (type == LW_JOINT_TYPE_COUNT) {
      t = (lw_joint_type)(pick < LW_JOINT_TYPE_COUNT ? pick : LW_JOINT_TYPE_COUNT - 1);
    }
    if (t == LW_DISTANCE) {
      lw_test_add_rod(m, pair[j].parent, pair[j].child, at, at2);
    } else {
      lw_test_add_joint(m, t, pair[j].parent, pair[j].child, at,
                        lw_joint_info_get(t)->needs_axis ? axis : NULL);
    }
  }
  return m;
}
