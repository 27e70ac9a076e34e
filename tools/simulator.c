/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * simulator.c - what is to be simulated: a mechanism file or an FMU.
 */
#include "simulator.h"

#include <stdio.h>
#include <string.h>

lw_status lw_simulator_open(const char* path, lw_simulator** simulator, lw_diag* diag)
{
  char   begin[4] = "";
  FILE*  file     = fopen(path, "rb");
  size_t n        = file ? fread(begin, 1, sizeof begin, file) : 0;
  if (file) {
    (void)fclose(file);
  }
  /* the first entry of an archive, or the end of an empty one */
  const bool archive =
      n == sizeof begin && (!memcmp(begin, "PK\003\004", 4) || !memcmp(begin, "PK\005\006", 4));
  return archive ? lw_simulator_open_fmu(path, simulator, diag)
                 : lw_simulator_open_mechanism(path, simulator, diag);
}
