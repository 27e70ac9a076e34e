/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_findings.h - what linkwork check has to say about a mechanism besides its numbers.
 */
#ifndef LW_CHECK_FINDINGS_H
#define LW_CHECK_FINDINGS_H

#include <linkwork/linkwork.h>

/* Print which reactions are not unique, and a line `warning: ...` for each thing that an
 * engineer may want to look at.
 *   Needs       an initialised instance, and what lw_instance_redundancy() says about it
 *   Returns     LW_OK; as lw_instance_get() */
lw_status lw_check_findings(lw_instance* instance, const lw_mobility* mobility,
                            const lw_redundancy* joint, const lw_redundancy* coupling);

#endif
