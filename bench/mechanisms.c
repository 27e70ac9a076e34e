/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanisms.c - mechanisms of any size, for measurements.
 *
 * Results of calls that add elements are not checked: a failure gives an index of LW_NONE or a slot
 * of -1, which lw_model_finish() refuses.
 */
#include "mechanisms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a bar of 1 m and 1 kg, 0.1 m square: 2 (0.1)^2 / 12 along it, (1 + 0.1^2) / 12 across */
#define ALONG 0.0016666666666666668
#define ACROSS 0.084166666666666667

/* in place of an axis of add_bar(): a body with unit inertias */
#define UNIT (-1)

typedef struct point {
  double x, y, z;
} point;

/* a link with its centre at c, whose long axis is x, y or z (0, 1, 2), or UNIT; the velocity of its
 * centre and its spin about z; returns its index */
static int add_moving(lw_model* model, int axis, point c, point velocity, double spin)
{
  lw_body body = lw_body_default();
  char    name[32];
  snprintf(name, sizeof name, "b%d", model->nbody);
  const double mass = 1.0, at[3] = {c.x, c.y, c.z}, w[3] = {0.0, 0.0, spin};
  const double v[3]       = {velocity.x, velocity.y, velocity.z};
  double       inertia[6] = {ACROSS, ACROSS, ACROSS, 0.0, 0.0, 0.0};
  if (axis == UNIT) {
    inertia[0] = inertia[1] = inertia[2] = 1.0;
  } else {
    inertia[axis] = ALONG;
  }
  body.name     = lw_model_add_name(model, name);
  body.mass     = lw_model_add_values(model, 1, &mass);
  body.inertia  = lw_model_add_values(model, 6, inertia);
  body.at       = lw_model_add_values(model, 3, at);
  body.velocity = lw_model_add_values(model, 3, v);
  body.spin     = lw_model_add_values(model, 3, w);
  return lw_model_add_body(model, &body);
}

/* the same at rest */
static int add_link(lw_model* model, int axis, double x, double y, double z)
{
  return add_moving(model, axis, (point){x, y, z}, (point){0.0, 0.0, 0.0}, 0.0);
}

/* a joint with its axis along z */
static void add_joint(lw_model* model, lw_joint_type type, int parent, int child, double x,
                      double y, double z)
{
  lw_joint joint = lw_joint_default();
  char     name[32];
  snprintf(name, sizeof name, "j%d", model->njoint);
  const double at[3] = {x, y, z}, axis[3] = {0.0, 0.0, 1.0};

  joint.name   = lw_model_add_name(model, name);
  joint.type   = type;
  joint.parent = parent;
  joint.child  = child;
  joint.at     = lw_model_add_values(model, 3, at);
  if (type != LW_SPHERICAL) {
    joint.axis = lw_model_add_values(model, 3, axis);
  }
  lw_model_add_joint(model, &joint);
}

/* an empty model with gravity along -y */
static lw_model* begin(const char* name, double h)
{
  lw_model* model = lw_model_create();
  if (model) {
    const double gravity[3] = {0.0, -9.81, 0.0};
    for (int k = 0; k < 3; k++) model->value[model->gravity + k] = gravity[k];
    model->value[model->settings.step] = h;
    model->name                        = lw_model_add_name(model, name);
  }
  return model;
}

/* the finished model, or NULL */
static lw_model* finish(lw_model* model)
{
  if (model && lw_model_finish(model, NULL) != LW_OK) {
    lw_model_destroy(model);
    return NULL;
  }
  return model;
}

/* ---- chains ------------------------------------------------------------------------------- */

static void add_chain(lw_model* model, lw_joint_type type, int axis, int n)
{
  for (int i = 0; i < n; i++) {
    const int body = add_link(model, axis, i + 0.5, 0.0, 0.0);
    add_joint(model, type, body > 0 ? body - 1 : LW_GROUND, body, i, 0.0, 0.0);
  }
}

static lw_model* create_ball_chain(int n, double h)
{
  lw_model* model = begin("ball_chain", h);
  if (model) {
    add_chain(model, LW_SPHERICAL, 0, n);
  }
  return finish(model);
}

static lw_model* create_pin_chain(int n, double h)
{
  lw_model* model = begin("pin_chain", h);
  if (model) {
    add_chain(model, LW_REVOLUTE, 0, n);
  }
  return finish(model);
}

static lw_model* create_s0_chain(int n, double h)
{
  lw_model* model = begin("s0_chain", h);
  if (model) {
    model->settings.realtime                 = true;
    model->value[model->settings.iterations] = 3.0; /* as in the paper */
    add_chain(model, LW_SPHERICAL, UNIT, n);
  }
  return finish(model);
}

/* ---- trees -------------------------------------------------------------------------------- */

/* link i has two child links: 2 i + 1 along x and 2 i + 2 along z */
static lw_model* create_tree(int n, double h)
{
  lw_model* model = begin("tree", h);
  for (int i = 0; model && i < n; i++) {
    /* the first end of a link: one metre along x or z for each link between it and the ground */
    double x = 0.0, z = 0.0;
    for (int k = i; k > 0; k = (k - 1) / 2) {
      const int carrier = (k - 1) / 2;
      if (carrier == 0 || carrier % 2 == 1) {
        x += 1.0;
      } else {
        z += 1.0;
      }
    }
    const bool along_x = i == 0 || i % 2 == 1;
    const int  body =
        add_link(model, along_x ? 0 : 2, x + (along_x ? 0.5 : 0.0), 0.0, z + (along_x ? 0.0 : 0.5));
    add_joint(model, LW_SPHERICAL, i > 0 ? (i - 1) / 2 : LW_GROUND, body, x, 0.0, z);
  }
  return finish(model);
}

/* the hub is a free bar along z; each arm has its own joint half a metre from the axis */
static lw_model* create_star(int n, double h)
{
  lw_model* model = begin("star", h);
  const int hub   = model ? add_link(model, 2, 0.0, 0.0, 0.0) : LW_NONE;
  for (int i = 1; model && i < n; i++) {
    const double angle = 6.283185307179586 * i / (n - 1);
    const double x = cos(angle), y = sin(angle);
    const int arm = add_moving(model, 0, (point){x, y, 0.0}, (point){-0.5 * y, 0.5 * x, 0.0}, 1.0);
    add_joint(model, LW_SPHERICAL, hub, arm, 0.5 * x, 0.5 * y, 0.0);
  }
  return finish(model);
}

static lw_model* create_double_pendulum(int n, double h)
{
  lw_model* model = begin("double_pendulum", h);
  (void)n;
  if (model) {
    const int upper = add_link(model, UNIT, 0.5, 0.0, 0.0);
    const int lower = add_link(model, UNIT, 1.0, 0.0, 0.5);
    add_joint(model, LW_SPHERICAL, LW_GROUND, upper, 0.0, 0.0, 0.0);
    add_joint(model, LW_SPHERICAL, upper, lower, 1.0, 0.0, 0.0);
  }
  return finish(model);
}

/* ---- loops -------------------------------------------------------------------------------- */

/* uprights at x = 0, 1, 2, ... and a coupler between each two: 2 w + 1 bars for w windows; it
 * starts upright, with the couplers at 1 m/s */
static lw_model* create_ladder(int n, double h)
{
  lw_model* model = begin("ladder", h);
  int       left  = LW_NONE;
  for (int i = 0; model && i <= (n - 1) / 2; i++) {
    const int upright = add_moving(model, 1, (point){i, 0.5, 0.0}, (point){0.5, 0.0, 0.0}, -1.0);
    add_joint(model, LW_REVOLUTE, LW_GROUND, upright, i, 0.0, 0.0);
    if (left != LW_NONE) {
      const int coupler =
          add_moving(model, 0, (point){i - 0.5, 1.0, 0.0}, (point){1.0, 0.0, 0.0}, 0.0);
      add_joint(model, LW_REVOLUTE, left, coupler, i - 1.0, 1.0, 0.0);
      add_joint(model, LW_REVOLUTE, upright, coupler, i, 1.0, 0.0);
    }
    left = upright;
  }
  return finish(model);
}

static lw_model* create_four_bar(int n, double h)
{
  lw_model*    model = begin("four_bar", h);
  const double d     = 0.70710678118654757; /* 45 degrees */
  (void)n;
  if (model) {
    const int crank   = add_link(model, UNIT, 0.5 * d, -0.5 * d, 0.0);
    const int coupler = add_link(model, UNIT, d, -d - 0.5, 0.0);
    const int rocker  = add_link(model, UNIT, 0.5 * d, -1.0 - 0.5 * d, 0.0);
    add_joint(model, LW_REVOLUTE, LW_GROUND, crank, 0.0, 0.0, 0.0);
    add_joint(model, LW_REVOLUTE, crank, coupler, d, -d, 0.0);
    add_joint(model, LW_REVOLUTE, coupler, rocker, d, -d - 1.0, 0.0);
    add_joint(model, LW_REVOLUTE, LW_GROUND, rocker, 0.0, -1.0, 0.0);
  }
  return finish(model);
}

/* ---- the list ----------------------------------------------------------------------------- */

const lw_bench_mechanism* lw_bench_mechanisms(void)
{
  static const lw_bench_mechanism list[] = {
      {"ball-chain", create_ball_chain, {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096}},
      {"pin-chain", create_pin_chain, {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096}},
      {"tree", create_tree, {15, 127, 1023}},
      {"star", create_star, {16, 64, 256}},
      {"ladder", create_ladder, {17, 65, 257}},
      {"four-bar", create_four_bar, {3}},
      {"double-pendulum", create_double_pendulum, {2}},
      {"s0-chain", create_s0_chain, {128}},
      {NULL, NULL, {0}},
  };
  return list;
}

const lw_bench_mechanism* lw_bench_find(const char* name)
{
  for (const lw_bench_mechanism* m = lw_bench_mechanisms(); m->name; m++) {
    if (strcmp(m->name, name) == 0) {
      return m;
    }
  }
  return NULL;
}
