/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_description3.h - writes modelDescription.xml and terminalsAndIcons.xml of FMI 3.0.
 *
 * A vector is one variable, whose value reference is that of its first component in the table.
 */
#ifndef LW_DESCRIPTION3_H
#define LW_DESCRIPTION3_H

#include "fmu_file/write_description.h"

/* Append the description, as lw_description_write() does. */
lw_status lw_description3_write(const lw_variables* variables, const lw_description* description,
                                lw_text* text);

/* Append the terminals: one for each actuator, motion and joint.
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_terminals_write(const lw_variables* variables, lw_text* text);

#endif
