/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanisms.c - mechanisms of any size, for measurements.
 *
 * Elements are added without asking for success: a failure leaves an index of LW_NONE or a slot of -1,
 * which lw_model_finish() refuses.
 */
#include "mechanisms.h"

#include <math.h>
#include <stdio.h>

/* a bar of 1 m and 1 kg, 0.1 m square: 2 (0.1)^2 / 12 along it, (1 + 0.1^2) / 12 across */
#define ALONG 0.0016666666666666668
#define ACROSS 0.084166666666666667

/* a bar in the plane z = 0 with its centre at (x, y), whose long axis is x, y or z; its velocity (u, v) and
 * its spin about z; returns its index */
static int add_bar(lw_model* model, int axis, double x, double y, double u, double v, double spin)
{
  lw_body body = lw_body_default();
  char    name[32];
  snprintf(name, sizeof name, "b%d", model->nbody);
  const double mass = 1.0, at[3] = {x, y, 0.0}, velocity[3] = {u, v, 0.0}, w[3] = {0.0, 0.0, spin};
  double       inertia[6] = {ACROSS, ACROSS, ACROSS, 0.0, 0.0, 0.0};
  inertia[axis]           = ALONG;

  body.name     = lw_model_add_name(model, name);
  body.mass     = lw_model_add_values(model, 1, &mass);
  body.inertia  = lw_model_add_values(model, 6, inertia);
  body.at       = lw_model_add_values(model, 3, at);
  body.velocity = lw_model_add_values(model, 3, velocity);
  body.spin     = lw_model_add_values(model, 3, w);
  return lw_model_add_body(model, &body);
}

/* a joint at (x, y, 0) with its axis along z */
static void add_joint(lw_model* model, lw_joint_type type, int parent, int child, double x,
                      double y)
{
  lw_joint joint = lw_joint_default();
  char     name[32];
  snprintf(name, sizeof name, "j%d", model->njoint);
  const double at[3] = {x, y, 0.0}, axis[3] = {0.0, 0.0, 1.0};

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

static lw_model* create_chain(const char* name, lw_joint_type type, int n, double h)
{
  lw_model* model = begin(name, h);
  for (int i = 0; model && i < n; i++) {
    const int body = add_bar(model, 0, i + 0.5, 0.0, 0.0, 0.0, 0.0);
    add_joint(model, type, body > 0 ? body - 1 : LW_GROUND, body, i, 0.0);
  }
  return finish(model);
}

static lw_model* create_ball_chain(int n, double h)
{
  return create_chain("ball_chain", LW_SPHERICAL, n, h);
}

static lw_model* create_pin_chain(int n, double h)
{
  return create_chain("pin_chain", LW_REVOLUTE, n, h);
}

/* uprights at x = 0, 1, 2, ... and a coupler between each two: 2 w + 1 bars for w windows; it starts
 * upright, with the couplers at 1 m/s */
static lw_model* create_ladder(int n, double h)
{
  lw_model* model = begin("ladder", h);
  int       left  = LW_NONE;
  for (int i = 0; model && i <= (n - 1) / 2; i++) {
    const int upright = add_bar(model, 1, i, 0.5, 0.5, 0.0, -1.0);
    add_joint(model, LW_REVOLUTE, LW_GROUND, upright, i, 0.0);
    if (left != LW_NONE) {
      const int coupler = add_bar(model, 0, i - 0.5, 1.0, 1.0, 0.0, 0.0);
      add_joint(model, LW_REVOLUTE, left, coupler, i - 1.0, 1.0);
      add_joint(model, LW_REVOLUTE, upright, coupler, i, 1.0);
    }
    left = upright;
  }
  return finish(model);
}

/* the hub is a free bar along z; arms swing against it, each about its own joint, half a metre out */
static lw_model* create_star(int n, double h)
{
  lw_model* model = begin("star", h);
  const int hub   = model ? add_bar(model, 2, 0.0, 0.0, 0.0, 0.0, 0.0) : LW_NONE;
  for (int i = 1; model && i < n; i++) {
    const double angle = 6.283185307179586 * i / (n - 1);
    const double x = cos(angle), y = sin(angle);
    const int    arm = add_bar(model, 0, x, y, -0.5 * y, 0.5 * x, 1.0);
    add_joint(model, LW_SPHERICAL, hub, arm, 0.5 * x, 0.5 * y);
  }
  return finish(model);
}

const lw_bench_mechanism* lw_bench_mechanisms(void)
{
  static const lw_bench_mechanism list[] = {
      {"ball-chain", create_ball_chain},
      {"pin-chain", create_pin_chain},
      {"ladder", create_ladder},
      {"star", create_star},
      {NULL, NULL},
  };
  return list;
}
