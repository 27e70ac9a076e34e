/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology_divide.c - index reduction: divide bodies with many joints into parts held by fixed
 * joints.
 *
 *   for each such body: list its joints and their distances -> unite the two closest ones on a new
 *   part, which takes their place, again and again -> attach the remaining joints and parts to the
 *   body
 *
 * The distance of two joints of a body is the length of the shortest path between them that does
 * not pass the body. Of equal distances those with fewer joints are united first, so that a star
 * becomes a balanced tree. A part takes further joints up to the index, which keeps the joints of
 * one loop together.
 *
 *   theory   section 5.3; S4, section 4.2
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "structure/topology_private.h"

/* One of the joints or parts that are attached to the divided body. */
typedef struct item {
  int entry; /* of a joint: its entry in body[]; of a part: LW_NONE */
  int part;  /* body index of the part; LW_NONE: a joint */
  int room;  /* number of joints that a part may still take */
  int size;  /* joints of the original body that it stands for */
} item;

typedef struct division {
  lw_topology* t;     /* the result, with room for all parts and their joints */
  int          index; /* most joints of a body */
  item*        items; /* (nitem) */
  int          nitem;
  int*         distance; /* between items, in joints; INT_MAX: no path (stride x stride) */
  int          stride;
  int*         level; /* scratch (joints, then bodies) */
  int*         queue; /* scratch (joints) */
  int*         first; /* first joint of a body in list[] (bodies + 1) */
  int*         list;  /* joints of all bodies */
} division;

static void list_joints(division* d)
{
  const lw_topology* t = d->t;
  memset(d->first, 0, ((size_t)t->nbody + 1) * sizeof *d->first);
  for (int e = 0; e < t->first[t->njoint]; e++) d->first[t->body[e] + 1]++;
  for (int b = 0; b < t->nbody; b++) d->first[b + 1] += d->first[b];
  for (int j = t->njoint - 1; j >= 0; j--) {
    for (int e = t->first[j]; e < t->first[j + 1]; e++) d->list[--d->first[t->body[e] + 1]] = j;
  }
  /* filling backwards has moved the first entry of each body into the place of the next one */
  for (int b = 0; b < t->nbody; b++) d->first[b] = d->first[b + 1];
  d->first[t->nbody] = t->first[t->njoint];
}

static int joint_of(const lw_topology* t, int entry)
{
  int j = 0;
  while (entry >= t->first[j + 1]) j++;
  return j;
}

/* Set the level of each joint: its distance from `start` on paths that do not pass the body. */
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
      for (int k = d->first[b]; b != body && k < d->first[b + 1]; k++) {
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

/* Attach an item to a body: move the joint there, or hold the part by a fixed joint. */
static void attach(division* d, const item* x, int body)
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

/* Tell whether the items i and k are closer than a and b, the closest ones found so far. */
static bool is_closer(const division* d, int i, int k, int a, int b)
{
  if (a == LW_NONE) {
    return true;
  }
  const int new_distance = d->distance[i * d->stride + k],
            distance     = d->distance[a * d->stride + b];
  const int new_size     = d->items[i].size + d->items[k].size;
  const int size         = d->items[a].size + d->items[b].size;
  return new_distance < distance || (new_distance == distance && new_size < size);
}

/* Unite two items on one part, a new one or that of the item which has room; item a becomes this
 * part and item b is removed. */
static void unite(division* d, int a, int b, bool new_part)
{
  lw_topology* t = d->t;
  item *       x = &d->items[a], *y = &d->items[b];
  if (new_part) {
    const int part = t->nbody++;
    attach(d, x, part);
    attach(d, y, part);
    *x = (item){LW_NONE, part, d->index - 3, x->size + y->size};
  } else {
    const item host = x->room > 0 ? *x : *y, guest = x->room > 0 ? *y : *x;
    attach(d, &guest, host.part);
    *x = (item){LW_NONE, host.part, host.room - 1, x->size + y->size};
  }
  const int last = --d->nitem, n = d->stride;
  for (int k = 0; k <= last; k++) {
    const int distance     = d->distance[b * n + k];
    d->distance[a * n + k] = distance < d->distance[a * n + k] ? distance : d->distance[a * n + k];
    d->distance[k * n + a] = d->distance[a * n + k];
  }
  *y = d->items[last];
  for (int k = 0; k <= last; k++) {
    d->distance[b * n + k] = d->distance[last * n + k];
    d->distance[k * n + b] = d->distance[b * n + k];
  }
}

/* Find the two closest items that are to be united: any two while the body has too many joints,
 * then only a part with room and an item connected to it by a path. Returns false where there
 * are none. */
static bool find_closest(const division* d, int* a, int* b)
{
  *a = *b = LW_NONE;
  for (int i = 0; i < d->nitem; i++) {
    for (int k = i + 1; k < d->nitem; k++) {
      const bool has_room  = d->items[i].room > 0 || d->items[k].room > 0;
      const bool connected = d->distance[i * d->stride + k] < INT_MAX;
      if ((d->nitem > d->index || (has_room && connected)) && is_closer(d, i, k, *a, *b)) {
        *a = i;
        *b = k;
      }
    }
  }
  return *a != LW_NONE;
}

static void divide(division* d, int body)
{
  const int parts = d->t->nbody;
  int       a, b;
  list_items(d, body);
  /* to unite further is of no use when the body has three joints left */
  while (d->nitem > 3 && find_closest(d, &a, &b)) {
    unite(d, a, b, d->items[a].room <= 0 && d->items[b].room <= 0);
  }
  for (int i = 0; i < d->nitem; i++) attach(d, &d->items[i], body);
  for (int p = parts; p < d->t->nbody; p++) d->t->whole[p] = d->t->whole[body];
}

/* Copy a topology, with room for `room` more bodies and joints: each joint of a divided body may
 * give a part. */
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
  const size_t nitem   = (size_t)lw_topology_index(topology); /* at most */
  const size_t bodies  = (size_t)topology->nbody + entries,
               joints  = (size_t)topology->njoint + entries;
  division  d          = {.index = index, .stride = (int)nitem};
  lw_status status     = LW_ERR_MEMORY;

  d.t        = copy_with_room(topology, (int)entries);
  d.items    = calloc(nitem + 1, sizeof *d.items);
  d.distance = calloc(nitem * nitem + 1, sizeof *d.distance);
  d.level    = calloc(joints + 1, sizeof *d.level);
  d.queue    = calloc(joints + 1, sizeof *d.queue);
  d.first    = calloc(bodies + 2, sizeof *d.first);
  d.list     = calloc(3 * entries + 1, sizeof *d.list);
  if (d.t && d.items && d.distance && d.level && d.queue && d.first && d.list) {
    list_joints(&d);
    for (int b = 0; b < topology->nbody; b++) {
      if (d.first[b + 1] - d.first[b] > index) {
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
  free(d.first);
  free(d.list);
  return status;
}
