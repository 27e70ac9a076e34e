/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * connectors.h - one connector at a time: constraint rows, applied wrenches.
 *
 * Position first, then the rest in any order. Each writes only the connector's own rows and sides.
 *
 *   theory   sections 2 and 4 of docs/theory.md
 */
#ifndef LW_CONNECTORS_H
#define LW_CONNECTORS_H

#include "mechanics/force_elements.h"
#include "mechanics/joint_coordinates.h"
#include "mechanics/kernels.h"

/* Place, residual Phi and Jacobian of the constraint rows at the present positions.
 *   Needs       lw_body_place() of its bodies */
void lw_connector_position(lw_instance* instance, int c, double t);

/* What the constraint rows prescribe at velocity level, Phi_q v = -Phi_t, and at acceleration
 * level, Phi_q a = gamma, into instance->prescribed. */
void lw_connector_prescribe_rate(lw_instance* instance, int c, double t);
void lw_connector_prescribe_gamma(lw_instance* instance, int c, double t);

/* wrench = that of springs, dampers and actuators on each side: force, and torque about the centre
 * of mass. */
void lw_connector_applied_wrench(lw_instance* instance, int c, double t);

/* The rows of all connectors of a part but those of couplings; `what` and the result are those of
 * lw_batch_rows(), for joints that hold a point. */
double lw_connectors_position(lw_instance* instance, int part, double t, int what);
void   lw_connectors_prescribe(lw_instance* instance, int part, double t, bool acceleration);

/* wrench = applied wrench and, as chosen, -Phi_q^T lambda, on the sides of all connectors of a
 * part. */
void lw_connectors_write_wrenches(lw_instance* instance, int part, double t,
                                  lw_wrench_choice constraints);

/* lambda += f x on all constraint rows of a part. */
void lw_connectors_add_multipliers(const lw_instance* instance, int part, double f, const double* x,
                                   double* lambda);

#endif
