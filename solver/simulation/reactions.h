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

#endif
