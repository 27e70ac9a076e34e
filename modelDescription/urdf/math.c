/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * math.c - places and inertias.
 */
#include "urdf/math.h"

#include <math.h>
#include <string.h>

#include <linkwork/elementary.h>

/* Components of a composed quaternion below this are rounding of its products. */
#define NOISE 2.3e-16

/* ---- vectors ------------------------------------------------------------------------------ */

double lw_vector_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double lw_vector_length(const double a[3])
{
  return sqrt(lw_vector_dot(a, a));
}

void lw_vector_cross(double out[3], const double a[3], const double b[3])
{
  const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
  memcpy(out, c, sizeof c);
}

/* ---- rotations ---------------------------------------------------------------------------- */

void lw_quat_from_rpy(double quat[4], const double rpy[3])
{
  const double cr = lw_cos(0.5 * rpy[0]), sr = lw_sin(0.5 * rpy[0]);
  const double cp = lw_cos(0.5 * rpy[1]), sp = lw_sin(0.5 * rpy[1]);
  const double cy = lw_cos(0.5 * rpy[2]), sy = lw_sin(0.5 * rpy[2]);
  quat[0] = cr * cp * cy + sr * sp * sy;
  quat[1] = sr * cp * cy - cr * sp * sy;
  quat[2] = cr * sp * cy + sr * cp * sy;
  quat[3] = cr * cp * sy - sr * sp * cy;
}

/* To unit length, the first component that is not zero positive, no noise. */
static void tidy(double quat[4])
{
  double length = 0.0, sign = 0.0;
  for (int i = 0; i < 4; i++) {
    quat[i] = fabs(quat[i]) < NOISE ? 0.0 : quat[i];
    length += quat[i] * quat[i];
    sign = sign == 0.0 ? quat[i] : sign;
  }
  length = copysign(sqrt(length), sign);
  for (int i = 0; i < 4; i++) quat[i] = quat[i] / length + 0.0; /* no negative zero */
}

void lw_quat_product(double out[4], const double a[4], const double b[4])
{
  const double c[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                       a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                       a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                       a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  memcpy(out, c, sizeof c);
  tidy(out);
}

bool lw_quat_is_identity(const double quat[4])
{
  return quat[1] == 0.0 && quat[2] == 0.0 && quat[3] == 0.0;
}

/* rows of the matrix */
static void matrix_of(double R[9], const double q[4])
{
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double r[9] = {
      w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z),         2.0 * (x * z + w * y),
      2.0 * (x * y + w * z),         w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x),
      2.0 * (x * z - w * y),         2.0 * (y * z + w * x),         w * w - x * x - y * y + z * z};
  memcpy(R, r, sizeof r);
}

void lw_quat_turn(double out[3], const double quat[4], const double v[3])
{
  double       R[9];
  const double in[3] = {v[0], v[1], v[2]};
  matrix_of(R, quat);
  for (int i = 0; i < 3; i++) out[i] = lw_vector_dot(R + 3 * i, in);
}

void lw_quat_turn_back(double out[3], const double quat[4], const double v[3])
{
  const double inverse[4] = {quat[0], -quat[1], -quat[2], -quat[3]};
  lw_quat_turn(out, inverse, v);
}

void lw_quat_to_axis(double quat[4], const double axis[3])
{
  /* where z goes, and how: turns of 120 degrees to x and y, half turns to the negative ones */
  static const struct {
    double axis[3], quat[4];
  } plain[] = {
      {{0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}},    {{1.0, 0.0, 0.0}, {0.5, 0.5, 0.5, 0.5}},
      {{0.0, 1.0, 0.0}, {0.5, -0.5, -0.5, -0.5}}, {{0.0, 0.0, -1.0}, {0.0, 1.0, 0.0, 0.0}},
      {{-1.0, 0.0, 0.0}, {0.5, 0.5, -0.5, -0.5}}, {{0.0, -1.0, 0.0}, {0.5, 0.5, 0.5, -0.5}}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    const double* p = plain[i].axis;
    if (p[0] == axis[0] && p[1] == axis[1] && p[2] == axis[2]) {
      memcpy(quat, plain[i].quat, sizeof plain[i].quat);
      return;
    }
  }
  /* the shortest way: q = (1 + z.a, z x a), scaled; where 1 + z.a would
   * lose digits, by way of -z */
  if (axis[2] > -0.5) {
    const double q[4] = {1.0 + axis[2], -axis[1], axis[0], 0.0};
    memcpy(quat, q, sizeof q);
  } else {
    /* a half turn about x first: q = (-a.y, 1 - a.z, 0, a.x), scaled */
    const double q[4] = {-axis[1], 1.0 - axis[2], 0.0, axis[0]};
    memcpy(quat, q, sizeof q);
  }
  tidy(quat);
}

void lw_quat_from_columns(double quat[4], const double x[3], const double y[3], const double z[3])
{
  /* the largest component first, for the digits of the others */
  const double t[4] = {1.0 + x[0] + y[1] + z[2], 1.0 + x[0] - y[1] - z[2], 1.0 - x[0] + y[1] - z[2],
                       1.0 - x[0] - y[1] + z[2]};
  int          k    = 0;
  for (int i = 1; i < 4; i++) k = t[i] > t[k] ? i : k;
  const double a = y[2] - z[1], b = z[0] - x[2], c = x[1] - y[0];
  const double d = x[1] + y[0], e = z[0] + x[2], f = y[2] + z[1];
  const double q[4][4] = {{t[0], a, b, c}, {a, t[1], d, e}, {b, d, t[2], f}, {c, e, f, t[3]}};
  memcpy(quat, q[k], sizeof q[k]);
  tidy(quat);
}

/* ---- places ------------------------------------------------------------------------------- */

lw_place lw_place_identity(void)
{
  return (lw_place){.quat = {1.0, 0.0, 0.0, 0.0}, .has_rpy = true};
}

static bool is_zero(const double v[3])
{
  return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

bool lw_place_is_identity(const lw_place* place)
{
  return is_zero(place->at) && lw_quat_is_identity(place->quat);
}

lw_place lw_place_of(const double xyz[3], const double rpy[3])
{
  lw_place place = {.has_rpy = true};
  for (int i = 0; i < 3; i++) {
    place.at[i]  = xyz[i] + 0.0; /* no negative zero */
    place.rpy[i] = rpy[i] + 0.0;
  }
  lw_quat_from_rpy(place.quat, rpy);
  tidy(place.quat);
  return place;
}

lw_place lw_place_compose(const lw_place* outer, const lw_place* inner)
{
  if (lw_place_is_identity(outer)) {
    return *inner;
  }
  lw_place place = *outer;
  if (!is_zero(inner->at)) {
    lw_place_point(place.at, outer, inner->at);
  }
  if (lw_quat_is_identity(outer->quat)) {
    place.has_rpy = inner->has_rpy;
    memcpy(place.rpy, inner->rpy, sizeof place.rpy);
    memcpy(place.quat, inner->quat, sizeof place.quat);
  } else if (!lw_quat_is_identity(inner->quat)) {
    place.has_rpy = false;
    lw_quat_product(place.quat, outer->quat, inner->quat);
  }
  return place;
}

lw_place lw_place_inverse(const lw_place* place)
{
  lw_place inverse = lw_place_identity();
  inverse.has_rpy  = lw_quat_is_identity(place->quat);
  inverse.quat[0]  = place->quat[0];
  for (int i = 1; i < 4; i++) inverse.quat[i] = -place->quat[i];
  tidy(inverse.quat);
  lw_quat_turn_back(inverse.at, place->quat, place->at);
  for (int i = 0; i < 3; i++) inverse.at[i] = 0.0 - inverse.at[i];
  return inverse;
}

void lw_place_point(double out[3], const lw_place* place, const double point[3])
{
  double turned[3];
  lw_quat_turn(turned, place->quat, point);
  for (int i = 0; i < 3; i++) out[i] = place->at[i] + turned[i];
}

/* ---- symmetric matrices ------------------------------------------------------------------- */

static void unpack(double I[9], const double s[6])
{
  const double m[9] = {s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2]};
  memcpy(I, m, sizeof m);
}

void lw_inertia_turn(double out[6], const double quat[4], const double inertia[6])
{
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  if (lw_quat_is_identity(quat)) {
    memmove(out, inertia, 6 * sizeof *out);
    return;
  }
  double R[9], I[9], RI[9];
  matrix_of(R, quat);
  unpack(I, inertia);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      RI[3 * i + j] = R[3 * i] * I[j] + R[3 * i + 1] * I[3 + j] + R[3 * i + 2] * I[6 + j];
    }
  }
  for (int k = 0; k < 6; k++) out[k] = lw_vector_dot(RI + 3 * at[k][0], R + 3 * at[k][1]);
}

void lw_inertia_shift(double inertia[6], double mass, const double d[3])
{
  const double dd = lw_vector_dot(d, d);
  for (int i = 0; i < 3; i++) inertia[i] += mass * (dd - d[i] * d[i]);
  inertia[3] -= mass * d[0] * d[1];
  inertia[4] -= mass * d[0] * d[2];
  inertia[5] -= mass * d[1] * d[2];
}

/* One Jacobi rotation that clears entry (p, q) of A; the rows of V turn with it. */
static void clear_entry(double A[9], double V[9], int p, int q)
{
  const double a = A[3 * p + q];
  if (a == 0.0) {
    return;
  }
  const double theta = (A[3 * q + q] - A[3 * p + p]) / (2.0 * a);
  const double t     = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
  for (int k = 0; k < 3; k++) {
    const double x = A[3 * k + p], y = A[3 * k + q];
    A[3 * k + p] = c * x - s * y;
    A[3 * k + q] = s * x + c * y;
  }
  for (int k = 0; k < 3; k++) {
    const double x = A[3 * p + k], y = A[3 * q + k], u = V[3 * p + k], v = V[3 * q + k];
    A[3 * p + k] = c * x - s * y;
    A[3 * q + k] = s * x + c * y;
    V[3 * p + k] = c * u - s * v;
    V[3 * q + k] = s * u + c * v;
  }
}

void lw_inertia_principal(const double inertia[6], double moment[3], double axis[9])
{
  enum { SWEEPS = 12 }; /* convergence is quadratic: six reach the last bit of any 3 x 3 matrix */
  double A[9];
  unpack(A, inertia);
  for (int i = 0; i < 9; i++) axis[i] = i % 4 == 0 ? 1.0 : 0.0;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    clear_entry(A, axis, 0, 1);
    clear_entry(A, axis, 0, 2);
    clear_entry(A, axis, 1, 2);
  }
  for (int i = 0; i < 3; i++) moment[i] = A[4 * i];
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < 2; i++) {
      if (moment[i] > moment[i + 1]) {
        const double m = moment[i];
        moment[i]      = moment[i + 1];
        moment[i + 1]  = m;
        for (int k = 0; k < 3; k++) {
          const double v      = axis[3 * i + k];
          axis[3 * i + k]     = axis[3 * i + 3 + k];
          axis[3 * i + 3 + k] = v;
        }
      }
    }
  }
}

void lw_inertia_assemble(double inertia[6], const double moment[3], const double axis[9])
{
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int k = 0; k < 6; k++) {
    inertia[k] = 0.0;
    for (int i = 0; i < 3; i++) {
      inertia[k] += moment[i] * axis[3 * i + at[k][0]] * axis[3 * i + at[k][1]];
    }
  }
}
