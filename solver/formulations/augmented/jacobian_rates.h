/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jacobian_rates.h - forces on bodies from the rate of change of the Jacobian of a connector.
 */
#ifndef LW_JACOBIAN_RATES_H
#define LW_JACOBIAN_RATES_H

#include "instance/instance.h"

/* wrench of each side += (Phi_q)'^T sigma, with Phi_q' along the present velocities      (10.7)
 *   Needs       lw_connector_position(); sigma over all rows */
void lw_connector_add_rate(lw_instance* instance, int c, const double sigma[]);

#endif
