/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * embedded.h - what every FMU contains, carried inside the program that writes it.
 *
 * With it a program can write FMUs wherever it is installed, without any file beside it. The
 * function is in a library of its own, lw::embedded, because the FMU library takes up most of it.
 */
#ifndef LW_EMBEDDED_H
#define LW_EMBEDDED_H

#include <linkwork/package.h>
#include <linkwork/page.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The FMU libraries of this version, that for this platform first, the licence of Linkwork, and the
 * name and the version of Linkwork as the tool. The bytes live as long as the program. */
lw_package lw_embedded_package(void);

/* Scripts and styles of pages that show mechanisms. They live as long as the program. */
lw_page lw_embedded_page(void);

#ifdef __cplusplus
}
#endif

#endif
