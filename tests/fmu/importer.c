/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * importer.c - an importer of FMUs for model exchange, with the classical Runge-Kutta method.
 */
#include "importer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 4 };

fmi2Component lw_importer_instantiate(lw_test_fmu* fmu)
{
  static fmi2CallbackFunctions callbacks;
  callbacks       = lw_fmi_callbacks(&fmu->log);
  fmi2Component c = fmu->fmi.Instantiate("test", fmi2ModelExchange, fmu->description.guid, fmu->uri,
                                         &callbacks, fmi2False, fmi2False);
  assert_non_null(c);
  return c;
}

static const lw_xml_element* child_of(const lw_xml_element* parent, const char* name)
{
  const lw_xml_element* child = parent ? parent->child : NULL;
  while (child && strcmp(child->name, name) != 0) child = child->next;
  return child;
}

/* References count variables. */
size_t lw_importer_list_rates(const lw_test_fmu* fmu, fmi2ValueReference rate[])
{
  const lw_xml_element* list =
      child_of(child_of(fmu->description.root, "ModelStructure"), "Derivatives");
  size_t n = 0;
  for (const lw_xml_element* e = list ? list->child : NULL; e; e = e->next) {
    assert_true(n < LW_STATES_MAX);
    rate[n++] = (fmi2ValueReference)strtoul(lw_xml_get(e, "index"), NULL, 10) - 1;
  }
  return n;
}

/* By the attribute `derivative` of the derivatives. */
size_t lw_importer_list_states(const lw_test_fmu* fmu, fmi2ValueReference state[])
{
  fmi2ValueReference    rate[LW_STATES_MAX];
  const size_t          n        = lw_importer_list_rates(fmu, rate);
  const lw_xml_element* variable = child_of(fmu->description.root, "ModelVariables")->child;
  for (fmi2ValueReference i = 0; variable; i++, variable = variable->next) {
    for (size_t k = 0; k < n; k++) {
      if (rate[k] == i) {
        const char* text = lw_xml_get(variable->child, "derivative");
        assert_non_null(text);
        state[k] = (fmi2ValueReference)strtoul(text, NULL, 10) - 1;
      }
    }
  }
  return n;
}

/* ---- an importer -------------------------------------------------------------------------- */

static void handle_event(lw_importer* r)
{
  const lw_fmu_library* f    = &r->fmu.fmi;
  fmi2EventInfo         info = {0};
  assert_ok(f->EnterEventMode(r->c));
  if (r->order == LW_ORDER_OPENMODELICA) {
    assert_ok(f->SetContinuousStates(r->c, r->x, r->n)); /* in Event Mode */
    assert_ok(f->EnterEventMode(r->c));                  /* once more */
  }
  assert_ok(f->NewDiscreteStates(r->c, &info));
  assert_int_equal(info.newDiscreteStatesNeeded, fmi2False);
  assert_int_equal(info.nextEventTimeDefined, fmi2False);
  assert_true(info.nextEventTime > 1e300); /* OpenModelica reads it in any case */
  assert_ok(f->EnterContinuousTimeMode(r->c));
  if (info.valuesOfContinuousStatesChanged) {
    assert_ok(f->GetContinuousStates(r->c, r->x, r->n));
  }
  r->terminated = r->terminated || info.terminateSimulation;
}

fmi2Status lw_importer_rates(lw_importer* r, double t, const double x[], double dx[])
{
  const lw_fmu_library* f = &r->fmu.fmi;
  assert_ok(f->SetTime(r->c, t));
  assert_ok(f->SetContinuousStates(r->c, x, r->n));
  if (r->set_inputs) {
    r->set_inputs(r, t);
  }
  if (r->order == LW_ORDER_OPENMODELICA) {
    fmi2Boolean event, end;
    (void)f->CompletedIntegratorStep(r->c, fmi2True, &event, &end); /* in the right-hand side */
  }
  return f->GetDerivatives(r->c, dx, r->n);
}

fmi2Status lw_importer_step(lw_importer* r, double h)
{
  static const double   part[STAGES] = {0.0, 0.5, 0.5, 1.0}, weight[STAGES] = {1, 2, 2, 1};
  const lw_fmu_library* f = &r->fmu.fmi;
  double                x[LW_STATES_MAX], sum[LW_STATES_MAX] = {0.0}, k[LW_STATES_MAX] = {0.0};
  for (int s = 0; s < STAGES; s++) {
    for (size_t i = 0; i < r->n; i++) x[i] = r->x[i] + part[s] * h * k[i];
    const fmi2Status status = lw_importer_rates(r, r->t + part[s] * h, x, k);
    if (status != fmi2OK) {
      return status;
    }
    for (size_t i = 0; i < r->n; i++) sum[i] += weight[s] / 6.0 * h * k[i];
  }
  for (size_t i = 0; i < r->n; i++) r->x[i] += sum[i];
  r->t += h;
  assert_ok(f->SetTime(r->c, r->t));
  assert_ok(f->SetContinuousStates(r->c, r->x, r->n));
  if (r->set_inputs) {
    r->set_inputs(r, r->t);
  }
  fmi2Boolean event = fmi2False, end = fmi2False;
  assert_ok(f->CompletedIntegratorStep(r->c, fmi2True, &event, &end));
  r->terminated = r->terminated || end;
  if (event && !end) {
    r->events++;
    handle_event(r);
  }
  return fmi2OK;
}

void lw_importer_start(lw_importer* r, lw_importer_order how)
{
  const lw_fmu_library* f = &r->fmu.fmi;
  fmi2ValueReference    rate[LW_STATES_MAX];
  fmi2EventInfo         info = {0};
  r->order                   = how;
  r->c                       = lw_importer_instantiate(&r->fmu);
  r->n                       = lw_importer_list_rates(&r->fmu, rate);
  r->t                       = 0.0;
  r->events                  = 0;
  r->terminated              = false;
  assert_ok(f->SetupExperiment(r->c, fmi2True, 1e-8, 0.0, fmi2False, 0.0));
  assert_ok(f->EnterInitializationMode(r->c));
  if (r->set_inputs) {
    r->set_inputs(r, 0.0);
  }
  assert_ok(f->ExitInitializationMode(r->c));
  assert_ok(f->NewDiscreteStates(r->c, &info));
  assert_ok(f->EnterContinuousTimeMode(r->c));
  assert_ok(f->GetContinuousStates(r->c, r->x, r->n));
}

void lw_importer_integrate(lw_importer* r, double h, double stop)
{
  const int n = (int)lround((stop - r->t) / h);
  for (int i = 0; i < n && !r->terminated; i++) assert_ok(lw_importer_step(r, h));
}

void lw_importer_end(lw_importer* r)
{
  r->fmu.fmi.FreeInstance(r->c);
  lw_fmi_close(&r->fmu);
}
