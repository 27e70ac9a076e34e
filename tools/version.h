/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * version.h - the program's version, which the build passes on from the project's.
 */
#ifndef LW_VERSION_H
#define LW_VERSION_H

#ifndef LW_VERSION
#define LW_VERSION "of an unknown build"
#endif

#endif
