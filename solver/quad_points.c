/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quad_points.c - joints that hold a point, side by side.
 *
 *   reads    placement, geometry, v, lambda
 *   writes   place, Phi, J, prescribed, open, x, wrench
 *   theory   section 2
 */
#include "quad_points.h"

/* for each lane of round h: at[l] = something of the connector; AT(JAC_A) and so on tell where */
#define AT(what) quad->at[LW_AT_##what][h + l]
#define POINT(at, expression)                                                                      \
  for (int l = 0; l < LW_LANES; l++) {                                                             \
    at[l] = (expression);                                                                          \
  }

/* most rows of such a connector: three of the point, three more, a motion's */
enum { ROWS_MAX = 7 };

/* c = A b, A given by nine numbers row by row */
static inline void times(lw_lanes c[3], const lw_lanes A[9], const lw_lanes b[3])
{
  for (int i = 0; i < 3; i++) c[i] = lw_lanes_dot(A + 3 * i, b);
}

/* ---- place, residual, Jacobian ------------------------------------------------------------- */

/* the six numbers of c~ in three rows of a Jacobian */
static inline void scatter_point(double* const J[], const lw_lanes c[3])
{
  for (int l = 0; l < LW_LANES; l++) {
    const double x = LW_LANE(c[0], l), y = LW_LANE(c[1], l), z = LW_LANE(c[2], l);
    J[l][4]  = -z;
    J[l][5]  = y;
    J[l][9]  = z;
    J[l][11] = -x;
    J[l][15] = -y;
    J[l][16] = x;
  }
}

/* x = the axes X (or Y) of four joint frames in the world: rows of C R^T */
static inline void turn_axes(lw_lanes x[9], const double* const C_at[], const lw_lanes R[9])
{
  lw_lanes C[9];
  lw_lanes_gather(9, C, C_at);
  for (int i = 0; i < 3; i++) times(x + 3 * i, R, C + 3 * i);
}

/* rows that hold x on the parent normal to y on the child                        (2.2), (2.6) */
static inline void dot_rows(lw_instance* s, const lw_quad* quad, int h, const lw_turns* turns,
                            const lw_lanes X[9], const lw_lanes Y[9])
{
  double *J_A[LW_LANES], *J_B[LW_LANES], *Phi[LW_LANES];
  for (int r = 0; r < turns->n; r++) {
    const lw_lanes *x = X + 3 * turns->i[r], *y = Y + 3 * turns->j[r];
    lw_lanes        n[3], m[3], d;
    POINT(J_A, s->J + AT(JAC_A) + 6 * (3 + r) + 3);
    POINT(J_B, s->J + AT(JAC_B) + 6 * (3 + r) + 3);
    POINT(Phi, s->Phi + AT(ROW) + 3 + r);
    d = lw_lanes_dot(x, y);
    lw_lanes_cross(n, x, y);
    for (int i = 0; i < 3; i++) m[i] = -n[i];
    lw_lanes_scatter(1, Phi, &d);
    lw_lanes_scatter(3, J_A, n);
    lw_lanes_scatter(3, J_B, m);
  }
}

void KERNEL(lw_quad_rows)(lw_instance* s, const lw_quad* quad, int n)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    const lw_turns* turns = lw_joint_turns((lw_joint_type)quad->kind);
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *A_at[LW_LANES], *B_at[LW_LANES], *s_at[LW_LANES];
      double *      to[LW_LANES], *Phi[LW_LANES], *J_A[LW_LANES], *J_B[LW_LANES];
      lw_lanes      A[12], B[12], arm[8], place[28], minus[3];
      POINT(A_at, s->placement[AT(A)].r);
      POINT(B_at, s->placement[AT(B)].r);
      POINT(s_at, s->geometry[AT(INDEX)].s_A);
      POINT(to, s->place[AT(INDEX)].a);
      POINT(Phi, s->Phi + AT(ROW));
      POINT(J_A, s->J + AT(JAC_A));
      POINT(J_B, s->J + AT(JAC_B));
      lw_lanes_gather_all(3, A, A_at);
      lw_lanes_gather_all(3, B, B_at);
      lw_lanes_gather(6, arm, s_at);
      lw_lanes *a = place, *b = place + 3, *d = place + 6;
      times(a, A + 3, arm);
      times(b, B + 3, arm + 3);
      for (int i = 0; i < 3; i++) {
        d[i]     = (B[i] - A[i]) + (b[i] - a[i]);
        minus[i] = -b[i];
      }
      lw_lanes_scatter(3, Phi, d);
      scatter_point(J_A, a);
      scatter_point(J_B, minus);
      if (turns->n == 0) {
        place[9] = place[10] = place[11] = LW_LANES_ZERO; /* axes are not looked at */
        lw_lanes_scatter_all(3, to, place);
        continue;
      }
      const double *C_A[LW_LANES], *C_B[LW_LANES];
      POINT(C_A, s->geometry[AT(INDEX)].R_A);
      POINT(C_B, s->geometry[AT(INDEX)].R_B);
      turn_axes(place + 9, C_A, A + 3);
      turn_axes(place + 18, C_B, B + 3);
      place[27] = LW_LANES_ALL(1.); /* no distance to keep */
      lw_lanes_scatter_all(7, to, place);
      dot_rows(s, quad, h, turns, place + 9, place + 18);
    }
  }
}

/* ---- wrenches ------------------------------------------------------------------------------ */

static inline void react_kernel(lw_instance* s, const lw_quad* quad, int nrow)
{
  for (int h = 0; h < quad->n; h += LW_LANES) {
    const double *l_at[LW_LANES], *p_at[LW_LANES];
    double *      A[LW_LANES], *B[LW_LANES];
    lw_lanes      lambda[ROWS_MAX], arm[8], f_A[8], f_B[8];
    POINT(l_at, s->lambda + AT(ROW));
    POINT(p_at, s->place[AT(INDEX)].a);
    POINT(A, s->wrench + LW_WRENCH * AT(SIDE));
    POINT(B, s->wrench + LW_WRENCH * (AT(SIDE) + 1));
    lw_lanes_gather(nrow, lambda, l_at);
    lw_lanes_gather_all(2, arm, p_at);
    lw_lanes_cross(f_A + 3, arm, lambda);
    lw_lanes_cross(f_B + 3, lambda, arm + 3);
    for (int i = 0; i < 3; i++) {
      f_A[i] = lambda[i];
      f_B[i] = -lambda[i];
    }
    for (int r = 3; r < nrow; r++) {
      const double* J[LW_LANES];
      lw_lanes      axis[3];
      POINT(J, s->J + AT(JAC_A) + 6 * r + 3);
      lw_lanes_gather(3, axis, J);
      for (int i = 0; i < 3; i++) {
        f_A[3 + i] -= lambda[r] * axis[i];
        f_B[3 + i] += lambda[r] * axis[i];
      }
    }
    f_A[6] = f_A[7] = f_B[6] = f_B[7] = LW_LANES_ZERO;
    lw_lanes_scatter_all(2, A, f_A);
    lw_lanes_scatter_all(2, B, f_B);
  }
}

void KERNEL(lw_quad_react)(lw_instance* s, const lw_quad* quad, int n, bool react)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    const int nrow = quad->nrow;
    if (!react) {
      for (int i = 0; i < quad->n; i++) {
        memset(s->wrench + LW_WRENCH * quad->at[LW_AT_SIDE][i], 0,
               2 * LW_WRENCH * sizeof *s->wrench);
      }
    } else if (nrow == 3) {
      react_kernel(s, quad, 3);
    } else if (nrow == 5) {
      react_kernel(s, quad, 5);
    } else {
      react_kernel(s, quad, nrow);
    }
  }
}

double KERNEL(lw_quad_pull)(lw_instance* s, const lw_quad* quad, int n)
{
  double most = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *l_at[LW_LANES], *lever_at[LW_LANES];
      lw_lanes      lambda[3];
      POINT(l_at, s->lambda + AT(ROW));
      POINT(lever_at, s->lever + AT(INDEX));
      lw_lanes_gather(3, lambda, l_at);
      const lw_lanes lever  = LW_LANES_OF(lever_at, 0);
      const lw_lanes square = lever * lever * lw_lanes_dot(lambda, lambda);
      for (int l = 0; l < LW_LANES; l++) {
        const double x = LW_LANE(square, l);
        most           = x > most || isnan(x) ? x : most;
      }
    }
  }
  return most;
}

/* ---- velocity and acceleration level -------------------------------------------------------- */

/* c = w x (w x a) */
static inline void centripetal(lw_lanes c[3], const lw_lanes w[3], const lw_lanes a[3])
{
  const lw_lanes wa = lw_lanes_dot(w, a), ww = lw_lanes_dot(w, w);
  for (int i = 0; i < 3; i++) c[i] = w[i] * wa - a[i] * ww;
}

/* the part of (x . y)'' that needs no accelerations, x turning with v and y with w */
static inline lw_lanes dot_bias(const lw_lanes x[3], const lw_lanes v[3], const lw_lanes y[3],
                                const lw_lanes w[3])
{
  lw_lanes cx[3], cy[3], dx[3], dy[3];
  centripetal(cx, v, x);
  centripetal(cy, w, y);
  lw_lanes_cross(dx, v, x);
  lw_lanes_cross(dy, w, y);
  return lw_lanes_dot(cx, y) + 2.0 * lw_lanes_dot(dx, dy) + lw_lanes_dot(x, cy);
}

void KERNEL(lw_quad_gamma)(lw_instance* s, const lw_quad* quad, int n)
{
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    const lw_turns* turns = lw_joint_turns((lw_joint_type)quad->kind);
    for (int h = 0; h < quad->n; h += LW_LANES) {
      const double *A[LW_LANES], *B[LW_LANES], *p_at[LW_LANES];
      double*       to[LW_LANES];
      lw_lanes      u[3], w[3], place[28], ca[3], cb[3], gamma[6];
      POINT(A, s->v[AT(A)].w);
      POINT(B, s->v[AT(B)].w);
      POINT(p_at, s->place[AT(INDEX)].a);
      POINT(to, s->prescribed + AT(ROW));
      lw_lanes_gather(3, u, A);
      lw_lanes_gather(3, w, B);
      lw_lanes_gather_all(turns->n ? 7 : 2, place, p_at);
      centripetal(ca, u, place);
      centripetal(cb, w, place + 3);
      for (int i = 0; i < 3; i++) gamma[i] = ca[i] - cb[i];
      for (int r = 0; r < turns->n; r++) {
        gamma[3 + r] = -dot_bias(place + 9 + 3 * turns->i[r], u, place + 18 + 3 * turns->j[r], w);
      }
      if (turns->n == 0) {
        lw_lanes_scatter(3, to, gamma);
      } else {
        lw_lanes_scatter(3 + turns->n, to, gamma);
      }
    }
  }
}

static inline double open_kernel(lw_instance* s, const lw_quad* quad, int nrow, const lw_twist* u)
{
  double sum = 0.0;
  for (int h = 0; h < quad->n; h += LW_LANES) {
    const double *A_at[LW_LANES], *B_at[LW_LANES], *p_at[LW_LANES], *f_at[LW_LANES];
    double *      open[LW_LANES], *x[LW_LANES];
    lw_lanes      A[8], B[8], arm[8], wa[3], wb[3], e[ROWS_MAX], square = LW_LANES_ZERO;
    POINT(A_at, u[AT(A)].v);
    POINT(B_at, u[AT(B)].v);
    POINT(p_at, s->place[AT(INDEX)].a);
    POINT(f_at, s->prescribed + AT(ROW));
    POINT(open, s->open + AT(ROW));
    POINT(x, s->x + AT(X));
    lw_lanes_gather_all(2, A, A_at);
    lw_lanes_gather_all(2, B, B_at);
    lw_lanes_gather_all(2, arm, p_at);
    for (int r = 0; r < nrow; r++) e[r] = LW_LANES_OF(f_at, r);
    lw_lanes_cross(wa, A + 3, arm);
    lw_lanes_cross(wb, B + 3, arm + 3);
    for (int i = 0; i < 3; i++) e[i] -= (B[i] - A[i]) + (wb[i] - wa[i]);
    for (int i = 0; i < 3; i++) wa[i] = A[3 + i] - B[3 + i];
    for (int r = 3; r < nrow; r++) {
      const double* J[LW_LANES];
      lw_lanes      axis[3];
      POINT(J, s->J + AT(JAC_A) + 6 * r + 3);
      lw_lanes_gather(3, axis, J);
      e[r] -= lw_lanes_dot(axis, wa);
    }
    for (int r = 0; r < nrow; r++) square += e[r] * e[r];
    lw_lanes_scatter(nrow, open, e);
    lw_lanes_scatter(nrow, x, e);
    for (int l = 0; l < LW_LANES; l++) sum += h + l < quad->n ? LW_LANE(square, l) : 0.0;
  }
  return sum;
}

double KERNEL(lw_quad_open)(lw_instance* s, const lw_quad* quad, int n, const lw_twist* u)
{
  double sum = 0.0;
  for (const lw_quad* end = quad + n; quad < end; quad++) {
    const int nrow = quad->nrow;
    switch (nrow) {
    case 3: sum += open_kernel(s, quad, 3, u); break;
    case 5: sum += open_kernel(s, quad, 5, u); break;
    default: sum += open_kernel(s, quad, nrow, u); break;
    }
  }
  return sum;
}
