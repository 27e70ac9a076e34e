/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * finish.c - complete a model and check it.
 *
 *   defaults -> rules of structure (check_structure.c) -> rules of formulas and values that follow
 *   from parameters (formulas.c) -> free lengths of springs -> owners of values (elements.c) ->
 *   numbers of inputs -> rules of values (check_values.c) -> rules of the formulation
 *   (check_formulation.c)
 *
 *   cost     O(n log n)
 */
#include <math.h>

#include "model/check.h"
#include "model/elements.h"
#include "model/formulas.h"
#include <linkwork/model.h>

/* Give a missing attribute a slot of n zeros. Returns false: no memory. */
static bool fill_zeros(lw_model* model, int n, lw_slot* slot)
{
  if (*slot == LW_NONE) {
    *slot = lw_model_add_values(model, n, NULL);
  }
  return *slot != LW_NONE;
}

/* Set the missing attributes whose default is zero. (Adding values does not move the elements.) */
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
  for (int i = 0; i < model->nspring; i++) {
    ok = ok && fill_zeros(model, 1, &model->spring[i].damping);
  }
  for (int i = 0; i < model->nbushing; i++) {
    ok = ok && fill_zeros(model, 6, &model->bushing[i].damping);
  }
  for (int i = 0; i < model->ncoupling; i++) {
    ok = ok && fill_zeros(model, 1, &model->coupling[i].offset);
  }
  return ok;
}

/* Set the missing free lengths of springs to the distance of their ends in the pose that the
 * file gives. Where that pose follows from parameters, the length gets a formula. */
static bool fill_spring_lengths(lw_model* model)
{
  for (int i = 0; i < model->nspring; i++) {
    lw_spring* spring = &model->spring[i];
    if (spring->length != LW_NONE) {
      continue;
    }
    const bool computed = lw_model_frame_is_computed(model, spring->from) ||
                          lw_model_frame_is_computed(model, spring->to);
    const double     length  = lw_model_spring_length(model, model->value, spring);
    const lw_slot    slot    = lw_model_add_values(model, 1, &length);
    const lw_formula formula = {.kind = LW_FORMULA_SPRING_LENGTH, .slot = slot, .spring = i};
    if (slot == LW_NONE || (computed && lw_model_add_formula(model, &formula) == LW_NONE)) {
      return false;
    }
    spring->length = slot;
  }
  return true;
}

/* Number the inputs: actuators, loads, motions, each in the order of the file. */
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
