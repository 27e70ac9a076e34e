/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parameter_dependencies.c - the parameters that a value with an expression depends on.
 *
 *   cost     of a search: the instructions of the expression and of the parameters in it
 */
#include "fmu_file/parameter_dependencies.h"

#include <limits.h>
#include <stdlib.h>

/* Lists that would make the XML longer than a few megabytes are left out; by the standard
 * that means "all of them". */
enum { ENTRIES_MAX = 500000 };

/* ---- life -------------------------------------------------------------------------------- */

lw_status lw_parameter_dependencies_build(const lw_variables*        variables,
                                          lw_parameter_dependencies* dependencies)
{
  const lw_model*            model = variables->model;
  const size_t               n     = (size_t)model->nparameter + 1;
  lw_parameter_dependencies* d     = dependencies;

  d->parameter_of = malloc(((size_t)model->nvalue + 1) * sizeof *d->parameter_of);
  d->reference    = malloc(n * sizeof *d->reference);
  d->seen         = calloc(n, sizeof *d->seen);
  d->waiting      = malloc(n * sizeof *d->waiting);
  d->found        = malloc(n * sizeof *d->found);
  if (!d->parameter_of || !d->reference || !d->seen || !d->waiting || !d->found) {
    return LW_ERR_MEMORY;
  }
  for (int i = 0; i < model->nvalue; i++) d->parameter_of[i] = LW_NONE;
  for (int i = 0; i < model->nparameter; i++) {
    d->parameter_of[model->parameter[i].value] = i;
    d->reference[i]                            = UINT_MAX;
  }
  for (int r = 0; r < variables->nrow; r++) {
    const lw_variable* row = &variables->row[r];
    if (row->causality == LW_PARAMETER && d->parameter_of[row->first] != LW_NONE) {
      d->reference[d->parameter_of[row->first]] = row->reference;
    }
  }
  return LW_OK;
}

void lw_parameter_dependencies_free(lw_parameter_dependencies* dependencies)
{
  free(dependencies->parameter_of);
  free(dependencies->reference);
  free(dependencies->seen);
  free(dependencies->waiting);
  free(dependencies->found);
  *dependencies = (lw_parameter_dependencies){0};
}

/* ---- searching --------------------------------------------------------------------------- */

/* Note the parameters from which a value is computed, unless they are noted already. */
static void look_at(lw_parameter_dependencies* d, const lw_model* model, lw_slot slot, int n,
                    int* nwaiting)
{
  for (int s = slot; s < slot + n && model->computed; s++) {
    const int formula = model->computed[s];
    if (formula == LW_NONE) {
      continue;
    }
    const lw_formula* f = &model->formula[formula];
    for (int i = 0; i < f->ncode; i++) {
      const lw_instruction* op = &model->instruction[f->code + i];
      if (op->operation != LW_OP_VALUE) {
        continue;
      }
      const int parameter = d->parameter_of[op->slot];
      if (d->seen[parameter] != d->search) {
        d->seen[parameter]        = d->search;
        d->waiting[(*nwaiting)++] = parameter;
      }
    }
  }
}

static void look_at_rotation(lw_parameter_dependencies* d, const lw_model* model, lw_rotation r,
                             int* nwaiting)
{
  const int size[] = {[LW_ROTATION_NONE] = 0, [LW_ROTATION_QUAT] = 4, [LW_ROTATION_RPY] = 3};
  look_at(d, model, r.slot, size[r.kind], nwaiting);
}

/* The place of a frame in the world. */
static void look_at_frame(lw_parameter_dependencies* d, const lw_model* model, int frame,
                          int* nwaiting)
{
  const lw_frame* f = &model->frame[frame];
  look_at(d, model, f->at, 3, nwaiting);
  if (f->body != LW_GROUND) {
    look_at(d, model, model->body[f->body].at, 3, nwaiting);
    look_at_rotation(d, model, model->body[f->body].rotation, nwaiting);
  }
}

static int compare(const void* a, const void* b)
{
  const unsigned x = *(const unsigned*)a, y = *(const unsigned*)b;
  return (x > y) - (x < y);
}

int lw_parameter_dependencies_find(lw_parameter_dependencies* dependencies,
                                   const lw_variables* variables, unsigned reference,
                                   const unsigned** known)
{
  lw_parameter_dependencies* d        = dependencies;
  const lw_model*            model    = variables->model;
  const lw_variable*         row      = lw_variables_row(variables, reference);
  int                        nwaiting = 0;
  size_t                     n        = 0;
  *known                              = d->found;
  if (row->source != LW_FROM_VALUE || d->entries > ENTRIES_MAX) {
    return -1;
  }
  d->search++;
  const lw_slot slot    = row->first + (int)(reference - row->reference);
  const int     formula = model->computed[slot];
  look_at(d, model, slot, 1, &nwaiting);
  if (formula != LW_NONE && model->formula[formula].kind == LW_FORMULA_SPRING_LENGTH) {
    look_at_frame(d, model, model->spring[model->formula[formula].spring].from, &nwaiting);
    look_at_frame(d, model, model->spring[model->formula[formula].spring].to, &nwaiting);
  }
  while (nwaiting > 0) {
    const int     parameter = d->waiting[--nwaiting];
    const lw_slot value     = model->parameter[parameter].value;
    if (model->computed[value] != LW_NONE) {
      look_at(d, model, value, 1, &nwaiting);
    } else if (d->reference[parameter] != UINT_MAX) {
      d->found[n++] = d->reference[parameter];
    }
  }
  qsort(d->found, n, sizeof *d->found, compare);
  d->entries += n;
  return (int)n;
}
