/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bench_peers.cpp - the same mechanisms by Linkwork, Bullet and Simbody, side by side.
 *
 *   bench_peers [--quick] [speed | precision]
 *
 * speed       time of a step. All programs take their turns in every round, so that what else the
 *             machine does meets all of them alike; the least and the median over the rounds, in
 *             time of the thread, and the ratio of the least to that of Bullet.
 *             linkwork-hamiltonian-rhs is no step but one right-hand side of that formulation.
 * precision   time for two seconds of motion against the error at their end,
 *             over the size of the step.
 *
 * Bullet's steps are of first order and without reactions, unless its name says so; Linkwork's are
 * of second order with the reactions of all joints read in every step. Simbody's steps have the
 * fixed size that is given. Errors are those of the last body's centre against Simbody's
 * Runge-Kutta-Merson method with an accuracy of 1e-11. Output is CSV.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "clock.h"
#include "mechanisms.h"
#include "peer.h"

namespace
{

/* odd, so that the median is one of them */
const int ROUNDS = 9;
/* The reference of a longer chain would take longer than all measurements. */
const int REFERENCE_BODIES = 128;

struct Engine {
  const char*                                             name;
  std::function<std::unique_ptr<Peer>(lw_model*, double)> make;
};

const std::vector<Engine>& engines()
{
  static const std::vector<Engine> list = {
      {"bullet", [](lw_model* m, double dt) { return make_bullet(m, dt, Feedback::off); }},
      {"bullet-feedback", [](lw_model* m, double dt) { return make_bullet(m, dt, Feedback::on); }},
      {"linkwork", [](lw_model* m, double) { return make_linkwork(m, Kernel::automatic); }},
      {"linkwork-portable", [](lw_model* m, double) { return make_linkwork(m, Kernel::portable); }},
      {"linkwork-fmu",
       [](lw_model* m, double dt) {
         m->settings.portable = false;
         m->settings.threads  = 1;
         return make_fmu(m, dt);
       }},
      {"linkwork-hamiltonian-rhs", [](lw_model* m, double) { return make_right_hand_side(m); }},
      {"simbody-verlet",
       [](lw_model* m, double dt) { return make_simbody(m, dt, Simbody::verlet); }},
      {"simbody-merson",
       [](lw_model* m, double dt) { return make_simbody(m, dt, Simbody::merson); }},
  };
  return list;
}

struct Case {
  const char* mechanism;
  int         bodies;
  double      dt;    /* [s] */
  int         steps; /* half of them to get into motion, half of them measured */
};

/* The result of one program in one round. */
struct Result {
  double time   = 0.0; /* of a step [s]                     */
  double energy = 0.0; /* at the end, less that at the start [J] */
  double tip[3] = {NAN, NAN, NAN};
  bool   ok     = false;
};

Result run(const Engine& engine, lw_model* model, const Case& c)
{
  Result                result;
  std::unique_ptr<Peer> peer = engine.make(model, c.dt);
  if (!peer) {
    return result;
  }
  const double energy = peer->energy();
  bool         ok     = true;
  for (int i = 0; i < c.steps / 2 && ok; i++) ok = peer->step();
  const double begin = lw_bench_thread_time();
  for (int i = c.steps / 2; i < c.steps && ok; i++) ok = peer->step();
  result.time   = (lw_bench_thread_time() - begin) / (c.steps - c.steps / 2);
  result.energy = peer->energy() - energy;
  peer->tip(result.tip);
  result.ok = ok;
  return result;
}

double distance(const double a[3], const double b[3])
{
  return std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                   (a[2] - b[2]) * (a[2] - b[2]));
}

/* print the number, or nothing if there is none */
void print_number(const char* format, double x)
{
  if (std::isfinite(x)) {
    std::printf(format, x);
  }
}

/* ---- speed -------------------------------------------------------------------------------- */

bool measure_speed(const Case& c, int rounds)
{
  lw_model* model = lw_bench_find(c.mechanism)->create(c.bodies, c.dt);
  if (!model) {
    return false;
  }
  double reference[3] = {NAN, NAN, NAN};
  if (c.bodies <= REFERENCE_BODIES) {
    simbody_reference(model, c.dt * c.steps, reference);
  }
  std::vector<std::vector<double>> times(engines().size());
  std::vector<Result>              last(engines().size());
  for (int r = 0; r < rounds; r++) {
    for (size_t k = 0; k < engines().size(); k++) {
      last[k] = run(engines()[k], model, c);
      times[k].push_back(last[k].time);
    }
  }
  bool ok = true;
  for (size_t k = 0; k < engines().size(); k++) {
    std::sort(times[k].begin(), times[k].end());
    ok = ok && last[k].ok;
    std::printf("speed,%s,%d,%g,%s,%.3f,%.3f,%.3f,", c.mechanism, model->nbody, c.dt,
                engines()[k].name, 1e6 * times[k].front(), 1e6 * times[k][times[k].size() / 2],
                times[k].front() / times[0].front());
    print_number("%.2e", last[k].energy);
    std::printf(",");
    print_number("%.2e", distance(last[k].tip, reference));
    std::printf("\n");
  }
  std::fflush(stdout);
  lw_model_destroy(model);
  return ok;
}

bool speed(bool quick)
{
  /* from rest to at least half a second if that is affordable; a few milliseconds for
   * each program and round */
  static const Case cases[] = {
      {"double-pendulum", 2, 0.01, 200}, {"double-pendulum", 2, 0.001, 2000},
      {"four-bar", 3, 0.01, 200},        {"four-bar", 3, 0.001, 2000},
      {"ball-chain", 32, 0.01, 100},     {"ball-chain", 32, 0.001, 500},
      {"ball-chain", 128, 0.01, 100},    {"ball-chain", 128, 0.001, 200},
      {"ball-chain", 1024, 0.01, 20},    {"ball-chain", 1024, 0.001, 20},
      {"pin-chain", 32, 0.01, 100},      {"pin-chain", 32, 0.001, 500},
      {"pin-chain", 128, 0.01, 100},     {"pin-chain", 128, 0.001, 200},
      {"pin-chain", 1024, 0.01, 20},     {"pin-chain", 1024, 0.001, 20},
      {"tree", 127, 0.01, 60},           {"tree", 127, 0.001, 200},
      {"star", 64, 0.01, 100},           {"star", 64, 0.001, 400},
  };
  static const Case small[] = {
      {"double-pendulum", 2, 0.001, 20}, {"four-bar", 3, 0.001, 20}, {"ball-chain", 4, 0.001, 20},
      {"pin-chain", 4, 0.001, 20},       {"star", 4, 0.001, 20},     {"tree", 7, 0.001, 20},
  };
  bool ok = true;
  std::printf("measured,mechanism,bodies,step_s,engine,us_least,us_median,ratio_to_bullet,energy_J,"
              "error_m\n");
  if (quick) {
    for (const Case& c : small) ok = measure_speed(c, 1) && ok;
  } else {
    for (const Case& c : cases) ok = measure_speed(c, ROUNDS) && ok;
  }
  return ok;
}

/* ---- precision ---------------------------------------------------------------------------- */

/* The error of a method of second order is about dt^2 times the rate of change of the motion, here
 * some tens of metres per second^2 and of whole turns; ten times that error means a wrong
 * mechanism or a wrong order. */
bool is_plausible(const Engine& engine, const Result& result, const double reference[3], double dt)
{
  return std::strcmp(engine.name, "linkwork") != 0 ||
         distance(result.tip, reference) < 100.0 * 9.81 * dt * dt;
}

bool measure_precision(const char* mechanism, int bodies, double duration, double first,
                       int halvings, int rounds)
{
  const lw_bench_mechanism* m     = lw_bench_find(mechanism);
  lw_model*                 model = m->create(bodies, first);
  if (!model) {
    return false;
  }
  double reference[3];
  simbody_reference(model, duration, reference);
  lw_model_destroy(model);
  bool   ok = true;
  double dt = first;
  for (int k = 0; k <= halvings; k++, dt *= 0.5) {
    const Case c = {mechanism, bodies, dt, static_cast<int>(std::lround(duration / dt))};
    model        = m->create(bodies, dt);
    for (const Engine& engine : engines()) {
      if (std::strstr(engine.name, "-fmu") || std::strstr(engine.name, "-feedback") ||
          std::strstr(engine.name, "-portable") || std::strstr(engine.name, "-rhs")) {
        continue;
      }
      Result best;
      for (int r = 0; r < rounds; r++) {
        const Result result = run(engine, model, c);
        if (r == 0 || result.time < best.time) {
          best = result;
        }
      }
      ok = ok && best.ok && is_plausible(engine, best, reference, dt);
      std::printf("precision,%s,%d,%g,%s,%.3f,", mechanism, model->nbody, dt, engine.name,
                  1e3 * best.time * c.steps);
      print_number("%.2e", best.energy);
      std::printf(",");
      print_number("%.2e", distance(best.tip, reference));
      std::printf("\n");
    }
    std::fflush(stdout);
    lw_model_destroy(model);
  }
  return ok;
}

bool precision(bool quick)
{
  std::printf("measured,mechanism,bodies,step_s,engine,ms_total,energy_J,error_m\n");
  if (quick) {
    return measure_precision("double-pendulum", 2, 0.1, 0.01, 2, 1) &&
           measure_precision("four-bar", 3, 0.1, 0.01, 2, 1) &&
           measure_precision("star", 4, 0.1, 0.01, 2, 1) &&
           measure_precision("tree", 7, 0.1, 0.01, 2, 1);
  }
  return measure_precision("double-pendulum", 2, 2.0, 0.01, 4, 3) &&
         measure_precision("four-bar", 3, 2.0, 0.01, 4, 3) &&
         measure_precision("ball-chain", 32, 2.0, 0.01, 4, 3) &&
         measure_precision("pin-chain", 32, 2.0, 0.01, 4, 3);
}

} // namespace

int main(int argc, char** argv)
{
  bool quick = false, want_speed = true, want_precision = true;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument == "speed") {
      want_precision = false;
    } else if (argument == "precision") {
      want_speed = false;
    } else {
      std::fprintf(stderr, "usage: bench_peers [--quick] [speed | precision]\n");
      return 2;
    }
  }
  bool ok = true;
  if (want_speed) {
    ok = speed(quick) && ok;
  }
  if (want_precision) {
    ok = precision(quick) && ok;
  }
  return ok ? 0 : 1;
}
