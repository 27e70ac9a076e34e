/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parts.c - divide the elimination tree into independent parts and a separator.
 *
 *   roots of the tree -> split the heaviest subtree at its root, again and again, while that
 *   shortens the estimated time on PARTS_CORES cores -> mark the separator -> renumber part by part
 *
 * The parts depend on the model only, not on the number of threads.
 *
 *   theory   section 5.2
 */
#include "structure/parts.h"

#include <stdlib.h>
#include <string.h>

/* Number of cores for which the time of a division is estimated. More cores would make the
 * separator longer on present machines. */
#define PARTS_CORES 8
/* A factorisation with fewer multiply-adds has only the separator: a second thread would spend
 * more time in barriers than it saves, see PARALLEL_MIN_COST in substeps.c. */
#define WHOLE_MIN 2.2e4
/* Smallest part. It has enough bodies and joints for several batches and fronts, which never
 * reach beyond a part: 28 links of a chain. And it has so many multiply-adds, about those of 34
 * links with spherical joints, which take 7 us of a step; synchronisation of the threads takes 3
 * us. */
#define PART_NODES 56
#define PART_COST 1e4
/* Smallest part, as a fraction of the whole factorisation. */
#define PART_FRACTION 0.01
/* Most nodes that are split. A longer separator never pays, since one thread factors it. */
#define SPLITS_MAX 256

/* A division into parts while it is being refined. */
typedef struct division {
  const lw_elimination_tree* tree;
  double                     total;     /* cost of all nodes */
  double                     separator; /* cost of the separator */
  int                        root[LW_PARTS_MAX];
  int                        nroot;             /* roots of the parts */
  int                        split[SPLITS_MAX]; /* nodes whose children became parts, in order */
  int                        nsplit;
} division;

/* To which side of the division a node belongs. */
enum { IN_PART, SPLIT, SEPARATOR_SUBTREE };

/* Time on PARTS_CORES cores, in multiply-adds: each part, the longest first, goes to the core
 * with the least load, and the separator follows. */
static double makespan(const division* d)
{
  double load[PARTS_CORES] = {0.0};
  double cost[LW_PARTS_MAX];
  int    n = d->nroot;
  for (int i = 0; i < n; i++) cost[i] = d->tree->subtree_cost[d->root[i]];
  for (int i = 0; i < n; i++) {
    int longest = 0, least = 0;
    for (int k = 1; k < n; k++) longest = cost[k] > cost[longest] ? k : longest;
    for (int c = 1; c < PARTS_CORES; c++) least = load[c] < load[least] ? c : least;
    load[least] += cost[longest];
    cost[longest] = -1.0;
  }
  double largest = 0.0;
  for (int c = 0; c < PARTS_CORES; c++) largest = load[c] > largest ? load[c] : largest;
  return largest + d->separator;
}

/* Tell whether the subtree of node i is large enough for a part. */
static bool is_part(const division* d, int i)
{
  const lw_elimination_tree* t = d->tree;
  return t->subtree_cost[i] >= PART_FRACTION * d->total && t->subtree_cost[i] >= PART_COST &&
         t->subtree_nodes[i] >= PART_NODES;
}

/* Begin with the roots of the tree, the last ones first; roots beyond LW_PARTS_MAX join the
 * separator. */
static void begin(division* d, const lw_elimination_tree* t)
{
  *d = (division){.tree = t};
  for (int i = t->n - 1; i >= 0; i--) {
    if (t->parent[i] < 0) {
      if (d->nroot < LW_PARTS_MAX) {
        d->root[d->nroot++] = i;
      } else {
        d->separator += t->subtree_cost[i];
      }
    }
  }
  for (int i = 0; i < t->n; i++) d->total += t->cost[i];
}

/* Move the root of the heaviest part to the separator; large subtrees below it become parts,
 * small ones join the separator, too. Returns false where that gives too many parts, or a
 * separator that costs more than the best division. */
static bool split_heaviest(division* d, double best)
{
  const lw_elimination_tree* t     = d->tree;
  int                        heavy = 0, children = 0;
  for (int k = 1; k < d->nroot; k++) {
    heavy = t->subtree_cost[d->root[k]] > t->subtree_cost[d->root[heavy]] ? k : heavy;
  }
  const int root = d->root[heavy];
  for (int i = 0; i < root; i++) children += t->parent[i] == root && is_part(d, i);
  if (d->nroot - 1 + children > LW_PARTS_MAX || d->separator + t->cost[root] > best) {
    return false;
  }
  d->root[heavy] = d->root[--d->nroot];
  d->separator += t->cost[root];
  for (int i = 0; i < root; i++) {
    if (t->parent[i] == root && is_part(d, i)) {
      d->root[d->nroot++] = i;
    } else if (t->parent[i] == root) {
      d->separator += t->subtree_cost[i];
    }
  }
  d->split[d->nsplit++] = root;
  return true;
}

/* Split until it is of no use. Returns how many of the splits give the shortest time. */
static int find_best_division(division* d)
{
  double best       = makespan(d);
  int    best_count = 0;
  while (d->nroot > 0 && d->nsplit < d->tree->n && d->nsplit < SPLITS_MAX &&
         split_heaviest(d, best)) {
    const double time = makespan(d);
    /* a gain of rounding size is none */
    if (time < best * (1.0 - 1e-12)) {
      best       = time;
      best_count = d->nsplit;
    }
  }
  return best_count;
}

static void mark_separator(const division* d, int nsplit, char* mark)
{
  const lw_elimination_tree* t = d->tree;
  for (int k = 0; k < nsplit; k++) mark[d->split[k]] = SPLIT;
  for (int i = 0; i < t->n; i++) {
    if (!mark[i] && t->parent[i] >= 0 && mark[t->parent[i]] == SPLIT && !is_part(d, i)) {
      mark[i] = SEPARATOR_SUBTREE;
    }
  }
}

/* Part of each node, -1: the separator. Returns the number of parts. */
static int number_parts(const lw_elimination_tree* t, const char* mark, int* part)
{
  int npart = 0;
  for (int i = t->n - 1; i >= 0; i--) {
    const int parent = t->parent[i];
    part[i]          = -1; /* also a root beyond LW_PARTS_MAX */
    if (mark[i] == IN_PART && parent >= 0 && mark[parent] != SPLIT) {
      part[i] = part[parent];
    } else if (mark[i] == IN_PART && npart < LW_PARTS_MAX) {
      part[i] = npart++;
    }
  }
  return npart;
}

static void renumber(int n, const int* part, int npart, const int* old, int* order, int* first)
{
  int done = 0;
  for (int k = 0; k <= npart; k++) {
    first[k] = done;
    for (int i = 0; i < n; i++) {
      if (part[i] == (k < npart ? k : -1)) {
        order[done++] = old[i];
      }
    }
  }
  first[npart + 1] = n;
}

int lw_parts_build(const lw_elimination_tree* tree, int order[], int first[])
{
  const size_t n     = (size_t)tree->n + 1;
  char*        mark  = calloc(n, sizeof *mark);
  int*         part  = calloc(n, sizeof *part);
  int*         old   = calloc(n, sizeof *old);
  int          npart = -1;
  if (mark && part && old) {
    division d;
    memcpy(old, order, (size_t)tree->n * sizeof *old);
    begin(&d, tree);
    if (d.total < WHOLE_MIN) {
      for (int i = 0; i < tree->n; i++) mark[i] = SPLIT;
    } else {
      mark_separator(&d, find_best_division(&d), mark);
    }
    npart = number_parts(tree, mark, part);
    renumber(tree->n, part, npart, old, order, first);
  }
  free(mark);
  free(part);
  free(old);
  return npart;
}
