/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * finish.c - closes a model: defaults, what follows from parameters, inputs, rules.
 *
 *   cost     O(n log n)
 */
#include <math.h>

#include "base/linalg.h"
#include "model/check.h"
#include "model/elements.h"
#include "model/formulas.h"
#include <linkwork/model.h>

/* Give a slot of n zeros to what was left out. Returns false: no memory. */
static bool fill_zeros(lw_model* model, int n, lw_slot* slot)
{
  if (*slot == LW_NONE) {
    *slot = lw_model_add_values(model, n, NULL);
  }
  return *slot != LW_NONE;
}

/* What was left out and is zero then. Elements do not move while values grow. */
static bool fill_defaults(lw_model* model)
{
  bool ok = true;
  for (int b = 0; b < model->nbody; b++) {
    lw_body* body = &model->body[b];
    ok            = ok && fill_zeros(model, 3, &body->com) && fill_zeros(model, 3, &body->at) &&
         fill_zeros(model, 3, &body->velocity) && fill_zeros(model, 3, &body->spin);
  }
  for (int f = 0; f < model->nframe; f++) ok = ok && fill_zeros(model, 3, &model->frame[f].at);
  for (int j = 0; j < model->njoint; j++) {
    lw_joint*            joint = &model->joint[j];
    const lw_joint_info* info  = lw_joint_info_get(joint->type);
    if (info && info->drivable) {
      ok = ok && fill_zeros(model, 1, &joint->stiffness) && fill_zeros(model, 1, &joint->damping) &&
           fill_zeros(model, 1, &joint->rest);
    }
    if (joint->lower != LW_NONE || joint->upper != LW_NONE) {
      ok = ok && fill_zeros(model, 1, &joint->stop_stiffness) &&
           fill_zeros(model, 1, &joint->stop_damping);
    }
  }
  for (int i = 0; i < model->nspring; i++)
    ok = ok && fill_zeros(model, 1, &model->spring[i].damping);
  for (int i = 0; i < model->nbushing; i++) {
    ok = ok && fill_zeros(model, 6, &model->bushing[i].damping);
  }
  for (int i = 0; i < model->ncoupling; i++) {
    ok = ok && fill_zeros(model, 1, &model->coupling[i].offset);
  }
  return ok;
}

/* A spring without a free length is relaxed in the pose that the file gives; where that follows from
 * parameters, so does the length. */
static bool fill_spring_lengths(lw_model* model)
{
  for (int i = 0; i < model->nspring; i++) {
    lw_spring* spring = &model->spring[i];
    if (spring->length != LW_NONE) {
      continue;
    }
    const bool computed = lw_model_frame_is_computed(model, spring->from) ||
                          lw_model_frame_is_computed(model, spring->to);
    double from[3], to[3], d[3];
    lw_model_frame_origin(model, model->value, spring->from, from);
    lw_model_frame_origin(model, model->value, spring->to, to);
    lw_sub3(d, to, from);
    const double     length  = lw_norm(d);
    const lw_slot    slot    = lw_model_add_values(model, 1, &length);
    const lw_formula formula = {.kind = LW_FORMULA_SPRING_LENGTH, .slot = slot, .spring = i};
    if (slot == LW_NONE || (computed && lw_model_add_formula(model, &formula) == LW_NONE)) {
      return false;
    }
    spring->length = slot;
  }
  return true;
}

/* Inputs in the order actuators, loads, motions; each kind in the order of the file. */
static void number_inputs(lw_model* model)
{
  int n = 0;
  for (int i = 0; i < model->nactuator; i++) model->actuator[i].input = n++;
  for (int i = 0; i < model->nload; i++, n += 3) model->load[i].input = n;
  for (int i = 0; i < model->nmotion; i++) {
    model->motion[i].input = model->motion[i].kind == LW_MOTION_INPUT ? n++ : LW_NONE;
  }
  model->ninput = n;
}

lw_status lw_model_finish(lw_model* model, lw_diag* diag)
{
  if (!fill_defaults(model)) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  lw_status status = lw_model_check_structure(model, diag);
  if (status == LW_OK) {
    status = lw_model_check_formulas(model, diag);
  }
  if (status != LW_OK) {
    return status;
  }
  if (!lw_model_find_computed(model)) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  lw_model_compute(model, model->value);
  if (!fill_spring_lengths(model) || !lw_model_find_computed(model)) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  if (isnan(model->settings.output_step)) {
    model->settings.output_step = model->value[model->settings.step];
  }
  if (!lw_model_find_owners(model)) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
  }
  number_inputs(model);
  lw_model_sort_outputs(model);
  status = lw_model_check_values(model, model->value, diag);
  return status == LW_OK ? lw_model_check_formulation(model, diag) : status;
}
