/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * simulator_fmu.c - simulates an FMU of any tool for co-simulation, FMI 2.0, through its functions.
 *
 * Calls have the order of the standard: parameters before the initialisation, inputs during it, and
 * between two steps first the outputs, then the inputs.
 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fmu.h"
#include "simulator.h"
#include "text/name_index.h"

/* An input that is set before the initialisation. */
typedef struct pending {
  double value, slope;
  bool   has_value, has_slope;
} pending;

typedef struct fmu {
  lw_simulator  base; /* first, so that a pointer to it is one to the whole */
  lw_fmu        it;
  lw_name_index index;    /* simulator's variables by name                   */
  const char**  name;     /* (base.count)                                    */
  lw_role*      role;     /* (base.count)                                    */
  bool*         held;     /* whole numbers are not interpolated (base.count) */
  size_t*       variable; /* number in the description (base.count)          */
  pending*      pending;  /* (base.count)                                    */
  /* scratch for one call (base.count) */
  fmi2ValueReference* reference;
  fmi2Integer*        whole;
  double              time;        /* last communication point that was reached [s] */
  bool                initialised; /* fmi2ExitInitializationMode was successful      */
} fmu;

/* ---- values ------------------------------------------------------------------------------- */

static const lw_fmu_variable* variable_of(const fmu* f, unsigned i)
{
  return &f->it.description.variable[f->variable[i]];
}

/* The end of the variables from k on that have the same type, among n. */
static size_t same_type(const fmu* f, size_t n, const unsigned variable[], size_t k)
{
  const lw_fmu_type type = variable_of(f, variable[k])->type;
  size_t            end  = k;
  while (end < n && variable_of(f, variable[end])->type == type) {
    f->reference[end - k] = variable_of(f, variable[end])->reference;
    end++;
  }
  return end;
}

/* Convert values to whole numbers, for types other than Real. */
static lw_status to_whole(fmu* f, size_t n, const unsigned variable[], const double value[],
                          lw_diag* diag)
{
  for (size_t i = 0; i < n; i++) {
    const bool   boolean = variable_of(f, variable[i])->type == LW_FMU_BOOLEAN;
    const double low = boolean ? 0.0 : INT_MIN, high = boolean ? 1.0 : INT_MAX;
    if (!(value[i] >= low && value[i] <= high) || floor(value[i]) != value[i]) {
      return lw_diag_set(diag, LW_ERR_INPUT, 0, "%s is %s: it cannot be %.9g", f->name[variable[i]],
                         boolean ? "Boolean, 0 or 1" : "a whole number", value[i]);
    }
    f->whole[i] = (fmi2Integer)value[i];
  }
  return LW_OK;
}

/* Set variables of one type. */
static lw_status set_some(fmu* f, size_t n, const unsigned variable[], const double value[],
                          lw_diag* diag)
{
  const lw_fmu_library* lib = &f->it.library;
  if (variable_of(f, variable[0])->type == LW_FMU_REAL) {
    return lw_fmu_finish(&f->it, "SetReal", lib->SetReal(f->it.component, f->reference, n, value),
                         diag);
  }
  const lw_status status = to_whole(f, n, variable, value, diag);
  if (status != LW_OK) {
    return status;
  }
  return variable_of(f, variable[0])->type == LW_FMU_BOOLEAN
             ? lw_fmu_finish(&f->it, "SetBoolean",
                             lib->SetBoolean(f->it.component, f->reference, n, f->whole), diag)
             : lw_fmu_finish(&f->it, "SetInteger",
                             lib->SetInteger(f->it.component, f->reference, n, f->whole), diag);
}

static lw_status set_now(fmu* f, size_t n, const unsigned variable[], const double value[],
                         lw_diag* diag)
{
  lw_status status = LW_OK;
  for (size_t k = 0, end = 0; k < n && status == LW_OK; k = end) {
    end    = same_type(f, n, variable, k);
    status = set_some(f, end - k, variable + k, value + k, diag);
  }
  return status;
}

/* Before the initialisation inputs are kept; everything else is set at once. */
static lw_status set(lw_simulator* self, size_t n, const unsigned variable[], const double value[],
                     lw_diag* diag)
{
  fmu*      f      = (fmu*)self;
  lw_status status = LW_OK;
  if (f->initialised) {
    return set_now(f, n, variable, value, diag);
  }
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    if (f->role[variable[i]] == LW_ROLE_INPUT) {
      f->pending[variable[i]].value     = value[i];
      f->pending[variable[i]].has_value = true;
    } else {
      status = set_now(f, 1, variable + i, value + i, diag);
    }
  }
  return status;
}

static lw_status set_slopes(lw_simulator* self, size_t n, const unsigned variable[],
                            const double slope[], lw_diag* diag)
{
  static const fmi2Integer first = 1;
  fmu*                     f     = (fmu*)self;
  for (size_t i = 0; i < n; i++) {
    const lw_fmu_variable* v = variable_of(f, variable[i]);
    if (v->type != LW_FMU_REAL) {
      continue; /* it has no slope */
    }
    if (!f->initialised) {
      f->pending[variable[i]].slope     = slope[i];
      f->pending[variable[i]].has_slope = true;
      continue;
    }
    const lw_status status = lw_fmu_finish(
        &f->it, "SetRealInputDerivatives",
        f->it.library.SetRealInputDerivatives(f->it.component, &v->reference, 1, &first, &slope[i]),
        diag);
    if (status != LW_OK) {
      return status;
    }
  }
  return LW_OK;
}

/* Get variables of one type. */
static lw_status get_some(fmu* f, lw_fmu_type type, size_t n, double value[], lw_diag* diag)
{
  const lw_fmu_library* lib = &f->it.library;
  if (type == LW_FMU_REAL) {
    return lw_fmu_finish(&f->it, "GetReal", lib->GetReal(f->it.component, f->reference, n, value),
                         diag);
  }
  const lw_status status =
      type == LW_FMU_BOOLEAN
          ? lw_fmu_finish(&f->it, "GetBoolean",
                          lib->GetBoolean(f->it.component, f->reference, n, f->whole), diag)
          : lw_fmu_finish(&f->it, "GetInteger",
                          lib->GetInteger(f->it.component, f->reference, n, f->whole), diag);
  for (size_t i = 0; i < n && status == LW_OK; i++) value[i] = f->whole[i];
  return status;
}

static lw_status get(lw_simulator* self, size_t n, const unsigned variable[], double value[],
                     lw_diag* diag)
{
  fmu*      f      = (fmu*)self;
  lw_status status = LW_OK;
  for (size_t k = 0, end = 0; k < n && status == LW_OK; k = end) {
    end    = same_type(f, n, variable, k);
    status = get_some(f, variable_of(f, variable[k])->type, end - k, value + k, diag);
  }
  return status;
}

static bool find(const lw_simulator* self, const char* name, unsigned* variable)
{
  int        found = 0;
  const bool known = lw_name_index_find(&((const fmu*)self)->index, 0, name, &found);
  *variable        = known ? (unsigned)found : *variable;
  return known;
}

/* ---- simulation --------------------------------------------------------------------------- */

/* Set the inputs that were kept. */
static lw_status set_pending(fmu* f, lw_diag* diag)
{
  lw_status status = LW_OK;
  for (unsigned i = 0; i < f->base.count && status == LW_OK; i++) {
    if (f->pending[i].has_value) {
      status = set_now(f, 1, &i, &f->pending[i].value, diag);
    }
  }
  const bool was_initialised = f->initialised;
  f->initialised             = true; /* slopes wait no longer */
  for (unsigned i = 0; i < f->base.count && status == LW_OK; i++) {
    if (f->pending[i].has_slope) {
      status = set_slopes(&f->base, 1, &i, &f->pending[i].slope, diag);
    }
  }
  f->initialised = was_initialised;
  return status;
}

static lw_status initialize(lw_simulator* self, const lw_simulation* e, lw_diag* diag)
{
  fmu*                  f     = (fmu*)self;
  const lw_fmu_library* lib   = &f->it.library;
  const bool            given = !isnan(e->tolerance);
  fmi2Status setup  = lib->SetupExperiment(f->it.component, given, given ? e->tolerance : 0.0,
                                           e->start, fmi2True, e->stop);
  lw_status  status = lw_fmu_finish(&f->it, "SetupExperiment", setup, diag);
  if (status == LW_OK) {
    status = lw_fmu_finish(&f->it, "EnterInitializationMode",
                           lib->EnterInitializationMode(f->it.component), diag);
  }
  if (status == LW_OK) {
    status = set_pending(f, diag);
  }
  if (status == LW_OK) {
    status = lw_fmu_finish(&f->it, "ExitInitializationMode",
                           lib->ExitInitializationMode(f->it.component), diag);
  }
  f->initialised = status == LW_OK;
  f->time        = e->start;
  return status;
}

/* Wait for a step that continues after the call has returned. */
static fmi2Status wait_for_step(const fmu* f)
{
  const struct timespec pause  = {0, 1000000}; /* a millisecond: such FMUs call other programs */
  fmi2Status            status = fmi2Pending;
  while (status == fmi2Pending && f->it.library.GetStatus) {
    (void)nanosleep(&pause, NULL);
    if (f->it.library.GetStatus(f->it.component, fmi2DoStepStatus, &status) > fmi2Warning) {
      return fmi2Error;
    }
  }
  return status;
}

/* After fmi2Discard: find the time that was reached, and whether the FMU requests the end. */
static bool wants_to_end(fmu* f)
{
  fmi2Real    reached    = f->time;
  fmi2Boolean terminated = fmi2False;
  if (f->it.library.GetRealStatus &&
      f->it.library.GetRealStatus(f->it.component, fmi2LastSuccessfulTime, &reached) == fmi2OK &&
      isfinite(reached)) {
    f->time = reached;
  }
  return f->it.library.GetBooleanStatus &&
         f->it.library.GetBooleanStatus(f->it.component, fmi2Terminated, &terminated) == fmi2OK &&
         terminated != fmi2False;
}

static lw_status step(lw_simulator* self, double t, double h, lw_diag* diag)
{
  fmu*       f      = (fmu*)self;
  fmi2Status status = f->it.library.DoStep(f->it.component, t, h, fmi2True);
  if (status == fmi2Pending) {
    status = wait_for_step(f);
  }
  if (status == fmi2Discard && wants_to_end(f)) {
    f->it.message[0] = '\0';
    f->base.ended    = true;
    return lw_diag_set(diag, LW_RETRY_NEWTON, 0, "the FMU asks for the end of the simulation");
  }
  const lw_status result = lw_fmu_finish(&f->it, "DoStep", status, diag);
  f->time                = result == LW_OK ? t + h : f->time;
  return result;
}

static double present_time(const lw_simulator* self)
{
  return ((const fmu*)self)->time;
}

/* ---- life --------------------------------------------------------------------------------- */

static void destroy(lw_simulator* self)
{
  fmu* f = (fmu*)self;
  if (!f) {
    return;
  }
  if (f->initialised && !f->it.unusable) {
    (void)f->it.library.Terminate(f->it.component);
  }
  lw_fmu_close(&f->it);
  lw_name_index_free(&f->index);
  free((void*)f->name);
  free(f->role);
  free(f->held);
  free(f->variable);
  free(f->pending);
  free(f->reference);
  free(f->whole);
  free(f);
}

static lw_role role_of(const lw_fmu_variable* v)
{
  return !strcmp(v->causality, "input")                 ? LW_ROLE_INPUT
         : !strcmp(v->causality, "output")              ? LW_ROLE_OUTPUT
         : !strcmp(v->causality, "parameter")           ? LW_ROLE_PARAMETER
         : !strcmp(v->causality, "calculatedParameter") ? LW_ROLE_CALCULATED
                                                        : LW_ROLE_LOCAL;
}

/* Find the numeric variables, and allocate memory for them. Returns false: no memory. */
static bool list_variables(fmu* f)
{
  const lw_fmu_description* d    = &f->it.description;
  const size_t              room = d->count + 1;
  f->name                        = calloc(room, sizeof *f->name);
  f->role                        = calloc(room, sizeof *f->role);
  f->held                        = calloc(room, sizeof *f->held);
  f->variable                    = calloc(room, sizeof *f->variable);
  f->pending                     = calloc(room, sizeof *f->pending);
  f->reference                   = calloc(room, sizeof *f->reference);
  f->whole                       = calloc(room, sizeof *f->whole);
  if (!f->name || !f->role || !f->held || !f->variable || !f->pending || !f->reference ||
      !f->whole) {
    return false;
  }
  unsigned n = 0;
  for (size_t i = 0; i < d->count; i++) {
    const lw_fmu_variable* v = &d->variable[i];
    if (v->type == LW_FMU_STRING || v->type == LW_FMU_OTHER) {
      continue;
    }
    f->name[n]     = v->name;
    f->role[n]     = role_of(v);
    f->held[n]     = v->type != LW_FMU_REAL;
    f->variable[n] = i;
    if (!lw_name_index_add(&f->index, 0, v->name, (int)n)) {
      return false;
    }
    n++;
  }
  f->base.count = n;
  f->base.name  = f->name;
  f->base.role  = f->role;
  f->base.held  = f->held;
  return true;
}

lw_status lw_simulator_open_fmu(const char* path, lw_simulator** simulator, lw_diag* diag)
{
  static const lw_simulator_class class = {.destroy    = destroy,
                                           .find       = find,
                                           .set        = set,
                                           .set_slopes = set_slopes,
                                           .initialize = initialize,
                                           .step       = step,
                                           .get        = get,
                                           .time       = present_time};
  *simulator                            = NULL;
  fmu* f                                = calloc(1, sizeof *f);
  if (!f) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  f->base.class    = &class;
  lw_status status = lw_fmu_open(path, &f->it, diag);
  if (status == LW_OK && !list_variables(f)) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (status != LW_OK) {
    destroy(&f->base);
    return status;
  }
  f->base.start        = isnan(f->it.description.start) ? 0.0 : f->it.description.start;
  f->base.stop         = f->it.description.stop;
  f->base.step         = f->it.description.step;
  f->base.interpolates = lw_fmu_can(&f->it.description, "canInterpolateInputs") &&
                         f->it.library.SetRealInputDerivatives;
  f->base.equal_steps = !lw_fmu_can(&f->it.description, "canHandleVariableCommunicationStepSize");
  /* the standard does not define this, so it is known for FMUs of this program only */
  f->base.answers = strncmp(f->it.description.tool, "Linkwork", 8) == 0;
  *simulator      = &f->base;
  return LW_OK;
}
