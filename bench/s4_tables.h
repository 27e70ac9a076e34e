/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * s4_tables.h - topologies, sequences and printed numbers of S4, tables I to III.
 *
 * The text of S4 does not give its figures. docs/theory.md, section 5.3, says what we assume.
 */
#ifndef LW_BENCH_S4_TABLES_H
#define LW_BENCH_S4_TABLES_H

#include <linkwork/topology.h>

/* A row of a table. */
typedef struct lw_s4_row {
  const char*    name;
  const int*     sequence; /* 0-based; NULL: the text does not give it                   */
  bool           divided;  /* after index reduction                                      */
  lw_block_count printed;  /* table I has no column F: the fill is 0; nor II NNZ: I - F  */
} lw_s4_row;

/* Table I: a star of so many joints, as it is and after index reduction. */
typedef struct lw_s4_star {
  int            njoint;
  lw_block_count plain, divided;
} lw_s4_star;

#define LW_S4_STARS 7
const lw_s4_star* lw_s4_table_1(void); /* (LW_S4_STARS) */
const lw_s4_row*  lw_s4_table_2(void); /* (2) */
const lw_s4_row*  lw_s4_table_3(void); /* (3) */

/* A hub, body 0, with n arms of one body each. NULL: no memory. */
lw_topology* lw_s4_make_star(int n);

/* Table II: seven bodies, ten joints. */
lw_topology* lw_s4_make_seven(void);

/* Table III: HMMWV of 14 bodies and 21 joints. */
lw_topology* lw_s4_make_hmmwv(void);

/* The same with the chassis in seven parts: each corner's arms, and the middle. */
lw_topology* lw_s4_make_hmmwv_divided(void);

#endif
