/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * structure.c - the structure of a model, from the list of its connectors to the layout of its
 * factor.
 *
 *   connectors and their sides -> order of elimination and parts (order.c) -> batches (batches.c)
 *   -> fronts (fronts.c, front_terms.c) -> tree of revolute joints (revolute_tree.c)
 *   -> tree of joint coordinates, for formulations that use it (spanning_tree.c)
 *
 *   reads    the model
 *   writes   lw_structure
 *   theory   section 5
 */
#include "structure/structure.h"

#include <stdlib.h>
#include <string.h>

#include "base/disjoint_sets.h"
#include "joint/joint.h"
#include "structure/batches.h"
#include "structure/fronts.h"
#include "structure/order.h"
#include "structure/revolute_tree.h"
#include "structure/spanning_tree.h"

/* Most sides that there can be: two of each joint, spring, bushing and term of a coupling. */
static int count_sides(const lw_model* m)
{
  return 2 * (m->njoint + m->nspring + m->nbushing + m->ncoupling_term);
}

static void add_side(lw_structure* s, lw_connector* c, int body)
{
  lw_side* side   = &s->side[s->nside++];
  side->connector = (int)(c - s->connector);
  side->body      = body;
  side->jac       = s->njac;
  s->njac += 6 * (c->nrow + c->nsoft);
  c->nside++;
}

static lw_connector* add_connector(lw_structure* s, lw_connector_kind kind, int index, int nrow,
                                   int nsoft)
{
  lw_connector* c = &s->connector[s->nconnector++];
  *c = (lw_connector){kind, index, LW_NONE, nrow, nsoft, false, s->nrow_all, s->nside, 0};
  s->nrow += nrow;
  s->nrow_all += nrow + nsoft;
  return c;
}

static void list_joints(const lw_model* m, lw_structure* s)
{
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint* joint  = &m->joint[j];
    int             motion = LW_NONE;
    for (int k = 0; k < m->nmotion; k++) motion = m->motion[k].joint == j ? k : motion;
    /* a driven coordinate needs no compliant row: the motion prescribes it */
    const int     driven = motion != LW_NONE;
    const int     soft   = !driven && joint->stiffness != LW_NONE;
    lw_connector* c =
        add_connector(s, LW_CONNECTOR_JOINT, j, lw_joint_rows(joint->type) + driven, soft);
    c->motion = motion;
    /* coordinate partitioning weighs directions differently, which destroys the special form
     * [-1, a~] of the rows of a point */
    c->point =
        lw_joint_has_point(joint->type) && m->settings.formulation != LW_COORDINATE_PARTITIONING;
    add_side(s, c, joint->parent);
    add_side(s, c, joint->child);
  }
}

static void list_forces(const lw_model* m, lw_structure* s)
{
  for (int k = 0; k < m->nspring; k++) {
    lw_connector* c = add_connector(s, LW_CONNECTOR_SPRING, k, 0, 3);
    add_side(s, c, m->frame[m->spring[k].from].body);
    add_side(s, c, m->frame[m->spring[k].to].body);
  }
  for (int k = 0; k < m->nbushing; k++) {
    lw_connector* c = add_connector(s, LW_CONNECTOR_BUSHING, k, 0, 6);
    add_side(s, c, m->frame[m->bushing[k].from].body);
    add_side(s, c, m->frame[m->bushing[k].to].body);
  }
}

static void list_couplings(const lw_model* m, lw_structure* s)
{
  for (int k = 0; k < m->ncoupling; k++) {
    const lw_coupling* coupling = &m->coupling[k];
    lw_connector*      c        = add_connector(s, LW_CONNECTOR_COUPLING, k, 1, 0);
    for (int i = 0; i < coupling->nterm; i++) {
      const lw_joint* joint = &m->joint[m->coupling_term[coupling->term + i].joint];
      for (int e = 0; e < 2; e++) {
        const int body   = e ? joint->child : joint->parent;
        int       listed = body == LW_GROUND;
        for (int q = c->side; q < s->nside; q++) listed |= s->side[q].body == body;
        if (!listed) {
          add_side(s, c, body);
        }
      }
    }
  }
}

/* List the sides that act on each body, in the order of the connectors. */
static void list_bodies(lw_structure* s)
{
  for (int q = 0; q < s->nside; q++) {
    if (s->side[q].body != LW_GROUND) {
      s->body_side[s->side[q].body + 1]++;
    }
  }
  for (int b = 0; b < s->nbody; b++) s->body_side[b + 1] += s->body_side[b];
  for (int q = s->nside - 1; q >= 0; q--) {
    if (s->side[q].body != LW_GROUND) {
      s->body_side_list[--s->body_side[s->side[q].body + 1]] = q;
    }
  }
  /* filling backwards has moved the first entry of each body into the place of the next one */
  for (int b = 0; b < s->nbody; b++) s->body_side[b] = s->body_side[b + 1];
  int total = 0;
  for (int q = 0; q < s->nside; q++) total += s->side[q].body != LW_GROUND;
  s->body_side[s->nbody] = total;
}

/* Tell whether joints and couplings close no loop; the ground counts as one body. `up`: scratch
 * (nbody + 1). */
static bool has_no_loop(const lw_model* m, int* up)
{
  for (int b = 0; b <= m->nbody; b++) up[b] = b;
  for (int j = 0; j < m->njoint; j++) {
    const int p = m->joint[j].parent, c = m->joint[j].child;
    const int a = lw_set_of(up, p == LW_GROUND ? m->nbody : p);
    const int b = lw_set_of(up, c == LW_GROUND ? m->nbody : c);
    if (a == b) {
      return false;
    }
    up[a] = b;
  }
  return m->ncoupling == 0;
}

/* Tell whether a formulation uses joint coordinates. */
static bool uses_joint_coordinates(lw_formulation formulation)
{
  return formulation == LW_HAMILTONIAN_DCA || formulation == LW_ACCELERATION_DCA;
}

lw_status lw_structure_create(const lw_model* model, lw_structure** structure)
{
  return lw_structure_create_ordered(model, NULL, structure);
}

lw_status lw_structure_create_ordered(const lw_model* model, const lw_order_rule* rule,
                                      lw_structure** structure)
{
  *structure      = NULL;
  lw_structure* s = calloc(1, sizeof *s);
  if (!s) {
    return LW_ERR_MEMORY;
  }
  const size_t nconnector =
      (size_t)(model->njoint + model->nspring + model->nbushing + model->ncoupling);
  const size_t nside = (size_t)count_sides(model), nbody = (size_t)model->nbody;
  lw_status    status = LW_ERR_MEMORY;
  int*         up     = malloc((nbody + 1) * sizeof *up);

  s->nbody          = model->nbody;
  s->connector      = calloc(nconnector + 1, sizeof *s->connector);
  s->side           = calloc(nside + 1, sizeof *s->side);
  s->body_side      = calloc(nbody + 2, sizeof *s->body_side);
  s->body_side_list = calloc(nside + 1, sizeof *s->body_side_list);
  if (!up || !s->connector || !s->side || !s->body_side || !s->body_side_list) {
    goto cleanup;
  }
  list_joints(model, s);
  list_forces(model, s);
  list_couplings(model, s);
  list_bodies(s);
  for (int b = 0; b < s->nbody; b++) {
    s->has_free_bodies = s->has_free_bodies || s->body_side[b] == s->body_side[b + 1];
  }
  s->is_tree = has_no_loop(model, up);
  status     = lw_order_build(s, rule);
  if (status == LW_OK) {
    status = lw_batches_build(model, s);
  }
  if (status == LW_OK) {
    status = lw_fronts_build(s);
  }
  if (status == LW_OK) {
    status = lw_revolute_tree_build(model, s);
  }
  if (status == LW_OK && uses_joint_coordinates(model->settings.formulation)) {
    status = lw_tree_create(model, s, &s->tree);
  }

cleanup:
  free(up);
  if (status == LW_OK) {
    *structure = s;
  } else {
    lw_structure_destroy(s);
  }
  return status;
}

void lw_structure_destroy(lw_structure* s)
{
  if (s) {
    free(s->connector);
    free(s->side);
    free(s->body_side);
    free(s->body_side_list);
    free(s->node);
    free(s->edge);
    free(s->update);
    free(s->pair);
    lw_batches_destroy(s);
    lw_fronts_destroy(s);
    free(s->revolute);
    free(s->position);
    free(s->rank);
    free(s->part_begin);
    free(s->part_cost);
    lw_tree_destroy(s->tree);
    free(s);
  }
}
