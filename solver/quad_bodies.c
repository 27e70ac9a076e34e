/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quad_bodies.c - placement, mass matrix, equation of motion and trapezoidal rule, bodies side by side.
 *
 *   reads    positions, velocities, accelerations, wrenches of the sides
 *   writes   placement, inertia, start, q, v, a, jerk, x
 *   theory   sections 1 and 3
 */
#include "quad_bodies.h"

#include "lanes_rotation.h"

/* for each lane of round h: at[l] = a member of the array's entry for the body */
#define POINT(at, expression)                                                                      \
  for (int l = 0; l < LW_LANES; l++) {                                                             \
    const int b = quad->id[h + l];                                                                 \
    at[l]       = (expression);                                                                    \
    (void)b;                                                                                       \
  }

/* the larger of two, and NaN where one is */
static inline double larger(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

static inline double largest_of(double most, lw_lanes x)
{
  for (int l = 0; l < LW_LANES; l++) most = larger(most, LW_LANE(x, l));
  return most;
}

/* a symmetric matrix of nine numbers behind each pointer */
static inline void gather_symmetric(lw_lanes S[6], const double* const p[])
{
  static const int at[6] = {0, 1, 2, 4, 5, 8};
  for (int i = 0; i < 6; i++) S[i] = LW_LANES_OF(p, at[i]);
}

static inline void scatter_symmetric(double* const p[], const lw_lanes S[6])
{
  double*        last[LW_LANES];
  const lw_lanes x[8] = {S[0], S[1], S[2], S[1], S[3], S[4], S[2], S[4]};
  for (int l = 0; l < LW_LANES; l++) last[l] = p[l] + 8;
  lw_lanes_scatter_all(2, p, x);
  lw_lanes_scatter(1, last, S + 5);
}

/* ---- placement ----------------------------------------------------------------------------- */

/* placement and J = R J' R^T from position and orientation                              (3.1) */
static inline void place(lw_instance* s, const lw_quad* quad, int h, const lw_lanes r[3],
                         const lw_lanes p[4])
{
  double *      to[LW_LANES], *J[LW_LANES];
  const double* D_at[LW_LANES];
  lw_lanes      x[12], D[6], W[6];
  POINT(to, s->placement[b].r);
  POINT(J, s->inertia[b].J);
  POINT(D_at, s->body[b].J);
  for (int i = 0; i < 3; i++) x[i] = r[i];
  lw_lanes_rotation_matrix(x + 3, p);
  lw_lanes_scatter_all(3, to, x);
  gather_symmetric(D, D_at);
  lw_lanes_to_world(W, x + 3, D);
  scatter_symmetric(J, W);
}

void KERNEL(lw_quad_place)(lw_instance* s, const lw_quad* quad, int n)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double* at[LW_LANES];
      lw_lanes      q[8];
      POINT(at, s->q[b].r);
      lw_lanes_gather_all(2, q, at);
      place(s, quad, h, q, q + 3);
    }
  }
}

/* T += e sum of 1/2 (l s^T + s l^T) - (l.s) 1 over the points that hold the body: the torque s x l of the force
 * l at s, as the body turns                                                              (4.12) */
static inline void add_levers(const lw_instance* s, const lw_quad* quad, int h, double e,
                              lw_lanes T[6])
{
  static const double nothing[3] = {0.0};
  const lw_structure* g          = s->structure;
  for (int k = 0; k < quad->nside; k++) {
    const double *l_at[LW_LANES], *s_at[LW_LANES];
    lw_lanes      f[3], arm[3];
    for (int l = 0; l < LW_LANES; l++) {
      const int           side = g->padded[quad->at[LW_AT_SIDES][h + l] + k];
      const lw_connector* c    = side < g->nside ? &g->connector[g->side[side].connector] : NULL;
      const bool          acts = c && c->point;
      l_at[l]                  = acts ? s->lambda + c->row : nothing;
      s_at[l] = !acts ? nothing : side == c->side ? s->place[c->index].a : s->place[c->index].b;
    }
    lw_lanes_gather(3, f, l_at);
    lw_lanes_gather(3, arm, s_at);
    double sign[4] = {0.0};
    for (int l = 0; l < LW_LANES; l++) {
      const int side = g->padded[quad->at[LW_AT_SIDES][h + l] + k];
      sign[l] = side < g->nside && side == g->connector[g->side[side].connector].side ? -e : e;
    }
    lw_lanes w;
    memcpy(&w, sign, sizeof w);
    for (int i = 0; i < 3; i++) f[i] *= w;
    const lw_lanes fs = lw_lanes_dot(f, arm);
    T[0] += f[0] * arm[0] - fs;
    T[1] += 0.5 * (f[0] * arm[1] + arm[0] * f[1]);
    T[2] += 0.5 * (f[0] * arm[2] + arm[0] * f[2]);
    T[3] += f[1] * arm[1] - fs;
    T[4] += 0.5 * (f[1] * arm[2] + arm[1] * f[2]);
    T[5] += f[2] * arm[2] - fs;
  }
}

/* The matrix and its inverse with the stiffness of the joint forces in it. Compression makes it less definite: left out
 * where less than a quarter would remain, which keeps the matrix quasi-definite. */
static inline void stiffen(const lw_instance* s, const lw_quad* quad, int h, double e,
                           lw_lanes J[6], lw_lanes J_inv[6])
{
  const double* det_at[LW_LANES];
  lw_lanes      T[6], W[6];
  POINT(det_at, &s->body[b].det_inv);
  for (int i = 0; i < 6; i++) T[i] = J[i];
  add_levers(s, quad, h, e, T);
  W[0]               = T[3] * T[5] - T[4] * T[4];
  W[1]               = T[2] * T[4] - T[1] * T[5];
  W[2]               = T[1] * T[4] - T[2] * T[3];
  W[3]               = T[0] * T[5] - T[2] * T[2];
  W[4]               = T[1] * T[2] - T[0] * T[4];
  W[5]               = T[0] * T[3] - T[1] * T[1];
  const lw_lanes det = T[0] * W[0] + T[1] * W[1] + T[2] * W[2], f = 1.0 / det;
  const lw_lanes rest = det * LW_LANES_OF(det_at, 0);
  for (int l = 0; l < LW_LANES; l++) {
    if (LW_LANE(T[0], l) > 0.25 * LW_LANE(J[0], l) && LW_LANE(W[5], l) > 0.0 &&
        LW_LANE(rest, l) > 1.0 / 64.0) {
      for (int i = 0; i < 6; i++) {
        LW_LANE(J[i], l)     = LW_LANE(T[i], l);
        LW_LANE(J_inv[i], l) = LW_LANE(W[i], l) * LW_LANE(f, l);
      }
    }
  }
}

void KERNEL(lw_quad_invert)(lw_instance* s, const lw_quad* quad, int n, double e)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *R_at[LW_LANES], *D_at[LW_LANES], *J_at[LW_LANES];
      double *      J_tan[LW_LANES], *J_inv[LW_LANES];
      lw_lanes      R[12], D[6], W[6], J[6];
      POINT(R_at, s->placement[b].r);
      POINT(D_at, s->body[b].J_inv);
      POINT(J_at, s->inertia[b].J);
      POINT(J_inv, s->inertia[b].J_inv);
      POINT(J_tan, s->inertia[b].J_tan);
      lw_lanes_gather_all(3, R, R_at);
      gather_symmetric(D, D_at);
      lw_lanes_to_world(W, R + 3, D);
      gather_symmetric(J, J_at);
      if (e > 0.0) {
        stiffen(s, quad, h, e, J, W);
      }
      scatter_symmetric(J_inv, W);
      if (!quad->kind) {
        scatter_symmetric(J_tan, J);
      }
    }
  }
}

/* ---- trapezoidal rule ---------------------------------------------------------------------- */

/* where the parts of lw_start stand */
enum {
  AT_R   = 0,
  AT_P   = 3,
  AT_V   = 7,
  AT_PD  = 10,
  AT_A   = 14,
  AT_PDD = 17,
  AT_A0  = 21,
  AT_Z0  = 24,
  AT_N   = 27
};
_Static_assert(sizeof(lw_start) == 28 * sizeof(double), "lw_start has 28 numbers");

/* with e = q - q_pred: predicted velocity + 2/dt e, predicted acceleration + 4/dt^2 e      (3.4) */
static inline void trapezoid(lw_instance* s, const lw_quad* quad, int h, double dt,
                             const lw_lanes q[8], lw_lanes x[28])
{
  const double    f1 = 2.0 / dt, f2 = f1 * f1;
  const lw_lanes *r = q, *p = q + 3;
  double *        v_at[LW_LANES], *a_at[LW_LANES];
  lw_lanes        v[8], a[8], pd[4], pdd[4];
  POINT(v_at, s->v[b].v);
  POINT(a_at, s->a[b].v);
  for (int i = 0; i < 3; i++) {
    const lw_lanes e = r[i] - x[AT_R + i];
    v[i]             = x[AT_V + i] + f1 * e;
    a[i]             = x[AT_A + i] + f2 * e;
  }
  for (int i = 0; i < 4; i++) {
    const lw_lanes e = p[i] - x[AT_P + i];
    pd[i]            = x[AT_PD + i] + f1 * e;
    pdd[i]           = x[AT_PDD + i] + f2 * e;
  }
  x[AT_N] = p[0] * pd[0] + lw_lanes_dot(p + 1, pd + 1);
  lw_lanes_rotation_rate(v + 3, p, pd);
  lw_lanes_rotation_rate(a + 3, p, pdd);
  v[6] = v[7] = a[6] = a[7] = LW_LANES_ZERO;
  lw_lanes_scatter_all(2, v_at, v);
  lw_lanes_scatter_all(2, a_at, a);
  place(s, quad, h, r, p);
}

void KERNEL(lw_quad_trapezoid)(lw_instance* s, const lw_quad* quad, int n, double dt)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *q_at[LW_LANES], *x_at[LW_LANES];
      double*       normal[LW_LANES];
      lw_lanes      q[8], x[28];
      POINT(q_at, s->q[b].r);
      POINT(x_at, s->start[b].r);
      POINT(normal, &s->start[b].normal);
      lw_lanes_gather_all(2, q, q_at);
      lw_lanes_gather_all(7, x, x_at);
      trapezoid(s, quad, h, dt, q, x);
      lw_lanes_scatter(1, normal, x + AT_N);
    }
  }
}

/* the trapezoidal rule with the acceleration a + dt j at the end, or one with which nothing moves  (3.3) */
static inline void predict(double dt, bool swings, const lw_lanes q[8], const lw_lanes v[8],
                           const lw_lanes a[8], const lw_lanes jerk[8], lw_lanes x[28])
{
  const lw_lanes *p = q + 3, *w = v + 3, *z = a + 3;
  lw_lanes        pd[4], pdd[4], pddd[4], y[4];

  /* p' = 1/2 E(p)^T w,  p'' = 1/2 E(p)^T z - 1/4 w.w p, and once more                   (1.5) */
  const lw_lanes ww = 0.25 * lw_lanes_dot(w, w), wz = 0.5 * lw_lanes_dot(w, z);
  lw_lanes_rotation_dot(pd, p, w);
  lw_lanes_rotation_dot(pdd, p, z);
  lw_lanes_rotation_dot(pddd, p, jerk + 3);
  lw_lanes_rotation_dot(y, pd, z);
  for (int i = 0; i < 4; i++) {
    pddd[i] += y[i] - wz * p[i] - ww * pd[i];
    pdd[i] -= ww * p[i];
    pddd[i]       = swings ? -2.0 / dt * (pdd[i] + 2.0 / dt * pd[i]) : pddd[i];
    x[AT_PDD + i] = pdd[i] + dt * pddd[i];
    x[AT_PD + i]  = pd[i] + dt * (pdd[i] + 0.5 * dt * pddd[i]);
    x[AT_P + i]   = p[i] + dt * (pd[i] + 0.5 * dt * (pdd[i] + 0.5 * dt * pddd[i]));
  }
  for (int i = 0; i < 3; i++) {
    const lw_lanes j = swings ? -2.0 / dt * (a[i] + 2.0 / dt * v[i]) : jerk[i];
    x[AT_A0 + i]     = a[i];
    x[AT_Z0 + i]     = z[i];
    x[AT_A + i]      = a[i] + dt * j;
    x[AT_V + i]      = v[i] + dt * (a[i] + 0.5 * dt * j);
    x[AT_R + i]      = q[i] + dt * (v[i] + 0.5 * dt * (a[i] + 0.5 * dt * j));
  }
  x[AT_N] = LW_LANES_ZERO;
}

double KERNEL(lw_quad_predict)(lw_instance* s, const lw_quad* quad, int n, double dt,
                               bool place_too, bool swings, double* acceleration)
{
  double most = 0.0, fastest = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *v_at[LW_LANES], *a_at[LW_LANES], *j_at[LW_LANES];
      double *      q_at[LW_LANES], *x_at[LW_LANES];
      lw_lanes      q[8], v[8], a[8], jerk[8], x[28];
      POINT(q_at, s->q[b].r);
      POINT(v_at, s->v[b].v);
      POINT(a_at, s->a[b].v);
      POINT(j_at, s->jerk[b].v);
      POINT(x_at, s->start[b].r);
      lw_lanes_gather_all(2, q, (const double* const*)q_at);
      lw_lanes_gather_all(2, v, v_at);
      lw_lanes_gather_all(2, a, a_at);
      lw_lanes_gather_all(2, jerk, j_at);
      const double* gyroscopic[LW_LANES];
      POINT(gyroscopic, &s->body[b].gyroscopic);
      const lw_lanes share = LW_LANES_OF(gyroscopic, 0);
      most                 = largest_of(most, share * share * lw_lanes_dot(v + 3, v + 3));
      fastest              = largest_of(fastest, lw_lanes_dot(a, a));
      fastest              = largest_of(fastest, lw_lanes_dot(a + 3, a + 3));
      predict(dt, swings, q, v, a, jerk, x);
      for (int i = 0; i < 7; i++) q[i] = x[i];
      lw_lanes_normalize(q + 3);
      lw_lanes_scatter_all(2, q_at, q);
      if (place_too) {
        trapezoid(s, quad, h, dt, q, x);
      }
      lw_lanes_scatter_all(7, x_at, x);
    }
  }
  *acceleration = fastest;
  return most;
}

double KERNEL(lw_quad_finish)(lw_instance* s, const lw_quad* quad, int n, double dt)
{
  const double f   = 1.0 / dt;
  double       sum = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *a_at[LW_LANES], *x_at[LW_LANES];
      double*       j_at[LW_LANES];
      lw_lanes      a[8], x[8], jerk[8], total = LW_LANES_ZERO;
      POINT(a_at, s->a[b].v);
      POINT(x_at, (const double*)&s->start[b] + (AT_A0 - 1));
      POINT(j_at, s->jerk[b].v);
      lw_lanes_gather_all(2, a, a_at);
      lw_lanes_gather_all(2, x, x_at);
      for (int i = 0; i < 6; i++) {
        jerk[i] = (a[i] - x[1 + i]) * f;
        total += jerk[i];
      }
      jerk[6] = jerk[7] = LW_LANES_ZERO;
      lw_lanes_scatter_all(2, j_at, jerk);
      for (int l = 0; l < LW_LANES; l++) sum += LW_LANE(total, l);
    }
  }
  return sum;
}

/* ---- equation of motion -------------------------------------------------------------------- */

/* sum of the wrenches of all sides */
static inline void sum_wrenches(const lw_instance* s, const lw_quad* quad, int h, lw_lanes f[8])
{
  const int* padded = s->structure->padded;
  for (int i = 0; i < 8; i++) f[i] = LW_LANES_ZERO;
  if (s->load) {
    const double* at[LW_LANES];
    POINT(at, s->load + LW_WRENCH * b);
    lw_lanes_gather_all(2, f, at);
  }
  for (int k = 0; k < quad->nside; k++) {
    const double* at[LW_LANES];
    lw_lanes      w[8];
    for (int l = 0; l < LW_LANES; l++) {
      at[l] = s->wrench + LW_WRENCH * padded[quad->at[LW_AT_SIDES][h + l] + k];
    }
    lw_lanes_gather_all(2, w, at);
    for (int i = 0; i < 6; i++) f[i] += w[i];
  }
}

double KERNEL(lw_quad_residual)(lw_instance* s, const lw_quad* quad, int n, double scale,
                                bool normal)
{
  const double* gravity = s->value + s->model->gravity;
  double        most    = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *a_at[LW_LANES], *v_at[LW_LANES], *J_at[LW_LANES], *m_at[LW_LANES],
          *n_at[LW_LANES];
      double*  x_at[LW_LANES];
      lw_lanes a[8], v[8], J[6], f[8], g[8], Jw[3], wJw[3];
      POINT(a_at, s->a[b].v);
      POINT(v_at, s->v[b].v);
      POINT(J_at, s->inertia[b].J);
      POINT(m_at, &s->body[b].mass);
      POINT(n_at, &s->start[b].normal);
      POINT(x_at, s->x + quad->at[LW_AT_X][h + l]);
      lw_lanes_gather_all(2, a, a_at);
      lw_lanes_gather_all(2, v, v_at);
      gather_symmetric(J, J_at);
      sum_wrenches(s, quad, h, f);

      /* m (a - gravity),  J alpha + w x (J w) + 2 (p.p') J w: the last term is in S0 (8)    (3.2) */
      const lw_lanes m = LW_LANES_OF(m_at, 0);
      lw_lanes_symmetric(g + 3, J, a + 3);
      lw_lanes_symmetric(Jw, J, v + 3);
      lw_lanes_cross(wJw, v + 3, Jw);
      for (int i = 0; i < 3; i++) {
        g[i] = scale * (m * (a[i] - gravity[i]) - f[i]);
        g[3 + i] += wJw[i] - f[3 + i];
      }
      if (normal) {
        const lw_lanes pp = 2.0 * LW_LANES_OF(n_at, 0);
        for (int i = 0; i < 3; i++) g[3 + i] += pp * Jw[i];
      }
      for (int i = 3; i < 6; i++) g[i] *= scale;
      g[6] = g[7] = LW_LANES_ZERO;
      lw_lanes_scatter_all(2, x_at, g);

      const double *move[LW_LANES], *turn[LW_LANES];
      POINT(move, &s->body[b].move_scale);
      POINT(turn, &s->body[b].turn_scale);
      most = largest_of(most, lw_lanes_dot(g, g) * LW_LANES_OF(move, 0));
      most = largest_of(most, lw_lanes_dot(g + 3, g + 3) * LW_LANES_OF(turn, 0));
    }
  }
  return most;
}

/* ---- increments ---------------------------------------------------------------------------- */

double KERNEL(lw_quad_add)(lw_instance* s, const lw_quad* quad, int n)
{
  const double length = 1.0 / (s->length * s->length);
  double       most   = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double* x_at[LW_LANES];
      double*       q_at[LW_LANES];
      lw_lanes      x[8], q[8], dp[4];
      POINT(x_at, s->x + quad->at[LW_AT_X][h + l]);
      POINT(q_at, s->q[b].r);
      lw_lanes_gather_all(2, x, x_at);
      lw_lanes_gather_all(2, q, (const double* const*)q_at);
      for (int i = 0; i < 3; i++) q[i] += x[i];
      /* p <- p + 1/2 E(p)^T dtheta, then unit length                                     (1.4) */
      lw_lanes_rotation_dot(dp, q + 3, x + 3);
      for (int i = 0; i < 4; i++) q[3 + i] += dp[i];
      lw_lanes_normalize(q + 3);
      lw_lanes_scatter_all(2, q_at, q);
      /* a length per characteristic length, an angle as it is                            (3.7) */
      most = largest_of(most, lw_lanes_dot(x, x) * length);
      most = largest_of(most, lw_lanes_dot(x + 3, x + 3));
    }
  }
  return most;
}

double KERNEL(lw_quad_move)(const lw_quad* quad, int n, double f, const double* d, lw_twist* u)
{
  double most = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double* x_at[LW_LANES];
      double*       u_at[LW_LANES];
      lw_lanes      x[8], y[8];
      POINT(x_at, d + quad->at[LW_AT_X][h + l]);
      POINT(u_at, u[b].v);
      lw_lanes_gather_all(2, x, x_at);
      lw_lanes_gather_all(2, y, (const double* const*)u_at);
      for (int i = 0; i < 6; i++) y[i] += f * x[i];
      lw_lanes_scatter_all(2, u_at, y);
      most = largest_of(most, lw_lanes_dot(x, x));
      most = largest_of(most, lw_lanes_dot(x + 3, x + 3));
    }
  }
  return most;
}
