/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_mechanics_formulas.c - formulas of bodies, joints and blocks against differences and dense
 * algebra, and at all widths of a pack.
 *
 * tests/solver/joint/test_joint.c has the rows of joints against differences, and
 * tests/solver/base/test_rotation.c the rotations.
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "factor/block.h"
#include "formulas/body.h"
#include "formulas/joint.h"
#include "formulas/rows.h"
#include "formulas_at_width.h"
#include "random.h"
#include "simd/target.h"

/* Sums of some twenty products of numbers up to 5: 20 * 5 * 2.2e-16 = 2e-14. Measured: 2e-15. A
 * wrong sign or a missing term gives 1e-1. */
#define TOL 2e-14
/* Centred differences of functions of size 1 with a step of 1e-5: 1e-10 / 6 times the third
 * derivative, below 10, and rounding of 1e-16 / 1e-5. Measured: 3e-11. */
#define STEP 1e-5
#define TOL_DIFFERENCE 5e-10

/* A solution with the inverse of a block of condition 1e7. The inverse of its factors loses a few
 * roundings of each unknown; one by sweeping pivots may lose 1e7 of them. Measured: 5e-16 */
#define TOL_BLOCK 5e-15

#define CONFIGURATIONS 20

/* ---- widths ---------------------------------------------------------------------------------- */

/* the widths that run on this processor, one lane first; returns how many */
static int widths_here(const lw_test_width* width[4])
{
  width[0] = &lw_test_width_1;
  width[1] = &lw_test_width_2;
  width[2] = &lw_test_width_4;
#if defined(LW_HAVE_AVX2)
  width[3] = &lw_test_width_avx2;
  return lw_uses_avx2(false) ? 4 : 3;
#else
  return 3;
#endif
}

/* All widths give the same bits: lanes do not see each other. */
static void widths_agree_bit_for_bit(void** state)
{
  (void)state;
  const lw_test_width* width[4];
  const int            nwidth = widths_here(width);
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t r = seed;
    double   in[4 * FORMULA_INPUTS], one[4 * FORMULA_RESULTS], out[4 * FORMULA_RESULTS];
    lw_test_random_fill(&r, 4 * FORMULA_INPUTS, 2.0, in);
    const int n = width[0]->formulas(in, one);
    assert_between(n, 200, FORMULA_RESULTS);
    assert_finite(4 * n, one);
    for (int k = 1; k < nwidth; k++) {
      assert_int_equal(width[k]->formulas(in, out), n);
      assert_same_bits(4 * n, out, one);
    }
  }
}

/* A number that is not a number is never lost, whichever of the two it is. */
static void the_larger_number_is_nan_where_one_is(void** state)
{
  (void)state;
  const double         a[4] = {1.0, NAN, 3.0, 0.0}, b[4] = {2.0, 1.0, NAN, 0.0};
  const double         c[4] = {1.0, 5.0, 3.0, 0.0}, d[4] = {2.0, 1.0, INFINITY, 0.0};
  const lw_test_width* width[4];
  const int            nwidth = widths_here(width);
  for (int k = 0; k < nwidth; k++) {
    double out[4], largest[4] = {0.0, 0.0, 0.0, 0.0};
    width[k]->larger(a, b, out, largest);
    assert_true(out[0] == 2.0 && isnan(out[1]) && isnan(out[2]) && out[3] == 0.0);
    bool lost = true;
    for (int i = 0; i < 4; i++) lost = lost && !isnan(largest[i]);
    assert_false(lost);
    width[k]->larger(c, d, out, largest);
    assert_true(out[0] == 2.0 && out[1] == 5.0 && isinf(out[2]) && out[3] == 0.0);
    double most = 0.0;
    for (int i = 0; i < 4; i++) most = fmax(most, largest[i]);
    assert_true(isinf(most));
  }
}

/* Whichever way numbers take into packs and back, each comes to its own place. */
static void numbers_return_to_their_places(void** state)
{
  (void)state;
  const int            place[4] = {5, 0, 3, 2};
  const lw_test_width* width[4];
  const int            nwidth = widths_here(width);
  uint32_t             r      = 1;
  double               from[8 * 6], to[8 * 6];
  lw_test_random_fill(&r, 8 * 6, 1.0, from);
  for (int k = 0; k < nwidth; k++) {
    for (int way = 0, n = 1; way < n; way++) {
      memset(to, 0, sizeof to);
      n = width[k]->copy(from, place, way, to);
      for (int e = 0; e < 6; e++) {
        const bool moved = e != 1 && e != 4;
        for (int i = 0; i < 8; i++) assert_true(to[8 * e + i] == (moved ? from[8 * e + i] : 0.0));
      }
    }
  }
}

/* Numbers are found in batches of others, where the lanes are those of one batch and where not. */
static void numbers_are_found_in_other_batches(void** state)
{
  (void)state;
  const int            at[2][4] = {{17, 2, 35, 0}, {12, 13, 14, 15}};
  const lw_test_width* width[4];
  const int            nwidth = widths_here(width);
  uint32_t             r      = 1;
  double               from[48], before[12], out[12], less[12];
  lw_test_random_fill(&r, 48, 1.0, from);
  lw_test_random_fill(&r, 12, 1.0, before);
  for (int k = 0; k < nwidth; k++) {
    for (int aligned = 0; aligned < 2; aligned++) {
      memcpy(less, before, sizeof less);
      width[k]->find(from, at[aligned], aligned, out, less);
      for (int i = 0; i < 3; i++) {
        for (int l = 0; l < 4; l++) {
          const double x = from[at[aligned][l] + 4 * i];
          assert_true(out[4 * i + l] == x);
          assert_true(less[4 * i + l] == before[4 * i + l] - x);
        }
      }
    }
  }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* a body in random motion */
typedef struct motion {
  double q[7], v[6], a[6], jerk[6];
} motion;

static motion random_motion(uint32_t* seed)
{
  motion m = {.q = {0.0}};
  lw_test_random_fill(seed, 3, 1.0, m.q);
  lw_test_random_quat(seed, m.q + 3);
  lw_test_random_fill(seed, 6, 2.0, m.v);
  lw_test_random_fill(seed, 6, 2.0, m.a);
  lw_test_random_fill(seed, 6, 2.0, m.jerk);
  return m;
}

/* p' = 1/2 E(p)^T w is linear in p and in w: p'' and p''' follow by the product rule. */
static void derivatives_of_euler_parameters_follow_the_product_rule(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t      r = seed;
    const motion  m = random_motion(&r);
    const double *p = m.q + 3, *w = m.v + 3, *z = m.a + 3;
    double        pd[4], pdd[4], pddd[4], x[4], y[4], u[4];
    lw_rotation_derivatives(pd, pdd, pddd, p, w, z, m.jerk + 3);
    lw_rotation_dot(x, pd, w);
    lw_rotation_dot(y, p, z);
    for (int i = 0; i < 4; i++) x[i] += y[i];
    assert_close(4, pdd, x, TOL);
    lw_rotation_dot(x, pdd, w);
    lw_rotation_dot(y, pd, z);
    lw_rotation_dot(u, p, m.jerk + 3);
    for (int i = 0; i < 4; i++) x[i] += 2.0 * y[i] + u[i];
    assert_close(4, pddd, x, TOL);
  }
}

/* (3.4) is the trapezoidal rule, q' = q0' + dt/2 (q0'' + q''), q = q0 + dt/2 (q0' + q'), for r and
 * p: from the prediction, and on from another iterate. */
static void end_of_step_satisfies_the_trapezoidal_rule(void** state)
{
  (void)state;
  const double dt = 0.01;
  /* the second derivative is found here from the first: 2/dt = 200 times its rounding of 1e-15,
   * times 2 for the angular acceleration. Measured: 7e-13 */
  const double tol = 1e-12;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t       r = seed;
    const motion   m = random_motion(&r);
    lw_derivatives start;
    double         q[7], v[6], a[6], normal[2] = {0.0};
    /* in both ways: the rule holds for any prediction */
    lw_predict(&start, dt, seed % 2 == 0, m.q, m.v, m.a, m.jerk);
    memcpy(q, start.r, 3 * sizeof *q);
    memcpy(q + 3, start.p, 4 * sizeof *q);
    lw_rotation_normalize(q + 3);
    for (int iterate = 0; iterate < 3; iterate++) {
      /* move on by what a large Newton correction would */
      double x[6], along[2];
      memcpy(along, normal, sizeof along);
      if (iterate > 0) {
        lw_derivatives* from = &start;
        memcpy(from->r, q, sizeof from->r);
        memcpy(from->p, q + 3, sizeof from->p);
        memcpy(from->v, v, sizeof from->v);
        memcpy(from->a, a, sizeof from->a);
        lw_rotation_dot(from->pd, q + 3, v + 3);
        lw_rotation_dot(from->pdd, q + 3, a + 3);
      }
      lw_test_random_fill(&r, 6, 1e-3, x);
      lw_add_increment(q, x);
      lw_trapezoid(v, a, normal, dt, q, &start, iterate > 0 ? along : NULL);

      for (int i = 0; i < 3; i++) {
        assert_near(v[i], m.v[i] + 0.5 * dt * (m.a[i] + a[i]), TOL);
        assert_near(q[i], m.q[i] + 0.5 * dt * (m.v[i] + v[i]), TOL);
      }
      /* p' at the end: its turn, and its part along p */
      const double* p = q + 3;
      double        pd0[4], pdd0[4], pddd0[4], pd[4], pdd[4], alpha[3], expected[4];
      lw_rotation_derivatives(pd0, pdd0, pddd0, m.q + 3, m.v + 3, m.a + 3, m.jerk + 3);
      lw_rotation_dot(pd, p, v + 3);
      for (int i = 0; i < 4; i++) {
        pd[i] += normal[0] * p[i];
        pdd[i]      = 2.0 / dt * (pd[i] - pd0[i]) - pdd0[i];
        expected[i] = m.q[3 + i] + 0.5 * dt * (pd0[i] + pd[i]);
      }
      assert_close(4, p, expected, 1e-15);
      lw_rotation_rate(alpha, p, pdd);
      assert_close(3, a + 3, alpha, tol);
      assert_near(normal[1], p[0] * pdd[0] + lw_dot(p + 1, pdd + 1), tol);
    }
  }
}

/* The prediction (3.3) of a steady turn is off by the third order: an eighth at half the step. */
static void prediction_is_of_second_order(void** state)
{
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    const double dt = k ? 0.01 : 0.02, zero[6] = {0.0};
    const double q[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}, v[6] = {0.0, 0.0, 0.0, 1.0, -2.0, 1.5};
    const double angle = dt * lw_norm(v + 3);
    double       exact[4], n[3];
    lw_derivatives end;
    assert_true(lw_normalize3(n, v + 3));
    exact[0] = cos(0.5 * angle);
    lw_scale3(exact + 1, sin(0.5 * angle), n);
    lw_predict(&end, dt, false, q, v, zero, zero);
    lw_rotation_normalize(end.p);
    error[k] = 0.0;
    for (int i = 0; i < 4; i++) error[k] = fmax(error[k], fabs(end.p[i] - exact[i]));
  }
  /* (2.7 * 0.02 / 2)^3 / 6 = 3e-6, and the next order is a hundredth of it */
  assert_between(error[0], 1e-6, 1e-5);
  assert_between(error[0] / error[1], 7.8, 8.2);
}

/* At rest, q0''' = -2/dt (q0'' + 2/dt q0'): the prediction is where the step began. */
static void prediction_at_rest_does_not_move(void** state)
{
  (void)state;
  const double dt = 0.01;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t       r = seed;
    const motion   m = random_motion(&r);
    lw_derivatives end;
    lw_predict(&end, dt, true, m.q, m.v, m.a, m.jerk);
    assert_close(3, end.r, m.q, TOL);
    assert_close(4, end.p, m.q + 3, TOL);
  }
}

/* products with symmetric matrices, against those with full ones */
static void symmetric_matrices_are_those_of_dense_algebra(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t r = seed;
    double   S[6], A[9], B[9], b[3], p[4], R[9], x[6], y[9], C[6],
        one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    lw_test_random_fill(&r, 6, 2.0, S);
    lw_test_random_fill(&r, 3, 2.0, b);
    lw_test_random_quat(&r, p);
    lw_rotation_matrix(R, p);
    lw_symmetric_unpack(A, S);
    lw_symmetric_vec(x, S, b);
    lw_mat3_vec(y, A, b);
    assert_close(3, x, y, TOL);
    lw_symmetric_turn(x, R, S);
    lw_mat3_mul(B, R, A);
    lw_mat3_mul_nt(y, B, R);
    lw_symmetric_unpack(B, x);
    assert_close(9, B, y, TOL);
    const double det = lw_symmetric_cofactors(C, S);
    lw_symmetric_unpack(B, C);
    lw_mat3_mul(y, A, B);
    for (int i = 0; i < 9; i++) one[i] *= det;
    assert_close(9, y, one, 10.0 * TOL);
  }
}

/* The stiffness is the symmetric part of the derivative of the torque as the body turns. */
static void stiffness_of_a_force_is_the_derivative_of_its_torque(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t r = seed;
    double   f[3], s[3], T[6] = {0.0}, K[9], D[9], expected[9];
    lw_test_random_fill(&r, 3, 1.0, f);
    lw_test_random_fill(&r, 3, 1.0, s);
    lw_add_point_stiffness(T, f, s);
    lw_symmetric_unpack(K, T);
    for (int k = 0; k < 3; k++) {
      double torque[2][6];
      for (int side = 0; side < 2; side++) {
        double turn[3] = {0.0}, p[4] = {1.0, 0.0, 0.0, 0.0}, R[9], arm[3];
        turn[k] = side ? STEP : -STEP;
        lw_rotation_turn(p, turn);
        lw_rotation_matrix(R, p);
        lw_mat3_vec(arm, R, s);
        lw_point_wrench(torque[side], f, arm);
      }
      for (int i = 0; i < 3; i++) {
        D[3 * i + k] = (torque[1][3 + i] - torque[0][3 + i]) / (2.0 * STEP);
      }
    }
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) expected[3 * i + k] = 0.5 * (D[3 * i + k] + D[3 * k + i]);
    }
    assert_close(9, K, expected, TOL_DIFFERENCE);
  }
}

/* |J^-1 (T - J)|^2 of a tangent T = J (1 + c) is 3 c^2 */
static void stiffness_ratio_measures_the_change_of_an_inertia(void** state)
{
  (void)state;
  const double J[6] = {1.0, 0.1, -0.2, 2.0, 0.3, 1.5};
  double       T[6], J_inv[6];
  const double det = lw_symmetric_cofactors(J_inv, J);
  for (int i = 0; i < 6; i++) {
    J_inv[i] /= det;
    T[i] = 1.25 * J[i];
  }
  assert_near(lw_stiffness_ratio(T, J, J_inv), 3.0 * 0.25 * 0.25, TOL);
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* rows of a point and of one x . y on the parent and on the child, (2.5) and (2.6) */
static void jacobians(const double a[3], const double b[3], const double n[3], double J[2][24])
{
  const double A[24] = {-1, 0, 0,  0,     -a[2], a[1], 0, -1, 0, a[2], 0,    -a[0],
                        0,  0, -1, -a[1], a[0],  0,    0, 0,  0, n[0], n[1], n[2]};
  const double B[24] = {1, 0, 0, 0,    b[2],  -b[1], 0, 1, 0, -b[2], 0,     b[0],
                        0, 0, 1, b[1], -b[0], 0,     0, 0, 0, -n[0], -n[1], -n[2]};
  memcpy(J[0], A, sizeof A);
  memcpy(J[1], B, sizeof B);
}

/* arms, an axis, inverse inertias */
typedef struct scene {
  double a[3], b[3], n[3], J[2][24];
  double m_inv, S[6], S_full[9];
} scene;

static scene random_scene(uint32_t* seed)
{
  scene s;
  lw_test_random_fill(seed, 3, 1.0, s.a);
  lw_test_random_fill(seed, 3, 1.0, s.b);
  lw_test_random_fill(seed, 3, 1.0, s.n);
  lw_test_random_fill(seed, 6, 1.0, s.S);
  s.m_inv = 1.5 + lw_test_random(seed);
  jacobians(s.a, s.b, s.n, s.J);
  lw_symmetric_unpack(s.S_full, s.S);
  return s;
}

/* Phi_q u by the form of the rows is that of the whole Jacobian. */
static void rates_are_those_of_the_jacobian(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t    r = seed;
    const scene s = random_scene(&r);
    double      u[2][6], e[4], turn[3], expected[4];
    lw_test_random_fill(&r, 12, 1.0, u[0]);
    lw_point_rate(e, u[0], u[0] + 3, s.a, u[1], u[1] + 3, s.b);
    lw_sub3(turn, u[0] + 3, u[1] + 3);
    e[3] = lw_dot(s.n, turn);
    for (int k = 0; k < 4; k++) {
      expected[k] = lw_row_dot(s.J[0] + 6 * k, u[0]) + lw_row_rate(s.J[1] + 6 * k, u[1], u[1] + 3);
    }
    assert_close(4, e, expected, TOL);
  }
}

/* -Phi_q^T lambda by the form of the rows is that of the whole Jacobian. */
static void wrenches_are_those_of_the_jacobian(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t    r = seed;
    const scene s = random_scene(&r);
    double      lambda[4], minus[3], w[2][6], expected[2][6] = {{0.0}};
    lw_test_random_fill(&r, 4, 1.0, lambda);
    lw_scale3(minus, -1.0, lambda);
    lw_point_wrench(w[0], lambda, s.a);
    lw_point_wrench(w[1], minus, s.b);
    lw_add_turn(w[0] + 3, -lambda[3], s.n);
    lw_add_turn(w[1] + 3, lambda[3], s.n);
    for (int side = 0; side < 2; side++) {
      for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 6; i++) expected[side][i] -= s.J[side][6 * k + i] * lambda[k];
      }
      assert_close(6, w[side], expected[side], TOL);
      lw_rows_add_wrench(w[side], 1.0, 4, s.J[side], lambda);
      const double zero[6] = {0.0};
      assert_close(6, w[side], zero, TOL);
    }
  }
}

/* J_u M^-1 J_v^T of the rows of two points on a body, by their form and by whole rows. */
static void products_over_the_mass_are_those_of_the_jacobian(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    uint32_t    r = seed;
    const scene s = random_scene(&r);
    double      X[3][3];
    lw_point_over_inertia(X, s.S, s.b);
    for (int k = 0; k < 3; k++) {
      double x[6], y[6], f[6];
      /* the parent's row of one joint and the child's of another: signs -1 and 1 */
      lw_row_over_mass(x, s.J[1] + 6 * k, s.m_inv, s.S_full);
      memcpy(f, s.J[1] + 6 * k, sizeof f);
      lw_over_mass(y, s.m_inv, s.S, f);
      assert_close(6, x, y, TOL);
      for (int i = 0; i < 3; i++) {
        const double by_form = -(lw_point_product(s.a, X[k], i) + (i == k ? s.m_inv : 0.0));
        double       by_rows = 0.0;
        for (int e = 0; e < 6; e++) by_rows += s.J[0][6 * i + e] * x[e];
        assert_near(by_form, by_rows, TOL);
        assert_near(lw_row_dot(s.J[0] + 6 * i, x), by_rows, TOL);
      }
    }
  }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* K = B^T B + D of d rows, its lower half, D between 1 and `stiffest`; full and as a block */
static void random_block(uint32_t* seed, int d, double stiffest, double K[64], double half[36])
{
  double B[64];
  lw_test_random_fill(seed, d * d, 1.0, B);
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < d; j++) {
      double sum = i == j ? pow(stiffest, i / (d - 1.0)) : 0.0;
      for (int k = 0; k < d; k++) sum += B[d * k + i] * B[d * k + j];
      K[d * i + j] = sum;
    }
    for (int j = 0; j <= i; j++) half[LW_HALF(i) + j] = K[d * i + j];
  }
}

/* Inverses are good in every direction, also where one is 1e7 times stiffer than another. */
static void blocks_are_inverted_in_every_direction(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= CONFIGURATIONS; seed++) {
    for (int d = 2; d <= LW_FRONT_ROWS; d++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        uint32_t r = seed;
        double   K[64], half[36], least[8] = {0.0}, x[8], y[8], X[16];
        random_block(&r, d, 1e7, K, half);
        for (int i = 0; i < LW_HALF(d); i++) half[i] *= sign;
        assert_int_equal(lw_block_invert(d, half, sign, least, 1), 0);
        lw_test_random_fill(&r, d, 1.0, x);
        for (int i = 0; i < d; i++) {
          y[i] = 0.0;
          for (int j = 0; j < d; j++) y[i] += sign * K[d * i + j] * x[j];
        }
        for (int i = 0; i < d; i++) {
          X[2 * i]     = y[i];
          X[2 * i + 1] = 2.0 * y[i];
        }
        double Z[16];
        lw_block_multiply(d, 2, Z, half, X);
        for (int i = 0; i < d; i++) {
          assert_near(Z[2 * i], x[i], TOL_BLOCK);
          assert_near(Z[2 * i + 1], 2.0 * x[i], 2.0 * TOL_BLOCK);
        }
      }
    }
  }
}

/* A pivot below its floor is raised to it, and is bad where there is no floor. */
static void pivots_are_raised_to_their_floors(void** state)
{
  (void)state;
  /* [1 1; 1 1]: the second pivot is zero */
  double K[3] = {1.0, 1.0, 1.0}, least[2] = {0.0, 0.25};
  assert_int_equal(lw_block_invert(2, K, 1.0, least, 1), 0);
  /* the inverse of [1 1; 1 1.25] */
  const double expected[3] = {5.0, -4.0, 4.0};
  assert_close(3, K, expected, TOL);
  double L[3] = {1.0, 1.0, 1.0};
  least[1]    = 0.0;
  assert_int_equal(lw_block_invert(2, L, 1.0, least, 1), 1);
  double M[3] = {1.0, 1.0, 1.0}, N[3] = {NAN, 1.0, 1.0};
  assert_int_equal(lw_block_invert(2, M, 1.0, least, 0), 0); /* the lane does not count */
  least[0] = least[1] = 0.25;
  assert_int_equal(lw_block_invert(2, N, 1.0, least, 1), 1); /* a floor does not hide NaN */
}

/* A^T X by blocks that stand in memory four side by side, whole and its lower half. */
static void products_of_blocks_are_those_of_dense_algebra(void** state)
{
  (void)state;
  uint32_t r = 1;
  double   A[4 * 5 * 3], X[4 * 5 * 3], P[4 * 9], half[4 * 6];
  lw_test_random_fill(&r, 4 * 5 * 3, 1.0, A);
  lw_test_random_fill(&r, 4 * 5 * 3, 1.0, X);
  for (int l = 0; l < 4; l++) {
    lw_block_product(5, 3, 3, false, P + l, A + l, X + l);
    lw_block_product(5, 3, 3, true, half + l, A + l, X + l);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = 0.0;
        for (int k = 0; k < 5; k++) sum += A[4 * (3 * k + i) + l] * X[4 * (3 * k + j) + l];
        assert_near(P[4 * (3 * i + j) + l], sum, TOL);
        assert_true(j > i || half[4 * (LW_HALF(i) + j) + l] == P[4 * (3 * i + j) + l]);
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(widths_agree_bit_for_bit),
      cmocka_unit_test(the_larger_number_is_nan_where_one_is),
      cmocka_unit_test(numbers_return_to_their_places),
      cmocka_unit_test(numbers_are_found_in_other_batches),
      cmocka_unit_test(derivatives_of_euler_parameters_follow_the_product_rule),
      cmocka_unit_test(end_of_step_satisfies_the_trapezoidal_rule),
      cmocka_unit_test(prediction_is_of_second_order),
      cmocka_unit_test(prediction_at_rest_does_not_move),
      cmocka_unit_test(symmetric_matrices_are_those_of_dense_algebra),
      cmocka_unit_test(stiffness_of_a_force_is_the_derivative_of_its_torque),
      cmocka_unit_test(stiffness_ratio_measures_the_change_of_an_inertia),
      cmocka_unit_test(rates_are_those_of_the_jacobian),
      cmocka_unit_test(wrenches_are_those_of_the_jacobian),
      cmocka_unit_test(products_over_the_mass_are_those_of_the_jacobian),
      cmocka_unit_test(blocks_are_inverted_in_every_direction),
      cmocka_unit_test(pivots_are_raised_to_their_floors),
      cmocka_unit_test(products_of_blocks_are_those_of_dense_algebra),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
