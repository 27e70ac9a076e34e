/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jacobian_rates.c - forces on bodies from the rate of change of the Jacobian of a connector.
 *
 *   reads    place, v
 *   writes   wrench of the connector
 *   theory   section 10.3
 */
#include "formulations/augmented/jacobian_rates.h"

#include "joint/joint_rate.h"
#include "mechanics/connectors.h"

static void add_joint(lw_instance* s, const lw_connector* c, const double* sigma)
{
  const lw_joint*        joint = &s->model->joint[c->index];
  const lw_joint_frames* place = &s->place[c->index];
  const lw_twist *       A = &s->v[joint->parent], *B = &s->v[joint->child];
  double                 J_A[6 * (LW_ROWS_MAX + 1)], J_B[6 * (LW_ROWS_MAX + 1)];
  lw_joint_jacobian_rate(joint->type, place, A, B, J_A, J_B);
  if (c->motion != LW_NONE) {
    const int last = 6 * (c->nrow - 1);
    lw_joint_coordinate_rate(joint->type, 0, place, A, B, J_A + last, J_B + last);
  }
  lw_rows_add_wrench(s->wrench + LW_WRENCH * c->side, 1.0, c->nrow, J_A, sigma);
  lw_rows_add_wrench(s->wrench + LW_WRENCH * (c->side + 1), 1.0, c->nrow, J_B, sigma);
}

static void add_coupling(lw_instance* s, const lw_connector* c, double sigma)
{
  const lw_coupling* coupling = &s->model->coupling[c->index];
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
    const lw_joint*         joint = &s->model->joint[term->joint];
    const double            x     = s->value[term->ratio] * sigma;
    double                  J_A[6], J_B[6];
    lw_joint_coordinate_rate(joint->type, term->coordinate, &s->place[term->joint],
                             &s->v[joint->parent], &s->v[joint->child], J_A, J_B);
    for (int q = c->side; q < c->side + c->nside; q++) {
      const int body = s->structure->side[q].body;
      if (body == joint->parent) {
        lw_rows_add_wrench(s->wrench + LW_WRENCH * q, 1.0, 1, J_A, &x);
      }
      if (body == joint->child) {
        lw_rows_add_wrench(s->wrench + LW_WRENCH * q, 1.0, 1, J_B, &x);
      }
    }
  }
}

void lw_connector_add_rate(lw_instance* s, int k, const double sigma[])
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->nrow == 0) {
    return;
  }
  if (c->kind == LW_CONNECTOR_JOINT) {
    add_joint(s, c, sigma + c->row);
  } else if (c->kind == LW_CONNECTOR_COUPLING) {
    add_coupling(s, c, sigma[c->row]);
  }
}
