/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * weak_rows.h - combinations of constraint rows that vanish or nearly do.
 *
 *   theory   section 4.4
 */
#ifndef LW_WEAK_ROWS_H
#define LW_WEAK_ROWS_H

#include "instance/instance.h"

/* Singular values of the rows, scaled to unit length, below this are found. */
#define LW_WEAK 2e-3

/* Find the combinations of the rows along which they have singular values below LW_WEAK, with some
 * stronger ones: n orthonormal vectors y over all rows (nrow_all), where row r is scaled to unit
 * length and rotations are measured in characteristic lengths. Their number is at most `most`.
 *   Needs       lw_pass_positions()
 *   Changes     weight, lambda, reaction; the factorisation is lost
 *   Allocates   *y, (*n x nrow_all), for free()
 *   Returns     LW_OK; *n = 0 where there are more of them; LW_ERR_MEMORY */
lw_status lw_weak_rows_find(lw_instance* instance, int most, int* n, double** y);

/* Combine the rows: a = y Phi, (6 nbody), rotations measured in characteristic lengths.
 *   Needs       the weights that lw_weak_rows_find() has left */
void lw_weak_rows_combine(const lw_instance* instance, const double* y, double* a);

#endif
