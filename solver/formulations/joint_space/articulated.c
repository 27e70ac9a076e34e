/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * articulated.c - assembles links to one compound, and takes it apart again.
 *
 *   reads    places of the links; momenta, loads
 *   writes   the recursion; velocities or accelerations
 *   theory   section 9
 *   cost     linear in the links, plus loops
 */
#include "formulations/joint_space/articulated.h"

#include "base/linalg.h"
#include "formulations/joint_space/loop_closure.h"

void lw_recursion_lay_out(lw_recursion* r, const lw_tree* t, lw_arena* arena)
{
  r->tree     = t;
  r->link     = lw_arena_take(arena, (size_t)t->nlink + 1, sizeof *r->link);
  r->C        = lw_arena_take(arena, 6 * (size_t)t->ncolumn, sizeof *r->C);
  r->Y        = lw_arena_take(arena, 6 * (size_t)t->ncolumn, sizeof *r->Y);
  r->G        = lw_arena_take(arena, (size_t)t->nsquare, sizeof *r->G);
  r->g        = lw_arena_take(arena, (size_t)t->ncolumn, sizeof *r->g);
  r->e        = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->e);
  r->sigma    = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->sigma);
  r->factor   = lw_arena_take(arena, (size_t)t->ngsquare, sizeof *r->factor);
  r->response = lw_arena_take(arena, (size_t)t->nresponse, sizeof *r->response);
  r->start    = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->start);
  r->scale    = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->scale);
  r->lead     = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->lead);
  r->weak     = lw_arena_take(arena, (size_t)t->nbranch + 1, sizeof *r->weak);
}

/* ---- assembly ----------------------------------------------------------------------------- */

/* P = I V */
static inline void apply(double P[6], const lw_spatial* I, const double V[6])
{
  for (int i = 0; i < 3; i++) {
    P[i] = lw_dot(I->A + 3 * i, V) + lw_dot(I->B + 3 * i, V + 3);
    P[3 + i] =
        I->B[i] * V[0] + I->B[3 + i] * V[1] + I->B[6 + i] * V[2] + lw_dot(I->C + 3 * i, V + 3);
  }
}

/* I += f x y^T with a symmetric result: y is parallel to x, or the sum over pairs is symmetric */
static inline void add_outer(lw_spatial* I, double f, const double x[6], const double y[6])
{
  for (int i = 0; i < 3; i++) {
    const double a = f * x[i], c = f * x[3 + i];
    for (int j = 0; j < 3; j++) {
      I->A[3 * i + j] += a * y[j];
      I->B[3 * i + j] += a * y[3 + j];
      I->C[3 * i + j] += c * y[3 + j];
    }
  }
}

void lw_spatial_add_outer(lw_spatial* I, double f, const double x[6], const double y[6])
{
  add_outer(I, f, x, y);
}

/* X += the inertia I as a body sees it that carries it at a distance l: S^T I S            (9.5) */
static inline void add_shifted(lw_spatial* X, const lw_spatial* I, const double l[3])
{
  /* B' = B - A l~,  C' = C - B^T l~ + l~ B' */
  double B[9];
  for (int i = 0; i < 3; i++) {
    const double* a = I->A + 3 * i;
    B[3 * i]        = I->B[3 * i] - (a[1] * l[2] - a[2] * l[1]);
    B[3 * i + 1]    = I->B[3 * i + 1] - (a[2] * l[0] - a[0] * l[2]);
    B[3 * i + 2]    = I->B[3 * i + 2] - (a[0] * l[1] - a[1] * l[0]);
  }
  for (int i = 0; i < 9; i++) {
    X->A[i] += I->A[i];
    X->B[i] += B[i];
  }
  for (int i = 0; i < 3; i++) {
    const double b[3] = {I->B[i], I->B[3 + i], I->B[6 + i]};
    const int    j = (i + 1) % 3, k = (i + 2) % 3;
    X->C[3 * i] += I->C[3 * i] - (b[1] * l[2] - b[2] * l[1]) + l[j] * B[3 * k] - l[k] * B[3 * j];
    X->C[3 * i + 1] +=
        I->C[3 * i + 1] - (b[2] * l[0] - b[0] * l[2]) + l[j] * B[3 * k + 1] - l[k] * B[3 * j + 1];
    X->C[3 * i + 2] +=
        I->C[3 * i + 2] - (b[0] * l[1] - b[1] * l[0]) + l[j] * B[3 * k + 2] - l[k] * B[3 * j + 2];
  }
}

/* y += a momentum or force x of a link as the body before has it: S^T x                    (9.5) */
static inline void add_shifted_vector(double y[6], const double x[6], const double l[3])
{
  double m[3];
  lw_cross(m, l, x);
  for (int i = 0; i < 3; i++) {
    y[i] += x[i];
    y[3 + i] += x[3 + i] + m[i];
  }
}

/* y = S V: the velocity V of the body before, at the link */
static inline void shift_velocity(double y[6], const lw_twist* V, const double l[3])
{
  lw_cross(y, V->w, l);
  for (int i = 0; i < 3; i++) {
    y[i] += V->v[i];
    y[3 + i] = V->w[i];
  }
}

/* U = I H,  D = (H^T U)^-1,  I <- I - U D U^T: of a link with one degree of freedom        (9.6) */
static inline void project_one(lw_articulated* w)
{
  apply(w->U, &w->I, w->H);
  w->D[0] = 1.0 / lw_dot6(w->H, w->U);
  add_outer(&w->I, -w->D[0], w->U, w->U);
}

/* the same with n freedoms */
static void project_more(lw_articulated* w, int n)
{
  double T[6];
  for (int i = 0; i < n; i++) apply(w->U + 6 * i, &w->I, w->H + 6 * i);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) w->D[n * i + j] = lw_dot6(w->H + 6 * i, w->U + 6 * j);
  }
  lw_invert_definite(n, w->D);
  for (int i = 0; i < n; i++) {
    for (int e = 0; e < 6; e++) {
      T[e] = 0.0;
      for (int j = 0; j < n; j++) T[e] += w->D[n * i + j] * w->U[6 * j + e];
    }
    add_outer(&w->I, -1.0, w->U + 6 * i, T);
  }
}

/* Before anything is joined to it: the inertia of the body alone, the rows that act on it. */
static inline void begin_link(const lw_instance* s, lw_recursion* r, int i)
{
  lw_spatial*  I = &r->link[i].I;
  const int    b = r->tree->link[i].body;
  const double m = s->body[b].mass;
  memset(I->A, 0, sizeof I->A);
  memset(I->B, 0, sizeof I->B);
  I->A[0] = I->A[4] = I->A[8] = m;
  memcpy(I->C, s->inertia[b].J, sizeof I->C);
  if (r->tree->link[i].width > 0) {
    lw_loops_begin_link(s, r, i);
  }
}

/* All that hangs on it has been joined: close loops, project along the joint. */
static inline void finish_link(lw_recursion* r, int i, int part, bool choose)
{
  const lw_link*  k = &r->tree->link[i];
  lw_articulated* w = &r->link[i];
  if (k->ngroup > 0) {
    lw_loops_close(r, i, part, choose);
  }
  if (k->nfree == 1) {
    project_one(w);
  } else if (k->nfree > 1) {
    project_more(w, k->nfree);
  }
  if (k->nopen > 0) {
    lw_loops_project(r, i);
  }
}

static inline void join_link(lw_recursion* r, int i)
{
  const lw_link* k = &r->tree->link[i];
  if (k->nopen > 0) {
    lw_loops_join(r, i);
  }
  if (k->inboard != r->tree->nlink) {
    add_shifted(&r->link[k->inboard].I, &r->link[i].I, r->link[i].l);
  }
}

/* Roots of a branch wait until the trunk takes them. */
static bool is_root(const lw_tree* tree, int part, int i)
{
  const int before = tree->link[i].inboard;
  return before < tree->branch[part].first || before == tree->nlink;
}

static void factor_branch(lw_instance* s, lw_recursion* r, int part, bool choose)
{
  const lw_tree* tree = r->tree;
  r->weak[part]       = 1.0;
  LW_FOR_LINKS(tree, part, i) begin_link(s, r, i);
  for (int i = tree->branch[part].end - 1; i >= tree->branch[part].first; i--) {
    finish_link(r, i, part, choose);
    if (!is_root(tree, part, i)) {
      join_link(r, i);
    }
  }
}

static void factor_trunk(lw_instance* s, lw_recursion* r, bool choose)
{
  const lw_tree* tree = r->tree;
  const int      part = tree->nbranch;
  r->weak[part]       = 1.0;
  LW_FOR_LINKS(tree, part, i) begin_link(s, r, i);
  for (int n = 0; n < tree->ntrunk; n++) {
    const bool root = tree->trunk[n] < 0;
    const int  i    = root ? -1 - tree->trunk[n] : tree->trunk[n];
    if (!root) {
      finish_link(r, i, part, choose);
    }
    join_link(r, i);
  }
  if (tree->link[tree->nlink].ngroup > 0) {
    lw_loops_close(r, tree->nlink, part, choose);
  }
  r->weakest = 1.0;
  for (int k = 0; k <= tree->nbranch; k++) {
    r->weakest = r->weak[k] < r->weakest || isnan(r->weak[k]) ? r->weak[k] : r->weakest;
  }
}

static void factor(lw_instance* s, lw_recursion* r, bool choose, const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  if (tree->ncut > 0) {
    if (threads->id == 0) {
      lw_loops_begin(s, r);
    }
    lw_threads_wait(threads);
  }
  for (int part = 0; part < tree->nbranch; part++) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      factor_branch(s, r, part, choose);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    factor_trunk(s, r, choose);
  }
  lw_threads_wait(threads);
}

bool lw_recursion_factor(lw_instance* s, lw_recursion* r, const lw_threads* threads)
{
  factor(s, r, false, threads);
  return r->weakest > LW_ROWS_SINGULAR && r->weakest >= r->floor;
}

int lw_recursion_choose(lw_instance* s, lw_recursion* r)
{
  const lw_threads alone = LW_ALONE;
  int              rank  = 0;
  factor(s, r, true, &alone);
  for (int i = 0; i < r->tree->ngroup; i++) rank += (int)r->chosen[r->tree->group[i].row + i];
  return rank;
}

/* ---- solution ----------------------------------------------------------------------------- */

/* r = p - H^T z                                                                            (9.7) */
static inline void solve_link(lw_recursion* r, int i, const double p[])
{
  const lw_link*  k = &r->tree->link[i];
  lw_articulated* w = &r->link[i];
  if (k->ngroup > 0) {
    lw_loops_solve(r, i);
  }
  for (int j = 0; j < k->nfree; j++) {
    w->r[j] = (p ? p[k->v + j] : 0.0) - lw_dot6(w->H + 6 * j, w->z);
  }
}

/* what the body before has to bear: z + I c + U D r                                        (9.7) */
static inline void pass_up(lw_recursion* r, int i)
{
  const lw_link*  k = &r->tree->link[i];
  lw_articulated* w = &r->link[i];
  double          x[6], Dr[6];
  if (k->nopen > 0) {
    lw_loops_pass_up(r, i);
  }
  if (k->inboard == r->tree->nlink) {
    return;
  }
  memcpy(x, w->z, sizeof x);
  if (w->driven) {
    apply(Dr, &w->I, w->c);
    for (int e = 0; e < 6; e++) x[e] += Dr[e];
  }
  for (int j = 0; j < k->nfree; j++) {
    Dr[j] = 0.0;
    for (int m = 0; m < k->nfree; m++) Dr[j] += w->D[k->nfree * j + m] * w->r[m];
    for (int e = 0; e < 6; e++) x[e] += w->U[6 * j + e] * Dr[j];
  }
  add_shifted_vector(r->link[k->inboard].z, x, w->l);
}

/* q' = D (r - U^T (S V_before + c)) + Y sigma,  V = S V_before + c + H q'              (9.8) */
static inline void pass_down(lw_recursion* r, int i, lw_twist* u, double qd[])
{
  const lw_link*        k      = &r->tree->link[i];
  const lw_articulated* w      = &r->link[i];
  const lw_twist*       before = &u[r->tree->link[k->inboard].body];
  double                V[6], x[6];
  shift_velocity(V, before, w->l);
  for (int e = 0; e < 6; e++) V[e] += w->c[e];
  for (int j = 0; j < k->nfree; j++) x[j] = w->r[j] - lw_dot6(w->U + 6 * j, V);
  for (int j = 0; j < k->nfree; j++) {
    double rate = 0.0;
    for (int m = 0; m < k->nfree; m++) rate += w->D[k->nfree * j + m] * x[m];
    qd[k->v + j] = rate;
  }
  if (k->nopen > 0) {
    lw_loops_pass_down(r, i, qd + k->v);
  }
  for (int j = 0; j < k->nfree; j++) {
    for (int e = 0; e < 6; e++) V[e] += w->H[6 * j + e] * qd[k->v + j];
  }
  memcpy(&u[k->body], V, sizeof V);
}

static void solve_branch(lw_recursion* r, int part, const double p[])
{
  const lw_tree* tree = r->tree;
  for (int i = tree->branch[part].end - 1; i >= tree->branch[part].first; i--) {
    solve_link(r, i, p);
    if (!is_root(tree, part, i)) {
      pass_up(r, i);
    }
  }
}

static void take_apart(lw_recursion* r, int part, lw_twist* u, double qd[])
{
  const lw_tree* tree = r->tree;
  LW_FOR_LINKS(tree, part, i)
  {
    pass_down(r, i, u, qd);
    if (tree->link[i].ngroup > 0) {
      lw_loops_settle(r, i, &u[tree->link[i].body]);
    }
  }
}

/* inwards over the trunk, to the ground, and outwards again */
static void solve_trunk(lw_recursion* r, const double p[], lw_twist* u, double qd[])
{
  const lw_tree* tree = r->tree;
  for (int n = 0; n < tree->ntrunk; n++) {
    const bool root = tree->trunk[n] < 0;
    const int  i    = root ? -1 - tree->trunk[n] : tree->trunk[n];
    if (!root) {
      solve_link(r, i, p);
    }
    pass_up(r, i);
  }
  if (tree->link[tree->nlink].ngroup > 0) {
    lw_loops_solve(r, tree->nlink);
    lw_loops_settle(r, tree->nlink, &u[LW_GROUND]);
  }
  take_apart(r, tree->nbranch, u, qd);
}

void lw_recursion_solve(lw_recursion* r, const double p[], lw_twist* u, double qd[],
                        const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  if (tree->ncut > 0) {
    if (threads->id == 0) {
      lw_loops_solve_begin(r);
    }
    lw_threads_wait(threads);
  }
  for (int part = 0; part < tree->nbranch; part++) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      solve_branch(r, part, p);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    solve_trunk(r, p, u, qd);
  }
  lw_threads_wait(threads);
  for (int part = 0; part < tree->nbranch; part++) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      take_apart(r, part, u, qd);
    }
  }
  lw_threads_wait(threads);
}

static void spread_link(const lw_recursion* r, int i, const double qd[], lw_twist* u)
{
  const lw_link*        k = &r->tree->link[i];
  const lw_articulated* w = &r->link[i];
  double                V[6];
  shift_velocity(V, &u[r->tree->link[k->inboard].body], w->l);
  for (int e = 0; e < 6; e++) V[e] += w->c[e];
  for (int j = 0; j < k->nfree; j++) {
    for (int e = 0; e < 6; e++) V[e] += w->H[6 * j + e] * qd[k->v + j];
  }
  memcpy(&u[k->body], V, sizeof V);
}

void lw_recursion_spread(const lw_recursion* r, const double qd[], lw_twist* u,
                         const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  for (int part = tree->nbranch; part >= 0; part--) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      LW_FOR_LINKS(tree, part, i) spread_link(r, i, qd, u);
    }
    if (part == tree->nbranch) {
      lw_threads_wait(threads);
    }
  }
  lw_threads_wait(threads);
}
