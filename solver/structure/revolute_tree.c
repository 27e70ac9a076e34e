/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * revolute_tree.c - list the links of a tree of revolute joints from the ground outwards.
 *
 *   is_revolute_tree -> spanning tree (spanning_tree.c) -> links with their offsets -> tips
 *
 *   reads    model, structure
 *   writes   revolute, nrevolute
 *   theory   section 5.5
 */
#include "structure/revolute_tree.h"

#include <stdlib.h>

#include "structure/spanning_tree.h"

/* Tell whether a revolute joint carries every body and there are no other rows. A penalty is a
 * term of the matrix that the recursion leaves out, so it excludes the recursion. */
static bool is_revolute_tree(const lw_model* m, const lw_structure* s)
{
  bool all = s->is_tree && m->nbody > 0 && m->njoint == m->nbody &&
             m->settings.formulation == LW_INDEX3_DCA && !(m->settings.penalty > 0.0);
  for (int j = 0; j < m->njoint && all; j++) {
    const lw_connector* c = &s->connector[lw_structure_joint(j)];
    all                   = m->joint[j].type == LW_REVOLUTE && c->point && c->motion == LW_NONE;
  }
  return all;
}

/* Find the offset of each joint's first number in lw_instance.point_batch. */
static void find_points(const lw_structure* s, int* point)
{
  for (int q = 0; q < s->points.first[s->npart + 1]; q++) {
    const lw_batch* batch = &s->points.batch[q];
    const int       at    = (int)lw_batch_begin(q, batch->part, LW_POINT_NUMBERS);
    for (int k = 0; k < batch->n; k++) point[batch->id[k]] = at + k;
  }
}

/* Mark the links that carry no other link, and of the links on one inboard link the one that is
 * eliminated first: the last one, because the elimination runs backwards. */
static void mark_tips(lw_structure* s)
{
  for (int i = s->nrevolute - 1; i >= 0; i--) {
    const int inboard    = s->revolute[i].inboard;
    s->revolute[i].first = inboard == s->nrevolute || s->revolute[inboard].tip;
    if (inboard < s->nrevolute) {
      s->revolute[inboard].tip = false;
    }
  }
}

lw_status lw_revolute_tree_build(const lw_model* m, lw_structure* s)
{
  if (!is_revolute_tree(m, s)) {
    return LW_OK;
  }
  lw_tree*  tree   = NULL;
  lw_status status = lw_tree_create(m, s, &tree);
  if (status != LW_OK) {
    return status;
  }
  int* point  = calloc((size_t)s->nconnector, sizeof *point);
  s->revolute = calloc((size_t)tree->nlink, sizeof *s->revolute);
  status      = point && s->revolute ? LW_OK : LW_ERR_MEMORY;
  if (status == LW_OK) {
    s->nrevolute = tree->nlink;
    find_points(s, point);
    for (int i = 0; i < tree->nlink; i++) {
      const lw_link* link  = &tree->link[i];
      const int      joint = lw_structure_joint(link->joint);
      s->revolute[i]       = (lw_revolute_link){.body    = link->body,
                                                .inboard = link->inboard,
                                                .x       = s->offset[link->body],
                                                .rows    = s->offset[s->nbody + joint],
                                                .point   = point[joint],
                                                .child   = link->forward,
                                                .tip     = true,
                                                .sign    = link->forward ? 1.0 : -1.0};
    }
    mark_tips(s);
  }
  free(point);
  lw_tree_destroy(tree);
  return status;
}
