/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_depth.h - objects sorted from back to front, for the painter's algorithm.
 */
#ifndef LW_PICTURE_DEPTH_H
#define LW_PICTURE_DEPTH_H

#include "picture_object.h"

/* The objects in the order in which they are drawn: those that others hide come first.
 *   Returns     their indices, for free(); NULL: no memory */
int* lw_solids_sort(const lw_solids* solids);

#endif
