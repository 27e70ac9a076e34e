/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read_description.h - reads the modelDescription.xml of any FMU.
 *
 * FMI 1.0, 2.0 and 3.0 are read; unknown attributes are ignored. All texts
 * belong to the description.
 */
#ifndef LW_FMU_DESCRIPTION_H
#define LW_FMU_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "xml/tree.h"
#include <linkwork/diag.h>
#include <linkwork/status.h>

typedef enum lw_fmu_type {
  LW_FMU_REAL,
  LW_FMU_INTEGER, /* and enumerations */
  LW_FMU_BOOLEAN,
  LW_FMU_STRING,
  LW_FMU_OTHER /* of FMI 3.0: binary, clock, ... */
} lw_fmu_type;

typedef struct lw_fmu_variable {
  const char* name;
  unsigned    reference;
  lw_fmu_type type;
  const char* type_name; /* as in the file: "Real", "Float64", ...          */
  /* as in the file, "" where nothing is said */
  const char *causality, *variability, *initial, *unit, *start, *description;
} lw_fmu_variable;

typedef struct lw_fmu_description {
  lw_xml_element* root;
  const char *    version, *name, *guid, *tool, *about; /* "" where nothing is said        */
  /* the interfaces: elements of the file, NULL where there is none */
  const lw_xml_element *co_simulation, *model_exchange, *scheduled_execution;
  const char*           identifier; /* of the co-simulation interface, or ""              */
  /* the default experiment [s]; NAN where nothing is said */
  double           start, stop, step;
  lw_fmu_variable* variable; /* in the order of the file (count) */
  size_t           count;
} lw_fmu_description;

/* Read a description. Start with {0}; end with lw_fmu_description_free().
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY; it is empty on failure */
lw_status lw_fmu_description_read(const char* text, size_t size, lw_fmu_description* description,
                                  lw_diag* diag);

void lw_fmu_description_free(lw_fmu_description* description);

/* Whether an attribute of the co-simulation interface is "true". */
bool lw_fmu_can(const lw_fmu_description* description, const char* capability);

/* Whether the FMU declares a category of log messages of that name. */
bool lw_fmu_has_category(const lw_fmu_description* description, const char* name);

#endif
