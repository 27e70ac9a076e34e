/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * version.h - the version of the program, which the build defines.
 */
#ifndef LW_VERSION_H
#define LW_VERSION_H

#ifndef LW_VERSION
#define LW_VERSION "of an unknown build"
#endif

#endif
