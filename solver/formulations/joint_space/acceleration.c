/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * acceleration.c - accelerations and reactions of links: Featherstone's divide-and-conquer
 * algorithm.
 *
 *   functions of both formulations: threads, motions, prescribed rates, loads, rates of coordinates
 *   right_hand_side of acceleration-dca: poses -> factorisation -> velocities -> accelerations
 *   lw_joint_space_reactions: forces that the joints transmit -> multipliers joint by joint
 *
 *   reads    coordinates and rates of the tree
 *   writes   their derivatives; placement, v, a, sigma; lambda
 *   theory   section 9.5
 *   cost     linear in the links, plus loops
 */
#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/definite.h"
#include "base/linalg.h"
#include "base/rotation.h"
#include "formulations/joint_space/joint_space.h"
#include "formulations/joint_space/loop_closure.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"

/* ---- functions of both formulations ------------------------------------------------------ */

/* Iterate over the links of the branches, and of the trunk, of this thread. */
#define FOR_MY_LINKS(tree, threads, i)                                                             \
  for (int part_ = 0; part_ <= (tree)->nbranch; part_++)                                           \
    if (lw_threads_mine((threads), part_, (tree)->nbranch))                                        \
  LW_FOR_LINKS(tree, part_, i)

lw_status lw_joint_space_call(lw_instance* s, lw_threaded_rhs rhs, double t, const double y[],
                              double dydt[])
{
  const lw_threads alone = LW_ALONE;
#ifdef _OPENMP
  const int nthread = lw_joint_space_of(s)->threads;
  if (nthread > 1) {
    lw_status status = LW_OK;
#pragma omp parallel num_threads(nthread)
    {
      const lw_threads threads = {omp_get_thread_num(), omp_get_num_threads(), NULL};
      const lw_status  mine    = rhs(s, t, y, dydt, &threads);
      if (threads.id == 0) {
        status = mine;
      }
    }
    return status;
  }
#endif
  return rhs(s, t, y, dydt, &alone);
}

void lw_joint_space_drive(const lw_instance* s, lw_recursion* r, double t,
                          const lw_threads* threads)
{
  FOR_MY_LINKS(r->tree, threads, i)
  {
    const lw_link*  k = &r->tree->link[i];
    lw_articulated* w = &r->link[i];
    memset(w->z, 0, sizeof w->z);
    memset(w->c, 0, sizeof w->c);
    w->driven = k->motion != LW_NONE;
    if (w->driven) {
      const double rate = lw_motion_at(s, k->motion, t).f1;
      for (int e = 0; e < 6; e++) w->c[e] = rate * w->H[e];
    }
  }
  lw_threads_wait(threads);
}

void lw_joint_space_prescribe(lw_instance* s, lw_recursion* r, double t, bool accelerations,
                              const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  for (int i = 0; i < tree->ncut && threads->id == 0; i++) {
    const lw_cut*       cut = &tree->cut[i];
    const lw_connector* c   = &s->structure->connector[cut->connector];
    if (accelerations) {
      lw_connector_prescribe_gamma(s, cut->connector, t);
    } else {
      lw_connector_prescribe_rate(s, cut->connector, t);
    }
    memcpy(r->e + cut->row, s->prescribed + c->row, (size_t)cut->nrow * sizeof *r->e);
  }
  if (tree->ncut > 0) {
    lw_threads_wait(threads);
  }
}

/* Add the forces and torques that inputs exert on a body. */
static void add_inputs(const lw_instance* s, int b, double t, double Q[6])
{
  for (int i = s->body_load[b]; i < s->body_load[b + 1]; i++) {
    const int l = s->body_load_list[i];
    double    x[3], f[6];
    for (int e = 0; e < 3; e++) x[e] = lw_input_at(s, s->model->load[l].input + e, t);
    lw_load_wrench(s, l, x, f);
    for (int e = 0; e < 6; e++) Q[e] += f[e];
  }
}

/* Add the wrenches of the connectors that exert forces. One thread does it, because the two
 * bodies of a connector may belong to different threads. */
static void add_connectors(lw_instance* s, lw_joint_space* space, double t)
{
  lw_recursion*       r = &space->recursion;
  const lw_structure* g = s->structure;
  for (int i = 0; i < space->nactive; i++) {
    const lw_connector* c = &g->connector[space->active[i]];
    lw_connector_applied_wrench(s, space->active[i], t);
    for (int q = c->side; q < c->side + c->nside; q++) {
      if (g->side[q].body != LW_GROUND) {
        double* Q = r->link[r->tree->of_body[g->side[q].body]].Q;
        for (int e = 0; e < 6; e++) Q[e] += s->wrench[LW_WRENCH * q + e];
      }
    }
  }
}

void lw_joint_space_loads(lw_instance* s, lw_joint_space* space, double t,
                          const lw_threads* threads)
{
  lw_recursion* r       = &space->recursion;
  const double* gravity = s->value + s->model->gravity;
  FOR_MY_LINKS(r->tree, threads, i)
  {
    const int b = r->tree->link[i].body;
    double*   Q = r->link[i].Q;
    lw_scale3(Q, s->body[b].mass, gravity);
    Q[3] = Q[4] = Q[5] = 0.0;
    if (s->body_load[b + 1] > s->body_load[b]) {
      add_inputs(s, b, t, Q);
    }
  }
  lw_threads_wait(threads);
  if (space->nactive > 0) {
    if (threads->id == 0) {
      add_connectors(s, space, t);
    }
    lw_threads_wait(threads);
  }
}

void lw_joint_space_rates(const lw_tree* tree, const double q[], const double qd[],
                          const lw_twist* u, double dqdt[], const lw_threads* threads)
{
  FOR_MY_LINKS(tree, threads, i)
  {
    const lw_link*  k = &tree->link[i];
    const lw_twist* V = &u[k->body];
    if (k->joint == LW_NONE) {
      lw_copy3(dqdt + k->q, V->v);
      lw_rotation_dot(dqdt + k->q + 3, q + k->q + 3, V->w);
    } else if (k->type == LW_SPHERICAL) {
      lw_rotation_dot(dqdt + k->q, q + k->q, V->w);
    } else {
      for (int j = 0; j < k->nfree; j++) dqdt[k->q + j] = qd[k->v + j];
    }
  }
  lw_threads_wait(threads);
}

/* ---- accelerations ----------------------------------------------------------------------- */

/* Acceleration relative to the inboard body that follows from velocities and motions: c =
 * (w_before x (v - v_before), 0) + H' q' (+ H f'')                                        (9.14) */
static void bias_of(const lw_instance* s, lw_recursion* r, int i, double t, const double qd[])
{
  const lw_link*  k   = &r->tree->link[i];
  lw_articulated* w   = &r->link[i];
  const lw_twist *own = &s->v[k->body], *inboard = &s->v[r->tree->link[k->inboard].body];
  double          d[3], H_rate[6];
  lw_sub3(d, own->v, inboard->v);
  lw_cross(w->c, inboard->w, d);
  w->c[3] = w->c[4] = w->c[5] = 0.0;
  w->driven                   = true;
  for (int j = 0; j < k->nfree; j++) {
    lw_recursion_direction_rate(s, r, i, j, s->v, H_rate);
    for (int e = 0; e < 6; e++) w->c[e] += qd[k->v + j] * H_rate[e];
  }
  if (k->motion != LW_NONE) {
    const lw_drive f = lw_motion_at(s, k->motion, t);
    lw_recursion_direction_rate(s, r, i, 0, s->v, H_rate);
    for (int e = 0; e < 6; e++) w->c[e] += f.f1 * H_rate[e] + f.f2 * w->H[e];
  }
}

/* (0, w x J w) */
static void gyroscopic(const lw_instance* s, int b, double m[3])
{
  double Jw[3];
  lw_mat3_vec(Jw, s->inertia[b].J, s->v[b].w);
  lw_cross(m, s->v[b].w, Jw);
}

void lw_joint_space_accelerate(lw_instance* s, lw_joint_space* space, double t, const double qd[],
                               double qdd[], const lw_threads* threads)
{
  lw_recursion*  r    = &space->recursion;
  const lw_tree* tree = r->tree;
  lw_joint_space_prescribe(s, r, t, true, threads);
  lw_joint_space_loads(s, space, t, threads);
  FOR_MY_LINKS(tree, threads, i)
  {
    lw_articulated* w = &r->link[i];
    double          m[3];
    bias_of(s, r, i, t, qd);
    gyroscopic(s, tree->link[i].body, m);
    for (int e = 0; e < 6; e++) w->z[e] = -w->Q[e];
    lw_axpy3(w->z + 3, 1.0, m);
  }
  lw_threads_wait(threads);
  lw_recursion_solve(r, NULL, s->a, qdd, threads);
}

static lw_status right_hand_side(lw_instance* s, double t, const double y[], double dydt[],
                                 const lw_threads* threads)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_recursion*   r     = &space->recursion;
  const lw_tree*  tree  = r->tree;
  const double*   qd    = y + tree->nq;
  lw_recursion_place(s, r, t, y, threads);
  if (!lw_recursion_factor(s, r, threads)) {
    return LW_RETRY_SINGULAR;
  }
  lw_joint_space_drive(s, r, t, threads);
  lw_recursion_spread(r, qd, s->v, threads);
  lw_joint_space_rates(tree, y, qd, s->v, dydt, threads);
  lw_joint_space_accelerate(s, space, t, qd, dydt + tree->nq, threads);
  return LW_OK;
}

lw_status lw_acceleration_rhs(void* instance, double t, const double y[], double dydt[])
{
  return lw_joint_space_call(instance, right_hand_side, t, y, dydt);
}

/* ---- reactions --------------------------------------------------------------------------- */

/* Forces that the joints transmit: the sum of M a + (0, w x J w) - Q - J^T sigma over the link
 * and all that it carries.                                                                (9.15) */
static void joint_forces(lw_instance* s, lw_recursion* r)
{
  const lw_tree* tree = r->tree;
  for (int i = 0; i < tree->nlink; i++) {
    const lw_link*  k = &tree->link[i];
    lw_articulated* w = &r->link[i];
    double          m[3];
    lw_scale3(w->P, s->body[k->body].mass, s->a[k->body].v);
    lw_mat3_vec(w->P + 3, s->inertia[k->body].J, s->a[k->body].w);
    gyroscopic(s, k->body, m);
    lw_axpy3(w->P + 3, 1.0, m);
    for (int e = 0; e < 6; e++) w->P[e] -= w->Q[e];
    for (int o = k->own; o < k->own + k->nown; o++) {
      const lw_cut* cut = &tree->cut[tree->own[o].cut];
      const double* J   = s->J + s->structure->side[tree->own[o].side].jac;
      for (int a = 0; a < cut->nrow; a++) {
        for (int e = 0; e < 6; e++) w->P[e] -= r->sigma[cut->row + a] * J[6 * a + e];
      }
    }
  }
  for (int i = tree->nlink - 1; i >= 0; i--) {
    const lw_link*        k = &tree->link[i];
    const lw_articulated* w = &r->link[i];
    if (k->inboard != tree->nlink) {
      lw_wrench_add_shifted(r->link[k->inboard].P, w->P, w->l);
    }
  }
}

/* Multipliers of the joint of a link from -J^T lambda = P, J on the side of the link: by least
 * squares, whose residual is zero because P does no work along the joint.                 (9.15) */
static void multipliers_of(lw_instance* s, const lw_link* k, const double P[6])
{
  const lw_connector* c = &s->structure->connector[lw_structure_joint(k->joint)];
  const double*       J = s->J + s->structure->side[c->side + (k->forward ? 1 : 0)].jac;
  double              A[36], b[6];
  const int           n = c->nrow;
  for (int i = 0; i < n; i++) {
    const double* x = J + 6 * i;
    b[i]            = -(lw_dot(x, P) + lw_dot(x + 3, P + 3));
    for (int j = 0; j < n; j++) A[n * i + j] = lw_dot(x, J + 6 * j) + lw_dot(x + 3, J + 6 * j + 3);
  }
  lw_definite_invert(n, A);
  for (int i = 0; i < n; i++) {
    double x = 0.0;
    for (int j = 0; j < n; j++) x += A[n * i + j] * b[j];
    s->lambda[c->row + i] = x;
  }
}

void lw_joint_space_reactions(lw_instance* s, lw_joint_space* space)
{
  lw_recursion*  r    = &space->recursion;
  const lw_tree* tree = r->tree;
  joint_forces(s, r);
  for (int i = 0; i < tree->nlink; i++) {
    if (tree->link[i].joint != LW_NONE) {
      multipliers_of(s, &tree->link[i], r->link[i].P);
    }
  }
  for (int i = 0; i < tree->ncut; i++) {
    const lw_cut*       cut = &tree->cut[i];
    const lw_connector* c   = &s->structure->connector[cut->connector];
    for (int a = 0; a < cut->nrow; a++) s->lambda[c->row + a] = -r->sigma[cut->row + a];
  }
}
