/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_fmi.c - what FMI adds to a step: fmi2DoStep and fmi2GetReal against
 * the solver called directly.
 *
 *   bench_fmi [--quick] [FILE.xml]
 *
 * A communication step is one internal step, the case in which FMI costs most. After each, twenty
 * outputs are read in one call: positions, orientation, velocities of the first body, and so on.
 * FMI is compared with the solver's step alone, and with the step and lw_instance_get() of the same
 * quantities, which is what anybody pays who wants to know them. All start from the same state in
 * motion, in turn; the fastest repetition counts. For figures that do not depend on what else the
 * machine does, count instructions: valgrind --tool=callgrind build/bench/bench_fmi --quick,
 * fmi2DoStep and fmi2GetReal against lw_instance_advance and lw_variables_get.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "fmu.h"
#include <linkwork/embedded.h>
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>
#include <linkwork/package.h>
#include <linkwork/variables.h>

#define NSTEP 500   /* steps in a repetition                  */
#define ROUNDS 60   /* repetitions                            */
#define WARM_UP 250 /* steps before the first one             */
#define NVALUE 20   /* outputs that are read after each step  */

/* The solver and the FMU. */
typedef struct sides {
  lw_instance* instance;
  lw_request   request[NVALUE]; /* the quantities that the outputs are parts of */
  int          nrequest;
  void*        state;
  lw_fmu       fmu;
  fmi2FMUstate fmu_state;
  double       step, time; /* of the state [s] */
} sides;

/* Pack a model and open the FMU. */
static bool open_fmu(const lw_model* model, const char* path, sides* s)
{
  const lw_package package = lw_embedded_package();
  char             guid[LW_GUID_SIZE];
  lw_diag          diag = {0};
  lw_text          text = {0};
  bool             good = lw_package_write(model, &package, &text, guid, &diag) == LW_OK;
  FILE*            file = good ? fopen(path, "wb") : NULL;
  good                  = file && fwrite(text.data, 1, text.size, file) == text.size;
  good                  = file && fclose(file) == 0 && good;
  good                  = good && lw_fmu_open(path, &s->fmu, &diag) == LW_OK;
  lw_text_free(&text);
  (void)remove(path);
  if (!good) {
    fprintf(stderr, "bench_fmi: %s\n", diag.text);
  }
  return good;
}

/* Simulate both for a while, and keep the state in motion. */
static bool begin(const lw_model* model, sides* s)
{
  const lw_fmu_library* f = &s->fmu.library;
  fmi2Component         c = s->fmu.component;
  s->step                 = model->value[model->settings.step];
  bool good               = lw_instance_create(model, NULL, &s->instance) == LW_OK &&
              lw_instance_initialize(s->instance, 0.0, NULL) == LW_OK &&
              f->SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0) == fmi2OK &&
              f->EnterInitializationMode(c) == fmi2OK && f->ExitInitializationMode(c) == fmi2OK;
  for (int k = 0; k < WARM_UP && good; k++) {
    good = lw_instance_set_time(s->instance, k * s->step) == LW_OK &&
           lw_instance_advance(s->instance, s->step, NULL) == LW_OK &&
           f->DoStep(c, k * s->step, s->step, fmi2True) == fmi2OK;
  }
  s->time  = WARM_UP * s->step;
  s->state = good ? malloc(lw_instance_state_size(s->instance)) : NULL;
  if (!s->state) {
    return false;
  }
  lw_instance_get_state(s->instance, s->state);
  return f->GetFMUstate(c, &s->fmu_state) == fmi2OK;
}

static void end(sides* s)
{
  free(s->state);
  lw_instance_destroy(s->instance);
  lw_fmu_close(&s->fmu);
}

/* Find the quantities of the solver to which the outputs belong. */
static bool find_requests(const lw_model* model, const unsigned vr[NVALUE], sides* s)
{
  lw_variables* table = NULL;
  if (lw_variables_create(model, NULL, &table) != LW_OK) {
    return false;
  }
  for (int i = 0; i < NVALUE; i++) {
    const lw_variable* row  = lw_variables_row(table, vr[i]);
    const lw_request*  last = s->nrequest > 0 ? &s->request[s->nrequest - 1] : NULL;
    if (row && (!last || last->quantity != row->quantity || last->index != row->index)) {
      s->request[s->nrequest++] = (lw_request){.quantity = row->quantity, .index = row->index};
    }
  }
  lw_variables_destroy(table);
  return true;
}

/* One repetition of the solver, and one of the FMU [s per step]; 0: it failed. */
static double repeat_solver(const sides* s, bool get)
{
  double value[8];
  if (lw_instance_set_state(s->instance, s->state, lw_instance_state_size(s->instance)) != LW_OK) {
    return 0.0;
  }
  bool         good  = lw_instance_advance(s->instance, s->step, NULL) == LW_OK;
  const double begun = lw_bench_thread_time();
  for (int k = 0; k < NSTEP && good; k++) {
    good = lw_instance_advance(s->instance, s->step, NULL) == LW_OK;
    for (int i = 0; get && i < s->nrequest; i++) {
      good = good && lw_instance_get(s->instance, s->request[i].quantity, s->request[i].index,
                                     value) == LW_OK;
    }
  }
  return good ? (lw_bench_thread_time() - begun) / NSTEP : 0.0;
}

static double repeat_fmu(const sides* s, const fmi2ValueReference vr[NVALUE])
{
  const lw_fmu_library* f = &s->fmu.library;
  fmi2Component         c = s->fmu.component;
  double                value[NVALUE];
  bool                  good = f->SetFMUstate(c, s->fmu_state) == fmi2OK &&
              f->DoStep(c, s->time, s->step, fmi2True) == fmi2OK;
  const double begun = lw_bench_thread_time();
  for (int k = 1; k <= NSTEP && good; k++) {
    good = f->DoStep(c, s->time + k * s->step, s->step, fmi2True) == fmi2OK &&
           f->GetReal(c, vr, NVALUE, value) == fmi2OK;
  }
  return good ? (lw_bench_thread_time() - begun) / NSTEP : 0.0;
}

static double smaller(double best, double time)
{
  return best == 0.0 || time < best ? time : best;
}

static double percent(double time, double of)
{
  return of > 0.0 ? 100.0 * (time / of - 1.0) : 0.0;
}

static bool measure(const lw_model* model, sides* s, int rounds)
{
  fmi2ValueReference vr[NVALUE];
  size_t             n = 0;
  for (size_t i = 0; i < s->fmu.description.count && n < NVALUE; i++) {
    if (strcmp(s->fmu.description.variable[i].causality, "output") == 0) {
      vr[n++] = s->fmu.description.variable[i].reference;
    }
  }
  if (n < NVALUE || !find_requests(model, vr, s)) {
    return false;
  }
  double solver = 0.0, get = 0.0, fmu = 0.0;
  for (int round = 0; round < rounds; round++) {
    solver = smaller(solver, repeat_solver(s, false));
    get    = smaller(get, repeat_solver(s, true));
    fmu    = smaller(fmu, repeat_fmu(s, vr));
  }
  printf("mechanism,values,step_us,step_and_get_us,fmi_us,over_step_percent,over_get_percent\n"
         "%s,%d,%.4f,%.4f,%.4f,%.2f,%.2f\n",
         lw_model_name(model, model->name), NVALUE, 1e6 * solver, 1e6 * get, 1e6 * fmu,
         percent(fmu, solver), percent(fmu, get));
  return solver > 0.0 && get > 0.0 && fmu > 0.0;
}

int main(int argc, char** argv)
{
  const bool  quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
  const char* file  = argc > 1 + quick ? argv[1 + quick] : LW_BENCH_MECHANISM;
  lw_diag     diag  = {0};
  lw_model*   model = NULL;
  sides       s     = {0};
  char        path[64];
  (void)snprintf(path, sizeof path, "bench_fmi_%ld.fmu", (long)(lw_bench_wall_time() * 1e6));
  if (lw_mechanism_read(file, &model, &diag) != LW_OK) {
    fprintf(stderr, "%s:%d: %s\n", file, diag.line, diag.text);
    return 1;
  }
  const bool good =
      open_fmu(model, path, &s) && begin(model, &s) && measure(model, &s, quick ? 1 : ROUNDS);
  end(&s);
  lw_model_destroy(model);
  return good ? 0 : 1;
}
