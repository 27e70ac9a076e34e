/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state_list.c - the states of a mechanism as ordinary differential equations.
 *
 *   reads    the model
 *   writes   the list of the states
 *   theory   section 9.6
 *   cost     linear in bodies and joints
 */
#include <stdlib.h>

#include "joint/joint.h"
#include "structure/spanning_tree.h"
#include <linkwork/continuous.h>

/* Most blocks of a body: orientation, position, velocity, angular velocity. */
#define BLOCKS_MAX 4

static void add(lw_state_list* list, lw_quantity quantity, lw_quantity rate, int index, int size,
                int slot)
{
  list->block[list->nblock++] = (lw_state_block){quantity, rate, index, list->nstate, size, slot};
  list->nstate += size;
}

/* Orientation and angular velocity of a body; with them position and velocity if it floats. */
static void add_body(lw_state_list* list, const lw_link* k, int rates)
{
  const bool floats = k->joint == LW_NONE;
  if (!floats && k->type != LW_SPHERICAL) {
    return;
  }
  const int q = k->q + (floats ? 3 : 0), v = rates + k->v + (floats ? 3 : 0);
  add(list, LW_BODY_QUAT, LW_BODY_QUAT_RATE, k->body, 4, q);
  if (floats) {
    add(list, LW_BODY_R, LW_BODY_V, k->body, 3, k->q);
    add(list, LW_BODY_V, LW_BODY_A, k->body, 3, rates + k->v);
  }
  add(list, LW_BODY_W, LW_BODY_Z, k->body, 3, v);
}

lw_status lw_state_list_build(const lw_model* model, lw_state_list* list)
{
  lw_tree*        tree   = NULL;
  const size_t    nbody  = (size_t)model->nbody;
  const lw_status status = lw_tree_outline(model, &tree);
  *list                  = (lw_state_list){0};
  list->block = malloc((BLOCKS_MAX * nbody + 2 * (size_t)model->njoint + 1) * sizeof *list->block);
  list->of_body  = malloc((nbody + 1) * sizeof *list->of_body);
  list->of_joint = malloc(((size_t)model->njoint + 1) * sizeof *list->of_joint);
  list->inboard  = malloc((nbody + 1) * sizeof *list->inboard);
  list->carrier  = malloc((nbody + 1) * sizeof *list->carrier);
  if (status != LW_OK || !list->block || !list->of_body || !list->of_joint || !list->inboard ||
      !list->carrier) {
    lw_tree_destroy(tree);
    return LW_ERR_MEMORY;
  }
  for (int b = 0; b < model->nbody; b++) {
    const lw_link* k = &tree->link[tree->of_body[b]];
    list->inboard[b] = tree->link[k->inboard].body;
    list->carrier[b] = k->joint;
    const int first  = list->nblock;
    add_body(list, k, tree->nq);
    list->of_body[b] = list->nblock > first ? first : LW_NONE;
  }
  for (int j = 0; j < model->njoint; j++) {
    const lw_link* k  = tree->of_joint[j] == LW_NONE ? NULL : &tree->link[tree->of_joint[j]];
    list->of_joint[j] = LW_NONE;
    if (k && k->nfree > 0 && k->type != LW_SPHERICAL) {
      list->of_joint[j] = list->nblock;
      add(list, LW_JOINT_Q, LW_JOINT_QD, j, k->nfree, k->q);
      add(list, LW_JOINT_QD, LW_JOINT_QDD, j, k->nfree, tree->nq + k->v);
    }
  }
  lw_tree_destroy(tree);
  return LW_OK;
}

/* Tell whether a quantity belongs to a joint; states that do not belong to bodies. */
static bool is_of_joint(lw_quantity quantity)
{
  return quantity == LW_JOINT_Q || quantity == LW_JOINT_QD || quantity == LW_JOINT_QDD;
}

int lw_state_list_find(const lw_state_list* list, lw_quantity quantity, int index, bool rate)
{
  const bool joint = is_of_joint(quantity);
  if (!joint && quantity > LW_BODY_Z && quantity != LW_BODY_QUAT_RATE) {
    return LW_NONE;
  }
  const int first = joint ? list->of_joint[index] : list->of_body[index];
  for (int i = first; i != LW_NONE && i < list->nblock; i++) {
    const lw_state_block* block = &list->block[i];
    if (block->index != index || is_of_joint(block->quantity) != joint) {
      break;
    }
    if (quantity == (rate ? block->rate : block->quantity)) {
      return i;
    }
  }
  return LW_NONE;
}

void lw_state_list_free(lw_state_list* list)
{
  free(list->block);
  free(list->of_body);
  free(list->of_joint);
  free(list->inboard);
  free(list->carrier);
  *list = (lw_state_list){0};
}
