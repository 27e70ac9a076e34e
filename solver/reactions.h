/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reactions.h - the multipliers that are reported.
 */
#ifndef LW_REACTIONS_H
#define LW_REACTIONS_H

#include "instance.h"

/* Bring instance->reaction up to date with instance->lambda: where constraints depend on each other,
 * the multipliers of least norm among all that exert the same forces on the bodies      (6.4)
 *   Needs       positions swept
 *   Changes     reaction; the factorisation is lost where there are loops */
void lw_reactions_update(lw_instance* instance);

#endif
