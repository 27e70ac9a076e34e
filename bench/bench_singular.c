/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_singular.c - the tables and maps of S3: formulations in the proximity of
 * singular configurations.
 *
 *   bench_singular [--quick] [--table N] [--maps FOLDER]
 *
 * Tables 1 to 3 give for each formulation and integrator the largest step with which a mechanism
 * keeps its energy within a limit for 10 s, the parameters for that, and the time of a step.
 * Steps are 1, 2 and 5 times powers of ten. A combination counts only if no step had to be
 * halved. Tried are S3's own parameters, the formulation's own, and a grid. --quick tries only
 * the formulation's own, at S3's step.
 *
 * With --maps the maps of figures 9 to 13 are drawn, and the tables left out. Output is CSV.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "singular.h"

/* A row of a table of S3. */
typedef struct row {
  int            table;
  lw_formulation formulation;
  lw_integrator  integrator;
  double         step; /* [ms] */
  double         penalty, omega, xi;
  double         tolerance;
  double         time; /* of a step [us] */
} row;

static const row rows[] = {
    {1, LW_PENALTY, LW_FORWARD_EULER, 0.02, 1e8, 25, 1, 1e-7, 3.1},
    {1, LW_AUGMENTED_LAGRANGIAN, LW_FORWARD_EULER, 0.01, 1e7, 10, 1, 1e-7, 3.8},
    {1, LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 2, 1e8, 250, 1, 1e-7, 4.0},
    {1, LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 2, 1e8, 250, 1, 1e-7, 6.0},
    {1, LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 2, 1e9, 0.1, 1000, 1e-7, 4.0},
    {2, LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 0.02, 1e8, 250, 1, 1e-7, 3.1},
    {2, LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 0.02, 1e7, 250, 1, 1e-7, 3.9},
    {2, LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 0.02, 1e9, 0.1, 1000, 1e-7, 4.2},
    {2, LW_PENALTY, LW_TRAPEZOIDAL_FIXED_POINT, 0.1, 1e7, 1000, 1, 1e-7, 3.3},
    {2, LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_FIXED_POINT, 1, 1e7, 200, 1, 1e-7, 6.0},
    {2, LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_FIXED_POINT, 2, 1e9, 0.1, 2000, 1e-7, 26.0},
    {2, LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_NEWTON, 1, 1e7, 500, 0.7, 1e-7, 7.0},
    {2, LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_NEWTON, 2, 1e8, 1, 1e5, 1e-7, 28.0},
    {2, LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 1, 1e9, NAN, NAN, 1e-5, 7.0},
    {3, LW_PENALTY, LW_FORWARD_EULER, 0.02, 1e7, 30, 1, 1e-7, 5},
    {3, LW_AUGMENTED_LAGRANGIAN, LW_FORWARD_EULER, 0.005, 1e7, 10, 1, 1e-7, 6},
    {3, LW_PENALTY, LW_SEMI_IMPLICIT_EULER, 1, 1e8, 400, 1, 1e-7, 6},
    {3, LW_AUGMENTED_LAGRANGIAN, LW_SEMI_IMPLICIT_EULER, 1, 1e8, 400, 1, 1e-7, 8},
    {3, LW_AUGMENTED_HAMILTONIAN, LW_FORWARD_EULER, 1, 1e9, 0.1, 1000, 1e-7, 7},
    {3, LW_PENALTY, LW_TRAPEZOIDAL_FIXED_POINT, 5, 1e8, 25, 1, 1e-7, 20},
    {3, LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_FIXED_POINT, 5, 1e8, 20, 1, 1e-7, 25},
    {3, LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_FIXED_POINT, 5, 1e9, 0.1, 1000, 1e-7, 50},
    {3, LW_AUGMENTED_LAGRANGIAN, LW_TRAPEZOIDAL_NEWTON, 5, 1e7, 100, 1, 1e-7, 25},
    {3, LW_AUGMENTED_HAMILTONIAN, LW_TRAPEZOIDAL_NEWTON, 5, 1e8, 1, 1e4, 1e-7, 40},
    {3, LW_INDEX3_DCA, LW_TRAPEZOIDAL_NEWTON, 10, 1e9, NAN, NAN, 1e-7, 20},
};

static const char* const mechanism_of[] = {NULL, "slider_crank", "slider_crank", "double_four_bar"};
static const double      limit_of[]     = {0.0, 0.1, 0.001, 0.1}; /* [J] */

/* ---- search -------------------------------------------------------------------------------- */

/* The results for a row so far. */
typedef struct best {
  lw_singular_setting setting;
  lw_singular_result  result;
} best;

static void attempt(const row* r, double step, double penalty, double omega, double xi, best* found)
{
  const lw_singular_setting setting = {mechanism_of[r->table],
                                       r->formulation,
                                       r->integrator,
                                       step,
                                       penalty,
                                       omega,
                                       xi,
                                       r->tolerance,
                                       true};
  const lw_singular_result  result  = lw_singular_run(&setting, limit_of[r->table]);
  const bool                valid   = result.done && result.halvings == 0;
  if (valid && (!found->result.done || result.drift < found->result.drift)) {
    *found = (best){setting, result};
  }
}

/* omega and xi number k of the grid for a step; false: there are no more. Forward Euler adds
 * energy, which weak springs in the constraints remove: it needs values of omega that do not
 * follow from its step. */
static bool grid(const row* r, double step, int k, double* omega, double* xi)
{
  static const double frequency[] = {10, 20, 30};
  static const double product[]   = {0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.0};
  static const double damping[]   = {0.2, 0.4, 0.6, 0.8, 1.0, 2.0, 20.0, 100.0, 400.0};
  if (r->formulation == LW_AUGMENTED_HAMILTONIAN) {
    *omega = 0.1;
    *xi    = k < 9 ? damping[k] / (2.0 * *omega * step) : 0.0;
    return k < 9;
  }
  if (r->integrator == LW_FORWARD_EULER) {
    *omega = k < 3 ? frequency[k] : 0.0;
    *xi    = 1.0;
    return k < 3;
  }
  const double ratio[] = {0.5, 0.7, 1.0};
  *omega               = k < 24 ? product[k / 3] / step : 0.0;
  *xi                  = ratio[k % 3];
  return k < 24;
}

static void attempt_all(const row* r, double step, best* found)
{
  static const double penalty[] = {0.0, 1e7, 1e8, 1e9};
  double              omega, xi;
  attempt(r, step, 0.0, NAN, NAN, found);
  attempt(r, step, r->penalty, r->omega, r->xi, found);
  if (r->formulation == LW_INDEX3_DCA) {
    return;
  }
  /* one combination that passes is enough, because the search is for steps. Forward Euler needs too
   * many steps for the whole grid. */
  const int many = r->integrator == LW_FORWARD_EULER ? 2 : 4;
  for (int i = 0; i < many && !found->result.done; i++) {
    for (int k = 0; grid(r, step, k, &omega, &xi) && !found->result.done; k++) {
      attempt(r, step, penalty[i], omega, xi, found);
    }
  }
}

/* the steps that are tried [ms], beginning with the largest, which still resolves the motion */
static const double steps[] = {20,  10,   5,    2,    1,     0.5,   0.2,
                               0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

static best search(const row* r, bool quick)
{
  best found = {.result = {.done = false}};
  if (quick) {
    attempt(r, 1e-3 * r->step, 0.0, NAN, NAN, &found);
    return found;
  }
  for (size_t i = 0; i < sizeof steps / sizeof *steps && !found.result.done; i++) {
    /* ten times S3's step at most, a fifth at least */
    if (steps[i] <= 10.0 * r->step && steps[i] >= 0.2 * r->step) {
      attempt_all(r, 1e-3 * steps[i], &found);
    }
  }
  return found;
}

/* ---- output -------------------------------------------------------------------------------- */

/* "auto" if the formulation chooses */
static void print_parameter(double x, bool automatic)
{
  if (automatic) {
    printf(",auto");
  } else {
    printf(",%.4g", x);
  }
}

static void print_tables(int table, bool quick)
{
  printf(
      "table,mechanism,limit_J,formulation,integrator,step_S3_ms,step_ms,penalty,omega,xi,drift_J,"
      "time_S3_us,time_us\n");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const row* r = &rows[i];
    /* tiny steps take minutes with a sanitizer */
    if ((table > 0 && r->table != table) || (quick && r->step < 0.5)) {
      continue;
    }
    const best found = search(r, quick);
    printf("%d,%s,%g,%s,%s,%g", r->table, mechanism_of[r->table], limit_of[r->table],
           lw_formulation_names[r->formulation], lw_integrator_names[r->integrator], r->step);
    if (found.result.done) {
      printf(",%g", 1e3 * found.setting.step);
      print_parameter(found.setting.penalty, !(found.setting.penalty > 0.0));
      print_parameter(found.setting.omega, isnan(found.setting.omega));
      print_parameter(found.setting.xi, isnan(found.setting.xi));
      printf(",%.3g,%g,%.2f\n", found.result.drift, r->time, 1e6 * found.result.step_time);
    } else {
      printf(",none,,,,,%g,\n", r->time);
    }
    fflush(stdout);
  }
}

int main(int argc, char** argv)
{
  bool        quick  = false;
  int         table  = 0;
  const char* folder = NULL;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--quick") == 0) {
      quick = true;
    } else if (strcmp(argv[i], "--table") == 0 && i + 1 < argc) {
      table = atoi(argv[++i]);
    } else if (strcmp(argv[i], "--maps") == 0 && i + 1 < argc) {
      folder = argv[++i];
    } else {
      fprintf(stderr, "usage: bench_singular [--quick] [--table N] [--maps FOLDER]\n");
      return 2;
    }
  }
  if (folder) {
    return lw_singular_maps(folder, quick) ? 0 : 1;
  }
  print_tables(table, quick);
  return 0;
}
