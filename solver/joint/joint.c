/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint.c - constraint rows and coordinates of the joint types.
 *
 *   reads    the place of a joint in the world, velocities of its bodies
 *   writes   residual, Jacobian, gamma, coordinates
 *   theory   section 2
 *
 * A type is a list of rows; the functions below walk it and never ask for the type.
 */
#include "joint/joint.h"

#include "base/linalg.h"
#include "formulas/joint.h"
#include "joint/joint_rows.h"
#include <linkwork/elementary.h>

enum { X = 0, Y = 1, Z = 2 };

/* the three dot products of a fixed orientation: at the solution each row turns about one axis */
#define SAME_ORIENTATION                                                                           \
  {LW_ROW_DOT, X, Y}, {LW_ROW_DOT, Y, Z},                                                          \
  {                                                                                                \
    LW_ROW_DOT, Z, X                                                                               \
  }
/* z axes stay parallel: z of the child is normal to x and y of the parent */
#define SAME_Z                                                                                     \
  {LW_ROW_DOT, X, Z},                                                                              \
  {                                                                                                \
    LW_ROW_DOT, Y, Z                                                                               \
  }

const lw_row lw_row_table[LW_JOINT_TYPE_COUNT][LW_ROW_KINDS_MAX] = {
    [LW_FIXED]          = {{LW_ROW_POINT, 0, 0}, SAME_ORIENTATION},
    [LW_REVOLUTE]       = {{LW_ROW_POINT, 0, 0}, SAME_Z},
    [LW_PRISMATIC]      = {{LW_ROW_SLIDE, X, 0}, {LW_ROW_SLIDE, Y, 0}, SAME_ORIENTATION},
    [LW_CYLINDRICAL]    = {{LW_ROW_SLIDE, X, 0}, {LW_ROW_SLIDE, Y, 0}, SAME_Z},
    [LW_UNIVERSAL]      = {{LW_ROW_POINT, 0, 0}, {LW_ROW_DOT, Z, X}},
    [LW_SPHERICAL]      = {{LW_ROW_POINT, 0, 0}},
    [LW_PLANAR]         = {{LW_ROW_SLIDE, Z, 0}, SAME_Z},
    [LW_POINT_ON_LINE]  = {{LW_ROW_SLIDE, X, 0}, {LW_ROW_SLIDE, Y, 0}},
    [LW_POINT_ON_PLANE] = {{LW_ROW_SLIDE, Z, 0}},
    [LW_DISTANCE]       = {{LW_ROW_DISTANCE, 0, 0}},
};

const lw_coordinate_row lw_coordinate_table[LW_JOINT_TYPE_COUNT][LW_COORDS_MAX] = {
    [LW_REVOLUTE]    = {{LW_COORDINATE_ANGLE_Z, 0}},
    [LW_PRISMATIC]   = {{LW_COORDINATE_SLIDE, Z}},
    [LW_CYLINDRICAL] = {{LW_COORDINATE_SLIDE, Z}, {LW_COORDINATE_ANGLE_Z, 0}},
    [LW_UNIVERSAL]   = {{LW_COORDINATE_ANGLE_Z, 0}, {LW_COORDINATE_ANGLE_CHILD, 0}},
    [LW_PLANAR] = {{LW_COORDINATE_SLIDE, X}, {LW_COORDINATE_SLIDE, Y}, {LW_COORDINATE_ANGLE_Z, 0}},
    [LW_POINT_ON_LINE] = {{LW_COORDINATE_SLIDE, Z}},
};

int lw_joint_rows(lw_joint_type type)
{
  int n = 0;
  for (const lw_row* r = lw_row_table[type]; r < lw_row_table[type] + 6 && r->kind != LW_ROW_END;
       r++) {
    n += r->kind == LW_ROW_POINT ? 3 : 1;
  }
  return n;
}

bool lw_joint_has_point(lw_joint_type type)
{
  return lw_row_table[type][0].kind == LW_ROW_POINT;
}

const lw_turns* lw_joint_turns(lw_joint_type type)
{
  static const lw_turns table[LW_JOINT_TYPE_COUNT] = {
      [LW_FIXED]     = {3, {X, Y, Z}, {Y, Z, X}},
      [LW_REVOLUTE]  = {2, {X, Y}, {Z, Z}},
      [LW_UNIVERSAL] = {1, {Z}, {X}},
      [LW_SPHERICAL] = {0, {0}, {0}},
  };
  return &table[type];
}

/* true for types whose rows or coordinates look at the frames' axes */
static int needs_axes(lw_joint_type type)
{
  return type != LW_SPHERICAL && type != LW_DISTANCE;
}

void lw_joint_frames_compute(lw_joint_type type, const lw_joint_geometry* g, const lw_placement* A,
                             const lw_placement* B, lw_joint_frames* place)
{
  lw_mat3_vec(place->a, A->R, g->s_A);
  lw_mat3_vec(place->b, B->R, g->s_B);
  lw_point_gap(place->d, A->r, place->a, B->r, place->b);
  if (needs_axes(type)) {
    lw_mat3_mul_nt(place->X, g->R_A, A->R);
    lw_mat3_mul_nt(place->Y, g->R_B, B->R);
  }
  place->length = g->length;
}

/* ---- rows --------------------------------------------------------------------------------- */

void lw_joint_residual(lw_joint_type type, const lw_joint_frames* p, double Phi[])
{
  for (const lw_row* r = lw_row_table[type]; r < lw_row_table[type] + 6 && r->kind != LW_ROW_END;
       r++) {
    switch (r->kind) {
    case LW_ROW_POINT: /*                                                              (2.1) */
      lw_copy3(Phi, p->d);
      Phi += 3;
      break;
    case LW_ROW_DOT: /*                                                                (2.2) */
      *Phi++ = lw_dot(p->X + 3 * r->i, p->Y + 3 * r->j);
      break;
    case LW_ROW_SLIDE: /*                                                              (2.3) */
      *Phi++ = lw_dot(p->X + 3 * r->i, p->d);
      break;
    case LW_ROW_DISTANCE: /*                                                           (2.4) */
      *Phi++ = (lw_dot(p->d, p->d) - p->length * p->length) / (2.0 * p->length);
      break;
    case LW_ROW_END: break;
    }
  }
}

/* three rows of a point:  J_A = [-I, a~],  J_B = [I, -b~]                          (2.5) */
static void point_rows(const lw_joint_frames* p, double* J_A, double* J_B)
{
  const double *a = p->a, *b = p->b;
  const double  A[18] = {-1,   0, 0,     0, -a[2], a[1], 0,     -1,   0,
                         a[2], 0, -a[0], 0, 0,     -1,   -a[1], a[0], 0};
  const double  B[18] = {1, 0, 0, 0, b[2], -b[1], 0, 1, 0, -b[2], 0, b[0], 0, 0, 1, b[1], -b[0], 0};
  memcpy(J_A, A, sizeof A);
  memcpy(J_B, B, sizeof B);
}

/* row of x . y for x on the parent, y on the child                                 (2.6) */
static void dot_row(const double x[3], const double y[3], double J_A[6], double J_B[6])
{
  lw_dot_row(J_A + 3, x, y);
  for (int i = 0; i < 3; i++) {
    J_A[i] = J_B[i] = 0.0;
    J_B[3 + i]      = -J_A[3 + i];
  }
}

/* row of x . d for x on the parent                                                 (2.7) */
static void slide_row(const lw_joint_frames* p, const double x[3], double J_A[6], double J_B[6])
{
  double arm[3];
  lw_add3(arm, p->d, p->a);
  lw_line_row(J_A, J_B, x, arm, p->b);
}

/* row of a rod along u = d / l                                                     (2.8) */
static void distance_row(const lw_joint_frames* p, double J_A[6], double J_B[6])
{
  double u[3];
  lw_scale3(u, 1.0 / p->length, p->d);
  lw_line_row(J_A, J_B, u, p->a, p->b);
}

void lw_joint_jacobian(lw_joint_type type, const lw_joint_frames* p, double J_A[], double J_B[])
{
  for (const lw_row* r = lw_row_table[type]; r < lw_row_table[type] + 6 && r->kind != LW_ROW_END;
       r++) {
    const int n = r->kind == LW_ROW_POINT ? 3 : 1;
    switch (r->kind) {
    case LW_ROW_POINT: point_rows(p, J_A, J_B); break;
    case LW_ROW_DOT: dot_row(p->X + 3 * r->i, p->Y + 3 * r->j, J_A, J_B); break;
    case LW_ROW_SLIDE: slide_row(p, p->X + 3 * r->i, J_A, J_B); break;
    case LW_ROW_DISTANCE: distance_row(p, J_A, J_B); break;
    case LW_ROW_END: break;
    }
    J_A += 6 * n;
    J_B += 6 * n;
  }
}

/* d' = v_B + w_B x b - v_A - w_A x a */
static void point_velocity(const lw_joint_frames* p, const lw_twist* A, const lw_twist* B,
                           double dd[3])
{
  lw_point_rate(dd, A->v, A->w, p->a, B->v, B->w, p->b);
}

/* the part of d'' that needs no accelerations:  w_B x (w_B x b) - w_A x (w_A x a) */
static void point_bias(const lw_joint_frames* p, const lw_twist* A, const lw_twist* B, double c[3])
{
  lw_point_gamma(c, B->w, p->b, A->w, p->a); /* the sides change places: minus gamma */
}

/* the part of (x . d)'' that needs no accelerations */
static double slide_bias(const lw_joint_frames* p, const double x[3], const lw_twist* A,
                         const lw_twist* B)
{
  double cx[3], dx[3], dd[3], c[3];
  lw_centripetal(cx, A->w, x);
  lw_cross(dx, A->w, x);
  point_velocity(p, A, B, dd);
  point_bias(p, A, B, c);
  return lw_dot(cx, p->d) + 2.0 * lw_dot(dx, dd) + lw_dot(x, c);
}

void lw_joint_gamma(lw_joint_type type, const lw_joint_frames* p, const lw_twist* A,
                    const lw_twist* B, double gamma[])
{
  double c[3], dd[3];
  for (const lw_row* r = lw_row_table[type]; r < lw_row_table[type] + 6 && r->kind != LW_ROW_END;
       r++) {
    switch (r->kind) {
    case LW_ROW_POINT: /*                                                              (2.9) */
      lw_point_gamma(gamma, A->w, p->a, B->w, p->b);
      gamma += 3;
      break;
    case LW_ROW_DOT: /*                                                               (2.10) */
      *gamma++ = lw_dot_gamma(p->X + 3 * r->i, A->w, p->Y + 3 * r->j, B->w);
      break;
    case LW_ROW_SLIDE: /*                                                             (2.11) */
      *gamma++ = -slide_bias(p, p->X + 3 * r->i, A, B);
      break;
    case LW_ROW_DISTANCE: /*                                                          (2.12) */
      point_velocity(p, A, B, dd);
      point_bias(p, A, B, c);
      *gamma++ = -(lw_dot(dd, dd) + lw_dot(p->d, c)) / p->length;
      break;
    case LW_ROW_END: break;
    }
  }
}

/* ---- coordinates -------------------------------------------------------------------------- */

/* gradient of an angle about n: the relative turn along n */
static void angle_gradient(const double n[3], lw_coordinate* c)
{
  for (int k = 0; k < 3; k++) {
    c->J_A[k]     = 0.0;
    c->J_B[k]     = 0.0;
    c->J_A[3 + k] = -n[k];
    c->J_B[3 + k] = n[k];
  }
}

double lw_joint_coordinate_alone(lw_joint_type type, int i, const lw_joint_frames* p)
{
  const lw_coordinate_row* k   = &lw_coordinate_table[type][i];
  const double *           x_A = p->X, *y_A = p->X + 3, *z_A = p->X + 6;
  const double *           x_B = p->Y, *y_B = p->Y + 3, *z_B = p->Y + 6;
  switch (k->kind) {
  case LW_COORDINATE_SLIDE: return lw_dot(p->X + 3 * k->i, p->d);
  case LW_COORDINATE_ANGLE_Z: return lw_atan2(lw_dot(y_A, x_B), lw_dot(x_A, x_B));
  case LW_COORDINATE_ANGLE_CHILD: return lw_atan2(lw_dot(z_A, y_B), lw_dot(z_A, z_B));
  case LW_COORDINATE_NONE: break;
  }
  return 0.0;
}

void lw_joint_coordinate(lw_joint_type type, int i, const lw_joint_frames* p, lw_coordinate* c)
{
  const lw_coordinate_row* k = &lw_coordinate_table[type][i];
  c->q                       = lw_joint_coordinate_alone(type, i, p);
  switch (k->kind) {
  case LW_COORDINATE_SLIDE: slide_row(p, p->X + 3 * k->i, c->J_A, c->J_B); break;
  case LW_COORDINATE_ANGLE_Z: angle_gradient(p->X + 6, c); break;
  case LW_COORDINATE_ANGLE_CHILD: angle_gradient(p->Y, c); break;
  case LW_COORDINATE_NONE: memset(c, 0, sizeof *c); break;
  }
}

double lw_joint_coordinate_bias(lw_joint_type type, int i, const lw_joint_frames* p,
                                const lw_twist* A, const lw_twist* B)
{
  const lw_coordinate_row* k = &lw_coordinate_table[type][i];
  double                   n[3], w[3];
  lw_sub3(w, B->w, A->w);
  switch (k->kind) {
  case LW_COORDINATE_SLIDE: return slide_bias(p, p->X + 3 * k->i, A, B);
  case LW_COORDINATE_ANGLE_Z: lw_cross(n, A->w, p->X + 6); return lw_dot(n, w);
  case LW_COORDINATE_ANGLE_CHILD: lw_cross(n, B->w, p->Y); return lw_dot(n, w);
  case LW_COORDINATE_NONE: break;
  }
  return 0.0;
}
