/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * campaign.c - run many random conservative mechanisms at default settings and tell which of them
 * do not keep their energy.
 *
 *   campaign [--first SEED] [--count N] [--stop S] [--limit SHARE] [--bodies N] [--tree]
 *            [--formulation NAME] [--all] [--write FILE]
 *
 *   --first, --count   seeds, 1 and 1000 if not given
 *   --stop             end of each run, 2 s
 *   --limit            largest change of the energy, as a share of the largest kinetic energy: 0.01
 *   --bodies, --tree   at most so many bodies; no loops
 *   --formulation      another one than the default
 *   --all              a line for every mechanism, not only for those that are not right
 *   --write            write the first mechanism as a mechanism file, and run nothing
 *
 * A line has the seed, the numbers of bodies, joints and springs, the change of the energy, the
 * internal steps as a multiple of the fewest, and the message of a run that ended early. Such a
 * mechanism is run again by hamiltonian-dca, whose change of the energy follows.
 *
 * The exit code is 0 where no run is wrong without a message, and at most 0.3 % end with one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "energy_run.h"
#include "mechanism.h"
#include "random_mechanism.h"

/* most runs that may end with a message */
#define REFUSED_MAX 0.003

/* of the runs by hamiltonian-dca: an error that does not show in the energy */
#define RTOL 1e-8

typedef struct options {
  uint32_t       first;
  int            count;
  double         stop, limit;
  lw_test_kind   kind;
  lw_formulation formulation;
  bool           all;
  const char*    file;
} options;

typedef struct totals {
  int    right, wrong, refused, carried;
  double worst, ratio;
  long   steps;
} totals;

static lw_model* finished(uint32_t seed, const options* o, lw_formulation formulation)
{
  lw_diag   diag          = {0};
  lw_model* m             = lw_test_conservative_mechanism(seed, o->kind);
  m->settings.formulation = formulation;
  if (formulation != LW_INDEX3_DCA) {
    m->settings.rtol = RTOL;
    m->settings.atol = RTOL;
  }
  if (lw_model_finish(m, &diag) != LW_OK) {
    printf("%u: the model is refused: %s\n", (unsigned)seed, diag.text);
    exit(1);
  }
  return m;
}

static void run_seed(uint32_t seed, const options* o, totals* t)
{
  lw_model*                m       = finished(seed, o, o->formulation);
  const double             step    = 10.0 * m->value[m->settings.step];
  const clock_t            begin   = clock();
  const lw_test_energy_run run     = lw_test_run_for_energy(m, o->stop, step);
  const double             seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  const double             share   = lw_test_energy_share(&run);
  const double ratio   = (double)run.steps / fmax(1.0, run.reached / m->value[m->settings.step]);
  const bool   refused = run.status != LW_OK, wrong = !refused && !(share <= o->limit);
  t->right += !refused && !wrong;
  t->wrong += wrong;
  t->refused += refused;
  t->steps += run.steps;
  t->worst = !refused ? fmax(t->worst, share) : t->worst;
  t->ratio = fmax(t->ratio, ratio);
  if (o->all || refused || wrong) {
    printf("%-8u %3d bodies %3d joints %2d springs  energy %9.2e  steps x %-6.3g %6.2f s %s\n",
           (unsigned)seed, m->nbody, m->njoint, m->nspring + m->nbushing, share, ratio, seconds,
           refused ? run.diag.text
           : wrong ? "WRONG"
                   : "");
  }
  lw_model_destroy(m);
  if (refused || wrong) {
    m                                = finished(seed, o, LW_HAMILTONIAN_DCA);
    const lw_test_energy_run other   = lw_test_run_for_energy(m, o->stop, step);
    const double             s       = lw_test_energy_share(&other);
    const bool               carries = other.status == LW_OK && s <= o->limit;
    printf("         hamiltonian-dca: energy %9.2e %s\n", s, other.diag.text);
    t->carried += refused && carries;
    lw_model_destroy(m);
  }
  fflush(stdout);
}

static int usage(void)
{
  fprintf(stderr, "usage: campaign [--first SEED] [--count N] [--stop S] [--limit SHARE]\n"
                  "                [--bodies N] [--tree] [--formulation NAME] [--all] "
                  "[--write FILE]\n");
  return 2;
}

static bool find_formulation(const char* name, lw_formulation* formulation)
{
  for (int i = 0; i < LW_FORMULATION_COUNT; i++) {
    if (strcmp(lw_formulation_names[i], name) == 0) {
      *formulation = (lw_formulation)i;
      return true;
    }
  }
  return false;
}

/* An option with a value.
 *   Returns     false: there is none of that name, or its value is wrong */
static bool read_value(const char* name, const char* text, options* o)
{
  char*        end;
  const double x = strtod(text, &end);
  if (strcmp(name, "--write") == 0) {
    o->file = text;
    return true;
  }
  if (strcmp(name, "--formulation") == 0) {
    return find_formulation(text, &o->formulation);
  }
  if (*end != '\0' || !(x > 0.0) || x > 4e9) {
    return false;
  }
  if (strcmp(name, "--first") == 0) {
    o->first = (uint32_t)x;
  } else if (strcmp(name, "--count") == 0) {
    o->count = (int)fmin(x, 1e9);
  } else if (strcmp(name, "--stop") == 0) {
    o->stop = x;
  } else if (strcmp(name, "--limit") == 0) {
    o->limit = x;
  } else if (strcmp(name, "--bodies") == 0) {
    o->kind.most_bodies = (int)fmin(x, 60.0);
  } else {
    return false;
  }
  return true;
}

static bool read_options(int argc, char** argv, options* o)
{
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--all") == 0) {
      o->all = true;
    } else if (strcmp(argv[i], "--tree") == 0) {
      o->kind.tree = true;
    } else if (i + 1 < argc && read_value(argv[i], argv[i + 1], o)) {
      i++;
    } else {
      return false;
    }
  }
  return true;
}

static int write_first(const options* o)
{
  FILE* f = fopen(o->file, "w");
  if (!f) {
    fprintf(stderr, "campaign: cannot write %s\n", o->file);
    return 2;
  }
  lw_model* m = finished(o->first, o, LW_INDEX3_DCA);
  lw_test_write_mechanism(m, f);
  lw_model_destroy(m);
  return fclose(f) == 0 ? 0 : 2;
}

int main(int argc, char** argv)
{
  options o = {.first = 1, .count = 1000, .stop = 2.0, .limit = 0.01};
  totals  t = {0};
  if (!read_options(argc, argv, &o)) {
    return usage();
  }
  if (o.file) {
    return write_first(&o);
  }
  for (int i = 0; i < o.count; i++) run_seed(o.first + (uint32_t)i, &o, &t);
  printf("%d mechanisms: %d right, %d wrong, %d end with a message (%d of them carried by "
         "hamiltonian-dca)\n",
         o.count, t.right, t.wrong, t.refused, t.carried);
  printf("largest change of the energy %.2e of the largest kinetic energy, %ld steps, at most %.3g "
         "times the fewest\n",
         t.worst, t.steps, t.ratio);
  return t.wrong == 0 && t.refused <= REFUSED_MAX * o.count ? 0 : 1;
}
