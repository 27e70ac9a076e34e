/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_findings.h - the findings of linkwork check: reactions that are not unique, and warnings.
 */
#ifndef LW_CHECK_FINDINGS_H
#define LW_CHECK_FINDINGS_H

#include <linkwork/linkwork.h>

/* Print which reactions are not unique, and a line `warning: ...` for each thing that is
 * probably not intended.
 *   Needs       an initialised instance, and the results of lw_instance_redundancy() for it
 *   Returns     LW_OK; as lw_instance_get() */
lw_status lw_check_findings(lw_instance* instance, const lw_mobility* mobility,
                            const lw_redundancy* joint, const lw_redundancy* coupling);

#endif
