/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * empty.c - a library without any function of FMI.
 */
extern const int lw_test_empty;
const int        lw_test_empty = 1;
