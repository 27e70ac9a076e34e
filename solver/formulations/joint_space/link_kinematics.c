/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * link_kinematics.c - poses of the links from their coordinates, directions of their degrees of
 * freedom and the rates of these directions.
 *
 *   lw_recursion_place: pose of each link, outwards -> its directions -> its inertia in world axes
 *   -> rows of the cuts
 *
 *   reads    coordinates
 *   writes   placement, place, coordinate, J of the cuts; l, arm and H of the links
 *   theory   section 9.1
 *   cost     linear in the links
 */
#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/joint_space/articulated.h"
#include "joint/joint_rate.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"

/* ---- poses ------------------------------------------------------------------------------- */

/* R = F^T rows: orientation of a body from the axes of its joint frame, F in the world and
 * `rows` in body axes */
static inline void body_from_frame(double R[9], const double F[9], const double rows[9])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      R[3 * i + j] = F[i] * rows[j] + F[3 + i] * rows[3 + j] + F[6 + i] * rows[6 + j];
    }
  }
}

/* Coordinates of a link, from the state or from the motion that prescribes them. */
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

/* Pose of a body from that of its inboard body and the coordinates of the joint between them.
 * (9.1) */
static inline void place_on_joint(lw_instance* s, const lw_link* k, const double x[3],
                                  const lw_placement* inboard, lw_placement* own)
{
  const lw_joint_geometry* g = &s->geometry[k->joint];
  lw_joint_frames*         p = &s->place[k->joint];
  double                   Q[9], d[3];
  lw_joint_relative(k->type, x, Q, d);
  if (k->forward) {
    lw_mat3_mul_nt(p->X, g->R_A, inboard->R);
    for (int i = 0; i < 3; i++) { /* Y = Q^T X */
      for (int j = 0; j < 3; j++) {
        p->Y[3 * i + j] = Q[i] * p->X[j] + Q[3 + i] * p->X[3 + j] + Q[6 + i] * p->X[6 + j];
      }
    }
    body_from_frame(own->R, p->Y, g->R_B);
    lw_mat3_vec(p->a, inboard->R, g->s_A);
    lw_mat3_vec(p->b, own->R, g->s_B);
    lw_mat3_tvec(p->d, p->X, d);
    for (int i = 0; i < 3; i++) own->r[i] = inboard->r[i] + p->a[i] + p->d[i] - p->b[i];
  } else {
    lw_mat3_mul_nt(p->Y, g->R_B, inboard->R);
    lw_mat3_mul(p->X, Q, p->Y);
    body_from_frame(own->R, p->X, g->R_A);
    lw_mat3_vec(p->b, inboard->R, g->s_B);
    lw_mat3_vec(p->a, own->R, g->s_A);
    lw_mat3_tvec(p->d, p->X, d);
    for (int i = 0; i < 3; i++) own->r[i] = inboard->r[i] + p->b[i] - p->d[i] - p->a[i];
  }
  p->length = g->length;
}

/* Pose of a body whose quaternion is part of the state: on a spherical joint, or floating. */
static void place_by_quaternion(lw_instance* s, const lw_link* k, const double* q,
                                const lw_placement* inboard, lw_placement* own)
{
  const bool floating = k->joint == LW_NONE;
  double     p[4];
  memcpy(p, q + k->q + (floating ? 3 : 0), sizeof p);
  lw_rotation_normalize(p);
  lw_rotation_matrix(own->R, p);
  if (floating) {
    lw_copy3(own->r, q + k->q);
    return;
  }
  const lw_joint_geometry* g     = &s->geometry[k->joint];
  lw_joint_frames*         place = &s->place[k->joint];
  const lw_placement*      A     = k->forward ? inboard : own;
  const lw_placement*      B     = k->forward ? own : inboard;
  lw_mat3_vec(place->a, A->R, g->s_A);
  lw_mat3_vec(place->b, B->R, g->s_B);
  for (int i = 0; i < 3; i++) {
    place->d[i] = 0.0;
    own->r[i] =
        inboard->r[i] + (k->forward ? place->a[i] - place->b[i] : place->b[i] - place->a[i]);
  }
  place->length = g->length;
}

/* ---- directions -------------------------------------------------------------------------- */

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

/* Directions of the degrees of freedom; a driven joint has the one of its motion. */
static void directions_of(const lw_instance* s, const lw_link* k, lw_articulated* w)
{
  if (k->joint == LW_NONE) {
    memset(w->H, 0, sizeof w->H);
    for (int i = 0; i < 6; i++) w->H[7 * i] = 1.0;
    return;
  }
  const lw_joint_frames* p = &s->place[k->joint];
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
  const lw_link*        k       = &r->tree->link[index];
  const lw_articulated* w       = &r->link[index];
  const lw_twist*       own     = &u[k->body];
  const lw_twist*       inboard = &u[r->tree->link[k->inboard].body];
  const double*         n       = w->H + 6 * i + 3;
  double                nd[3]   = {0.0, 0.0, 0.0}, arm_rate[3], x[3];
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
    lw_cross(H_rate, with_own ? own->w : inboard->w, w->H + 6 * i);
    return;
  }
  lw_cross(nd, with_own ? own->w : inboard->w, n);
  if (k->forward) {
    lw_cross(arm_rate, own->w, w->arm);
  } else {
    /* the point of the child, which is the inboard body */
    lw_cross(arm_rate, inboard->w, s->place[k->joint].b);
    for (int e = 0; e < 3; e++) arm_rate[e] += inboard->v[e] - own->v[e];
  }
  lw_cross(H_rate, arm_rate, n);
  lw_cross(x, w->arm, nd);
  lw_axpy3(H_rate, 1.0, x);
  lw_copy3(H_rate + 3, nd);
}

/* ---- all links --------------------------------------------------------------------------- */

static void place_cuts(lw_instance* s, const lw_recursion* r, double t)
{
  /* joints first, because couplings read their frames */
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
  const lw_tree*      tree    = r->tree;
  const lw_link*      k       = &tree->link[i];
  lw_articulated*     w       = &r->link[i];
  const lw_placement* inboard = &s->placement[tree->link[k->inboard].body];
  lw_placement*       own     = &s->placement[k->body];
  if (k->joint == LW_NONE || k->type == LW_SPHERICAL) {
    place_by_quaternion(s, k, q, inboard, own);
  } else {
    double x[3];
    coordinates_of(s, k, t, q, x);
    place_on_joint(s, k, x, inboard, own);
  }
  lw_sub3(w->l, own->r, inboard->r);
  directions_of(s, k, w);
  lw_body_turn_inertia(s, k->body);
}

void lw_recursion_place(lw_instance* s, lw_recursion* r, double t, const double q[],
                        const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  for (int part = tree->nbranch; part >= 0; part--) { /* the trunk first: it carries the branches */
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      LW_FOR_LINKS(tree, part, i) place_link(s, r, i, t, q);
    }
    if (part == tree->nbranch) {
      lw_threads_wait(threads);
    }
  }
  lw_threads_wait(threads);
  if (tree->ncut > 0) {
    if (threads->id == 0) {
      place_cuts(s, r, t);
    }
    lw_threads_wait(threads);
  }
}
