/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * substeps.h - a communication step as internal steps, halved where they fail, by a team of threads.
 */
#ifndef LW_SUBSTEPS_H
#define LW_SUBSTEPS_H

#include "instance/instance.h"
#include <linkwork/diag.h>

/* One internal step of size dt up to t_end; every thread of all calls it. Where it succeeds, on return no thread but the
 * first still writes to the state, and that one only to the head.
 *   Changes     head->t and the motion, which it saves first; where it fails the caller restores them
 *   Returns     LW_OK, LW_RETRY_NEWTON, LW_RETRY_SINGULAR, LW_RETRY_DIVERGED, the same on every thread */
typedef lw_status (*lw_internal_step)(lw_instance* instance, double dt, double t_end,
                                      const lw_threads* threads);

/* How many equal internal steps, no longer than the model's, a communication step has.
 *   Returns     LW_OK, LW_ERR_USAGE */
lw_status lw_substeps_count(const lw_instance* instance, double step, int* n, lw_diag* diag);

/* Carry out n internal steps, each halved up to ten times where it fails.
 *   Changes     where it cannot go on, the state is that of the last good time
 *   Returns     as lw_internal_step */
lw_status lw_substeps(lw_instance* instance, double step, int n, lw_internal_step internal_step,
                      lw_diag* diag);

/* How many threads take part in the next step. */
int lw_choose_threads(const lw_instance* instance);

#endif
