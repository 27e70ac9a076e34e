/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * articulate.c - places links by their coordinates, assembles and takes apart.
 *
 *   reads    coordinates, momenta, loads
 *   writes   placement, place, J; the recursion; velocities or accelerations
 *   theory   section 9
 *   cost     linear in the links, plus loops
 */
#include "articulate.h"

#include "bodies.h"
#include "connectors.h"
#include "joint_rate.h"
#include "linalg.h"
#include "loops.h"
#include "rotation.h"

void lw_recursion_lay_out(lw_recursion* r, const lw_tree* t, lw_arena* arena)
{
  r->tree   = t;
  r->link   = lw_arena_take(arena, (size_t)t->nlink + 1, sizeof *r->link);
  r->C      = lw_arena_take(arena, 6 * (size_t)t->ncolumn, sizeof *r->C);
  r->Y      = lw_arena_take(arena, 6 * (size_t)t->ncolumn, sizeof *r->Y);
  r->G      = lw_arena_take(arena, (size_t)t->nsquare, sizeof *r->G);
  r->g      = lw_arena_take(arena, (size_t)t->ncolumn, sizeof *r->g);
  r->e      = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->e);
  r->sigma  = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->sigma);
  r->factor = lw_arena_take(arena, (size_t)t->ngsquare, sizeof *r->factor);
  r->answer = lw_arena_take(arena, (size_t)t->nanswer, sizeof *r->answer);
  r->start  = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->start);
  r->scale  = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->scale);
  r->lead   = lw_arena_take(arena, (size_t)t->nrow, sizeof *r->lead);
  r->weak   = lw_arena_take(arena, (size_t)t->nbranch + 1, sizeof *r->weak);
}

/* ---- places ------------------------------------------------------------------------------- */

/* R = F^T rows: a body whose joint frame has the axes F (rows) in the world and `rows` in the body */
static inline void body_from_frame(double R[9], const double F[9], const double rows[9])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      R[3 * i + j] = F[i] * rows[j] + F[3 + i] * rows[3 + j] + F[6 + i] * rows[6 + j];
    }
  }
}

/* Coordinates of a link: those of the state, or what a motion prescribes. */
static void coordinates_of(lw_instance* s, const lw_link* k, double t, const double* q, double x[3])
{
  x[0] = x[1] = x[2] = 0.0;
  if (k->motion != LW_NONE) {
    x[0] = lw_motion_at(s, k->motion, t).f;
  } else {
    for (int i = 0; i < k->nq; i++) x[i] = q[k->q + i];
  }
  double* coordinate = s->coordinate + LW_COORDS_MAX * k->joint;
  for (int i = 0; i < LW_COORDS_MAX; i++) coordinate[i] = x[i];
}

/* A body on a joint, from the body before it.                                             (9.1) */
static inline void place_on_joint(lw_instance* s, const lw_link* k, const double x[3],
                                  const lw_placement* before, lw_placement* own)
{
  const lw_joint_geometry* g = &s->geometry[k->joint];
  lw_joint_place*          p = &s->place[k->joint];
  double                   Q[9], d[3];
  lw_joint_relative(k->type, x, Q, d);
  if (k->forward) {
    lw_mat3_mul_nt(p->X, g->R_A, before->R);
    for (int i = 0; i < 3; i++) { /* Y = Q^T X */
      for (int j = 0; j < 3; j++) {
        p->Y[3 * i + j] = Q[i] * p->X[j] + Q[3 + i] * p->X[3 + j] + Q[6 + i] * p->X[6 + j];
      }
    }
    body_from_frame(own->R, p->Y, g->R_B);
    lw_mat3_vec(p->a, before->R, g->s_A);
    lw_mat3_vec(p->b, own->R, g->s_B);
    lw_mat3_tvec(p->d, p->X, d);
    for (int i = 0; i < 3; i++) own->r[i] = before->r[i] + p->a[i] + p->d[i] - p->b[i];
  } else {
    lw_mat3_mul_nt(p->Y, g->R_B, before->R);
    lw_mat3_mul(p->X, Q, p->Y);
    body_from_frame(own->R, p->X, g->R_A);
    lw_mat3_vec(p->b, before->R, g->s_B);
    lw_mat3_vec(p->a, own->R, g->s_A);
    lw_mat3_tvec(p->d, p->X, d);
    for (int i = 0; i < 3; i++) own->r[i] = before->r[i] + p->b[i] - p->d[i] - p->a[i];
  }
  p->length = g->length;
}

/* A body whose orientation is part of the state: on a ball, or floating. */
static void place_by_quaternion(lw_instance* s, const lw_link* k, const double* q,
                                const lw_placement* before, lw_placement* own)
{
  const bool floats = k->joint == LW_NONE;
  double     p[4];
  memcpy(p, q + k->q + (floats ? 3 : 0), sizeof p);
  lw_rotation_normalize(p);
  lw_rotation_matrix(own->R, p);
  if (floats) {
    lw_copy3(own->r, q + k->q);
    return;
  }
  const lw_joint_geometry* g     = &s->geometry[k->joint];
  lw_joint_place*          place = &s->place[k->joint];
  const lw_placement*      A     = k->forward ? before : own;
  const lw_placement*      B     = k->forward ? own : before;
  lw_mat3_vec(place->a, A->R, g->s_A);
  lw_mat3_vec(place->b, B->R, g->s_B);
  for (int i = 0; i < 3; i++) {
    place->d[i] = 0.0;
    own->r[i] = before->r[i] + (k->forward ? place->a[i] - place->b[i] : place->b[i] - place->a[i]);
  }
  place->length = g->length;
}

/* ---- directions --------------------------------------------------------------------------- */

/* H = (arm x n, n) of a turn, (n, 0) of a slide                                           (9.2) */
static inline void direction(double H[6], const double n[3], const double arm[3], bool turns)
{
  if (turns) {
    lw_cross(H, arm, n);
    lw_copy3(H + 3, n);
  } else {
    lw_copy3(H, n);
    H[3] = H[4] = H[5] = 0.0;
  }
}

/* Directions of the freedoms; one also of a driven joint. */
static void directions_of(const lw_instance* s, const lw_link* k, lw_articulated* w)
{
  if (k->joint == LW_NONE) {
    memset(w->H, 0, sizeof w->H);
    for (int i = 0; i < 6; i++) w->H[7 * i] = 1.0;
    return;
  }
  const lw_joint_place* p = &s->place[k->joint];
  if (k->forward) {
    lw_copy3(w->arm, p->b);
  } else {
    lw_add3(w->arm, p->a, p->d);
  }
  const int n = k->motion != LW_NONE ? 1 : k->nfree;
  for (int i = 0; i < n; i++) {
    lw_freedom f = {{0.0, 0.0, 0.0}, true, false};
    if (k->type == LW_SPHERICAL) {
      f.n[i] = 1.0;
    } else {
      lw_joint_freedom(k->type, i, p, &f);
    }
    if (!k->forward && k->type != LW_SPHERICAL) {
      lw_scale3(f.n, -1.0, f.n);
    }
    direction(w->H + 6 * i, f.n, w->arm, f.turns);
  }
}

void lw_recursion_direction_rate(const lw_instance* s, const lw_recursion* r, int index, int i,
                                 const lw_twist* u, double H_rate[6])
{
  const lw_link*        k      = &r->tree->link[index];
  const lw_articulated* w      = &r->link[index];
  const lw_twist*       own    = &u[k->body];
  const lw_twist*       before = &u[r->tree->link[k->before].body];
  const double*         n      = w->H + 6 * i + 3;
  double                nd[3]  = {0.0, 0.0, 0.0}, arm_rate[3], x[3];
  memset(H_rate, 0, 6 * sizeof *H_rate);
  if (k->joint == LW_NONE) {
    return;
  }
  if (k->type == LW_SPHERICAL) {
    lw_cross(arm_rate, own->w, w->arm);
    lw_cross(H_rate, arm_rate, n);
    return;
  }
  lw_freedom f;
  lw_joint_freedom(k->type, i, &s->place[k->joint], &f);
  const bool with_own = f.on_child == k->forward;
  if (!f.turns) {
    lw_cross(H_rate, with_own ? own->w : before->w, w->H + 6 * i);
    return;
  }
  lw_cross(nd, with_own ? own->w : before->w, n);
  if (k->forward) {
    lw_cross(arm_rate, own->w, w->arm);
  } else {
    /* the child's point, which moves with the body before */
    lw_cross(arm_rate, before->w, s->place[k->joint].b);
    for (int e = 0; e < 3; e++) arm_rate[e] += before->v[e] - own->v[e];
  }
  lw_cross(H_rate, arm_rate, n);
  lw_cross(x, w->arm, nd);
  lw_axpy3(H_rate, 1.0, x);
  lw_copy3(H_rate + 3, nd);
}

/* ---- placing all -------------------------------------------------------------------------- */

static void place_cuts(lw_instance* s, const lw_recursion* r, double t)
{
  /* joints first: couplings look at their places */
  for (int pass = 0; pass < 2; pass++) {
    for (int c = 0; c < r->tree->ncut; c++) {
      const int  connector = r->tree->cut[c].connector;
      const bool coupling  = s->structure->connector[connector].kind == LW_CONNECTOR_COUPLING;
      if (coupling == (pass == 1)) {
        lw_connector_position(s, connector, t);
      }
    }
  }
}

static inline void place_link(lw_instance* s, lw_recursion* r, int i, double t, const double q[])
{
  const lw_tree*      tree   = r->tree;
  const lw_link*      k      = &tree->link[i];
  lw_articulated*     w      = &r->link[i];
  const lw_placement* before = &s->placement[tree->link[k->before].body];
  lw_placement*       own    = &s->placement[k->body];
  if (k->joint == LW_NONE || k->type == LW_SPHERICAL) {
    place_by_quaternion(s, k, q, before, own);
  } else {
    double x[3];
    coordinates_of(s, k, t, q, x);
    place_on_joint(s, k, x, before, own);
  }
  lw_sub3(w->l, own->r, before->r);
  directions_of(s, k, w);
  lw_body_turn_inertia(s, k->body);
}

void lw_recursion_place(lw_instance* s, lw_recursion* r, double t, const double q[],
                        const lw_team* team)
{
  const lw_tree* tree = r->tree;
  for (int share = tree->nbranch; share >= 0; share--) { /* the trunk carries the branches */
    if (lw_team_mine(team, share, tree->nbranch)) {
      LW_FOR_LINKS(tree, share, i) place_link(s, r, i, t, q);
    }
    if (share == tree->nbranch) {
      lw_team_wait(team);
    }
  }
  lw_team_wait(team);
  if (tree->ncut > 0) {
    if (team->id == 0) {
      place_cuts(s, r, t);
    }
    lw_team_wait(team);
  }
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

static inline double dot6(const double a[6], const double b[6])
{
  return lw_dot(a, b) + lw_dot(a + 3, b + 3);
}

/* D = (H^T I H)^-1 and I - U D U^T of a link with one freedom                              (9.6) */
static inline void project_one(lw_articulated* w)
{
  apply(w->U, &w->I, w->H);
  w->D[0] = 1.0 / dot6(w->H, w->U);
  add_outer(&w->I, -w->D[0], w->U, w->U);
}

/* the same with n freedoms */
static void project_more(lw_articulated* w, int n)
{
  double T[6];
  for (int i = 0; i < n; i++) apply(w->U + 6 * i, &w->I, w->H + 6 * i);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) w->D[n * i + j] = dot6(w->H + 6 * i, w->U + 6 * j);
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
static inline void finish_link(lw_recursion* r, int i, int share, bool choose)
{
  const lw_link*  k = &r->tree->link[i];
  lw_articulated* w = &r->link[i];
  if (k->ngroup > 0) {
    lw_loops_close(r, i, share, choose);
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
  if (k->before != r->tree->nlink) {
    add_shifted(&r->link[k->before].I, &r->link[i].I, r->link[i].l);
  }
}

/* Roots of a branch wait until the trunk takes them. */
static bool is_root(const lw_tree* tree, int share, int i)
{
  const int before = tree->link[i].before;
  return before < tree->branch[share].first || before == tree->nlink;
}

static void factor_branch(lw_instance* s, lw_recursion* r, int share, bool choose)
{
  const lw_tree* tree = r->tree;
  r->weak[share]      = 1.0;
  LW_FOR_LINKS(tree, share, i) begin_link(s, r, i);
  for (int i = tree->branch[share].end - 1; i >= tree->branch[share].first; i--) {
    finish_link(r, i, share, choose);
    if (!is_root(tree, share, i)) {
      join_link(r, i);
    }
  }
}

static void factor_trunk(lw_instance* s, lw_recursion* r, bool choose)
{
  const lw_tree* tree  = r->tree;
  const int      share = tree->nbranch;
  r->weak[share]       = 1.0;
  LW_FOR_LINKS(tree, share, i) begin_link(s, r, i);
  for (int n = 0; n < tree->ntrunk; n++) {
    const bool root = tree->trunk[n] < 0;
    const int  i    = root ? -1 - tree->trunk[n] : tree->trunk[n];
    if (!root) {
      finish_link(r, i, share, choose);
    }
    join_link(r, i);
  }
  if (tree->link[tree->nlink].ngroup > 0) {
    lw_loops_close(r, tree->nlink, share, choose);
  }
  r->weakest = 1.0;
  for (int k = 0; k <= tree->nbranch; k++) {
    r->weakest = r->weak[k] < r->weakest || isnan(r->weak[k]) ? r->weak[k] : r->weakest;
  }
}

static void factor(lw_instance* s, lw_recursion* r, bool choose, const lw_team* team)
{
  const lw_tree* tree = r->tree;
  if (tree->ncut > 0) {
    if (team->id == 0) {
      lw_loops_begin(s, r);
    }
    lw_team_wait(team);
  }
  for (int share = 0; share < tree->nbranch; share++) {
    if (lw_team_mine(team, share, tree->nbranch)) {
      factor_branch(s, r, share, choose);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    factor_trunk(s, r, choose);
  }
  lw_team_wait(team);
}

bool lw_recursion_factor(lw_instance* s, lw_recursion* r, const lw_team* team)
{
  factor(s, r, false, team);
  return r->weakest > LW_ROWS_SINGULAR;
}

int lw_recursion_choose(lw_instance* s, lw_recursion* r)
{
  const lw_team alone = {0, 1};
  int           rank  = 0;
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
    w->r[j] = (p ? p[k->v + j] : 0.0) - dot6(w->H + 6 * j, w->z);
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
  if (k->before == r->tree->nlink) {
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
  add_shifted_vector(r->link[k->before].z, x, w->l);
}

/* V = S V_before + c + H qd,  qd = D (r - U^T (S V_before + c) + H^T C sigma)               (9.8) */
static inline void pass_down(lw_recursion* r, int i, lw_twist* u, double qd[])
{
  const lw_link*        k      = &r->tree->link[i];
  const lw_articulated* w      = &r->link[i];
  const lw_twist*       before = &u[r->tree->link[k->before].body];
  double                V[6], x[6];
  shift_velocity(V, before, w->l);
  for (int e = 0; e < 6; e++) V[e] += w->c[e];
  for (int j = 0; j < k->nfree; j++) x[j] = w->r[j] - dot6(w->U + 6 * j, V);
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

static void solve_branch(lw_recursion* r, int share, const double p[])
{
  const lw_tree* tree = r->tree;
  for (int i = tree->branch[share].end - 1; i >= tree->branch[share].first; i--) {
    solve_link(r, i, p);
    if (!is_root(tree, share, i)) {
      pass_up(r, i);
    }
  }
}

static void take_apart(lw_recursion* r, int share, lw_twist* u, double qd[])
{
  const lw_tree* tree = r->tree;
  LW_FOR_LINKS(tree, share, i)
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
                        const lw_team* team)
{
  const lw_tree* tree = r->tree;
  if (tree->ncut > 0) {
    if (team->id == 0) {
      lw_loops_solve_begin(r);
    }
    lw_team_wait(team);
  }
  for (int share = 0; share < tree->nbranch; share++) {
    if (lw_team_mine(team, share, tree->nbranch)) {
      solve_branch(r, share, p);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    solve_trunk(r, p, u, qd);
  }
  lw_team_wait(team);
  for (int share = 0; share < tree->nbranch; share++) {
    if (lw_team_mine(team, share, tree->nbranch)) {
      take_apart(r, share, u, qd);
    }
  }
  lw_team_wait(team);
}

static void spread_link(const lw_recursion* r, int i, const double qd[], lw_twist* u)
{
  const lw_link*        k = &r->tree->link[i];
  const lw_articulated* w = &r->link[i];
  double                V[6];
  shift_velocity(V, &u[r->tree->link[k->before].body], w->l);
  for (int e = 0; e < 6; e++) V[e] += w->c[e];
  for (int j = 0; j < k->nfree; j++) {
    for (int e = 0; e < 6; e++) V[e] += w->H[6 * j + e] * qd[k->v + j];
  }
  memcpy(&u[k->body], V, sizeof V);
}

void lw_recursion_spread(const lw_recursion* r, const double qd[], lw_twist* u, const lw_team* team)
{
  const lw_tree* tree = r->tree;
  for (int share = tree->nbranch; share >= 0; share--) {
    if (lw_team_mine(team, share, tree->nbranch)) {
      LW_FOR_LINKS(tree, share, i) spread_link(r, i, qd, u);
    }
    if (share == tree->nbranch) {
      lw_team_wait(team);
    }
  }
  lw_team_wait(team);
}
