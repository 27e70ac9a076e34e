/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * energy.h - the energy of conservative mechanisms under watch.
 *
 * In tests/physics, lw_test_advance() watches every mechanism that nothing drives, damps or loads:
 * whatever a test looks at, its energy stays within what the accuracy of its steps allows. Tests
 * that advance instances themselves call these functions around each communication step.
 */
#ifndef LW_TEST_ENERGY_H
#define LW_TEST_ENERGY_H

#include <linkwork/linkwork.h>

/* Does nothing but gravity, springs and stops without dampers act on the mechanism at present? */
bool lw_test_is_conservative(const lw_instance* instance);

/* The change of the total energy, as a fraction of the largest kinetic energy, that the accuracy of
 * the steps allows; HUGE_VAL where steps are fixed or the formulation knows no accuracy. */
double lw_test_energy_allowed(const lw_instance* instance);

/* Before a communication step: begin to watch, or go on where the energy is that of the last look.
 * It is not where the state, a value or an input was set. */
void lw_test_begin_energy(lw_instance* instance);

/* After it: fail where the total energy has left what is allowed since the watch began.
 *   Needs       lw_test_begin_energy() */
void lw_test_watch_energy(lw_instance* instance);

/* Forget what was watched, as the instance ends. */
void lw_test_forget_energy(void);

#endif
