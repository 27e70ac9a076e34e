/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu.h - an FMU of any tool for co-simulation, FMI 2.0: unpacked, loaded and instantiated.
 */
#ifndef LW_FMU_H
#define LW_FMU_H

#include <stdbool.h>

#include "fmi2FunctionTypes.h"
#include "fmu_file/read_description.h"
#include "fmu_library.h"
#include "scratch_folder.h"
#include <linkwork/diag.h>

typedef struct lw_fmu {
  const char*           path; /* of the FMU, for messages                            */
  lw_fmu_description    description;
  lw_scratch            scratch;
  lw_fmu_library        library;
  fmi2CallbackFunctions callbacks; /* many FMUs keep the pointer, so it lives as long as they do */
  fmi2Component         component;
  bool                  unusable;      /* fmi2Error or worse: no call but fmi2FreeInstance */
  char                  message[1024]; /* the last complaint of the FMU                   */
} lw_fmu;

/* Open an FMU. Start with {0}; the struct must not move afterwards, and path must outlive it.
 *   Returns     LW_OK; LW_ERR_FILE, LW_ERR_INPUT, LW_ERR_MEMORY with the reason: then
 *               lw_fmu_close() frees what was opened */
lw_status lw_fmu_open(const char* path, lw_fmu* fmu, lw_diag* diag);

/* Free the instance, unload the library, remove the unpacked files. Nothing
 * happens if no FMU is open. */
void lw_fmu_close(lw_fmu* fmu);

/* The result of a call to the FMU, such as "DoStep": its last message, or else the
 * status that it returned.
 *   Returns     LW_OK; LW_RETRY_NEWTON for fmi2Discard; LW_ERR_USAGE */
lw_status lw_fmu_finish(lw_fmu* fmu, const char* call, fmi2Status status, lw_diag* diag);

#endif
