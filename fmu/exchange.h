/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.h - the calls of model exchange: states, their derivatives, events.
 *
 *   Returns     all of them: LW_CALL_OK; LW_CALL_ERROR after a message, with nothing changed;
 *               LW_CALL_DISCARD after a message where the configuration is singular: the integrator
 *               may try a shorter step
 */
#ifndef LW_EXCHANGE_H
#define LW_EXCHANGE_H

#include "entry.h"

/* The number of states, and of event indicators. */
size_t lw_exchange_states(const lw_component* component);
size_t lw_exchange_indicators(const lw_component* component);

/* Set the time. */
lw_outcome lw_exchange_set_time(lw_component* component, const lw_call* call, double t);

/* Set or get all states; n is how many the importer has room for. */
lw_outcome lw_exchange_set_states(lw_component* component, const lw_call* call, size_t n,
                                  const double x[]);
lw_outcome lw_exchange_get_states(lw_component* component, const lw_call* call, size_t n,
                                  double x[]);

/* Get the derivatives of all states, sizes of the states, and all event indicators. */
lw_outcome lw_exchange_get_rates(lw_component* component, const lw_call* call, size_t n,
                                 double rate[]);
lw_outcome lw_exchange_get_nominals(lw_component* component, const lw_call* call, size_t n,
                                    double nominal[]);
lw_outcome lw_exchange_get_indicators(lw_component* component, const lw_call* call, size_t n,
                                      double indicator[]);

/* The integrator has completed a step. *event: loops have drifted apart and want to be closed in
 * Event Mode. *terminate: the configuration has become singular, with a message. */
lw_outcome lw_exchange_step_completed(lw_component* component, const lw_call* call, bool* event,
                                      bool* terminate);

/* Enter Event Mode, and leave it. */
lw_outcome lw_exchange_enter_event(lw_component* component, const lw_call* call);
lw_outcome lw_exchange_enter_continuous(lw_component* component, const lw_call* call);

/* Handle an event: close the loops. *changed: the states have other values now. */
lw_outcome lw_exchange_update_discrete(lw_component* component, const lw_call* call, bool* changed,
                                       bool* terminate);

#endif
