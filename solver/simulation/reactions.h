/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.h - the multipliers that are reported.
 */
#ifndef LW_REACTIONS_H
#define LW_REACTIONS_H

#include "instance/instance.h"

/* Bring instance->reaction up to date with instance->lambda: where constraints depend on each
 * other, the multipliers of least norm among all that exert the same forces on the bodies  (6.4)
 *   Needs       positions swept
 *   Changes     reaction; the factorisation is lost where there are loops */
void lw_reactions_update(lw_instance* instance);

/* The same by hand, in the norm of instance->weight: first the factorisation of (6.4), with E = 1
 * and W = diag(1, turn), turn the size of the squared turns of the rows; then the part of lambda in
 * the range of E^-1 Phi, with E the weights, for one lambda or several.
 *   Needs       positions swept, weights positive
 *   Changes     reaction; the factorisation is lost */
void lw_reactions_factor(lw_instance* instance, double turn);
void lw_reactions_least(lw_instance* instance);

#endif
