/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hamiltonian.c - canonical equations: velocities from momenta, and the rates of the momenta.
 *
 *   right_hand_side: poses -> factorisation -> velocities and impulses -> rates of the coordinates
 *   -> loads, with those of the cuts -> rates of the momenta, inwards over branches and trunk
 *
 *   reads    coordinates and momenta of the tree
 *   writes   their derivatives; placement, v, sigma
 *   theory   section 9: S1 and S2
 *   cost     linear in the links, plus loops
 */
#include "base/linalg.h"
#include "formulations/joint_space/joint_space.h"
#include "joint/joint_rate.h"
#include "mechanics/connectors.h"

/* ---- cuts -------------------------------------------------------------------------------- */

/* Add the effect of a row of a cut on one body: its impulse is part of the momentum that the tree
 * transmits, and its change with the motion acts like a load: S1 (69), (77).
 * P -= J^T sigma,  Q -= sigma (J_v', J_w' + v x J_v)                             (9.9), (9.10) */
static void add_row(const lw_instance* s, lw_recursion* r, int body, double sigma,
                    const double J[6], const double J_rate[6])
{
  if (body == LW_GROUND) {
    return;
  }
  lw_articulated* w = &r->link[r->tree->of_body[body]];
  double          vJ[3];
  lw_cross(vJ, s->v[body].v, J);
  for (int i = 0; i < 6; i++) {
    w->P[i] -= sigma * J[i];
    w->Q[i] -= sigma * J_rate[i];
  }
  lw_axpy3(w->Q + 3, -sigma, vJ);
}

static void add_joint(const lw_instance* s, lw_recursion* r, const lw_connector* c,
                      const double* sigma)
{
  const lw_joint*        joint = &s->model->joint[c->index];
  const lw_joint_frames* place = &s->place[c->index];
  const lw_twist *       A = &s->v[joint->parent], *B = &s->v[joint->child];
  const lw_side*         side = &s->structure->side[c->side];
  double                 J_A[6 * LW_ROWS_MAX], J_B[6 * LW_ROWS_MAX];
  lw_joint_jacobian_rate(joint->type, place, A, B, J_A, J_B);
  if (c->motion != LW_NONE) {
    const int last = 6 * (c->nrow - 1);
    lw_joint_coordinate_rate(joint->type, 0, place, A, B, J_A + last, J_B + last);
  }
  for (int i = 0; i < c->nrow; i++) {
    add_row(s, r, joint->parent, sigma[i], s->J + side[0].jac + 6 * i, J_A + 6 * i);
    add_row(s, r, joint->child, sigma[i], s->J + side[1].jac + 6 * i, J_B + 6 * i);
  }
}

static void add_coupling(const lw_instance* s, lw_recursion* r, const lw_connector* c, double sigma)
{
  const lw_coupling* coupling = &s->model->coupling[c->index];
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
    const lw_joint*         joint = &s->model->joint[term->joint];
    const lw_joint_frames*  place = &s->place[term->joint];
    const double            f     = sigma * s->value[term->ratio];
    lw_coordinate           x;
    double                  J_A[6], J_B[6];
    lw_joint_coordinate(joint->type, term->coordinate, place, &x);
    lw_joint_coordinate_rate(joint->type, term->coordinate, place, &s->v[joint->parent],
                             &s->v[joint->child], J_A, J_B);
    add_row(s, r, joint->parent, f, x.J_A, J_A);
    add_row(s, r, joint->child, f, x.J_B, J_B);
  }
}

static void add_cuts(const lw_instance* s, lw_recursion* r)
{
  for (int i = 0; i < r->tree->ncut; i++) {
    const lw_cut*       cut = &r->tree->cut[i];
    const lw_connector* c   = &s->structure->connector[cut->connector];
    if (c->kind == LW_CONNECTOR_COUPLING) {
      add_coupling(s, r, c, r->sigma[cut->row]);
    } else {
      add_joint(s, r, c, r->sigma + cut->row);
    }
  }
}

/* ---- momenta ----------------------------------------------------------------------------- */

/* P = (m v, J w) of a link                                                               (9.9) */
static inline void own_momentum(const lw_instance* s, lw_recursion* r, int i, const lw_twist* u)
{
  const int b = r->tree->link[i].body;
  double*   P = r->link[i].P;
  lw_scale3(P, s->body[b].mass, u[b].v);
  lw_mat3_vec(P + 3, s->inertia[b].J, u[b].w);
}

void lw_hamiltonian_momenta(lw_instance* s, lw_recursion* r, const lw_twist* u, double p[])
{
  for (int i = 0; i < r->tree->nlink; i++) own_momentum(s, r, i, u);
  for (int i = r->tree->nlink - 1; i >= 0; i--) {
    const lw_link*        k = &r->tree->link[i];
    const lw_articulated* w = &r->link[i];
    for (int j = 0; j < k->nfree; j++) p[k->v + j] = lw_dot6(w->H + 6 * j, w->P);
    if (k->inboard != r->tree->nlink) {
      lw_wrench_add_shifted(r->link[k->inboard].P, w->P, w->l);
    }
  }
}

/* p' = H^T (Q - (0, v x P_v)) + H'^T P: S1 (77), S2 (45)                                  (9.10) */
static inline void momentum_rate(const lw_instance* s, lw_recursion* r, int i, double pd[])
{
  const lw_link*        k = &r->tree->link[i];
  const lw_articulated* w = &r->link[i];
  double                load[6], vP[3], H_rate[6];
  if (k->nfree == 0) {
    return;
  }
  memcpy(load, w->Q, sizeof load);
  lw_cross(vP, s->v[k->body].v, w->P);
  lw_axpy3(load + 3, -1.0, vP);
  for (int j = 0; j < k->nfree; j++) {
    lw_recursion_direction_rate(s, r, i, j, s->v, H_rate);
    pd[k->v + j] = lw_dot6(w->H + 6 * j, load) + lw_dot6(H_rate, w->P);
  }
}

/* Add momentum and loads of a link to those of its inboard link: S1 (70) to (76). */
static void add_to_inboard(lw_recursion* r, int i)
{
  const lw_articulated* w  = &r->link[i];
  lw_articulated*       up = &r->link[r->tree->link[i].inboard];
  lw_wrench_add_shifted(up->P, w->P, w->l);
  lw_wrench_add_shifted(up->Q, w->Q, w->l);
}

static void rates_of_branch(const lw_instance* s, lw_recursion* r, int part, double pd[])
{
  const lw_tree* tree = r->tree;
  for (int i = tree->branch[part].end - 1; i >= tree->branch[part].first; i--) {
    momentum_rate(s, r, i, pd);
    if (tree->link[i].inboard >= tree->branch[part].first && tree->link[i].inboard != tree->nlink) {
      add_to_inboard(r, i);
    }
  }
}

static void rates_of_trunk(const lw_instance* s, lw_recursion* r, double pd[])
{
  const lw_tree* tree = r->tree;
  for (int n = 0; n < tree->ntrunk; n++) {
    const bool root = tree->trunk[n] < 0;
    const int  i    = root ? -1 - tree->trunk[n] : tree->trunk[n];
    if (!root) {
      momentum_rate(s, r, i, pd);
    }
    if (tree->link[i].inboard != tree->nlink) {
      add_to_inboard(r, i);
    }
  }
}

static void momentum_rates(lw_instance* s, lw_recursion* r, double pd[], const lw_threads* threads)
{
  const lw_tree* tree = r->tree;
  for (int part = 0; part <= tree->nbranch; part++) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      LW_FOR_LINKS(tree, part, i) own_momentum(s, r, i, s->v);
    }
  }
  if (tree->ncut > 0) {
    lw_threads_wait(threads);
    if (threads->id == 0) {
      add_cuts(s, r);
    }
    lw_threads_wait(threads);
  }
  for (int part = 0; part < tree->nbranch; part++) {
    if (lw_threads_mine(threads, part, tree->nbranch)) {
      rates_of_branch(s, r, part, pd);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    rates_of_trunk(s, r, pd);
  }
}

/* ---- the equations ----------------------------------------------------------------------- */

static lw_status right_hand_side(lw_instance* s, double t, const double y[], double dydt[],
                                 const lw_threads* threads)
{
  lw_joint_space* space = lw_joint_space_of(s);
  lw_recursion*   r     = &space->recursion;
  const lw_tree*  tree  = r->tree;
  lw_recursion_place(s, r, t, y, threads);
  if (!lw_recursion_factor(s, r, threads)) {
    return LW_RETRY_SINGULAR;
  }
  /* velocities and impulses from momenta: S1 (17) to (46) */
  lw_joint_space_drive(s, r, t, threads);
  lw_joint_space_prescribe(s, r, t, false, threads);
  lw_recursion_solve(r, y + tree->nq, s->v, space->qd, threads);
  lw_joint_space_rates(tree, y, space->qd, s->v, dydt, threads);
  /* rates of the momenta: S1 (47) to (77) */
  lw_joint_space_loads(s, space, t, threads);
  momentum_rates(s, r, dydt + tree->nq, threads);
  return LW_OK;
}

lw_status lw_hamiltonian_rhs(void* instance, double t, const double y[], double dydt[])
{
  return lw_joint_space_call(instance, right_hand_side, t, y, dydt);
}
