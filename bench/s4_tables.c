/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * s4_tables.c - topologies, sequences and printed numbers of S4, tables I to III.
 */
#include "s4_tables.h"

#include <stdlib.h>

/* ---- table I ------------------------------------------------------------------------------- */

const lw_s4_star* lw_s4_table_1(void)
{
  /* A, M, I, F, NNZ */
  static const lw_s4_star table[LW_S4_STARS] = {
      {3, {10, 10, 6, 0, 6}, {10, 10, 6, 0, 6}},
      {4, {22, 22, 10, 0, 10}, {20, 20, 11, 0, 11}},
      {5, {40, 40, 15, 0, 15}, {30, 30, 16, 0, 16}},
      {6, {65, 65, 21, 0, 21}, {40, 40, 21, 0, 21}},
      {7, {98, 98, 28, 0, 28}, {50, 50, 26, 0, 26}},
      {8, {140, 140, 36, 0, 36}, {60, 60, 31, 0, 31}},
      {16, {920, 920, 136, 0, 136}, {140, 140, 71, 0, 71}},
  };
  return table;
}

static lw_topology* make(int nbody, int njoint, const int pair[][2])
{
  lw_topology* t = NULL;
  return lw_topology_create(nbody, njoint, pair, &t) == LW_OK ? t : NULL;
}

lw_topology* lw_s4_make_star(int n)
{
  int(*pair)[2]  = calloc((size_t)n + 1, sizeof *pair);
  lw_topology* t = NULL;
  if (pair) {
    for (int j = 0; j < n; j++) pair[j][1] = j + 1;
    t = make(n + 1, n, (const int(*)[2])pair);
  }
  free(pair);
  return t;
}

/* ---- table II ------------------------------------------------------------------------------ */

const lw_s4_row* lw_s4_table_2(void)
{
  static const int       good[10] = {0, 1, 6, 5, 4, 7, 8, 2, 3, 9};
  static const int       bad[10]  = {3, 1, 2, 4, 5, 8, 0, 6, 7, 9};
  static const lw_s4_row table[2] = {
      {"1 2 7 6 5 8 9 3 4 10", good, false, {35, 35, 21, 0, 21}},
      {"4 2 3 5 6 9 1 7 8 10", bad, false, {111, 130, 40, 19, 21}},
  };
  return table;
}

/* Bodies K1 to K7 of Andrews' squeezer. Four of them meet in E: K4, K2, K3,
 * K6, in this sequence. */
lw_topology* lw_s4_make_seven(void)
{
  enum { G = LW_GROUND, K1 = 0, K2, K3, K4, K5, K6, K7 };
  static const int pair[10][2] = {
      {G, K1},  /*  1  O */
      {K1, K2}, /*  2  F */
      {K2, K4}, /*  3  E */
      {K2, K3}, /*  4  E */
      {K3, K6}, /*  5  E */
      {K6, K7}, /*  6  H */
      {K7, G},  /*  7  A */
      {G, K5},  /*  8  A */
      {K5, K4}, /*  9  G */
      {K3, G},  /* 10  B */
  };
  return make(7, 10, pair);
}

/* ---- table III ----------------------------------------------------------------------------- */

const lw_s4_row* lw_s4_table_3(void)
{
  static const int       bad[21]  = {20, 19, 18, 17, 16, 10, 11, 12, 13, 14, 15,
                                     8,  9,  6,  7,  4,  5,  0,  1,  2,  3};
  static const int       good[21] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                     11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
  static const lw_s4_row table[3] = {
      {"Bad", bad, false, {1240, 1336, 195, 96, 99}},
      {"Good", good, false, {459, 469, 109, 10, 99}},
      {"Index reduction", NULL, true, {220, 233, 90, 13, 77}},
  };
  return table;
}

/* bodies of the vehicle by their numbers in S4, less one; FRU, FRL: front right
 * arms, FRS: their spindle */
enum { CHASSIS, FRU, FRL, FRS, FLU, FLL, FLS, RRU, RRL, RRS, RLU, RLL, RLS, RACK };
/* parts of the chassis, besides its middle */
enum { FR = RACK + 1, FL, RR, RL, FRONT, REAR, NPART };

static const int hmmwv[27][2] = {
    {FRU, FRS},       /*  1 to 8 spherical: arms and spindles           */
    {FRL, FRS},       /*  2                                             */
    {FLU, FLS},       /*  3                                             */
    {FLL, FLS},       /*  4                                             */
    {RRU, RRS},       /*  5                                             */
    {RRL, RRS},       /*  6                                             */
    {RLU, RLS},       /*  7                                             */
    {RLL, RLS},       /*  8                                             */
    {RACK, FRS},      /*  9, 10 distance: tie rods in front             */
    {RACK, FLS},      /* 10                                             */
    {FR, FRU},        /* 11 to 14 revolute: arms in front               */
    {FR, FRL},        /* 12                                             */
    {FL, FLU},        /* 13                                             */
    {FL, FLL},        /* 14                                             */
    {RR, RRS},        /* 15, 16 distance: tie rods behind               */
    {RL, RLS},        /* 16                                             */
    {RR, RRL},        /* 17, 20 revolute: lower arms behind             */
    {RR, RRU},        /* 18, 19 spherical: upper arms behind            */
    {RL, RLU},        /* 19                                             */
    {RL, RLL},        /* 20                                             */
    {CHASSIS, RACK},  /* 21 translational                               */
    {FR, FRONT},      /* fixed: what holds the parts of the chassis     */
    {FL, FRONT},      /*                                                */
    {RR, REAR},       /*                                                */
    {RL, REAR},       /*                                                */
    {FRONT, CHASSIS}, /*                                                */
    {REAR, CHASSIS},
};

lw_topology* lw_s4_make_hmmwv(void)
{
  int pair[21][2];
  for (int j = 0; j < 21; j++) {
    for (int k = 0; k < 2; k++) pair[j][k] = hmmwv[j][k] > RACK ? CHASSIS : hmmwv[j][k];
  }
  return make(RACK + 1, 21, (const int(*)[2])pair);
}

lw_topology* lw_s4_make_hmmwv_divided(void)
{
  return make(NPART, 27, hmmwv);
}
