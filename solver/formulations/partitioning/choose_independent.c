/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * choose_independent.c - choose the independent coordinates, and check the choice.
 *
 *   choose   equal weights -> basis of the admissible directions, from projected random motions
 *            -> coordinates one by one, by reflections of the basis -> weights -> coverage
 *   check    where the mechanism has moved: coverage by an inverse iteration
 *
 *   reads    positions
 *   writes   weights
 *   theory   section 11.1
 *   cost     a check some solves; a choice one solve for each of n degrees of freedom, and 8 n^2
 *            multiply-adds per coordinate
 */
#include <stdint.h>

#include "base/linalg.h"
#include "formulations/partitioning/partition.h"
#include "mechanics/passes.h"

/* The choice is checked when the mechanism has moved by this, in characteristic lengths and
 * radians. A coordinate that reaches its extremum, like x = cos(phi), goes from half its rate to
 * zero within five times this motion. */
#define CHECK_MOTION 0.1
/* Other coordinates are chosen when the coverage has fallen to this fraction of that at the
 * choice. */
#define COVERAGE_FRACTION 0.5
/* Steps of (11.7) from a random motion. A motion that is covered half as well as the others
 * grows by a factor of four in each. */
#define ROUNDS 3
/* A random direction has no component outside the basis where the remainder is smaller than
 * this. */
#define REMAINDER_MIN 1e-6
/* A direction is admissible where its rows are closed to this fraction of it. Positions are
 * closed to 1e-10 only, and the difference that this makes between redundant rows cannot be
 * closed. */
#define CLOSED 1e-8

/* ---- the weighted matrix ----------------------------------------------------------------- */

void lw_partition_weigh(lw_instance* s, int b, bool equal)
{
  lw_partition* k = lw_partition_of(s);
  const double* w = k->weight + 7 * b;
  lw_inertia*   I = &k->inertia[b];
  double        E[12];
  lw_partition_E(E, s->q[b].p);
  I->m = I->m_inv = 1.0;
  /* 1/4 E W_p E^T with W_p = 4 w: turns count as angles                                 (11.2) */
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double sum = 0.0;
      for (int n = 0; n < 4; n++) sum += (equal ? 1.0 : w[3 + n]) * E[4 * i + n] * E[4 * j + n];
      I->J[3 * i + j] = sum;
    }
    k->mass[b].move[i] = s->length * s->length / (equal ? 1.0 : w[i]);
  }
  memcpy(I->J_tan, I->J, sizeof I->J);
  lw_mat3_invert_definite(I->J_inv, I->J);
  memcpy(k->mass[b].turn, I->J_inv, sizeof I->J_inv);
}

/* Compute the Jacobian of a side with displacements divided by the roots of their weights. */
static void scale_side(const lw_instance* s, const lw_partition* k, const lw_side* side, int nrow,
                       bool equal)
{
  for (int i = 0; i < 3; i++) {
    const bool   one = equal || side->body == LW_GROUND;
    const double f   = s->length / (one ? 1.0 : sqrt(k->weight[7 * side->body + i]));
    for (int r = 0; r < nrow; r++) {
      const int n = side->jac + 6 * r + i;
      k->J[n]     = f * s->J[n];
      k->J[n + 3] = s->J[n + 3];
    }
  }
}

/* size of a row without weights, for its regularisation */
static double row_size(const lw_instance* s, const lw_connector* c, int r)
{
  double sum = 0.0;
  for (int q = c->side; q < c->side + c->nside; q++) {
    if (s->structure->side[q].body != LW_GROUND) {
      const double* J = s->J + s->structure->side[q].jac + 6 * r;
      sum += s->length * s->length * lw_dot(J, J) + lw_dot(J + 3, J + 3);
    }
  }
  return sum;
}

bool lw_partition_factor(lw_instance* s, bool equal, const lw_threads* threads)
{
  const lw_structure* g        = s->structure;
  lw_partition*       k        = lw_partition_of(s);
  const double        fraction = lw_partition_regularisation(s, !equal);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int id = g->node[i].id;
    if (id < g->nbody) {
      lw_partition_weigh(s, id, equal);
      continue;
    }
    const lw_connector* c = &g->connector[id - g->nbody];
    for (int q = c->side; q < c->side + c->nside; q++) {
      scale_side(s, k, &g->side[q], c->nrow, equal);
    }
    for (int r = 0; r < c->nrow; r++) k->eps[c->row + r] = fraction * row_size(s, c, r);
  }
  lw_partial_clear(s, threads, LW_BAD_PIVOT);
  lw_threads_wait(threads);
  const lw_matrix matrix = {.inertia = k->inertia, .J = k->J, .eps = k->eps};
  const int       bad    = lw_factor_compute(g, &matrix, &k->factor[LW_E2], threads);
  for (int n = 0; n <= g->npart; n++) {
    if (bad && lw_threads_mine(threads, n, g->npart)) {
      *lw_partial(s, n, LW_BAD_PIVOT) = 1.0;
    }
  }
  lw_threads_wait(threads);
  return lw_partial_max(s, LW_BAD_PIVOT) < 1.0;
}

/* ---- admissible directions --------------------------------------------------------------- */

/* next pseudo-random number in [-1, 1), the same sequence on every machine */
static double random_number(uint32_t* seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 17;
  *seed ^= *seed << 5;
  return *seed / 2147483648.0 - 1.0;
}

/* Project the motion x onto those that the constraints allow. The result is a direction `out` of
 * all coordinates (r/L, 2 p). */
static void project(lw_instance* s, lw_partition* k, double length, double* out)
{
  const lw_structure* g     = s->structure;
  const lw_threads    alone = LW_ALONE;
  lw_pcg              pcg   = k->pcg;
  lw_factor_solve(g, &k->factor[LW_E2], s->x, &alone);
  for (int b = 0; b < g->nbody; b++) {
    const double* x = s->x + g->node[g->position[b]].x;
    for (int i = 0; i < 3; i++) k->motion[b].v[i] = s->length * x[i];
    lw_copy3(k->motion[b].w, x + 3);
  }
  /* the regularisation leaves a residual of the rows */
  for (int n = 0; n < g->nconnector; n++) {
    const lw_connector* c = &g->connector[n];
    for (int r = 0; r < c->nrow; r++) s->open[c->row + r] = -lw_partition_row(s, c, r, k->motion);
  }
  pcg.factor = &k->factor[LW_E2];
  pcg.r      = s->open;
  (void)lw_pcg_solve(s, &pcg, CLOSED * length, &alone);
  for (int b = 0; b < g->nbody; b++) {
    const double* u = pcg.u + 6 * b;
    double        E[12];
    lw_partition_E(E, s->q[b].p);
    for (int i = 0; i < 3; i++) out[7 * b + i] = (k->motion[b].v[i] + u[i]) / s->length;
    for (int j = 0; j < 4; j++) {
      double turn = 0.0;
      for (int i = 0; i < 3; i++) turn += E[4 * i + j] * (k->motion[b].w[i] + u[3 + i]);
      out[7 * b + 3 + j] = turn;
    }
  }
}

/* Project a random motion. Returns its length before the projection. */
static double random_direction(lw_instance* s, lw_partition* k, uint32_t* seed, double* out)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  memset(s->x, 0, (size_t)g->nx * sizeof *s->x);
  for (int b = 0; b < g->nbody; b++) {
    double* x = s->x + g->node[g->position[b]].x;
    for (int i = 0; i < 6; i++) {
      x[i] = random_number(seed);
      sum += x[i] * x[i];
    }
  }
  project(s, k, sqrt(sum), out);
  return sqrt(sum);
}

static double dot(int n, const double* a, const double* b)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Build an orthonormal basis of the admissible directions from random ones, until these depend
 * on the basis. Returns their number. */
static int build_basis(lw_instance* s, lw_partition* k, int most)
{
  const int nq   = 7 * s->structure->nbody;
  uint32_t  seed = 2463534242u;
  for (int n = 0; n < most; n++) {
    double*      v        = k->basis + (size_t)n * (size_t)nq;
    const double length_0 = random_direction(s, k, &seed, v);
    for (int pass = 0; pass < 2; pass++) { /* the second pass makes it orthogonal to rounding */
      for (int j = 0; j < n; j++) {
        const double* u = k->basis + (size_t)j * (size_t)nq;
        const double  f = dot(nq, u, v);
        for (int i = 0; i < nq; i++) v[i] -= f * u[i];
      }
    }
    const double length = sqrt(dot(nq, v, v));
    if (!(length > REMAINDER_MIN * length_0)) {
      return n;
    }
    for (int i = 0; i < nq; i++) v[i] /= length;
  }
  return most;
}

/* ---- choice ------------------------------------------------------------------------------ */

/* Reflect the basis vectors from j on so that only vector j has a component along coordinate i.
 * The normal u of the reflection has these components, the first one changed by their length. */
static void reflect(lw_partition* k, int nq, int n, int j, int i, double* u, double* sum)
{
  double length2 = 0.0;
  for (int m = j; m < n; m++) {
    u[m] = k->basis[(size_t)m * (size_t)nq + (size_t)i];
    length2 += u[m] * u[m];
  }
  const double length = sqrt(length2), norm2 = 2.0 * length * (length + fabs(u[j]));
  u[j] += u[j] > 0.0 ? length : -length;
  memset(sum, 0, (size_t)nq * sizeof *sum);
  for (int m = j; m < n; m++) {
    const double* v = k->basis + (size_t)m * (size_t)nq;
    for (int c = 0; c < nq; c++) sum[c] += u[m] * v[c];
  }
  for (int m = j; m < n; m++) {
    double*      v = k->basis + (size_t)m * (size_t)nq;
    const double f = 2.0 * u[m] / norm2;
    for (int c = 0; c < nq; c++) v[c] -= f * sum[c];
  }
}

/* Choose n coordinates one by one, each time the one that those already chosen determine least.
 * (11.1)
 *   Changes     basis, y */
static void choose_coordinates(lw_partition* k, int nq, int n)
{
  double *remainder = k->y, *sum = remainder + nq, *u = k->column;
  for (int i = 0; i < nq; i++) remainder[i] = 0.0;
  for (int m = 0; m < n; m++) {
    const double* v = k->basis + (size_t)m * (size_t)nq;
    for (int i = 0; i < nq; i++) remainder[i] += v[i] * v[i];
  }
  for (int j = 0; j < n; j++) {
    int best = 0;
    for (int i = 1; i < nq; i++) best = remainder[i] > remainder[best] ? i : best;
    k->chosen[j] = best;
    reflect(k, nq, n, j, best, u, sum);
    const double* v = k->basis + (size_t)j * (size_t)nq;
    for (int i = 0; i < nq; i++) remainder[i] -= v[i] * v[i];
    remainder[best] = -1.0; /* chosen */
  }
}

/* Convert the motion x of body b to coordinates (r/L, 2 p). */
static void coordinates_of(const lw_instance* s, int b, const lw_twist* x, double q[7])
{
  double E[12];
  lw_partition_E(E, s->q[b].p);
  for (int i = 0; i < 3; i++) q[i] = x->v[i] / s->length;
  for (int j = 0; j < 4; j++) {
    q[3 + j] = E[j] * x->w[0] + E[4 + j] * x->w[1] + E[8 + j] * x->w[2];
  }
}

/* Length of k->motion in these coordinates, and the fraction of it that is along the independent
 * ones. */
static double measure(const lw_instance* s, const lw_partition* k, double* fraction)
{
  double all = 0.0, covered = 0.0;
  for (int b = 0; b < s->structure->nbody; b++) {
    double q[7];
    coordinates_of(s, b, &k->motion[b], q);
    for (int i = 0; i < 7; i++) {
      all += q[i] * q[i];
      covered += k->weight[7 * b + i] >= LW_HEAVY ? q[i] * q[i] : 0.0;
    }
  }
  *fraction = all > 0.0 ? sqrt(covered / all) : 0.0;
  return sqrt(all);
}

/* One step of (11.7): replace k->motion, x_old, by x with W x + Phi_q^T y = D x_old, Phi_q x =
 * 0. */
static void inverse_iteration(lw_instance* s, lw_partition* k, double length)
{
  const lw_structure* g     = s->structure;
  const lw_threads    alone = LW_ALONE;
  lw_pcg              pcg   = k->pcg;
  const double        move  = 1.0 / (length * s->length * s->length);
  double              open2 = 0.0;
  for (int b = 0; b < g->nbody; b++) {
    lw_twist* x = &k->motion[b];
    double    w[3];
    lw_scale3(w, 1.0 / length, x->w);
    lw_mat3_vec(x->w, k->mass[b].turn, w);
    for (int i = 0; i < 3; i++) x->v[i] *= move * k->mass[b].move[i];
  }
  for (int n = 0; n < g->nconnector; n++) {
    const lw_connector* c = &g->connector[n];
    for (int r = 0; r < c->nrow; r++) {
      const double open   = lw_partition_row(s, c, r, k->motion);
      s->open[c->row + r] = open;
      const double angle  = open * s->row_unit[c->row + r];
      open2 += angle * angle;
    }
  }
  pcg.factor = &k->factor[LW_E2];
  pcg.r      = s->open;
  (void)lw_pcg_solve(s, &pcg, CLOSED * sqrt(open2), &alone);
  for (int b = 0; b < g->nbody; b++) {
    lw_axpy3(k->motion[b].v, -1.0, pcg.u + 6 * b);
    lw_axpy3(k->motion[b].w, -1.0, pcg.u + 6 * b + 3);
  }
}

/* Coverage of the independent coordinates: the fraction of a motion that is along them, for the
 * admissible motion for which it is smallest, 0 to 1.                                     (11.7)
 *   Needs       lw_pass_positions(), a factorisation of E2 at these or nearby positions */
static double measure_coverage(lw_instance* s, lw_partition* k)
{
  uint32_t seed     = 2463534242u;
  double   fraction = 1.0;
  for (int b = 0; b < s->structure->nbody; b++) {
    lw_partition_weigh(s, b, false);
    for (int i = 0; i < 3; i++) {
      k->motion[b].v[i] = s->length * random_number(&seed);
      k->motion[b].w[i] = random_number(&seed);
    }
  }
  for (int n = 0; n < ROUNDS; n++) {
    const double length = measure(s, k, &fraction);
    if (!(length > 0.0)) {
      return 1.0; /* no motion is admissible */
    }
    inverse_iteration(s, k, length);
  }
  (void)measure(s, k, &fraction);
  return fraction;
}

static bool has_moved(const lw_instance* s, const lw_partition* k)
{
  double largest = 0.0;
  for (int b = 0; b < s->structure->nbody; b++) {
    const lw_pose *q = &s->q[b], *old = &k->checked[b];
    double         shift[3], turn2    = 0.0;
    lw_sub3(shift, q->r, old->r);
    for (int i = 0; i < 4; i++) turn2 += (q->p[i] - old->p[i]) * (q->p[i] - old->p[i]);
    largest = fmax(largest, fmax(lw_norm(shift) / s->length, 2.0 * sqrt(turn2)));
  }
  return largest > CHECK_MOTION;
}

/* Choose the independent ones of all coordinates.
 *   Returns     LW_OK; LW_RETRY_SINGULAR, LW_RETRY_NEWTON: the choice is unchanged */
static lw_status choose(lw_instance* s, lw_partition* k)
{
  const lw_threads alone = LW_ALONE;
  const int        nq = 7 * s->structure->nbody, nfree = (int)k->head->nfree;
  const bool       first = !(k->head->choices > 0.0);
  if (!lw_partition_factor(s, true, &alone)) {
    return LW_RETRY_SINGULAR;
  }
  /* in a singular position there seem to be more degrees of freedom: the number at the start
   * holds */
  const int n = build_basis(s, k, first ? k->nbasis : nfree);
  if (!first && n < nfree) {
    return LW_RETRY_NEWTON; /* the constraints are violated too much */
  }
  choose_coordinates(k, nq, n);
  for (int i = 0; i < nq; i++) k->weight[i] = 1.0;
  for (int j = 0; j < n; j++) k->weight[k->chosen[j]] = LW_HEAVY;
  k->head->nfree = n;
  k->head->choices += 1.0;
  k->head->coverage = n > 0 && lw_partition_factor(s, false, &alone) ? measure_coverage(s, k) : 1.0;
  return LW_OK;
}

lw_status lw_partition_check(lw_instance* s, double t, bool always)
{
  const lw_threads alone = LW_ALONE;
  lw_partition*    k     = lw_partition_of(s);
  const bool       first = !(k->head->choices > 0.0);
  if (!first && !always) {
    if (!has_moved(s, k)) {
      return LW_OK;
    }
    memcpy(k->checked, s->q, (size_t)s->structure->nbody * sizeof *s->q);
    if (s->model->settings.linear_solver == LW_PCG) {
      /* the old factorisation is a poor preconditioner after this motion */
      k->head->usable[LW_E2] = 0.0;
      const lw_status status = lw_partition_precondition(s, LW_E2, t);
      if (status != LW_OK) {
        return status;
      }
      lw_pass_positions(s, t, &alone);
    }
    if (!(k->head->nfree > 0.0) || measure_coverage(s, k) > COVERAGE_FRACTION * k->head->coverage) {
      return LW_OK;
    }
  }
  k->factored[LW_E2] = false; /* its memory is used here */
  lw_pass_positions(s, t, &alone);
  const lw_status status = choose(s, k);
  if (status == LW_OK) {
    k->head->usable[LW_E2] = 0.0;
    memcpy(k->checked, s->q, (size_t)s->structure->nbody * sizeof *s->q);
  }
  return status;
}
