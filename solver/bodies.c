/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bodies.c - placement, mass matrix, equation of motion and trapezoidal rule of a body.
 *
 *   reads    positions, velocities, accelerations, multipliers, wrenches of the sides
 *   writes   placement, M, start, q, v, a
 *   theory   sections 1 and 3
 */
#include "bodies.h"

#include "linalg.h"
#include "rotation.h"

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
  lw_placement* place = &s->placement[b];
  lw_copy3(place->r, s->q[b].r);
  lw_rotation_matrix(place->R, s->q[b].p);
  lw_body_turn_inertia(s, b);
}

void lw_body_invert(lw_instance* s, int b)
{
  lw_inertia* I = &s->inertia[b];
  memcpy(I->J_tan, I->J, sizeof I->J);
  to_world(I->J_inv, s->placement[b].R, s->body[b].J_inv, s->body[b].axis);
}

/* K += f (1/2 (l s^T + s l^T) - (l.s) 1): the torque s x l of a force l at s, as the body turns  (4.12) */
static void add_lever(double K[9], double f, const double l[3], const double arm[3])
{
  const double ls = lw_dot(l, arm);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      K[3 * i + j] += f * (0.5 * (l[i] * arm[j] + arm[i] * l[j]) - (i == j ? ls : 0.0));
    }
  }
}

void lw_body_stiffen(lw_instance* s, int b, double e)
{
  const lw_structure* g = s->structure;
  lw_inertia*         I = &s->inertia[b];
  double              T[9], W[9];
  memcpy(T, I->J, sizeof T);
  for (int k = g->body_side[b]; k < g->body_side[b + 1]; k++) {
    const int           q = g->body_side_list[k];
    const lw_connector* c = &g->connector[g->side[q].connector];
    if (c->kind == LW_CONNECTOR_JOINT && lw_joint_has_point(s->model->joint[c->index].type)) {
      const lw_joint_place* place  = &s->place[c->index];
      const bool            parent = q == c->side;
      add_lever(T, parent ? -e : e, s->lambda + c->row, parent ? place->a : place->b);
    }
  }
  /* Compression makes it less definite: left out where less than a quarter would remain, which keeps
   * the matrix quasi-definite. */
  lw_cross(W, T + 3, T + 6);
  lw_cross(W + 3, T + 6, T);
  lw_cross(W + 6, T, T + 3);
  const double det   = lw_dot(W, T);
  const double det_J = 1.0 / s->body[b].det_inv;
  if (T[0] > 0.25 * I->J[0] && W[8] > 0.0 && det > det_J / 64.0) {
    memcpy(I->J_tan, T, sizeof T);
    for (int i = 0; i < 9; i++) I->J_inv[i] = W[i] / det;
  }
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

/* forces and torques from inputs */
static void add_loads(const lw_instance* s, int b, double t, double g[6])
{
  for (int k = s->body_load[b]; k < s->body_load[b + 1]; k++) {
    const int l = s->body_load_list[k];
    double    u[3], f[6];
    for (int i = 0; i < 3; i++) u[i] = lw_input_at(s, s->model->load[l].input + i, t);
    lw_load_wrench(s, l, u, f);
    for (int i = 0; i < 6; i++) g[i] -= f[i];
  }
}

void lw_body_residual(const lw_instance* s, int b, double t, double normal, double g[6])
{
  const double  m       = s->body[b].mass;
  const double* gravity = s->value + s->model->gravity;
  const double *a = s->a[b].v, *alpha = s->a[b].w, *w = s->v[b].w;
  double        Jw[3], wJw[3];

  /* m (a - gravity),  J alpha + w x (J w) + 2 (p.p') J w: the last term is in S0 (8)    (3.2) */
  for (int i = 0; i < 3; i++) {
    const double* J = s->inertia[b].J + 3 * i;
    g[i]            = m * (a[i] - gravity[i]);
    g[3 + i]        = lw_dot(J, alpha);
    Jw[i]           = lw_dot(J, w);
  }
  lw_cross(wJw, w, Jw);
  lw_axpy3(g + 3, 1.0, wJw);
  lw_axpy3(g + 3, 2.0 * normal, Jw);
  if (s->body_load[b + 1] > s->body_load[b]) {
    add_loads(s, b, t, g);
  }
  const lw_structure* structure = s->structure;
  for (int k = structure->body_side[b]; k < structure->body_side[b + 1]; k++) {
    const double* f = s->wrench + 6 * structure->body_side_list[k];
    for (int i = 0; i < 6; i++) g[i] -= f[i];
  }
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

void lw_body_predict(lw_instance* s, int b, double dt, bool swings)
{
  lw_start*     start = &s->start[b];
  lw_pose*      q     = &s->q[b];
  const double *w = s->v[b].w, *z = s->a[b].w;
  double        pd[4], pdd[4], pddd[4], x[4];

  /* p' = 1/2 E(p)^T w,  p'' = 1/2 E(p)^T z - 1/4 w.w p, and once more                   (1.5) */
  const double ww = 0.25 * lw_dot(w, w), wz = 0.5 * lw_dot(w, z);
  lw_rotation_dot(pd, q->p, w);
  lw_rotation_dot(pdd, q->p, z);
  lw_rotation_dot(pddd, q->p, s->jerk[b].w);
  lw_rotation_dot(x, pd, z);
  for (int i = 0; i < 4; i++) pddd[i] += x[i] - wz * q->p[i] - ww * pd[i];
  for (int i = 0; i < 4; i++) pdd[i] -= ww * q->p[i];
  if (swings) {
    for (int i = 0; i < 4; i++) pddd[i] = -2.0 / dt * (pdd[i] + 2.0 / dt * pd[i]);
  }

  /* the trapezoidal rule with the acceleration a + dt j at the end, or one with which nothing moves  (3.3) */
  for (int i = 0; i < 3; i++) {
    const double v = s->v[b].v[i], a = s->a[b].v[i];
    const double j = swings ? -2.0 / dt * (a + 2.0 / dt * v) : s->jerk[b].v[i];
    start->a0[i]   = a;
    start->z0[i]   = z[i];
    start->a[i]    = a + dt * j;
    start->v[i]    = v + dt * (a + 0.5 * dt * j);
    start->r[i]    = q->r[i] + dt * (v + 0.5 * dt * (a + 0.5 * dt * j));
    q->r[i]        = start->r[i];
  }
  for (int i = 0; i < 4; i++) {
    start->pdd[i] = pdd[i] + dt * pddd[i];
    start->pd[i]  = pd[i] + dt * (pdd[i] + 0.5 * dt * pddd[i]);
    start->p[i]   = q->p[i] + dt * (pd[i] + 0.5 * dt * (pdd[i] + 0.5 * dt * pddd[i]));
    q->p[i]       = start->p[i];
  }
  lw_rotation_normalize(q->p);
}

double lw_body_finish(lw_instance* s, int b, double dt)
{
  const lw_start* start = &s->start[b];
  const double    f     = 1.0 / dt;
  double          sum   = 0.0;
  for (int i = 0; i < 3; i++) {
    s->jerk[b].v[i] = (s->a[b].v[i] - start->a0[i]) * f;
    s->jerk[b].w[i] = (s->a[b].w[i] - start->z0[i]) * f;
    sum += s->jerk[b].v[i] + s->jerk[b].w[i];
  }
  return sum;
}

void lw_body_trapezoid(lw_instance* s, int b, double dt)
{
  lw_start*      start = &s->start[b];
  const lw_pose* q     = &s->q[b];
  double         pd[4], pdd[4];

  /* with e = q - q_pred: predicted velocity + 2/dt e, predicted acceleration + 4/dt^2 e  (3.4) */
  const double f1 = 2.0 / dt, f2 = f1 * f1;
  for (int i = 0; i < 3; i++) {
    const double e = q->r[i] - start->r[i];
    s->v[b].v[i]   = start->v[i] + f1 * e;
    s->a[b].v[i]   = start->a[i] + f2 * e;
  }
  for (int i = 0; i < 4; i++) {
    const double e = q->p[i] - start->p[i];
    pd[i]          = start->pd[i] + f1 * e;
    pdd[i]         = start->pdd[i] + f2 * e;
  }
  start->normal = q->p[0] * pd[0] + lw_dot(q->p + 1, pd + 1);
  lw_rotation_rate(s->v[b].w, q->p, pd);
  lw_rotation_rate(s->a[b].w, q->p, pdd);
}
