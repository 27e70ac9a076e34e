/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * simulator_mechanism.c - simulates a mechanism file with the solver in this program.
 */
#include <math.h>
#include <stdlib.h>

#include "range_warnings.h"
#include "simulator.h"
#include <linkwork/linkwork.h>
#include <linkwork/variables.h>

typedef struct mechanism {
  lw_simulator  base; /* first, so that a pointer to it is one to the whole */
  const char*   path; /* for warnings; NULL: they are not printed */
  lw_model*     model;
  lw_variables* variables;
  lw_instance*  instance;
  char*         text; /* the names                       */
  const char**  name; /* where each starts        (count) */
  lw_role*      role; /* (count)                          */
} mechanism;

static void destroy(lw_simulator* self)
{
  mechanism* m = (mechanism*)self;
  if (m) {
    lw_instance_destroy(m->instance);
    lw_variables_destroy(m->variables);
    lw_model_destroy(m->model);
    free(m->text);
    free((void*)m->name);
    free(m->role);
    free(m);
  }
}

static bool find(const lw_simulator* self, const char* name, unsigned* variable)
{
  return lw_variables_find(((const mechanism*)self)->variables, name, variable);
}

static lw_status set(lw_simulator* self, size_t n, const unsigned variable[], const double value[],
                     lw_diag* diag)
{
  const mechanism* m = (const mechanism*)self;
  return lw_variables_set(m->variables, m->instance, n, variable, value, diag);
}

static lw_status set_slopes(lw_simulator* self, size_t n, const unsigned variable[],
                            const double slope[], lw_diag* diag)
{
  const mechanism* m      = (const mechanism*)self;
  lw_status        status = LW_OK;
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    const lw_variable* row   = lw_variables_row(m->variables, variable[i]);
    const int          input = row->first + (int)(variable[i] - row->reference);
    status                   = lw_instance_set_input(m->instance, input, 1, slope[i]);
    if (status != LW_OK) {
      (void)lw_diag_set(diag, status, 0, "input %s: %s", self->name[variable[i]],
                        lw_status_text(status));
    }
  }
  return status;
}

static lw_status initialize(lw_simulator* self, const lw_simulation* e, lw_diag* diag)
{
  mechanism*   m        = (mechanism*)self;
  lw_instance* instance = m->instance;
  if (!isnan(e->tolerance) && lw_instance_set_accuracy(instance, e->tolerance) != LW_OK) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "the tolerance must be between %g and 1, found %g",
                       LW_TOLERANCE_MIN, e->tolerance);
  }
  const lw_status status = lw_instance_initialize(instance, e->start, diag);
  if (status == LW_OK && m->path) {
    lw_warn_ranges(m->path, instance);
  }
  return status;
}

static lw_status step(lw_simulator* self, double t, double h, lw_diag* diag)
{
  lw_instance* instance = ((mechanism*)self)->instance;
  (void)lw_instance_set_time(instance, t); /* without the rounding of a sum of steps */
  return lw_instance_advance(instance, h, diag);
}

static lw_status get(lw_simulator* self, size_t n, const unsigned variable[], double value[],
                     lw_diag* diag)
{
  const mechanism* m      = (const mechanism*)self;
  const lw_status  status = lw_variables_get(m->variables, m->instance, n, variable, value);
  return status == LW_OK ? status : lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
}

static double present_time(const lw_simulator* self)
{
  return lw_instance_time(((const mechanism*)self)->instance);
}

static bool warns(const lw_simulator* self, lw_diag* diag)
{
  return lw_instance_missed_accuracy(((const mechanism*)self)->instance, diag);
}

/* Make arrays of names and roles. Returns false: no memory. */
static bool list_variables(mechanism* m)
{
  const lw_variables* v     = m->variables;
  const size_t        count = (size_t)v->count;
  const size_t        width = v->longest + 1;
  m->text                   = malloc(count * width);
  m->name                   = malloc(count * sizeof *m->name);
  m->role                   = malloc(count * sizeof *m->role);
  if (!m->text || !m->name || !m->role) {
    return false;
  }
  static const lw_role role[] = {[LW_INPUT]      = LW_ROLE_INPUT,
                                 [LW_OUTPUT]     = LW_ROLE_OUTPUT,
                                 [LW_LOCAL]      = LW_ROLE_LOCAL,
                                 [LW_PARAMETER]  = LW_ROLE_PARAMETER,
                                 [LW_CALCULATED] = LW_ROLE_CALCULATED};
  char*                next   = m->text;
  for (unsigned i = 0; i < (unsigned)v->count; i++) {
    m->name[i] = next;
    m->role[i] = role[lw_variables_row(v, i)->causality];
    next += lw_variables_name(v, i, next, width) + 1;
  }
  m->base.count = (unsigned)v->count;
  m->base.name  = m->name;
  m->base.role  = m->role;
  return true;
}

lw_status lw_simulator_open_mechanism(const char* path, lw_origin* origin, lw_simulator** simulator,
                                      lw_diag* diag)
{
  static const lw_simulator_class class = {.destroy    = destroy,
                                           .find       = find,
                                           .set        = set,
                                           .set_slopes = set_slopes,
                                           .initialize = initialize,
                                           .step       = step,
                                           .get        = get,
                                           .time       = present_time,
                                           .warns      = warns};
  *simulator                            = NULL;
  mechanism* m                          = calloc(1, sizeof *m);
  if (!m) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  m->base.class    = &class;
  m->path          = origin->quiet ? NULL : path;
  lw_status status = lw_origin_read(path, origin, &m->model, diag);
  if (status == LW_OK) {
    m->base.start        = m->model->settings.start;
    m->base.stop         = m->model->settings.stop;
    m->base.step         = m->model->settings.output_step;
    m->base.interpolates = true;
    m->base.answers      = true;
    status               = lw_variables_create(m->model, diag, &m->variables);
  }
  if (status == LW_OK) {
    status = lw_instance_create(m->model, diag, &m->instance);
  }
  if (status == LW_OK && !list_variables(m)) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (status != LW_OK) {
    destroy(&m->base);
    return status;
  }
  *simulator = &m->base;
  return LW_OK;
}
