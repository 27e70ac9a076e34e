/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elliptic.h - Jacobi's elliptic functions, for closed forms of pendulums and free bodies.
 */
#ifndef LW_TEST_ELLIPTIC_H
#define LW_TEST_ELLIPTIC_H

/* Complete integral of the first kind K(k), modulus 0 <= k < 1. */
double lw_test_elliptic_K(double k);

/* sn, cn and dn of u with modulus 0 <= k < 1, good to about 1e-15 for moderate u. */
void lw_test_elliptic(double u, double k, double* sn, double* cn, double* dn);

#endif
