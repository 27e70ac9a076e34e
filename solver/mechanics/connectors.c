/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * connectors.c - constraint rows of joints, motions and couplings; wrenches of all connectors.
 *
 *   reads    placement, v, values, inputs
 *   writes   place, Phi, J, prescribed, wrench of the connector
 *   theory   sections 2 and 4
 */
#include "mechanics/connectors.h"

#include "base/linalg.h"
#include "mechanics/joints_simd.h"
#include "mechanics/kernels.h"

/* ---- constraint rows ---------------------------------------------------------------------- */

/* The row of a motion: q - f, with q on the turn next to f.                      (2.15), (2.20) */
static void drive_position(lw_instance* s, const lw_connector* c, double t)
{
  const lw_drive drive = lw_motion_at(s, c->motion, t);
  const int      last  = c->nrow - 1;
  lw_coordinate  x;
  lw_joint_turn_to(s, c->index, drive.f);
  s->Phi[c->row + last] = lw_joint_coordinate_value(s, c->index, 0, &x) - drive.f;
  memcpy(s->J + s->structure->side[c->side].jac + 6 * last, x.J_A, sizeof x.J_A);
  memcpy(s->J + s->structure->side[c->side + 1].jac + 6 * last, x.J_B, sizeof x.J_B);
}

/* -Phi_t of the row of a motion, or its gamma                                    (2.15), (2.16) */
static double drive_prescribes(const lw_instance* s, const lw_connector* c, double t,
                               bool acceleration)
{
  const lw_joint* joint = &s->model->joint[c->index];
  const lw_drive  drive = lw_motion_at(s, c->motion, t);
  return acceleration
             ? drive.f2 - lw_joint_coordinate_bias(joint->type, 0, &s->place[c->index],
                                                   &s->v[joint->parent], &s->v[joint->child])
             : drive.f1;
}

static void joint_position(lw_instance* s, const lw_connector* c, double t)
{
  const lw_joint*  joint = &s->model->joint[c->index];
  lw_joint_frames* place = &s->place[c->index];
  lw_joint_frames_compute(joint->type, &s->geometry[c->index], &s->placement[joint->parent],
                          &s->placement[joint->child], place);
  lw_joint_residual(joint->type, place, s->Phi + c->row);
  lw_joint_jacobian(joint->type, place, s->J + s->structure->side[c->side].jac,
                    s->J + s->structure->side[c->side + 1].jac);
  if (c->motion != LW_NONE) {
    drive_position(s, c, t);
  }
}

/* gradient of a coupling on the side of a body */
static double* coupling_side(lw_instance* s, const lw_connector* c, int body)
{
  for (int q = c->side; q < c->side + c->nside; q++) {
    if (s->structure->side[q].body == body) {
      return s->J + s->structure->side[q].jac;
    }
  }
  return NULL;
}

/* sum of ratio q - offset                                                            (2.17) */
static void coupling_position(lw_instance* s, const lw_connector* c)
{
  const lw_coupling* coupling = &s->model->coupling[c->index];
  double             Phi      = -s->value[coupling->offset];
  for (int q = c->side; q < c->side + c->nside; q++) {
    memset(s->J + s->structure->side[q].jac, 0, 6 * sizeof *s->J);
  }
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
    const lw_joint*         joint = &s->model->joint[term->joint];
    const double            ratio = s->value[term->ratio];
    lw_coordinate           x;
    Phi += ratio * lw_joint_coordinate_value(s, term->joint, term->coordinate, &x);
    if (joint->parent != LW_GROUND) {
      lw_axpy6(coupling_side(s, c, joint->parent), ratio, x.J_A);
    }
    if (joint->child != LW_GROUND) {
      lw_axpy6(coupling_side(s, c, joint->child), ratio, x.J_B);
    }
  }
  s->Phi[c->row] = Phi;
}

void lw_connector_position(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->kind == LW_CONNECTOR_JOINT) {
    joint_position(s, c, t);
  } else if (c->kind == LW_CONNECTOR_COUPLING) {
    coupling_position(s, c);
  }
}

void lw_connector_prescribe_rate(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  for (int r = 0; r < c->nrow; r++) s->prescribed[c->row + r] = 0.0;
  if (c->motion != LW_NONE) {
    s->prescribed[c->row + c->nrow - 1] = drive_prescribes(s, c, t, false);
  }
}

void lw_connector_prescribe_gamma(lw_instance* s, int k, double t)
{
  const lw_connector* c     = &s->structure->connector[k];
  double*             gamma = s->prescribed + c->row;
  if (c->kind == LW_CONNECTOR_JOINT) {
    const lw_joint* joint = &s->model->joint[c->index];
    const lw_twist *A = &s->v[joint->parent], *B = &s->v[joint->child];
    lw_joint_gamma(joint->type, &s->place[c->index], A, B, gamma);
    if (c->motion != LW_NONE) {
      gamma[c->nrow - 1] = drive_prescribes(s, c, t, true);
    }
  } else if (c->kind == LW_CONNECTOR_COUPLING) {
    const lw_coupling* coupling = &s->model->coupling[c->index];
    gamma[0]                    = 0.0;
    for (int i = 0; i < coupling->nterm; i++) {
      const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
      const lw_joint*         joint = &s->model->joint[term->joint];
      gamma[0] -= s->value[term->ratio] *
                  lw_joint_coordinate_bias(joint->type, term->coordinate, &s->place[term->joint],
                                           &s->v[joint->parent], &s->v[joint->child]);
    }
  }
}

/* ---- wrenches ----------------------------------------------------------------------------- */

void lw_connector_applied_wrench(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  memset(s->wrench + LW_WRENCH * c->side, 0, (size_t)(LW_WRENCH * c->nside) * sizeof *s->wrench);
  lw_springs_add_force(s, k, t);
}

/* wrench += -Phi_q^T lambda on each side of a connector */
static void add_constraint_wrench(lw_instance* s, int k)
{
  const lw_connector* c = &s->structure->connector[k];
  for (int q = c->side; q < c->side + c->nside; q++) {
    lw_rows_add_wrench(s->wrench + LW_WRENCH * q, -1.0, c->nrow, s->J + s->structure->side[q].jac,
                       s->lambda + c->row);
  }
}

/* ---- all of a part ------------------------------------------------------------------------ */

/* the row of a motion, also among the numbers of the batches */
static void drive_points(lw_instance* s, int part, double t)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[part]; q < g->points.first[part + 1]; q++) {
    const lw_batch* batch   = &g->points.batch[q];
    double*         numbers = s->point_batch + lw_batch_begin(q, part, LW_POINT_NUMBERS);
    for (int i = 0; i < batch->n && g->connector[batch->id[i]].motion != LW_NONE; i++) {
      const int     last = batch->nrow - 1;
      const double* J    = s->J + batch->joint.jac_A[i] + 6 * last + 3;
      drive_position(s, &g->connector[batch->id[i]], t);
      /* the last member stands in all places that are left */
      for (int l = i; l < (i + 1 < batch->n ? i + 1 : 4); l++) {
        for (int k = 0; k < 3; k++) numbers[4 * (LW_POINT_AXIS + 3 * (last - 3) + k) + l] = J[k];
      }
    }
  }
}

double lw_connectors_position(lw_instance* s, int part, double t, int what)
{
  const lw_structure* g   = s->structure;
  const double        sum = s->kernels->rows(s, LW_POINTS_OF(s, part), what);
  if (what & LW_ROWS_JACOBIAN) {
    s->kernels->jacobian(s, LW_POINTS_OF(s, part));
  }
  if (s->model->nmotion > 0) {
    drive_points(s, part, t);
  }
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    if (g->connector[g->single_connectors.id[i]].kind != LW_CONNECTOR_COUPLING) {
      lw_connector_position(s, g->single_connectors.id[i], t);
    }
  }
  return sum;
}

/* springs, dampers and actuators in joints of the batches */
static void add_joint_forces(lw_instance* s, int part, double t)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[part]; q < g->points.first[part + 1]; q++) {
    const lw_batch* batch = &g->points.batch[q];
    for (int i = 0; i < batch->n; i++) {
      if (s->acts[batch->joint.index[i]]) {
        lw_springs_add_force(s, batch->id[i], t);
      }
    }
  }
}

void lw_connectors_write_wrenches(lw_instance* s, int part, double t, lw_wrench_choice constraints)
{
  const lw_structure* g = s->structure;
  if (constraints != LW_WRENCHES_WRITTEN) {
    s->kernels->write_wrenches(s, LW_POINTS_OF(s, part), constraints);
  }
  if (s->acting) {
    add_joint_forces(s, part, t);
  }
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    lw_connector_applied_wrench(s, g->single_connectors.id[i], t);
    if (constraints != LW_WRENCHES_NONE) {
      add_constraint_wrench(s, g->single_connectors.id[i]);
    }
  }
}

/* what motions prescribe for the joints of batches */
static void drive_level(lw_instance* s, int part, double t, bool acceleration)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[part]; q < g->points.first[part + 1]; q++) {
    const lw_batch* batch = &g->points.batch[q];
    for (int i = 0; i < batch->n && g->connector[batch->id[i]].motion != LW_NONE; i++) {
      const lw_connector* c               = &g->connector[batch->id[i]];
      s->prescribed[c->row + c->nrow - 1] = drive_prescribes(s, c, t, acceleration);
    }
  }
}

void lw_connectors_prescribe(lw_instance* s, int part, double t, bool acceleration)
{
  const lw_structure* g = s->structure;
  if (acceleration) {
    s->kernels->gamma(s, LW_POINTS_OF(s, part));
  } else {
    s->kernels->clear_prescribed(s, LW_BATCHES_OF(g->points, part));
  }
  if (s->model->nmotion > 0) {
    drive_level(s, part, t, acceleration);
  }
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    if (acceleration) {
      lw_connector_prescribe_gamma(s, g->single_connectors.id[i], t);
    } else {
      lw_connector_prescribe_rate(s, g->single_connectors.id[i], t);
    }
  }
}

void lw_connectors_add_multipliers(const lw_instance* s, int part, double f, const double* x,
                                   double* lambda)
{
  const lw_structure* g = s->structure;
  s->kernels->add_multipliers(LW_BATCHES_OF(g->points, part), f, x, lambda);
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    const lw_connector* c = &g->connector[g->single_connectors.id[i]];
    const double*       d = x + g->offset[g->nbody + g->single_connectors.id[i]];
    for (int r = 0; r < c->nrow; r++) lambda[c->row + r] += f * d[r];
  }
}
