/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sha256.c - SHA-256 of FIPS 180-4, in the names of that standard.
 */
#include "text/sha256.h"

#include <string.h>

/* clang-format off */
static const uint32_t K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
/* clang-format on */

static uint32_t rotr(uint32_t x, int n)
{
  return x >> n | x << (32 - n);
}

static void add_block(lw_sha256* sha, const unsigned char* M)
{
  uint32_t W[64];
  for (int t = 0; t < 16; t++) {
    W[t] = (uint32_t)M[4 * t] << 24 | (uint32_t)M[4 * t + 1] << 16 | (uint32_t)M[4 * t + 2] << 8 |
           (uint32_t)M[4 * t + 3];
  }
  for (int t = 16; t < 64; t++) {
    const uint32_t s0 = rotr(W[t - 15], 7) ^ rotr(W[t - 15], 18) ^ W[t - 15] >> 3;
    const uint32_t s1 = rotr(W[t - 2], 17) ^ rotr(W[t - 2], 19) ^ W[t - 2] >> 10;
    W[t]              = W[t - 16] + s0 + W[t - 7] + s1;
  }
  uint32_t a = sha->state[0], b = sha->state[1], c = sha->state[2], d = sha->state[3];
  uint32_t e = sha->state[4], f = sha->state[5], g = sha->state[6], h = sha->state[7];
  for (int t = 0; t < 64; t++) {
    const uint32_t S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    const uint32_t T1 = h + S1 + ((e & f) ^ (~e & g)) + K[t] + W[t];
    const uint32_t S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    const uint32_t T2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
    h                 = g;
    g                 = f;
    f                 = e;
    e                 = d + T1;
    d                 = c;
    c                 = b;
    b                 = a;
    a                 = T1 + T2;
  }
  const uint32_t sum[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; i++) sha->state[i] += sum[i];
}

void lw_sha256_begin(lw_sha256* sha)
{
  *sha = (lw_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                               0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void lw_sha256_add(lw_sha256* sha, const void* bytes, size_t size)
{
  const unsigned char* b    = bytes;
  size_t               used = (size_t)(sha->length % 64);
  sha->length += size;
  while (size > 0) {
    if (used == 0 && size >= 64) {
      add_block(sha, b); /* a whole block need not be copied */
      b += 64;
      size -= 64;
      continue;
    }
    const size_t n = size < 64 - used ? size : 64 - used;
    memcpy(sha->block + used, b, n);
    b += n;
    size -= n;
    used += n;
    if (used == 64) {
      add_block(sha, sha->block);
      used = 0;
    }
  }
}

void lw_sha256_end(lw_sha256* sha, unsigned char digest[LW_SHA256_SIZE])
{
  const uint64_t             bits    = sha->length * 8;
  static const unsigned char pad[64] = {0x80};
  const size_t               used    = (size_t)(sha->length % 64);
  unsigned char              length[8];
  for (int i = 0; i < 8; i++) length[i] = (unsigned char)(bits >> (56 - 8 * i) & 0xffu);
  lw_sha256_add(sha, pad, used < 56 ? 56 - used : 120 - used);
  lw_sha256_add(sha, length, sizeof length);
  for (int i = 0; i < LW_SHA256_SIZE; i++) {
    digest[i] = (unsigned char)(sha->state[i / 4] >> (24 - 8 * (i % 4)) & 0xffu);
  }
}
