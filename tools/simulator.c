/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * simulator.c - opens a mechanism file, a robot or an FMU for simulation.
 */
#include "simulator.h"

#include <stdio.h>
#include <string.h>

lw_status lw_simulator_open(const char* path, lw_origin* origin, lw_simulator** simulator,
                            lw_diag* diag)
{
  char   begin[4] = "";
  FILE*  file     = fopen(path, "rb");
  size_t n        = file ? fread(begin, 1, sizeof begin, file) : 0;
  if (file) {
    (void)fclose(file);
  }
  /* the signature of the first entry of an archive, or of the end of an empty one */
  const bool archive =
      n == sizeof begin && (!memcmp(begin, "PK\003\004", 4) || !memcmp(begin, "PK\005\006", 4));
  const size_t length = strlen(path);
  if (!archive && file && length > 4 && strcmp(path + length - 4, ".fmu") == 0) {
    *simulator = NULL;
    return lw_diag_set(diag, LW_ERR_FILE, 0, "this is no zip archive, so it is no FMU");
  }
  if (!archive) {
    return lw_simulator_open_mechanism(path, origin, simulator, diag);
  }
  *simulator             = NULL;
  const lw_status status = lw_origin_refuse_options(origin, diag);
  return status == LW_OK ? lw_simulator_open_fmu(path, simulator, diag) : status;
}
