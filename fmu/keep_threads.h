/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keep_threads.h - keep the library of OpenMP loaded, whose threads outlive the FMU library.
 */
#ifndef LW_KEEP_THREADS_H
#define LW_KEEP_THREADS_H

#include <stdbool.h>

/* Keep the library of OpenMP loaded. After a step its threads wait in its code, also when the
 * FMU library is unloaded.
 *   Returns     false: it could be unloaded under its threads, so steps must be
 *               computed by one thread */
bool lw_keep_threads(void);

#endif
