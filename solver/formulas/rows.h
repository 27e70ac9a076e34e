/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows.h - products with rows of a Jacobian as it is stored, six numbers for each row and body.
 *
 * A row is the gradient with respect to (dr, dtheta) of a body. These functions take one row, or
 * the rows of one side, at a time and make no use of their form; they compute with single
 * numbers, in kernels too. Rows of joints that hold a point have a form of their own, see
 * formulas/joint.h.
 *
 *   theory   section 2 of docs/theory.md
 */
#ifndef LW_ROWS_H
#define LW_ROWS_H

/* The part of Phi_q u that one row has from a body with the velocity (v, w). */
static inline double lw_row_rate(const double J[6], const double v[3], const double w[3])
{
  return (J[0] * v[0] + J[1] * v[1] + J[2] * v[2]) + (J[3] * w[0] + J[4] * w[1] + J[5] * w[2]);
}

static inline double lw_row_dot(const double J[6], const double u[6])
{
  return lw_row_rate(J, u, u + 3);
}

/* f += s Phi_q^T lambda on a body, by the n rows of one side */
static inline void lw_rows_add_wrench(double f[6], double s, int n, const double J[],
                                      const double lambda[])
{
  for (int r = 0; r < n; r++) {
    const double l = s * lambda[r];
    for (int i = 0; i < 6; i++) f[i] += l * J[6 * r + i];
  }
}

/* x = M^-1 J^T of one row, with 1/m and J^-1 (3 x 3) of the body; J_u x is a number of
 * J_u M^-1 J_v^T                                                                        (5.8) */
static inline void lw_row_over_mass(double x[6], const double J[6], double m_inv,
                                    const double J_inv[9])
{
  for (int i = 0; i < 3; i++) {
    x[i]     = m_inv * J[i];
    x[3 + i] = J_inv[3 * i] * J[3] + J_inv[3 * i + 1] * J[4] + J_inv[3 * i + 2] * J[5];
  }
}

#endif
