/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * body.c - one body at a time, by way of bodies_simd.c; stiffness of its joint forces, loads.
 *
 *   reads    positions, velocities, accelerations, multipliers, wrenches of the sides
 *   writes   placement, M, q, v, a
 *   theory   sections 1 and 3
 */
#include "mechanics/body.h"

#include "base/linalg.h"
#include "base/rotation.h"
#include "mechanics/kernels.h"

/* a body by itself */
typedef struct lw_alone {
  lw_batch batch;
  double   numbers[4 * LW_BODY_NUMBERS];
} lw_alone;

static void isolate(const lw_instance* s, int b, lw_alone* one)
{
  const lw_structure* g = s->structure;
  const int           x = g->offset[b], at = g->padded_begin[b];
  one->batch = (lw_batch){.n     = 1,
                          .id    = {b, b, b, b},
                          .body  = {.x = {x, x, x, x}, .sides = {at, at, at, at}},
                          .nside = g->body_side[b + 1] - g->body_side[b]};
  for (int i = 0; i < 4 * LW_BODY_NUMBERS; i++) one->numbers[i] = lw_body_number(s, b, i / 4);
}

/* and back among the others: its numbers from the i-th on */
static void put_back(const lw_instance* s, int b, const lw_alone* one, int i)
{
  for (; i < LW_BODY_NUMBERS; i++) lw_body_set_number(s, b, i, one->numbers[4 * i]);
}

/* R D R^T for a symmetric D in body axes, with the axis of symmetry of lw_body_constants */
static void to_world(double W[9], const double R[9], const double D[9], int axis)
{
  if (axis == 3) {
    memcpy(W, D, 9 * sizeof *W);
    return;
  }
  if (axis >= 0) {
    /* a 1 + (b - a) u u^T, u the axis in the world */
    const double u[3] = {R[axis], R[3 + axis], R[6 + axis]};
    const double a = D[axis == 0 ? 4 : 0], f = D[4 * axis] - a;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j <= i; j++) W[3 * i + j] = W[3 * j + i] = f * u[i] * u[j];
    }
    for (int i = 0; i < 3; i++) W[4 * i] += a;
    return;
  }
  double RD[9];
  lw_mat3_mul(RD, R, D);
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) W[3 * i + j] = W[3 * j + i] = lw_dot(RD + 3 * i, R + 3 * j);
  }
}

void lw_body_turn_inertia(lw_instance* s, int b)
{
  /* J = R J' R^T in world axes                                                         (3.1) */
  to_world(s->inertia[b].J, s->placement[b].R, s->body[b].J, s->body[b].axis);
}

void lw_body_place(lw_instance* s, int b)
{
  lw_alone one;
  isolate(s, b, &one);
  s->kernels->place(s, &one.batch, 1, one.numbers);
  put_back(s, b, &one, LW_BODY_J);
}

void lw_body_invert(lw_instance* s, int b)
{
  lw_body_stiffen(s, b, 0.0);
}

void lw_body_stiffen(lw_instance* s, int b, double e)
{
  lw_alone one;
  isolate(s, b, &one);
  s->kernels->invert(s, &one.batch, 1, one.numbers, e, NULL);
}

/* six numbers of a twist among those of a body */
static void keep_twist(const lw_instance* s, int b, int i, const lw_twist* u)
{
  for (int k = 0; k < 3; k++) {
    lw_body_set_number(s, b, i + k, u->v[k]);
    lw_body_set_number(s, b, i + 3 + k, u->w[k]);
  }
}

static void restore_twist(const lw_instance* s, int b, int i, lw_twist* u)
{
  for (int k = 0; k < 3; k++) {
    u->v[k] = lw_body_number(s, b, i + k);
    u->w[k] = lw_body_number(s, b, i + 3 + k);
  }
}

void lw_body_keep(const lw_instance* s, int b)
{
  for (int k = 0; k < 3; k++) lw_body_set_number(s, b, LW_BODY_KEPT + k, s->q[b].r[k]);
  for (int k = 0; k < 4; k++) lw_body_set_number(s, b, LW_BODY_KEPT + 3 + k, s->q[b].p[k]);
  keep_twist(s, b, LW_BODY_KEPT_V, &s->v[b]);
  keep_twist(s, b, LW_BODY_KEPT_A, &s->a[b]);
  keep_twist(s, b, LW_BODY_KEPT_JERK, &s->jerk[b]);
  *(lw_twist*)lw_saved(s, &s->next[b]) = s->next[b];
}

void lw_body_restore(lw_instance* s, int b)
{
  for (int k = 0; k < 3; k++) s->q[b].r[k] = lw_body_number(s, b, LW_BODY_KEPT + k);
  for (int k = 0; k < 4; k++) s->q[b].p[k] = lw_body_number(s, b, LW_BODY_KEPT + 3 + k);
  restore_twist(s, b, LW_BODY_KEPT_V, &s->v[b]);
  restore_twist(s, b, LW_BODY_KEPT_A, &s->a[b]);
  restore_twist(s, b, LW_BODY_KEPT_JERK, &s->jerk[b]);
  s->next[b] = *(const lw_twist*)lw_saved(s, &s->next[b]);
}

double lw_input_at(const lw_instance* s, int input, double t)
{
  const double* u  = s->input + 4 * input;
  const double  dt = t - s->head->t_input;
  return u[0] + dt * (u[1] + 0.5 * dt * u[2]);
}

void lw_load_wrench(const lw_instance* s, int l, const double u[3], double f[6])
{
  const lw_load* load = &s->model->load[l];
  const double*  R    = s->placement[load->body].R;
  double         world[3], arm[3];
  if (load->body_axes) {
    lw_mat3_vec(world, R, u);
  } else {
    lw_copy3(world, u);
  }
  if (load->is_torque) {
    memset(f, 0, 3 * sizeof *f);
    lw_copy3(f + 3, world);
  } else {
    lw_mat3_vec(arm, R, s->load_at + 3 * l);
    lw_copy3(f, world);
    lw_cross(f + 3, arm, world);
  }
}

void lw_body_load(lw_instance* s, int b, double t)
{
  double* sum = s->load + LW_WRENCH * b;
  memset(sum, 0, 6 * sizeof *sum);
  for (int k = s->body_load[b]; k < s->body_load[b + 1]; k++) {
    const int l = s->body_load_list[k];
    double    u[3], f[6];
    for (int i = 0; i < 3; i++) u[i] = lw_input_at(s, s->model->load[l].input + i, t);
    lw_load_wrench(s, l, u, f);
    for (int i = 0; i < 6; i++) sum[i] += f[i];
  }
}

void lw_body_residual(lw_instance* s, int b, double t, double normal, double g[6])
{
  double*  x = s->x + s->structure->offset[b];
  double   keep[8], result[6];
  lw_alone one;
  isolate(s, b, &one);
  for (int l = 0; l < 4; l++) one.numbers[4 * LW_BODY_NORMAL + l] = normal;
  memcpy(keep, x, sizeof keep);
  if (s->load) {
    lw_body_load(s, b, t);
  }
  s->kernels->residual(s, &one.batch, 1, one.numbers, 1.0, true);
  memcpy(result, x, sizeof result);
  memcpy(x, keep, sizeof keep);
  memcpy(g, result, sizeof result); /* which may be where x is */
}

void lw_body_add_reactions(const lw_instance* s, int b, double g[6])
{
  const lw_structure* structure = s->structure;
  for (int k = structure->body_side[b]; k < structure->body_side[b + 1]; k++) {
    const lw_side*      side   = &structure->side[structure->body_side_list[k]];
    const lw_connector* c      = &structure->connector[side->connector];
    const double*       J      = s->J + side->jac;
    const double*       lambda = s->lambda + c->row;
    for (int r = 0; r < c->nrow; r++) {
      for (int i = 0; i < 6; i++) g[i] += lambda[r] * J[6 * r + i];
    }
  }
}

void lw_body_predict(lw_instance* s, int b, double dt, bool at_rest_prediction)
{
  double   acceleration;
  lw_alone one;
  isolate(s, b, &one);
  s->kernels->predict(s, &one.batch, 1, one.numbers, dt, LW_PREDICT_ONLY, at_rest_prediction,
                      &acceleration);
  put_back(s, b, &one, LW_BODY_KEPT);
  s->at_rest_prediction = at_rest_prediction;
}

void lw_body_trapezoid(lw_instance* s, int b, double dt)
{
  double   acceleration;
  lw_alone one;
  isolate(s, b, &one);
  s->kernels->predict(s, &one.batch, 1, one.numbers, dt, LW_PREDICT_AGAIN, s->at_rest_prediction,
                      &acceleration);
  put_back(s, b, &one, LW_BODY_J);
}
