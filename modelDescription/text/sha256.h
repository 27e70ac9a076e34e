/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sha256.h - fingerprints of bytes: SHA-256 of FIPS 180-4.
 *
 *   begin -> add ... -> end
 */
#ifndef LW_SHA256_H
#define LW_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { LW_SHA256_SIZE = 32 };

typedef struct lw_sha256 {
  uint32_t      state[8];
  uint64_t      length;    /* bytes so far               */
  unsigned char block[64]; /* bytes that fill no block yet */
} lw_sha256;

void lw_sha256_begin(lw_sha256* sha);
void lw_sha256_add(lw_sha256* sha, const void* bytes, size_t size);
void lw_sha256_end(lw_sha256* sha, unsigned char digest[LW_SHA256_SIZE]);

#endif
