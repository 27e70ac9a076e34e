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

/* The two steps of it, in the norm of instance->weight: first the factorisation of (6.4), with W =
 * diag(1, turn) and `turn` the size of the squared rotations of the rows; then the component of
 * lambda in the range of E^-1 Phi, with E the weights, for one lambda or several.
 *   Needs       lw_pass_positions(), positive weights
 *   Changes     reaction; the factorisation is lost */
void lw_reactions_factor(lw_instance* instance, double turn);
void lw_reactions_least(lw_instance* instance);

/* One plain step of it: instance->open becomes what is left of lambda, d/(d + sigma^2) of each
 * component with the singular value sigma, d = 1e-6. What is removed is a combination of columns of
 * Phi, so that a lambda that exerts no forces stays as it is, up to rounding.             (4.18)
 *   Needs       as lw_reactions_least()
 *   Changes     reaction, open, prescribed */
void lw_reactions_filter(lw_instance* instance);

/* The factorisation with W and weights of the geometry alone: every body has the mass 1 and the
 * moments of inertia length^2, every row its squared length. */
void lw_reactions_factor_geometry(lw_instance* instance);

#endif
