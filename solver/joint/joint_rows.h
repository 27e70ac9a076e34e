/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_rows.h - the tables behind the joint types: rows that are held, coordinates that are free.
 *
 *   theory   section 2 of docs/theory.md
 */
#ifndef LW_JOINT_ROWS_H
#define LW_JOINT_ROWS_H

#include "joint/joint.h"

#define LW_ROW_KINDS_MAX 6

typedef enum lw_row_kind {
  LW_ROW_END,
  LW_ROW_POINT,   /* d = 0, three rows in world axes      (2.1) */
  LW_ROW_DOT,     /* X_i . Y_j = 0                        (2.2) */
  LW_ROW_SLIDE,   /* X_i . d = 0                          (2.3) */
  LW_ROW_DISTANCE /* (d.d - l^2) / (2 l) = 0              (2.4) */
} lw_row_kind;

typedef struct lw_row {
  lw_row_kind kind;
  int         i, j; /* axes of the joint frames on the parent and on the child */
} lw_row;

extern const lw_row lw_row_table[LW_JOINT_TYPE_COUNT][LW_ROW_KINDS_MAX];

typedef enum lw_coordinate_kind {
  LW_COORDINATE_NONE,
  LW_COORDINATE_SLIDE,      /* X_i . d                              */
  LW_COORDINATE_ANGLE_Z,    /* of x_B about z_A                     */
  LW_COORDINATE_ANGLE_CHILD /* of the child about its own x axis, from z_A (universal) */
} lw_coordinate_kind;

typedef struct lw_coordinate_row {
  lw_coordinate_kind kind;
  int                i;
} lw_coordinate_row;

extern const lw_coordinate_row lw_coordinate_table[LW_JOINT_TYPE_COUNT][LW_COORDS_MAX];

#endif
