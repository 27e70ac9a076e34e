/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.h - the multipliers that outputs report.
 */
#ifndef LW_REACTIONS_H
#define LW_REACTIONS_H

#include "instance/instance.h"

/* Compute instance->reaction from instance->lambda, unless it is current: where constraints depend
 * on each other, the multipliers of least norm among all that exert the same forces on the bodies.
 * (6.4)
 *   Needs       lw_pass_positions()
 *   Changes     reaction; the factorisation is lost where there are loops */
void lw_reactions_update(lw_instance* instance);

/* The two steps of it: first the weights E (6.6) and the factorisation of (6.4), which are those of
 * the geometry alone, whatever the masses are; then the component of lambda in the range of
 * E^-1 Phi, for one lambda or several.
 *   Needs       lw_pass_positions(), Jacobians
 *   Changes     weight, reaction; the factorisation is lost */
void lw_reactions_factor(lw_instance* instance);
void lw_reactions_least(lw_instance* instance);

/* One plain step of it: instance->open becomes what is left of lambda, d/(d + sigma^2) of each
 * component with the singular value sigma, d = 1e-6. What is removed is a combination of columns of
 * Phi, so that a lambda that exerts no forces stays as it is, up to rounding.             (4.18)
 *   Needs       as lw_reactions_least()
 *   Changes     reaction, open, prescribed */
void lw_reactions_filter(lw_instance* instance);

/* Force on the child of a joint at its joint point, and torque about this point, by the multipliers
 * in instance->reaction; and that torque alone of a joint that holds a point, from its first nrow
 * rows.                                                                                   (6.3)
 *   Needs       lw_pass_positions(), Jacobians */
void lw_joint_reaction(const lw_instance* instance, int joint, double force[3], double torque[3]);
void lw_point_torque(const lw_instance* instance, const lw_connector* connector, int nrow,
                     double torque[3]);

#endif
