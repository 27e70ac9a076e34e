/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_description.h - writes modelDescription.xml, FMI 2.0 and 3.0.
 */
#ifndef LW_DESCRIPTION_H
#define LW_DESCRIPTION_H

#include <stdbool.h>

#include <linkwork/status.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

typedef struct lw_description {
  int                fmi;     /* 3; any other number: 2                                       */
  const char*        guid;    /* hash of the content                                          */
  const char*        tool;    /* name and version of the program                              */
  const char* const* sources; /* files below sources/ to compile, NULL-terminated; or NULL    */
  bool model_exchange;        /* there is this interface                                          */
  bool no_co_simulation;      /* that one is left out                                             */
} lw_description;

/* Append the file for a mechanism. The same arguments give the same bytes. Start values have as
 * many digits as are needed to read the same bits.
 *   Changes     text, which is invalid after a failure
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_description_write(const lw_variables* variables, const lw_description* description,
                               lw_text* text);

#endif
