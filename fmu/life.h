/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * life.h - the calls from instantiation to the end.
 */
#ifndef LW_LIFE_H
#define LW_LIFE_H

#include "entry.h"

/* Make a component, unless the order has no name or no GUID.
 *   Needs       `call` is the name of the function, for messages
 *   Returns     NULL after a message to the log */
lw_component* lw_life_begin(const char* call, const lw_component_order* order,
                            const lw_fmu_log* log);

/* The name of an instance for messages, also where the importer gives none. */
const char* lw_life_name(const char* name);

/* Switch categories of messages on or off. */
lw_outcome lw_life_log(lw_component* component, const lw_call* call, bool on, size_t n,
                       const char* const category[]);

/* What an importer says of an experiment. */
typedef struct lw_experiment {
  double start;    /* [s]                                                 */
  double stop;     /* [s]; NAN: not given                                 */
  double accuracy; /* largest relative error of a step; 0: not given      */
} lw_experiment;

lw_outcome lw_life_experiment(lw_component* component, const lw_call* call,
                              const lw_experiment* experiment);

/* Enter and leave Initialization Mode. */
void       lw_life_initialize(lw_component* component);
lw_outcome lw_life_initialized(lw_component* component);

#endif
