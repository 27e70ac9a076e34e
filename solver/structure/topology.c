/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * topology.c - make the graph of bodies and joints, from pairs of bodies or from a model.
 *
 *   theory   section 5.3
 */
#include <linkwork/topology.h>

#include <stdlib.h>

#include "structure/structure.h"
#include "structure/topology_private.h"

lw_topology* lw_topology_allocate(int nbody, int njoint, int nentry)
{
  lw_topology* t = calloc(1, sizeof *t);
  if (!t) {
    return NULL;
  }
  t->nbody  = nbody;
  t->njoint = njoint;
  t->nwhole = njoint;
  t->first  = calloc((size_t)njoint + 1, sizeof *t->first);
  t->body   = calloc((size_t)nentry + 1, sizeof *t->body);
  t->rows   = calloc((size_t)njoint + 1, sizeof *t->rows);
  t->whole  = calloc((size_t)nbody + 1, sizeof *t->whole);
  if (!t->first || !t->body || !t->rows || !t->whole) {
    lw_topology_destroy(t);
    return NULL;
  }
  for (int b = 0; b < nbody; b++) t->whole[b] = b;
  return t;
}

void lw_topology_destroy(lw_topology* t)
{
  if (t) {
    free(t->first);
    free(t->body);
    free(t->rows);
    free(t->whole);
    free(t);
  }
}

/* Add a body to the last joint, unless it is the ground or is there already. */
static void add_body(lw_topology* t, int joint, int body)
{
  for (int k = t->first[joint]; k < t->first[joint + 1]; k++) {
    if (t->body[k] == body) {
      return;
    }
  }
  if (body != LW_GROUND) {
    t->body[t->first[joint + 1]++] = body;
  }
}

lw_status lw_topology_create(int nbody, int njoint, const int pair[][2], lw_topology** topology)
{
  *topology = NULL;
  for (int j = 0; j < njoint; j++) {
    for (int k = 0; k < 2; k++) {
      if (pair[j][k] < LW_GROUND || pair[j][k] >= nbody) {
        return LW_ERR_USAGE;
      }
    }
  }
  lw_topology* t = lw_topology_allocate(nbody, njoint, 2 * njoint);
  if (!t) {
    return LW_ERR_MEMORY;
  }
  for (int j = 0; j < njoint; j++) {
    t->rows[j]      = 6;
    t->first[j + 1] = t->first[j];
    add_body(t, j, pair[j][0]);
    add_body(t, j, pair[j][1]);
  }
  *topology = t;
  return LW_OK;
}

lw_status lw_topology_of_model(const lw_model* model, lw_topology** topology)
{
  lw_structure* s  = NULL;
  *topology        = NULL;
  lw_status status = lw_structure_create(model, &s);
  if (status != LW_OK) {
    return status;
  }
  lw_topology* t = lw_topology_allocate(model->nbody, model->njoint + model->ncoupling, s->nside);
  if (t) {
    int j = 0;
    for (int c = 0; c < s->nconnector; c++) {
      const lw_connector* k = &s->connector[c];
      if (k->kind != LW_CONNECTOR_JOINT && k->kind != LW_CONNECTOR_COUPLING) {
        continue;
      }
      t->rows[j]      = k->nrow;
      t->first[j + 1] = t->first[j];
      for (int q = k->side; q < k->side + k->nside; q++) add_body(t, j, s->side[q].body);
      j++;
    }
  }
  lw_structure_destroy(s);
  *topology = t;
  return t ? LW_OK : LW_ERR_MEMORY;
}

static int count_joints(const lw_topology* t, int body)
{
  int n = 0;
  for (int k = 0; k < t->first[t->njoint]; k++) n += t->body[k] == body;
  return n;
}

int lw_topology_index(const lw_topology* t)
{
  int index = 0;
  for (int b = 0; b < t->nbody; b++) {
    const int n = count_joints(t, b);
    index       = n > index ? n : index;
  }
  return index;
}
