/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * formulation.c - the table of formulations.
 */
#include "formulation.h"

#include <string.h>

#include "augmented_hamiltonian.h"
#include "augmented_lagrangian.h"
#include "joint_space.h"
#include "model_elements.h"
#include "partitioning.h"
#include "step.h"

static const lw_method* const methods[LW_FORMULATION_COUNT] = {
    [LW_INDEX3_DCA]              = &lw_index3_method,
    [LW_HAMILTONIAN_DCA]         = &lw_hamiltonian_method,
    [LW_ACCELERATION_DCA]        = &lw_acceleration_method,
    [LW_PENALTY]                 = &lw_penalty_method,
    [LW_AUGMENTED_LAGRANGIAN]    = &lw_augmented_lagrangian_method,
    [LW_AUGMENTED_HAMILTONIAN]   = &lw_augmented_hamiltonian_method,
    [LW_COORDINATE_PARTITIONING] = &lw_partitioning_method,
};

const lw_method* lw_method_of(lw_formulation formulation)
{
  const int i = (int)formulation;
  return i >= 0 && i < LW_FORMULATION_COUNT ? methods[i] : NULL;
}

lw_integrator lw_integrator_of(const lw_model* model)
{
  const lw_integrator integrator = model->settings.integrator;
  return integrator == LW_INTEGRATOR_DEFAULT ? lw_method_of(model->settings.formulation)->integrator
                                             : integrator;
}

/* the integrator that was asked for, and those that there are */
static lw_status refuse_integrator(const lw_model* model, const lw_method* method,
                                   const lw_element* solver, lw_diag* diag)
{
  char list[256] = "";
  for (int i = LW_INTEGRATOR_DEFAULT + 1; i < LW_INTEGRATOR_COUNT; i++) {
    if (method->integrators & 1u << i) {
      strcat(list, *list ? ", " : ""); /* all names together have 130 characters */
      strcat(list, lw_integrator_names[i]);
    }
  }
  return lw_element_error(diag, solver,
                          "formulation %s does not go with integrator %s, but with %s",
                          lw_formulation_names[model->settings.formulation],
                          lw_integrator_names[model->settings.integrator], list);
}

lw_status lw_method_check(const lw_model* model, lw_diag* diag)
{
  const lw_element solver = lw_model_element(model, LW_ELEMENT_SETTINGS, 0);
  const lw_method* method = lw_method_of(model->settings.formulation);
  if (!method) {
    return lw_element_error(diag, &solver, "the formulation does not exist");
  }
  if (!(method->integrators & 1u << lw_integrator_of(model))) {
    return refuse_integrator(model, method, &solver, diag);
  }
  if (model->settings.linear_solver == LW_PCG && !method->pcg) {
    return lw_element_error(
        diag, &solver, "linear-solver pcg goes with coordinate-partitioning alone, not with %s",
        lw_formulation_names[model->settings.formulation]);
  }
  if (model->settings.realtime && method->adaptive) {
    return lw_element_error(diag, &solver,
                            "%s chooses its steps by their error: there is no real-time mode",
                            lw_formulation_names[model->settings.formulation]);
  }
  return method->check ? method->check(model, diag) : LW_OK;
}
