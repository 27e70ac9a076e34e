/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_hamiltonian.c - hamiltonian-dca next to acceleration-dca: the figures
 * and tables of S1 and S2.
 *
 *   bench_hamiltonian [--quick] [accuracy | work | cost | precision]...
 *
 * accuracy    errors over 10 s with dopri5 at 1e-6: S1 figures 5, 8 and 9, S2 figure 6. Closure
 *             errors are 2-norms over all constraint rows, at steps of 0.01 s.
 * work        right-hand sides and time of 10 s with three integrators at tolerances of 1e-3 to
 *             1e-9: S1 figures 10, 11 and table 2. A ratio above 1 is in favour of hamiltonian-dca.
 * cost        time of a right-hand side per body: S1 table 1, and chains of 8 to 1024 links.
 * precision   two seconds of a chain of eight links: time against error, over the tolerance.
 *
 * S1's geometry is only in its figure 4. Here case 1 is a U of four links between two points of the
 * ground 2 m apart, case 2 a U of eight links, 2 m deep and 4 m wide, case 3 the U of case 1 with a
 * second one hung between the lower ends of its uprights; links of 1 m and 1 kg, J = diag(1, 1, 1)
 * kg m2, on revolutes, released from rest. Times are those of the thread, the least of some rounds
 * in which the two take turns. Output is CSV.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "mechanisms.h"
#include "right_hand_side.h"
#include <linkwork/linkwork.h>

/* ---- mechanisms --------------------------------------------------------------------------- */

#define NOTHING (-2)

static bool add_revolute(lw_model* m, int parent, int child, double x, double y)
{
  const double at[3] = {x, y, 0.0}, axis[3] = {0.0, 0.0, 1.0};
  char         name[16];
  snprintf(name, sizeof name, "J%d", m->njoint);
  lw_joint joint = lw_joint_default();
  joint.name     = lw_model_add_name(m, name);
  joint.type     = LW_REVOLUTE;
  joint.parent   = parent;
  joint.child    = child;
  joint.at       = lw_model_add_values(m, 3, at);
  joint.axis     = lw_model_add_values(m, 3, axis);
  return lw_model_add_joint(m, &joint) >= 0;
}

static int add_link(lw_model* m, double x, double y)
{
  const double mass = 1.0, inertia[6] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}, at[3] = {x, y, 0.0};
  char         name[16];
  snprintf(name, sizeof name, "B%d", m->nbody);
  lw_body body = lw_body_default();
  body.name    = lw_model_add_name(m, name);
  body.mass    = lw_model_add_values(m, 1, &mass);
  body.inertia = lw_model_add_values(m, 6, inertia);
  body.at      = lw_model_add_values(m, 3, at);
  return lw_model_add_body(m, &body);
}

/* n links along n + 1 points, between two bodies or the ground; the last one may be free */
static bool add_line(lw_model* m, int n, const double* point, int from, int to)
{
  bool ok = true;
  for (int i = 0; i < n && ok; i++) {
    const double* p    = point + 2 * i;
    const int     body = add_link(m, 0.5 * (p[0] + p[2]), 0.5 * (p[1] + p[3]));
    ok                 = body >= 0 && add_revolute(m, from, body, p[0], p[1]);
    from               = body;
  }
  return ok && (to == NOTHING || add_revolute(m, from, to, point[2 * n], point[2 * n + 1]));
}

/* S1's cases 1 to 3; 0: S2's chain of 16 links. NULL: no memory. */
static lw_model* create(int number)
{
  static const double u4[]  = {0, 0, 0, -1, 1, -1, 2, -1, 2, 0};
  static const double u8[]  = {0, 0, 0, -1, 0, -2, 1, -2, 2, -2, 3, -2, 4, -2, 4, -1, 4, 0};
  static const double low[] = {0, -1, 0, -2, 1, -2, 2, -2, 2, -1};
  double              line[34];
  lw_model*           m = lw_model_create();
  if (!m) {
    return NULL;
  }
  const double gravity[3] = {0.0, -9.81, 0.0};
  m->name                 = lw_model_add_name(m, "papers");
  memcpy(m->value + m->gravity, gravity, sizeof gravity);
  bool ok = true;
  for (int i = 0; i <= 16; i++) {
    line[2 * i]     = i;
    line[2 * i + 1] = 0.0;
  }
  switch (number) {
  case 0: ok = add_line(m, 16, line, LW_GROUND, NOTHING); break;
  case 2: ok = add_line(m, 8, u8, LW_GROUND, LW_GROUND); break;
  default: ok = add_line(m, 4, u4, LW_GROUND, LW_GROUND); break;
  }
  ok = ok && (number != 3 || add_line(m, 4, low, 0, 3));
  if (!ok || lw_model_finish(m, NULL) != LW_OK) {
    lw_model_destroy(m);
    return NULL;
  }
  return m;
}

/* ---- running ------------------------------------------------------------------------------ */

typedef struct setting {
  lw_formulation formulation;
  lw_integrator  integrator;
  double         tolerance;
} setting;

static const char* const integrator_name[LW_INTEGRATOR_COUNT] = {
    [LW_DOPRI5] = "dopri5", [LW_BS32] = "bs32", [LW_ABM] = "abm"};

static lw_instance* start(lw_model* m, const setting* x)
{
  lw_instance* s          = NULL;
  m->settings.formulation = x->formulation;
  m->settings.integrator  = x->integrator;
  m->settings.rtol = m->settings.atol = x->tolerance;
  if (lw_instance_create(m, NULL, &s) != LW_OK) {
    return NULL;
  }
  lw_instance_set_threads(s, 1);
  if (lw_instance_initialize(s, 0.0, NULL) != LW_OK) {
    lw_instance_destroy(s);
    return NULL;
  }
  return s;
}

/* The cost of a run, and its largest errors. */
typedef struct result {
  double rhs, time;
  double energy, violation[2];
  double tip[3];
} result;

static bool run(lw_model* m, const setting* x, double step, int n, bool look, result* out)
{
  lw_instance* s     = start(m, x);
  double       E0[3] = {0}, E[3], violation[3], count;
  bool         ok    = s != NULL;
  memset(out, 0, sizeof *out);
  if (ok) {
    lw_instance_get(s, LW_ENERGY, 0, E0);
  }
  for (int k = 0; k < n && ok; k++) {
    const double begin = lw_bench_thread_time();
    ok                 = lw_instance_advance(s, step, NULL) == LW_OK;
    out->time += lw_bench_thread_time() - begin;
    lw_instance_get(s, LW_SOLVER_ITERATIONS, 0, &count);
    out->rhs += count;
    if (look || k + 1 == n) {
      lw_instance_get(s, LW_ENERGY, 0, E);
      lw_instance_get(s, LW_SOLVER_VIOLATION, 0, violation);
      out->energy = fmax(out->energy, fabs(E[2] - E0[2]));
      for (int i = 0; i < 2; i++) out->violation[i] = fmax(out->violation[i], violation[i]);
    }
  }
  if (ok) {
    lw_instance_get(s, LW_BODY_R, m->nbody - 1, out->tip);
  }
  lw_instance_destroy(s);
  return ok;
}

static const char* case_name(int number)
{
  static const char* const name[] = {"S2-chain", "S1-case-1", "S1-case-2", "S1-case-3"};
  return name[number];
}

/* ---- accuracy ----------------------------------------------------------------------------- */

static bool accuracy(bool quick)
{
  const int n = quick ? 50 : 1000;
  printf("measured,mechanism,formulation,rhs,energy_J,position_m,velocity_m/s\n");
  for (int number = 0; number <= 3; number++) {
    for (int a = 0; a < 2; a++) {
      const setting x = {a ? LW_ACCELERATION_DCA : LW_HAMILTONIAN_DCA, LW_DOPRI5, 1e-6};
      lw_model*     m = create(number);
      result        r;
      const bool    ok = m && run(m, &x, 0.01, n, true, &r);
      lw_model_destroy(m);
      if (!ok) {
        return false;
      }
      printf("accuracy,%s,%s,%.0f,%.2e,%.2e,%.2e\n", case_name(number),
             a ? "acceleration-dca" : "hamiltonian-dca", r.rhs, r.energy, r.violation[0],
             r.violation[1]);
    }
  }
  return true;
}

/* ---- work --------------------------------------------------------------------------------- */

/* the least time of several rounds; all compute the same */
static bool measure(lw_model* m, const setting x[2], int rounds, double duration, result r[2])
{
  for (int k = 0; k < rounds; k++) {
    for (int a = 0; a < 2; a++) {
      result once;
      if (!run(m, &x[a], duration, 1, false, &once)) {
        return false;
      }
      once.time = k > 0 ? fmin(once.time, r[a].time) : once.time;
      r[a]      = once;
    }
  }
  return true;
}

static bool work(bool quick)
{
  const lw_integrator integrator[] = {LW_DOPRI5, LW_ABM, LW_BS32};
  const int           rounds       = quick ? 1 : 3;
  const double        duration     = quick ? 0.5 : 10.0;
  printf("measured,mechanism,integrator,tolerance,rhs_hamiltonian,rhs_acceleration,rhs_ratio,"
         "ms_hamiltonian,ms_acceleration,time_ratio,energy_hamiltonian_J,energy_acceleration_J,"
         "position_hamiltonian_m,position_acceleration_m\n");
  for (int number = 1; number <= 3; number++) {
    for (int i = 0; i < 3; i++) {
      for (int e = 3; e <= (quick ? 4 : 9); e++) {
        const double  tolerance = pow(10.0, -e);
        const setting x[2]      = {{LW_HAMILTONIAN_DCA, integrator[i], tolerance},
                                   {LW_ACCELERATION_DCA, integrator[i], tolerance}};
        lw_model*     m         = create(number);
        result        r[2];
        const bool    ok = m && measure(m, x, rounds, duration, r);
        lw_model_destroy(m);
        if (!ok) {
          return false;
        }
        printf("work,%s,%s,1e-%d,%.0f,%.0f,%.2f,%.2f,%.2f,%.2f,%.1e,%.1e,%.1e,%.1e\n",
               case_name(number), integrator_name[integrator[i]], e, r[0].rhs, r[1].rhs,
               r[1].rhs / r[0].rhs, 1e3 * r[0].time, 1e3 * r[1].time, r[1].time / r[0].time,
               r[0].energy, r[1].energy, r[0].violation[0], r[1].violation[0]);
        fflush(stdout);
      }
    }
  }
  return true;
}

/* ---- cost --------------------------------------------------------------------------------- */

static bool measure_cost(const char* name, lw_model* m, double warm_up, int rounds)
{
  double least[2] = {HUGE_VAL, HUGE_VAL};
  bool   ok       = m != NULL;
  for (int a = 0; a < 2 && ok; a++) {
    const setting x = {a ? LW_ACCELERATION_DCA : LW_HAMILTONIAN_DCA, LW_DOPRI5, 1e-6};
    lw_instance*  s = start(m, &x);
    const int     n = 4000 / m->nbody + 1;
    ok              = s && lw_instance_advance(s, warm_up, NULL) == LW_OK;
    for (int k = 0; k < rounds && ok; k++) {
      const double begin = lw_bench_thread_time();
      ok                 = lw_bench_right_hand_sides(s, n);
      least[a]           = fmin(least[a], (lw_bench_thread_time() - begin) / n);
    }
    lw_instance_destroy(s);
  }
  if (ok) {
    printf("cost,%s,%d,%.3f,%.3f,%.4f,%.4f\n", name, m->nbody, 1e6 * least[0], 1e6 * least[1],
           1e6 * least[0] / m->nbody, 1e6 * least[1] / m->nbody);
  }
  lw_model_destroy(m);
  return ok;
}

static bool cost(bool quick)
{
  const int rounds = quick ? 1 : 25;
  bool      ok     = true;
  printf("measured,mechanism,bodies,us_hamiltonian,us_acceleration,us_per_body_hamiltonian,"
         "us_per_body_acceleration\n");
  for (int number = 1; number <= 3 && ok; number++) {
    ok = measure_cost(case_name(number), create(number), 0.25, rounds);
  }
  for (int n = 8; n <= (quick ? 16 : 1024) && ok; n *= 2) {
    ok = measure_cost("pin-chain", lw_bench_find("pin-chain")->create(n, 1e-3), 0.05, rounds);
    ok = ok &&
         measure_cost("ball-chain", lw_bench_find("ball-chain")->create(n, 1e-3), 0.05, rounds);
  }
  return ok;
}

/* ---- precision ---------------------------------------------------------------------------- */

static bool precision(bool quick)
{
  const setting narrow   = {LW_HAMILTONIAN_DCA, LW_DOPRI5, 1e-12};
  const double  duration = quick ? 0.1 : 2.0;
  lw_model*     m        = lw_bench_find("pin-chain")->create(8, 1e-3);
  result        exact, r[2];
  bool          ok = m && run(m, &narrow, duration, 1, false, &exact);
  printf("measured,mechanism,bodies,integrator,tolerance,formulation,rhs,ms,error_m\n");
  for (int i = 0; i < 2 && ok; i++) {
    for (int e = 3; e <= 9 && ok; e++) {
      const lw_integrator integrator = i ? LW_ABM : LW_DOPRI5;
      const double        tolerance  = pow(10.0, -e);
      const setting       x[2]       = {{LW_HAMILTONIAN_DCA, integrator, tolerance},
                                        {LW_ACCELERATION_DCA, integrator, tolerance}};
      ok                             = measure(m, x, quick ? 1 : 15, duration, r);
      for (int a = 0; a < 2 && ok; a++) {
        const double d[3] = {r[a].tip[0] - exact.tip[0], r[a].tip[1] - exact.tip[1],
                             r[a].tip[2] - exact.tip[2]};
        printf("precision,pin-chain,8,%s,1e-%d,%s,%.0f,%.3f,%.1e\n", integrator_name[integrator], e,
               a ? "acceleration-dca" : "hamiltonian-dca", r[a].rhs, 1e3 * r[a].time,
               sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
      }
    }
  }
  lw_model_destroy(m);
  return ok;
}

/* ---- main --------------------------------------------------------------------------------- */

int main(int argc, char** argv)
{
  static const struct {
    const char* name;
    bool (*measure)(bool quick);
  } part[]   = {{"accuracy", accuracy}, {"work", work}, {"cost", cost}, {"precision", precision}};
  bool quick = false, named = false, ok = true;
  for (int i = 1; i < argc; i++) {
    bool known = strcmp(argv[i], "--quick") == 0;
    quick      = quick || known;
    for (int k = 0; k < 4; k++) {
      const bool is = strcmp(argv[i], part[k].name) == 0;
      known         = known || is;
      named         = named || is;
    }
    if (!known) {
      fprintf(stderr,
              "usage: bench_hamiltonian [--quick] [accuracy | work | cost | precision]...\n");
      return 2;
    }
  }
  for (int k = 0; k < 4 && ok; k++) {
    bool wanted = !named;
    for (int i = 1; i < argc; i++) wanted = wanted || strcmp(argv[i], part[k].name) == 0;
    ok = !wanted || part[k].measure(quick);
  }
  return ok ? 0 : 1;
}
