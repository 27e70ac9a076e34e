/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology_divide.c - index reduction: bodies with many joints become parts that fixed joints hold together.
 *
 *   theory   section 5.3; S4, section 4.2
 *
 * Two joints of a body are as close as the shortest way between them that does not lead through it. The two
 * closest ones get a part of their own, which takes their place, and so on, smaller parts first, so that a
 * star becomes a balanced tree; what is left stays on the body. A part takes a third joint where the index
 * leaves room, which keeps the joints of one loop together.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "structure/topology_private.h"

/* What hangs on the body that is divided: one of its joints, or a part. */
typedef struct item {
  int entry; /* of a joint: its entry in body[]; of a part: LW_NONE  */
  int part;  /* body; LW_NONE: a joint                               */
  int room;  /* more joints that a part may have                     */
  int size;  /* joints of the body that hang on it                   */
} item;

typedef struct division {
  lw_topology* t;        /* with room for all parts and their joints                         */
  int          index;    /* most joints of a body                                            */
  item*        items;    /* (nitem)                                                          */
  int          nitem;    /*                                                                  */
  int*         distance; /* of items (stride x stride), in joints; INT_MAX: no way           */
  int          stride;   /*                                                                  */
  int*         level;    /* scratch (joints, then bodies)                                    */
  int*         queue;    /* scratch (joints)                                                 */
  int*         from;     /* first joint of a body in list[] (bodies + 1)                     */
  int*         list;     /* joints of all bodies                                             */
} division;

static void list_joints(division* d)
{
  const lw_topology* t = d->t;
  memset(d->from, 0, ((size_t)t->nbody + 1) * sizeof *d->from);
  for (int e = 0; e < t->first[t->njoint]; e++) d->from[t->body[e] + 1]++;
  for (int b = 0; b < t->nbody; b++) d->from[b + 1] += d->from[b];
  for (int j = t->njoint - 1; j >= 0; j--) {
    for (int e = t->first[j]; e < t->first[j + 1]; e++) d->list[--d->from[t->body[e] + 1]] = j;
  }
  /* filling from behind moved each start into the next body's place */
  for (int b = 0; b < t->nbody; b++) d->from[b] = d->from[b + 1];
  d->from[t->nbody] = t->first[t->njoint];
}

static int joint_of(const lw_topology* t, int entry)
{
  int j = 0;
  while (entry >= t->first[j + 1]) j++;
  return j;
}

/* breadth first from a joint, past the body: levels of all joints */
static void measure_from(division* d, int body, int start)
{
  const lw_topology* t    = d->t;
  int                head = 0, tail = 0;
  for (int j = 0; j < t->njoint; j++) d->level[j] = INT_MAX;
  d->level[start]  = 0;
  d->queue[tail++] = start;
  while (head < tail) {
    const int j = d->queue[head++];
    for (int e = t->first[j]; e < t->first[j + 1]; e++) {
      const int b = t->body[e];
      for (int k = d->from[b]; b != body && k < d->from[b + 1]; k++) {
        if (d->level[d->list[k]] == INT_MAX) {
          d->level[d->list[k]] = d->level[j] + 1;
          d->queue[tail++]     = d->list[k];
        }
      }
    }
  }
}

static void list_items(division* d, int body)
{
  const lw_topology* t = d->t;
  d->nitem             = 0;
  for (int e = 0; e < t->first[t->njoint]; e++) {
    if (t->body[e] == body) {
      d->items[d->nitem++] = (item){e, LW_NONE, 0, 1};
    }
  }
  list_joints(d);
  for (int i = 0; i < d->nitem; i++) {
    measure_from(d, body, joint_of(t, d->items[i].entry));
    for (int k = 0; k < d->nitem; k++) {
      d->distance[i * d->stride + k] = d->level[joint_of(t, d->items[k].entry)];
    }
  }
}

/* hang an item on a body: move the joint there, or tie the part to it */
static void hang(division* d, const item* x, int body)
{
  lw_topology* t = d->t;
  if (x->part == LW_NONE) {
    t->body[x->entry] = body;
    return;
  }
  const int j         = t->njoint++;
  const int e         = t->first[j];
  t->rows[j]          = 6;
  t->body[e]          = x->part;
  t->body[e + 1]      = body;
  t->first[t->njoint] = e + 2;
}

/* is the pair (i, k) better than the one found so far? */
static bool is_closer(const division* d, int i, int k, int a, int b)
{
  if (a == LW_NONE) {
    return true;
  }
  const int new_way = d->distance[i * d->stride + k], way = d->distance[a * d->stride + b];
  const int new_size = d->items[i].size + d->items[k].size;
  const int size     = d->items[a].size + d->items[b].size;
  return new_way < way || (new_way == way && new_size < size);
}

/* Put two items together; the first stands for both.
 *   new_part    on a part of their own, else the second on the first's or the other way round */
static void unite(division* d, int a, int b, bool new_part)
{
  lw_topology* t = d->t;
  item *       x = &d->items[a], *y = &d->items[b];
  if (new_part) {
    const int part = t->nbody++;
    hang(d, x, part);
    hang(d, y, part);
    *x = (item){LW_NONE, part, d->index - 3, x->size + y->size};
  } else {
    const item whole = x->room > 0 ? *x : *y, other = x->room > 0 ? *y : *x;
    hang(d, &other, whole.part);
    *x = (item){LW_NONE, whole.part, whole.room - 1, x->size + y->size};
  }
  const int last = --d->nitem, n = d->stride;
  for (int k = 0; k <= last; k++) {
    const int way          = d->distance[b * n + k];
    d->distance[a * n + k] = way < d->distance[a * n + k] ? way : d->distance[a * n + k];
    d->distance[k * n + a] = d->distance[a * n + k];
  }
  *y = d->items[last];
  for (int k = 0; k <= last; k++) {
    d->distance[b * n + k] = d->distance[last * n + k];
    d->distance[k * n + b] = d->distance[b * n + k];
  }
}

static void divide(division* d, int body)
{
  const int parts = d->t->nbody;
  list_items(d, body);
  /* a part that takes what is close to it may leave the body with three joints: no fewer are of use */
  while (d->nitem > 3) {
    int a = LW_NONE, b = LW_NONE;
    for (int i = 0; i < d->nitem; i++) {
      for (int k = i + 1; k < d->nitem; k++) {
        const bool fits = d->items[i].room > 0 || d->items[k].room > 0;
        const bool near = d->distance[i * d->stride + k] < INT_MAX;
        if ((d->nitem > d->index || (fits && near)) && is_closer(d, i, k, a, b)) {
          a = i;
          b = k;
        }
      }
    }
    if (a == LW_NONE) {
      break;
    }
    unite(d, a, b, d->items[a].room <= 0 && d->items[b].room <= 0);
  }
  for (int i = 0; i < d->nitem; i++) hang(d, &d->items[i], body);
  for (int p = parts; p < d->t->nbody; p++) d->t->whole[p] = d->t->whole[body];
}

/* a copy with room for every part that there can be: one for each joint of a divided body */
static lw_topology* copy_with_room(const lw_topology* t, int room)
{
  const int    n = t->first[t->njoint];
  lw_topology* c = lw_topology_allocate(t->nbody + room, t->njoint + room, n + 2 * room);
  if (c) {
    c->nbody  = t->nbody;
    c->njoint = t->njoint;
    c->nwhole = t->nwhole;
    memcpy(c->first, t->first, ((size_t)t->njoint + 1) * sizeof *c->first);
    memcpy(c->rows, t->rows, (size_t)t->njoint * sizeof *c->rows);
    memcpy(c->body, t->body, (size_t)n * sizeof *c->body);
    memcpy(c->whole, t->whole, (size_t)t->nbody * sizeof *c->whole);
  }
  return c;
}

lw_status lw_topology_divide(const lw_topology* topology, int index, lw_topology** divided)
{
  *divided = NULL;
  if (index < 3) {
    return LW_ERR_USAGE;
  }
  const size_t entries = (size_t)topology->first[topology->njoint];
  const size_t most    = (size_t)lw_topology_index(topology);
  const size_t bodies  = (size_t)topology->nbody + entries,
               joints  = (size_t)topology->njoint + entries;
  division  d          = {.index = index, .stride = (int)most};
  lw_status status     = LW_ERR_MEMORY;

  d.t        = copy_with_room(topology, (int)entries);
  d.items    = calloc(most + 1, sizeof *d.items);
  d.distance = calloc(most * most + 1, sizeof *d.distance);
  d.level    = calloc(joints + 1, sizeof *d.level);
  d.queue    = calloc(joints + 1, sizeof *d.queue);
  d.from     = calloc(bodies + 2, sizeof *d.from);
  d.list     = calloc(3 * entries + 1, sizeof *d.list);
  if (d.t && d.items && d.distance && d.level && d.queue && d.from && d.list) {
    list_joints(&d);
    for (int b = 0; b < topology->nbody; b++) {
      if (d.from[b + 1] - d.from[b] > index) {
        divide(&d, b);
        list_joints(&d);
      }
    }
    status   = LW_OK;
    *divided = d.t;
    d.t      = NULL;
  }
  lw_topology_destroy(d.t);
  free(d.items);
  free(d.distance);
  free(d.level);
  free(d.queue);
  free(d.from);
  free(d.list);
  return status;
}
