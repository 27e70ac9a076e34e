/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joints_simd.c - joints that hold a point, side by side.
 *
 *   reads    placement, v, lambda, numbers of the connectors
 *   writes   these, place, Phi, J, prescribed, open, x, wrench
 *   theory   section 2
 */
#include "mechanics/joints_simd.h"

#include "formulas/joint.h"

/* most rows of such a connector: three of the point, three more, a motion's */
enum { ROWS_MAX = 7 };

/* The only type of two turns, as lw_joint_turns() has it: known to the compiler, it needs no
 * looking up. */
static const lw_turns hinge = {2, {0, 1}, {2, 2}};

/* byte offsets of the members of round h in an array of elements of a size, by their indices */
static inline void offsets(lw_offsets at, const int index[4], int h, size_t size)
{
  for (int l = 0; l < LW_LANES; l++) at[l] = (ptrdiff_t)size * index[h + l];
}

/* Walk n batches and their numbers. */
#define FOR_BATCHES(batch, n, numbers)                                                             \
  for (const lw_batch* end = batch + n; batch < end; batch++, numbers += 4 * LW_POINT_NUMBERS)

static inline void load(int n, lw_pack x[], const double* numbers, int i, int h)
{
  lw_pack_load(n, x, numbers + 4 * i, h);
}

static inline void store(int n, double* numbers, int i, int h, const lw_pack x[])
{
  lw_pack_store(n, numbers + 4 * i, h, x);
}

/* Add those members to sum[0] that are not there twice. One lane adds them two by two, so that the
 * sum has the same bits as with two lanes; the first of two waits in sum[1]. */
static inline void add_squares(const lw_batch* batch, int h, lw_pack square, double sum[2])
{
#if LW_LANES == 1
  if (h % 2 == 0 && h + 1 < batch->n) {
    sum[1] = square;
  } else {
    sum[0] += h % 2 == 0 ? square : sum[1] + square;
  }
#else
  double round = 0.0;
  for (int l = 0; l < LW_LANES; l++) round += h + l < batch->n ? LW_LANE(square, l) : 0.0;
  sum[0] += round;
#endif
}

/* the square of rows of which the first three are lengths                                 (4.19) */
static inline lw_pack row_square(const lw_instance* s, int nrow, const lw_pack e[])
{
  lw_pack square = lw_dot(e, e) * s->length_weight;
  for (int r = 3; r < nrow; r++) square += e[r] * e[r];
  return square;
}

/* ---- place, residual, Jacobian ------------------------------------------------------------- */

/* the six numbers of c~ in three rows of a Jacobian */
static inline void scatter_point(double* base, const lw_offsets at, const lw_pack c[3])
{
#if LW_LANES == 4
  const lw_pack x = -c[0], y = -c[1], z = -c[2];
  lw_pack_put_pair(base + 4, at, z, c[1]);
  lw_pack_put_few(1, base + 9, at, c + 2);
  lw_pack_put_few(1, base + 11, at, &x);
  lw_pack_put_pair(base + 15, at, y, c[0]);
#else
  for (int l = 0; l < LW_LANES; l++) {
    double*      J = LW_PACK_TO(base, at[l], 0);
    const double x = LW_LANE(c[0], l), y = LW_LANE(c[1], l), z = LW_LANE(c[2], l);
    J[4]  = -z;
    J[5]  = y;
    J[9]  = z;
    J[11] = -x;
    J[15] = -y;
    J[16] = x;
  }
#endif
}

/* rows that hold x on the parent normal to y on the child                        (2.2), (2.6) */
static inline void dot_rows(double* numbers, int h, const lw_turns* turns, int n_turn,
                            const lw_pack X[9], const lw_pack Y[9], lw_pack Phi[ROWS_MAX])
{
  for (int r = 0; r < n_turn; r++) {
    const lw_pack *x = X + 3 * turns->i[r], *y = Y + 3 * turns->j[r];
    lw_pack        n[3];
    Phi[3 + r] = lw_dot_row(n, x, y);
    store(3, numbers, LW_POINT_AXIS + 3 * r, h, n);
  }
}

/* What changes of the Jacobians, from the arms and axes that are there. */
static inline void jacobian_kernel(lw_instance* s, const lw_batch* batch, const double* numbers,
                                   int n_turn)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_offsets at_A, at_B;
    lw_pack    arm[6], n[3];
    offsets(at_A, batch->joint.jac_A, h, sizeof(double));
    offsets(at_B, batch->joint.jac_B, h, sizeof(double));
    load(6, arm, numbers, LW_POINT_ARM, h);
    for (int i = 3; i < 6; i++) arm[i] = -arm[i];
    scatter_point(s->J, at_A, arm);
    scatter_point(s->J, at_B, arm + 3);
    for (int r = 0; r < n_turn; r++) {
      load(3, n, numbers, LW_POINT_AXIS + 3 * r, h);
      lw_pack_put_few(3, s->J + 6 * (3 + r) + 3, at_A, n);
      for (int i = 0; i < 3; i++) n[i] = -n[i];
      lw_pack_put_few(3, s->J + 6 * (3 + r) + 3, at_B, n);
    }
  }
}

void lw_batch_jacobian(lw_instance* s, const lw_batch* batch, int n, const double* numbers)
{
  FOR_BATCHES(batch, n, numbers)
  {
    const int n_turn = lw_joint_turns((lw_joint_type)batch->kind)->n;
    switch (n_turn) {
    case 0: jacobian_kernel(s, batch, numbers, 0); break;
    default: jacobian_kernel(s, batch, numbers, n_turn); break;
    }
  }
}

/* Do the rows look at axis k, of the parent's three or the child's? */
static inline bool uses(const lw_turns* turns, int n_turn, int k)
{
  bool used = false;
  for (int r = 0; r < n_turn; r++) used |= turns->i[r] == k || turns->j[r] + 3 == k;
  return used;
}

/* the wrench of a joint's rows on both sides: arms of the point, axes of the other rows */
static inline void react(lw_instance* s, const lw_batch* batch, int h, int nrow,
                         const double* numbers, const lw_pack arm[6])
{
  lw_offsets rows, sides;
  lw_pack    lambda[ROWS_MAX], f[3], f_A[8], f_B[8];
  offsets(rows, batch->joint.row, h, sizeof(double));
  offsets(sides, batch->joint.side, h, LW_WRENCH * sizeof(double));
  lw_pack_take_few(nrow, lambda, s->lambda, rows);
  for (int i = 0; i < 3; i++) f[i] = -lambda[i];
  lw_point_wrench(f_A, lambda, arm);
  lw_point_wrench(f_B, f, arm + 3);
  for (int r = 3; r < nrow; r++) {
    lw_pack axis[3];
    load(3, axis, numbers, LW_POINT_AXIS + 3 * (r - 3), h);
    lw_add_turn(f_A + 3, -lambda[r], axis);
    lw_add_turn(f_B + 3, lambda[r], axis);
  }
  f_A[6] = f_A[7] = f_B[6] = f_B[7] = LW_PACK_ZERO;
  lw_pack_put(2, s->wrench, sides, f_A);
  lw_pack_put(2, s->wrench + LW_WRENCH, sides, f_B);
}

/* `turns` is NULL where there are none */
static inline double rows_kernel(lw_instance* s, const lw_batch* batch, double* numbers,
                                 const lw_turns* turns, int nrow, int what)
{
  double sum[2] = {0.0, 0.0};
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_offsets at_A, at_B, rows, x_at, to;
    lw_pack    A[12], B[12], arm[6], place[28], Phi[LW_PAD(ROWS_MAX)];
    offsets(at_A, batch->joint.body_A, h, sizeof *s->placement);
    offsets(at_B, batch->joint.body_B, h, sizeof *s->placement);
    lw_pack_take(3, A, s->placement, at_A);
    lw_pack_take(3, B, s->placement, at_B);
    load(6, arm, numbers, LW_POINT_S, h);
    lw_pack *a = place, *b = place + 3, *d = place + 6;
    lw_mat3_vec(a, A + 3, arm);
    lw_mat3_vec(b, B + 3, arm + 3);
    lw_point_gap(d, A, a, B, b);
    for (int i = 0; i < 3; i++) Phi[i] = d[i];
    for (int r = 3; r < LW_PAD(nrow); r++) Phi[r] = LW_PACK_ZERO;
    store(6, numbers, LW_POINT_ARM, h, a);
    if (turns) {
      lw_pack C[18];
      load(18, C, numbers, LW_POINT_C, h);
      /* rows of C R^T; all of them only for the place */
      for (int i = 0; i < 6; i++) {
        if (what & LW_ROWS_FRAMES || uses(turns, nrow - 3, i)) {
          lw_mat3_vec(place + 9 + 3 * i, i < 3 ? A + 3 : B + 3, C + 3 * i);
          store(3, numbers, LW_POINT_X + 3 * i, h, place + 9 + 3 * i);
        }
      }
      dot_rows(numbers, h, turns, nrow - 3, place + 9, place + 18, Phi);
    }
    if (what & LW_ROWS_FRAMES) {
      offsets(to, batch->joint.index, h, sizeof *s->place);
      place[9]  = turns ? place[9] : LW_PACK_ZERO; /* axes are not looked at */
      place[10] = turns ? place[10] : LW_PACK_ZERO;
      place[11] = turns ? place[11] : LW_PACK_ZERO;
      place[27] = LW_PACK_ALL(1.); /* no distance to keep */
      lw_pack_put(turns ? 7 : 3, s->place, to, place);
    }
    offsets(rows, batch->joint.row, h, sizeof(double));
    lw_pack_put_few(nrow, s->Phi, rows, Phi);
    if (what & LW_ROWS_RESIDUAL) {
      const lw_pack square = row_square(s, nrow, Phi);
      for (int r = 0; r < nrow; r++) Phi[r] = -Phi[r];
      offsets(x_at, batch->joint.x, h, sizeof(double));
      lw_pack_put(LW_PAD(nrow) / 4, s->x, x_at, Phi);
      add_squares(batch, h, square, sum);
    }
    if (what & LW_ROWS_WRENCH && (batch->writes_wrenches || s->acting)) {
      react(s, batch, h, nrow, numbers, place);
    }
  }
  return sum[0];
}

double lw_batch_rows(lw_instance* s, const lw_batch* batch, int n, double* numbers, int what)
{
  double sum = 0.0;
  FOR_BATCHES(batch, n, numbers)
  {
    const lw_turns* turns = lw_joint_turns((lw_joint_type)batch->kind);
    switch (turns->n) {
    case 0: sum += rows_kernel(s, batch, numbers, NULL, 3, what); break;
    case 2: sum += rows_kernel(s, batch, numbers, &hinge, 5, what); break;
    default: sum += rows_kernel(s, batch, numbers, turns, 3 + turns->n, what); break;
    }
  }
  return sum;
}

void lw_batch_separator_arms(lw_instance* s, const lw_separator_arm* reach, int n)
{
  for (int k = 0; k < n; k += LW_LANES) {
    double*       to[LW_LANES];
    const double* from[LW_LANES];
    lw_offsets    at;
    lw_pack       A[12], c[3], arm[3];
    for (int l = 0; l < LW_LANES; l++) {
      const lw_separator_arm* one = &reach[k + l < n ? k + l : n - 1];
      to[l]                       = s->point_batch + one->arm;
      from[l]                     = to[l] + 4 * (LW_POINT_S - LW_POINT_ARM);
      at[l]                       = (ptrdiff_t)sizeof *s->placement * one->body;
    }
    lw_pack_take(3, A, s->placement, at);
    for (int i = 0; i < 3; i++) c[i] = LW_PACK_OF(from, 4 * i);
    lw_mat3_vec(arm, A + 3, c);
    for (int l = 0; l < LW_LANES; l++) {
      for (int i = 0; i < 3; i++) to[l][4 * i] = LW_LANE(arm[i], l);
    }
  }
}

/* ---- wrenches ------------------------------------------------------------------------------ */

static inline void write_wrenches_kernel(lw_instance* s, const lw_batch* batch,
                                         const double* numbers, int nrow)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_pack arm[6];
    load(6, arm, numbers, LW_POINT_ARM, h);
    react(s, batch, h, nrow, numbers, arm);
  }
}

/* rows of other numbers than three and five */
static LW_RARE void write_wrenches_any(lw_instance* s, const lw_batch* batch, const double* numbers)
{
  write_wrenches_kernel(s, batch, numbers, batch->nrow);
}

void lw_batch_write_wrenches(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                             lw_wrench_choice which)
{
  FOR_BATCHES(batch, n, numbers)
  {
    const int nrow = batch->nrow;
    if (which == LW_WRENCHES_WHERE_READ && !batch->writes_wrenches && !s->acting) {
      continue;
    }
    if (which == LW_WRENCHES_NONE) {
      for (int i = 0; i < batch->n; i++) {
        memset(s->wrench + LW_WRENCH * batch->joint.side[i], 0, 2 * LW_WRENCH * sizeof *s->wrench);
      }
    } else if (nrow == 3) {
      write_wrenches_kernel(s, batch, numbers, 3);
    } else if (nrow == 5) {
      write_wrenches_kernel(s, batch, numbers, 5);
    } else {
      write_wrenches_any(s, batch, numbers);
    }
  }
}

double lw_batch_largest_force(lw_instance* s, const lw_batch* batch, int n, const double* numbers)
{
  lw_pack most = LW_PACK_ZERO;
  FOR_BATCHES(batch, n, numbers)
  {
    for (int h = 0; h < batch->n; h += LW_LANES) {
      lw_offsets rows;
      lw_pack    lambda[3], turn_per_force;
      offsets(rows, batch->joint.row, h, sizeof(double));
      lw_pack_take_few(3, lambda, s->lambda, rows);
      load(1, &turn_per_force, numbers, LW_POINT_TURN_PER_FORCE, h);
      most = lw_larger(most, lw_scaled_square(turn_per_force, lambda));
    }
  }
  return lw_pack_largest(most);
}

static inline void add_multipliers_kernel(const lw_batch* batch, int nrow, double f,
                                          const double* x, double* lambda)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_offsets from, rows;
    lw_pack    d[LW_PAD(ROWS_MAX)], l[ROWS_MAX];
    offsets(from, batch->joint.x, h, sizeof(double));
    offsets(rows, batch->joint.row, h, sizeof(double));
    lw_pack_take(LW_PAD(nrow) / 4, d, x, from);
    lw_pack_take_few(nrow, l, lambda, rows);
    for (int r = 0; r < nrow; r++) l[r] += f * d[r];
    lw_pack_put_few(nrow, lambda, rows, l);
  }
}

static LW_RARE void add_multipliers_any(const lw_batch* batch, double f, const double* x,
                                        double* lambda)
{
  add_multipliers_kernel(batch, batch->nrow, f, x, lambda);
}

void lw_batch_add_multipliers(const lw_batch* batch, int n, double f, const double* x,
                              double* lambda)
{
  for (const lw_batch* end = batch + n; batch < end; batch++) {
    switch (batch->nrow) {
    case 3: add_multipliers_kernel(batch, 3, f, x, lambda); break;
    case 5: add_multipliers_kernel(batch, 5, f, x, lambda); break;
    default: add_multipliers_any(batch, f, x, lambda); break;
    }
  }
}

/* ---- velocity and acceleration level -------------------------------------------------------- */

void lw_batch_clear_prescribed(lw_instance* s, const lw_batch* batch, int n)
{
  for (const lw_batch* end = batch + n; batch < end; batch++) {
    for (int i = 0; i < batch->n; i++) {
      double* row = s->prescribed + batch->joint.row[i];
      row[0] = row[1] = row[2] = 0.0;
      for (int r = 3; r < batch->nrow; r++) row[r] = 0.0;
    }
  }
}

static inline void gamma_kernel(lw_instance* s, const lw_batch* batch, const double* numbers,
                                const lw_turns* turns, int nrow)
{
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_offsets at_A, at_B, rows;
    lw_pack    u[4], w[4], arm[6], gamma[ROWS_MAX];
    offsets(at_A, batch->joint.body_A, h, sizeof *s->v);
    offsets(at_B, batch->joint.body_B, h, sizeof *s->v);
    offsets(rows, batch->joint.row, h, sizeof(double));
    lw_pack_take(1, u, s->v->w, at_A);
    lw_pack_take(1, w, s->v->w, at_B);
    load(6, arm, numbers, LW_POINT_ARM, h);
    lw_point_gamma(gamma, u, arm, w, arm + 3);
    for (int r = 3; r < nrow; r++) {
      lw_pack x[3], y[3];
      load(3, x, numbers, LW_POINT_X + 3 * turns->i[r - 3], h);
      load(3, y, numbers, LW_POINT_X + 9 + 3 * turns->j[r - 3], h);
      gamma[r] = lw_dot_gamma(x, u, y, w);
    }
    lw_pack_put_few(nrow, s->prescribed, rows, gamma);
  }
}

void lw_batch_gamma(lw_instance* s, const lw_batch* batch, int n, const double* numbers)
{
  FOR_BATCHES(batch, n, numbers)
  {
    const lw_turns* turns = lw_joint_turns((lw_joint_type)batch->kind);
    switch (turns->n) {
    case 0: gamma_kernel(s, batch, numbers, turns, 3); break;
    case 2: gamma_kernel(s, batch, numbers, &hinge, 5); break;
    default: gamma_kernel(s, batch, numbers, turns, 3 + turns->n); break;
    }
  }
}

static inline double row_residual_kernel(lw_instance* s, const lw_batch* batch,
                                         const double* numbers, int nrow, const lw_twist* u)
{
  double sum[2] = {0.0, 0.0};
  for (int h = 0; h < batch->n; h += LW_LANES) {
    lw_offsets at_A, at_B, rows, x_at;
    lw_pack    A[8], B[8], arm[6], rate[3], turn[3], e[LW_PAD(ROWS_MAX)];
    offsets(at_A, batch->joint.body_A, h, sizeof *s->v);
    offsets(at_B, batch->joint.body_B, h, sizeof *s->v);
    offsets(rows, batch->joint.row, h, sizeof(double));
    offsets(x_at, batch->joint.x, h, sizeof(double));
    lw_pack_take(2, A, u, at_A);
    lw_pack_take(2, B, u, at_B);
    load(6, arm, numbers, LW_POINT_ARM, h);
    lw_pack_take_few(nrow, e, s->prescribed, rows);
    lw_point_rate(rate, A, A + 3, arm, B, B + 3, arm + 3);
    for (int i = 0; i < 3; i++) {
      e[i] -= rate[i];
      turn[i] = A[3 + i] - B[3 + i];
    }
    for (int r = 3; r < nrow; r++) {
      lw_pack axis[3];
      load(3, axis, numbers, LW_POINT_AXIS + 3 * (r - 3), h);
      e[r] -= lw_dot(axis, turn);
    }
    const lw_pack square = row_square(s, nrow, e);
    for (int r = nrow; r < LW_PAD(nrow); r++) e[r] = LW_PACK_ZERO;
    lw_pack_put_few(nrow, s->open, rows, e);
    lw_pack_put(LW_PAD(nrow) / 4, s->x, x_at, e);
    add_squares(batch, h, square, sum);
  }
  return sum[0];
}

double lw_batch_row_residual(lw_instance* s, const lw_batch* batch, int n, const double* numbers,
                             const lw_twist* u)
{
  double sum = 0.0;
  FOR_BATCHES(batch, n, numbers)
  {
    const int nrow = batch->nrow;
    switch (nrow) {
    case 3: sum += row_residual_kernel(s, batch, numbers, 3, u); break;
    case 5: sum += row_residual_kernel(s, batch, numbers, 5, u); break;
    default: sum += row_residual_kernel(s, batch, numbers, nrow, u); break;
    }
  }
  return sum;
}
