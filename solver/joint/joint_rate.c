/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_rate.c - joints in their own coordinates, and rates of their Jacobians.
 *
 *   reads    the place of a joint in the world, velocities of its bodies
 *   writes   relative placement, directions, derivatives of Jacobians
 *   theory   sections 2 and 9
 */
#include "joint/joint_rate.h"

#include "base/linalg.h"
#include "formulas/joint.h"
#include "joint/joint_rows.h"
#include <linkwork/elementary.h>

/* ---- coordinates -------------------------------------------------------------------------- */

void lw_joint_relative(lw_joint_type type, const double q[], double Q[9], double d[3])
{
  double z = 0.0, x = 0.0;
  d[0] = d[1] = d[2] = 0.0;
  for (int i = 0; i < LW_COORDS_MAX; i++) {
    const lw_coordinate_row* c = &lw_coordinate_table[type][i];
    switch (c->kind) {
    case LW_COORDINATE_SLIDE: d[c->i] = q[i]; break;
    case LW_COORDINATE_ANGLE_Z: z = q[i]; break;
    case LW_COORDINATE_ANGLE_CHILD: x = q[i]; break;
    case LW_COORDINATE_NONE: break;
    }
  }
  /* Rz(z) Rx(x) */
  const double cz = z == 0.0 ? 1.0 : lw_cos(z), sz = z == 0.0 ? 0.0 : lw_sin(z);
  const double cx = x == 0.0 ? 1.0 : lw_cos(x), sx = x == 0.0 ? 0.0 : lw_sin(x);
  Q[0] = cz;
  Q[1] = -sz * cx;
  Q[2] = sz * sx;
  Q[3] = sz;
  Q[4] = cz * cx;
  Q[5] = -cz * sx;
  Q[6] = 0.0;
  Q[7] = sx;
  Q[8] = cx;
}

void lw_joint_freedom(lw_joint_type type, int i, const lw_joint_frames* p, lw_freedom* f)
{
  const lw_coordinate_row* c = &lw_coordinate_table[type][i];
  f->turns                   = c->kind != LW_COORDINATE_SLIDE;
  f->on_child                = c->kind == LW_COORDINATE_ANGLE_CHILD;
  lw_copy3(f->n, f->on_child ? p->Y : f->turns ? p->X + 6 : p->X + 3 * c->i);
}

/* ---- rates of the rows -------------------------------------------------------------------- */

/* What turns and moves at a joint, and how fast. */
typedef struct rates {
  double a[3], b[3], d[3]; /* of the arms and of what lies between the points */
  double w_A[3], w_B[3];
} rates;

static void rates_of(const lw_joint_frames* p, const lw_twist* A, const lw_twist* B, rates* r)
{
  lw_copy3(r->w_A, A->w);
  lw_copy3(r->w_B, B->w);
  lw_cross(r->a, A->w, p->a);
  lw_cross(r->b, B->w, p->b);
  lw_point_rate(r->d, A->v, A->w, p->a, B->v, B->w, p->b);
}

/* three rows of a point: [0, a'~], [0, -b'~] */
static void point_rows(const rates* r, double* J_A, double* J_B)
{
  const double *a = r->a, *b = r->b;
  const double  A[18] = {0, 0, 0, 0, -a[2], a[1], 0, 0, 0, a[2], 0, -a[0], 0, 0, 0, -a[1], a[0], 0};
  const double  B[18] = {0, 0, 0, 0, b[2], -b[1], 0, 0, 0, -b[2], 0, b[0], 0, 0, 0, b[1], -b[0], 0};
  memcpy(J_A, A, sizeof A);
  memcpy(J_B, B, sizeof B);
}

/* (x x y)' for x that turns with w_x and y with w_y */
static void dot_row(const double x[3], const double w_x[3], const double y[3], const double w_y[3],
                    double J_A[6], double J_B[6])
{
  double xd[3], yd[3], n[3], m[3];
  lw_cross(xd, w_x, x);
  lw_cross(yd, w_y, y);
  lw_cross(n, xd, y);
  lw_cross(m, x, yd);
  for (int i = 0; i < 3; i++) {
    J_A[i] = J_B[i] = 0.0;
    J_A[3 + i]      = n[i] + m[i];
    J_B[3 + i]      = -J_A[3 + i];
  }
}

/* row along x with rate xd, the parent's arm and its rate, the child's */
static void line_row(const double x[3], const double xd[3], const double arm[3],
                     const double arm_rate[3], const double b[3], const double b_rate[3],
                     double J_A[6], double J_B[6])
{
  double n[3], m[3];
  lw_cross(n, xd, arm);
  lw_cross(m, x, arm_rate);
  for (int i = 0; i < 3; i++) {
    J_A[i]     = -xd[i];
    J_B[i]     = xd[i];
    J_A[3 + i] = n[i] + m[i];
  }
  lw_cross(n, b_rate, x);
  lw_cross(m, b, xd);
  lw_add3(J_B + 3, n, m);
}

static void slide_row(const lw_joint_frames* p, const rates* r, const double x[3], double J_A[6],
                      double J_B[6])
{
  double xd[3], arm[3], arm_rate[3];
  lw_cross(xd, r->w_A, x);
  lw_add3(arm, p->d, p->a);
  lw_add3(arm_rate, r->d, r->a);
  line_row(x, xd, arm, arm_rate, p->b, r->b, J_A, J_B);
}

static void distance_row(const lw_joint_frames* p, const rates* r, double J_A[6], double J_B[6])
{
  double u[3], ud[3];
  lw_scale3(u, 1.0 / p->length, p->d);
  lw_scale3(ud, 1.0 / p->length, r->d);
  line_row(u, ud, p->a, r->a, p->b, r->b, J_A, J_B);
}

void lw_joint_jacobian_rate(lw_joint_type type, const lw_joint_frames* p, const lw_twist* A,
                            const lw_twist* B, double J_A[], double J_B[])
{
  rates rate;
  rates_of(p, A, B, &rate);
  for (int i = 0; i < LW_ROW_KINDS_MAX && lw_row_table[type][i].kind != LW_ROW_END; i++) {
    const lw_row* r = &lw_row_table[type][i];
    const int     n = r->kind == LW_ROW_POINT ? 3 : 1;
    switch (r->kind) {
    case LW_ROW_POINT: point_rows(&rate, J_A, J_B); break;
    case LW_ROW_DOT: dot_row(p->X + 3 * r->i, A->w, p->Y + 3 * r->j, B->w, J_A, J_B); break;
    case LW_ROW_SLIDE: slide_row(p, &rate, p->X + 3 * r->i, J_A, J_B); break;
    case LW_ROW_DISTANCE: distance_row(p, &rate, J_A, J_B); break;
    case LW_ROW_END: break;
    }
    J_A += 6 * n;
    J_B += 6 * n;
  }
}

void lw_joint_coordinate_rate(lw_joint_type type, int i, const lw_joint_frames* p,
                              const lw_twist* A, const lw_twist* B, double J_A[6], double J_B[6])
{
  lw_freedom f;
  rates      rate;
  lw_joint_freedom(type, i, p, &f);
  if (!f.turns) {
    rates_of(p, A, B, &rate);
    slide_row(p, &rate, f.n, J_A, J_B);
    return;
  }
  lw_cross(J_B + 3, f.on_child ? B->w : A->w, f.n);
  for (int k = 0; k < 3; k++) {
    J_A[k] = J_B[k] = 0.0;
    J_A[3 + k]      = -J_B[3 + k];
  }
}
