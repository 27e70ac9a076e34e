/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * failure.h - why a mechanism cannot go on, in words.
 */
#ifndef LW_FAILURE_H
#define LW_FAILURE_H

#include "instance/instance.h"
#include <linkwork/diag.h>

/* Write the message for a step that failed with `status` after so many halvings; the state is that
 * of the last good step: a lockup with the joint of its motion, a singular configuration with the
 * joint that is loaded most, or the body that whips; and what to try.
 *   Returns     status */
lw_status lw_failure_report(const lw_instance* instance, lw_status status, int halvings,
                            lw_diag* diag);

#endif
