/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_log_text.h - messages of an FMU in readable form.
 */
#ifndef LW_FMU_LOG_TEXT_H
#define LW_FMU_LOG_TEXT_H

#include <stddef.h>

#include "fmu_file/read_description.h"

/* Write a message in readable form: "##" becomes '#', and "#r12#" the name of the Real variable
 * with value reference 12 (b Boolean, i Integer, s String). The text is cut to size and terminated,
 * without line ends at its end. */
void lw_fmu_log_translate(const lw_fmu_description* description, const char* message, char* text,
                          size_t size);

#endif
