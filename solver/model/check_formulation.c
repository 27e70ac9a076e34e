/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_formulation.c - the integrators and linear solvers that each formulation supports, as a
 * table.
 */
#include <string.h>

#include "model/check.h"
#include "model/elements.h"

typedef struct formulation_rule {
  unsigned      integrators; /* bit i: lw_integrator i is allowed */
  lw_integrator integrator;  /* its meaning of LW_INTEGRATOR_DEFAULT */
  bool          pcg;         /* LW_PCG is allowed */
  bool          adaptive;    /* step sizes follow from the error: there is no real-time mode */
} formulation_rule;

#define EXPLICIT (1u << LW_DOPRI5 | 1u << LW_BS32 | 1u << LW_ABM)
#define IMPLICIT                                                                                   \
  (1u << LW_FORWARD_EULER | 1u << LW_TRAPEZOIDAL_FIXED_POINT | 1u << LW_TRAPEZOIDAL_NEWTON)

static const formulation_rule rules[LW_FORMULATION_COUNT] = {
    [LW_INDEX3_DCA]            = {1u << LW_TRAPEZOIDAL_NEWTON, LW_TRAPEZOIDAL_NEWTON, false, false},
    [LW_HAMILTONIAN_DCA]       = {EXPLICIT, LW_DOPRI5, false, true},
    [LW_ACCELERATION_DCA]      = {EXPLICIT, LW_DOPRI5, false, true},
    [LW_PENALTY]               = {IMPLICIT | 1u << LW_SEMI_IMPLICIT_EULER | 1u << LW_NEWMARK,
                                  LW_TRAPEZOIDAL_NEWTON, false, false},
    [LW_AUGMENTED_LAGRANGIAN]  = {IMPLICIT | 1u << LW_SEMI_IMPLICIT_EULER | 1u << LW_NEWMARK,
                                  LW_TRAPEZOIDAL_NEWTON, false, false},
    [LW_AUGMENTED_HAMILTONIAN] = {IMPLICIT, LW_TRAPEZOIDAL_NEWTON, false, false},
    [LW_COORDINATE_PARTITIONING] = {EXPLICIT, LW_ABM, true, true},
};

/* NULL: there is no such formulation */
static const formulation_rule* rule_of(lw_formulation formulation)
{
  const int i = (int)formulation;
  return i >= 0 && i < LW_FORMULATION_COUNT ? &rules[i] : NULL;
}

lw_integrator lw_integrator_of(const lw_model* model)
{
  const lw_integrator integrator = model->settings.integrator;
  return integrator == LW_INTEGRATOR_DEFAULT ? rules[model->settings.formulation].integrator
                                             : integrator;
}

double lw_model_accuracy(const lw_model* model)
{
  const lw_settings* s     = &model->settings;
  const bool         fixed = s->formulation != LW_INDEX3_DCA || s->realtime;
  return rules[s->formulation].adaptive ? s->rtol : fixed ? 0.0 : s->accuracy;
}

/* Report an integrator that the formulation does not support, with a list of those that it does. */
static lw_status refuse_integrator(const lw_model* model, const formulation_rule* rule,
                                   const lw_element* solver, lw_diag* diag)
{
  char list[256] = "";
  for (int i = LW_INTEGRATOR_DEFAULT + 1; i < LW_INTEGRATOR_COUNT; i++) {
    if (rule->integrators & 1u << i) {
      strcat(list, *list ? ", " : ""); /* all names together have 130 characters */
      strcat(list, lw_integrator_names[i]);
    }
  }
  return lw_element_error(diag, solver, "formulation %s cannot use integrator %s; it can use %s",
                          lw_formulation_names[model->settings.formulation],
                          lw_integrator_names[model->settings.integrator], list);
}

lw_status lw_model_check_formulation(const lw_model* model, lw_diag* diag)
{
  const lw_element        solver = lw_model_element(model, LW_ELEMENT_SETTINGS, 0);
  const formulation_rule* rule   = rule_of(model->settings.formulation);
  if (!rule) {
    return lw_element_error(diag, &solver, "the formulation does not exist");
  }
  if (!(rule->integrators & 1u << lw_integrator_of(model))) {
    return refuse_integrator(model, rule, &solver, diag);
  }
  if (model->settings.linear_solver == LW_PCG && !rule->pcg) {
    return lw_element_error(
        diag, &solver,
        "linear-solver pcg is for formulation coordinate-partitioning only, not for %s",
        lw_formulation_names[model->settings.formulation]);
  }
  if (model->settings.realtime && rule->adaptive) {
    return lw_element_error(diag, &solver,
                            "formulation %s chooses its own step size: it has no real-time mode",
                            lw_formulation_names[model->settings.formulation]);
  }
  return LW_OK;
}
