/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * body.c - one body at a time: placement, inertia, equation of motion, loads.
 *
 *   reads    q, v, a, multipliers, inputs, wrenches of the sides
 *   writes   placement, inertia, load, numbers of the body; where it restores
 *            them: q, v, a, jerk, next
 *   theory   sections 1 and 3
 */
#include "mechanics/body.h"

#include "base/linalg.h"
#include "formulas/body.h"
#include "mechanics/kernels.h"

/* n numbers of a body, see LW_BODY_NUMBERS */
static void get_numbers(const lw_instance* s, int b, int n, int i, double x[])
{
  for (int k = 0; k < n; k++) x[k] = lw_body_number(s, b, i + k);
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
  double S[6], S_world[6];
  lw_symmetric_pack(S, D);
  lw_symmetric_turn(S_world, R, S);
  lw_symmetric_unpack(W, S_world);
}

void lw_body_turn_inertia(lw_instance* s, int b)
{
  /* J = R J' R^T in world axes                                                         (3.1) */
  to_world(s->inertia[b].J, s->placement[b].R, s->body[b].J, s->body[b].axis);
}

void lw_body_place(lw_instance* s, int b)
{
  double        D[6], J[6];
  lw_placement* place = &s->placement[b];
  lw_copy3(place->r, s->q[b].r);
  lw_rotation_matrix(place->R, s->q[b].p);
  get_numbers(s, b, 6, LW_BODY_D, D);
  lw_symmetric_turn(J, place->R, D);
  for (int i = 0; i < 6; i++) lw_body_set_number(s, b, LW_BODY_J + i, J[i]);
  lw_symmetric_unpack(s->inertia[b].J, J);
}

void lw_body_invert(lw_instance* s, int b)
{
  double D[6], J[6];
  get_numbers(s, b, 6, LW_BODY_D_INV, D);
  lw_symmetric_turn(J, s->placement[b].R, D);
  lw_symmetric_unpack(s->inertia[b].J_inv, J);
  get_numbers(s, b, 6, LW_BODY_J, J);
  lw_symmetric_unpack(s->inertia[b].J_tan, J);
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

void lw_body_restore_rates(lw_instance* s, int b)
{
  restore_twist(s, b, LW_BODY_KEPT_JERK, &s->jerk[b]);
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

void lw_body_add_loads(const lw_instance* s, int b, double t, double f[6])
{
  for (int k = s->body_load[b]; k < s->body_load[b + 1]; k++) {
    const int l = s->body_load_list[k];
    double    u[3], w[6];
    for (int i = 0; i < 3; i++) u[i] = lw_input_at(s, s->model->load[l].input + i, t);
    lw_load_wrench(s, l, u, w);
    for (int i = 0; i < 6; i++) f[i] += w[i];
  }
}

void lw_body_load(lw_instance* s, int b, double t)
{
  double* sum = s->load + LW_WRENCH * b;
  memset(sum, 0, 6 * sizeof *sum);
  lw_body_add_loads(s, b, t, sum);
}

void lw_body_residual(lw_instance* s, int b, double t, double normal, double g[6])
{
  const lw_structure* structure = s->structure;
  double              J[6], v[6], a[6], f[6] = {0.0}, inertial[6];
  get_numbers(s, b, 6, LW_BODY_J, J);
  memcpy(v, &s->v[b], sizeof v);
  memcpy(a, &s->a[b], sizeof a);
  if (s->load) {
    lw_body_load(s, b, t);
    memcpy(f, s->load + LW_WRENCH * b, sizeof f);
  }
  for (int k = structure->body_side[b]; k < structure->body_side[b + 1]; k++) {
    const double* w = s->wrench + LW_WRENCH * structure->body_side_list[k];
    for (int i = 0; i < 6; i++) f[i] += w[i];
  }
  lw_inertial_force(inertial, s->body[b].mass, s->value + s->model->gravity, a);
  lw_inertial_torque(inertial + 3, J, v, a, false, normal);
  for (int i = 0; i < 6; i++) g[i] = inertial[i] - f[i];
}

void lw_body_add_reactions(const lw_instance* s, int b, double g[6])
{
  const lw_structure* structure = s->structure;
  for (int k = structure->body_side[b]; k < structure->body_side[b + 1]; k++) {
    const lw_side*      side = &structure->side[structure->body_side_list[k]];
    const lw_connector* c    = &structure->connector[side->connector];
    lw_rows_add_wrench(g, 1.0, c->nrow, s->J + side->jac, s->lambda + c->row);
  }
}
