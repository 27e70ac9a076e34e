/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keep_threads.h - threads of OpenMP outlive the library that started them.
 */
#ifndef LW_KEEP_THREADS_H
#define LW_KEEP_THREADS_H

#include <stdbool.h>

/* May steps be computed by several threads? After a step they wait in the library of OpenMP, also
 * when this one is unloaded: that of OpenMP must stay loaded then. */
bool lw_keep_threads(void);

#endif
