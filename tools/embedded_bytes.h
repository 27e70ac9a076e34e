/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * embedded_bytes.h - files as arrays of bytes; the build writes their sources with embed.cmake.
 */
#ifndef LW_EMBEDDED_BYTES_H
#define LW_EMBEDDED_BYTES_H

#include <stddef.h>

/* The library of every FMU for this platform. */
extern const unsigned char lw_embedded_library[];
extern const size_t        lw_embedded_library_size;

/* The licence of Linkwork. */
extern const unsigned char lw_embedded_license[];
extern const size_t        lw_embedded_license_size;

#endif
