/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * units.h - the same mechanism in other units of length, mass and time.
 *
 * A model whose numbers are in metres, kilograms and seconds becomes one of the same mechanism with
 * numbers in other units. The solver knows of no units, so it has to give the same motion. With
 * factors that are powers of four no number is rounded, and results have the same bits.
 */
#ifndef LW_TEST_UNITS_H
#define LW_TEST_UNITS_H

#include <linkwork/linkwork.h>

/* By what numbers are multiplied that are lengths, masses, times: the old unit in the new one, as
 * 1000 for a length from metres to millimetres. */
typedef struct lw_test_units {
  double length, mass, time;
} lw_test_units;

/* Express a finished model in other units. Its values no longer follow from parameters. */
void lw_test_change_units(lw_model* model, lw_test_units units);

/* The factor of component i of a quantity. Norms of violations have a length and an angle in them:
 * the factor is that of the length. */
double lw_test_unit_of(const lw_model* model, lw_quantity quantity, int index, int i,
                       lw_test_units units);

/* The factor of component i of the inputs. */
double lw_test_unit_of_input(const lw_model* model, int i, lw_test_units units);

#endif
