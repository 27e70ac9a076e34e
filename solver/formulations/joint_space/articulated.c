/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * articulated.c - assemble the links to one compound, and solve for velocities or accelerations.
 *
 *   factor   per branch, then for the trunk, from the tips inwards:
 *            begin_link -> loops that close (loop_closure.c) -> project along the joint ->
 *            join_link
 *   solve    inwards solve_link -> pass_up, outwards pass_down -> impulses of loops
 *
 *   reads    poses of the links; momenta, loads
 *   writes   the recursion; velocities or accelerations
 *   theory   section 9
 *   cost     linear in the links, plus loops
 */
#include "formulations/joint_space/articulated.h"

#include "base/definite.h"
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
  r->begin    = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->begin);
  r->weak     = lw_arena_take(arena, (size_t)t->nbranch + 1, sizeof *r->weak);
}

/* ---- assembly ---------------------------------------------------------------------------- */

/* y = S V: the velocity V of the inboard body at the centre of mass of the link */
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
  lw_spatial_apply(w->U, &w->I, w->H);
  w->D[0] = 1.0 / lw_dot6(w->H, w->U);
  lw_spatial_add_outer(&w->I, -w->D[0], w->U, w->U);
}

/* the same with n degrees of freedom */
static void project_more(lw_articulated* w, int n)
{
  double T[6];
  for (int i = 0; i < n; i++) lw_spatial_apply(w->U + 6 * i, &w->I, w->H + 6 * i);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) w->D[n * i + j] = lw_dot6(w->H + 6 * i, w->U + 6 * j);
  }
  lw_definite_invert(n, w->D);
  for (int i = 0; i < n; i++) {
    for (int e = 0; e < 6; e++) {
      T[e] = 0.0;
      for (int j = 0; j < n; j++) T[e] += w->D[n * i + j] * w->U[6 * j + e];
    }
    lw_spatial_add_outer(&w->I, -1.0, w->U + 6 * i, T);
  }
}

/* Begin with the inertia of the body alone and the rows that act on it. */
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

/* After all links that it carries have been joined: close loops, project along the joint. */
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

/* Add a link to its inboard link. */
static inline void join_link(lw_recursion* r, int i)
{
  const lw_link* k = &r->tree->link[i];
  if (k->nopen > 0) {
    lw_loops_join(r, i);
  }
  if (k->inboard != r->tree->nlink) {
    lw_spatial_add_shifted(&r->link[k->inboard].I, &r->link[i].I, r->link[i].l);
  }
}

/* Tell whether a link is a root of its branch: the trunk joins the roots, later. */
static bool is_root(const lw_tree* tree, int part, int i)
{
  const int inboard = tree->link[i].inboard;
  return inboard < tree->branch[part].first || inboard == tree->nlink;
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

/* ---- solution ---------------------------------------------------------------------------- */

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

/* z_before += S^T (z + I c + U D r)                                                        (9.7) */
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
    lw_spatial_apply(Dr, &w->I, w->c);
    for (int e = 0; e < 6; e++) x[e] += Dr[e];
  }
  for (int j = 0; j < k->nfree; j++) {
    Dr[j] = 0.0;
    for (int m = 0; m < k->nfree; m++) Dr[j] += w->D[k->nfree * j + m] * w->r[m];
    for (int e = 0; e < 6; e++) x[e] += w->U[6 * j + e] * Dr[j];
  }
  lw_wrench_add_shifted(r->link[k->inboard].z, x, w->l);
}

/* q' = D (r - U^T (S V_before + c)) + Y sigma,  V = S V_before + c + H q'              (9.8) */
static inline void pass_down(lw_recursion* r, int i, lw_twist* u, double qd[])
{
  const lw_link*        k = &r->tree->link[i];
  const lw_articulated* w = &r->link[i];
  double                V[6], x[6];
  shift_velocity(V, &u[r->tree->link[k->inboard].body], w->l);
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

/* Outwards over a branch or the trunk: velocities, then the impulses of loops that close at a
 * link. */
static void solve_outwards(lw_recursion* r, int part, lw_twist* u, double qd[])
{
  const lw_tree* tree = r->tree;
  LW_FOR_LINKS(tree, part, i)
  {
    pass_down(r, i, u, qd);
    if (tree->link[i].ngroup > 0) {
      lw_loops_impulses(r, i, &u[tree->link[i].body]);
    }
  }
}

/* Inwards over the trunk to the ground, and outwards again. */
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
    lw_loops_impulses(r, tree->nlink, &u[LW_GROUND]);
  }
  solve_outwards(r, tree->nbranch, u, qd);
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
      solve_outwards(r, part, u, qd);
    }
  }
  lw_threads_wait(threads);
}

/* V = S V_before + c + H q'                                                                (9.8) */
void lw_recursion_spread_link(const lw_recursion* r, int i, const double qd[], lw_twist* u)
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
      LW_FOR_LINKS(tree, part, i) lw_recursion_spread_link(r, i, qd, u);
    }
    if (part == tree->nbranch) {
      lw_threads_wait(threads);
    }
  }
  lw_threads_wait(threads);
}
