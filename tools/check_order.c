/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_order.c - the order of elimination that linkwork check --order shows.
 */
#include "check_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "order_svg.h"
#include "output_file.h"

/* ---- nodes --------------------------------------------------------------------------------- */

/* The kind of a node, and its index among the elements of its kind. Connectors are in the
 * order of these kinds. */
static const char* kind_of(const lw_model* m, int id, int* index, lw_name* name)
{
  int k = *index = id;
  if (k < m->nbody) {
    *name = m->body[k].name;
    return "body";
  }
  k -= m->nbody;
  if (k < m->njoint) {
    *name = m->joint[k].name;
    return "joint";
  }
  k -= m->njoint;
  if (k < m->nspring) {
    *name = m->spring[k].name;
    return "spring";
  }
  k -= m->nspring;
  if (k < m->nbushing) {
    *name = m->bushing[k].name;
    return "bushing";
  }
  *name = m->coupling[k - m->nbushing].name;
  return "coupling";
}

const char* lw_order_kind(const lw_model* model, int id)
{
  int     index;
  lw_name name;
  return kind_of(model, id, &index, &name);
}

const char* lw_order_name(const lw_model* model, int id)
{
  int     index;
  lw_name name;
  kind_of(model, id, &index, &name);
  return lw_model_name(model, name);
}

/* ---- text ---------------------------------------------------------------------------------- */

/* Print `   3 joint A (5): crank coupler+`, with + at blocks that fill in. */
static void print_node(const lw_model* model, const lw_elimination* e, int i)
{
  printf("%6d %s %s (%d)%s", i + 1, lw_order_kind(model, e->id[i]), lw_order_name(model, e->id[i]),
         e->size[i], e->first[i] < e->first[i + 1] ? ":" : "");
  for (int k = e->first[i]; k < e->first[i + 1]; k++) {
    printf(" %s%s", lw_order_name(model, e->id[e->later[k]]),
           e->kind[k] == LW_BLOCK_FILLED ? "+" : "");
  }
  printf("\n");
}

static void print_count(const char* what, const lw_block_count* c)
{
  printf("blocks %ld %ld %ld %ld %ld %s\n", c->additions, c->multiplications, c->inversions,
         c->fill, c->nonzeros, what);
}

static lw_status count(const lw_topology* t, int index, const char* what)
{
  lw_elimination* e      = NULL;
  const lw_status status = lw_topology_eliminate(t, index, NULL, &e);
  if (status == LW_OK) {
    print_count(what, &e->count);
  }
  lw_elimination_destroy(e);
  return status;
}

static lw_status count_divided(const lw_topology* t, int index)
{
  lw_topology* divided = NULL;
  lw_status    status  = lw_topology_divide(t, index, &divided);
  if (status == LW_OK) {
    char what[128];
    snprintf(what, sizeof what,
             "joints alone, bodies in parts of at most %d joints: %d parts added", index,
             divided->nbody - t->nbody);
    status = count(divided, 0, what);
  }
  lw_topology_destroy(divided);
  return status;
}

/* the cost of other orders, for the graph of bodies and joints without springs */
static lw_status print_others(const lw_model* model)
{
  lw_topology* t      = NULL;
  lw_status    status = lw_topology_of_model(model, &t);
  if (status != LW_OK) {
    return status;
  }
  const int index = lw_topology_index(t);
  printf("topology index %d\n", index);
  printf("blocks A M I F NNZ\n");
  status = count(t, LW_SOLVERS_ORDER, "joints alone, in the solver's order");
  if (status == LW_OK) {
    status = count(t, 0, "joints alone, all bodies first");
  }
  if (status == LW_OK && index > 3) {
    status = count(t, 3, "joints alone, bodies with more than 3 joints after them");
  }
  for (int k = 3; status == LW_OK && k <= 4 && k < index; k++) status = count_divided(t, k);
  lw_topology_destroy(t);
  return status;
}

lw_status lw_check_order(const lw_model* model)
{
  lw_elimination* e      = NULL;
  lw_status       status = lw_elimination_of_model(model, &e);
  if (status != LW_OK) {
    return status;
  }
  printf("order %d\n", e->nnode);
  for (int i = 0; i < e->nnode; i++) print_node(model, e, i);
  printf("order height %d\n", e->height);
  printf("order cost %.0f\n", e->cost);
  printf("order fill %ld\n", e->count.fill);
  if (e->nrevolute > 0) {
    printf("order inward %d\n", e->nrevolute);
  }
  status = print_others(model);
  if (status == LW_OK) {
    print_count("this order, with springs and bushings", &e->count);
  }
  lw_elimination_destroy(e);
  return status;
}

/* ---- pictures ------------------------------------------------------------------------------ */

typedef bool write_function(const lw_model* model, const lw_elimination* e, FILE* file);

static lw_status write_picture(const lw_model* model, const lw_elimination* e, const char* prefix,
                               const char* end, write_function* write, lw_diag* diag)
{
  char*          path = malloc(strlen(prefix) + strlen(end) + 1);
  lw_output_file file;
  if (!path) {
    return LW_ERR_MEMORY;
  }
  strcpy(path, prefix);
  strcat(path, end);
  lw_diag   reason = {0};
  lw_status status = lw_output_file_open(path, &file, &reason);
  if (status == LW_OK) {
    if (write(model, e, file.stream)) {
      status = lw_output_file_commit(&file, &reason);
    } else {
      lw_output_file_discard(&file);
      status = lw_diag_set(&reason, LW_ERR_FILE, 0, "cannot be written");
    }
  }
  if (status != LW_OK) {
    lw_diag_set(diag, status, 0, "%s %s", path, reason.text);
  }
  free(path);
  return status;
}

lw_status lw_check_pictures(const lw_model* model, const char* prefix, lw_diag* diag)
{
  lw_elimination* e      = NULL;
  lw_status       status = lw_elimination_of_model(model, &e);
  if (status == LW_OK) {
    status = write_picture(model, e, prefix, "-topology.svg", lw_order_svg_topology, diag);
  }
  if (status == LW_OK) {
    status = write_picture(model, e, prefix, "-before.svg", lw_order_svg_before, diag);
  }
  if (status == LW_OK) {
    status = write_picture(model, e, prefix, "-after.svg", lw_order_svg_after, diag);
  }
  lw_elimination_destroy(e);
  return status;
}
