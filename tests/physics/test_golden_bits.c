/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_golden_bits.c - the portable kernels give the bits that are written down in golden_bits.txt.
 *
 * Every example by every formulation, and the mechanisms below by the default one: a hash of all
 * quantities after 100 and after 200 communication steps, with one thread and with two. A change
 * that only moves, renames or shares code keeps all of them. A change that must round differently
 * writes the file anew and says why in its commit:
 *
 *   LW_RECORD_GOLDEN_BITS=1 build/dev/tests/physics/test_golden_bits
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

#define STEPS 200
#define FILE_NAME "tests/physics/golden_bits.txt"

/* ---- hash ------------------------------------------------------------------------------------ */

/* FNV-1a, 64 bits */
#define HASH_START 0xcbf29ce484222325u

static uint64_t add_bytes(uint64_t hash, const void* data, size_t n)
{
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++) hash = (hash ^ byte[i]) * 0x100000001b3u;
  return hash;
}

/* all quantities of an instance but those of the step size; a quantity that cannot be had counts by
 * its status */
static uint64_t add_instance(uint64_t hash, lw_instance* s)
{
  static double out[20000];
  for (int quantity = 0; quantity < LW_SOLVER_ERROR; quantity++) {
    memset(out, 0, sizeof out);
    const lw_status status = lw_instance_get_all(s, (lw_quantity)quantity, out);
    hash                   = add_bytes(hash, &status, sizeof status);
    if (status == LW_OK) {
      hash = add_bytes(hash, out, sizeof out);
    }
  }
  return hash;
}

/* ---- the expected values --------------------------------------------------------------------- */

typedef struct entry {
  char     name[64];
  uint64_t hash;
} entry;

static entry expected[256];
static int   nexpected;
static FILE* record;

static void read_expected(void)
{
  char path[LW_TEST_PATH_SIZE], line[128];
  lw_test_repo_path(FILE_NAME, path);
  if (getenv("LW_RECORD_GOLDEN_BITS")) {
    record = fopen(path, "w");
    assert_non_null(record);
    return;
  }
  FILE* file = fopen(path, "r");
  assert_non_null(file);
  while (nexpected < 256 && fgets(line, sizeof line, file)) {
    entry* e    = &expected[nexpected];
    char*  last = strrchr(line, ' ');
    assert_non_null(last);
    e->hash = strtoull(last + 1, NULL, 16);
    while (last > line && last[-1] == ' ') last--;
    *last = '\0';
    snprintf(e->name, sizeof e->name, "%.63s", line);
    nexpected++;
  }
  fclose(file);
}

/* Returns how many hashes differ: 0 or 1. */
static int compare(const char* name, uint64_t hash)
{
  if (record) {
    fprintf(record, "%-48s %016" PRIx64 "\n", name, hash);
    return 0;
  }
  for (int i = 0; i < nexpected; i++) {
    if (strcmp(expected[i].name, name) == 0) {
      if (expected[i].hash != hash) {
        print_error("%s: %016" PRIx64 " instead of %016" PRIx64 "\n", name, hash, expected[i].hash);
      }
      return expected[i].hash != hash;
    }
  }
  print_error("%s is not in %s\n", name, FILE_NAME);
  return 1;
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* A model that cannot be started counts by its status, a run that stops by where it stops. */
static uint64_t run(const lw_model* model, int threads)
{
  uint64_t     hash   = HASH_START;
  lw_diag      diag   = {0};
  lw_instance* s      = NULL;
  lw_status    status = lw_instance_create(model, &diag, &s);
  if (status == LW_OK) {
    lw_instance_set_threads(s, threads);
    for (int i = 0; i < model->ninput; i++) lw_instance_set_input(s, i, 0, 0.01 * (i + 1));
    status = lw_instance_initialize(s, 0.0, &diag);
    for (int k = 1; k <= STEPS && status == LW_OK; k++) {
      status = lw_instance_advance(s, model->value[model->settings.step], &diag);
      if (2 * k == STEPS || k == STEPS) {
        hash = add_instance(hash, s);
      }
    }
    const double t = lw_instance_time(s);
    hash           = add_bytes(hash, &t, sizeof t);
  }
  lw_instance_destroy(s);
  return add_bytes(hash, &status, sizeof status);
}

/* with one thread and with two; adds what differs */
static int compare_runs(const char* name, const lw_model* model)
{
  const uint64_t one = run(model, 1), two = run(model, 2);
  if (one != two) {
    print_error("%s: two threads give other bits\n", name);
  }
  return compare(name, one) + (one != two);
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* The rule of momenta with steps that meet the default accuracy, and that of Euler parameters with
 * fixed steps. */
static const char* const suffix[LW_ROTATION_RULE_COUNT] = {
    [LW_ROTATION_MOMENTUM] = ", momenta", [LW_ROTATION_EULER_PARAMETERS] = ""};

static void set_rule(lw_model* model, lw_rotation_rule rule)
{
  model->settings.portable = true;
  model->settings.rotation = rule;
  model->settings.accuracy = rule == LW_ROTATION_MOMENTUM ? LW_ACCURACY_DEFAULT : 0.0;
}

/* ---- examples -------------------------------------------------------------------------------- */

static const char* const examples[] = {
    "andrews",         "bricard",      "chain128",   "double_four_bar", "double_pendulum",
    "double_wishbone", "four_bar",     "heavy_top",  "hmmwv",           "ladder40",
    "planetary",       "rocker_bogie", "seven_body", "slider_crank",    "stewart",
};

static lw_model* read_example(const char* name)
{
  char      relative[128], path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  snprintf(relative, sizeof relative, "examples/%s.xml", name);
  lw_test_repo_path(relative, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  return model;
}

static void examples_keep_their_bits_in_every_formulation(void** state)
{
  (void)state;
  int different = 0;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
      for (int rule = 0; rule < LW_ROTATION_RULE_COUNT; rule++) {
        if (f != LW_INDEX3_DCA && rule != LW_ROTATION_EULER_PARAMETERS) {
          continue;
        }
        char      name[64];
        lw_model* model             = read_example(examples[i]);
        model->settings.formulation = (lw_formulation)f;
        model->settings.integrator  = LW_INTEGRATOR_DEFAULT;
        set_rule(model, (lw_rotation_rule)rule);
        snprintf(name, sizeof name, "%s %s%s", examples[i], lw_formulation_names[f], suffix[rule]);
        different += compare_runs(name, model);
        lw_model_destroy(model);
      }
    }
  }
  assert_int_equal(different, 0);
}

/* ---- mechanisms of the tests ----------------------------------------------------------------- */

#define STEP 0.002

/* a family and its size, so that one table lists them all */
typedef struct family {
  const char* name;
  enum { CHAIN, LOOP, STAR, TREE, LADDER, RANDOM_TREE, RANDOM_NET } kind;
  int           n, links;
  lw_joint_type type;
} family;

static const family families[] = {
    {"one ball", CHAIN, 1, 0, LW_SPHERICAL},
    {"one pin", CHAIN, 1, 0, LW_REVOLUTE},
    {"two pins", CHAIN, 2, 0, LW_REVOLUTE},
    {"four balls", CHAIN, 4, 0, LW_SPHERICAL},
    {"five balls", CHAIN, 5, 0, LW_SPHERICAL},
    {"five pins", CHAIN, 5, 0, LW_REVOLUTE},
    {"seventeen universals", CHAIN, 17, 0, LW_UNIVERSAL},
    {"nine welds", CHAIN, 9, 0, LW_FIXED},
    {"64 pins", CHAIN, 64, 0, LW_REVOLUTE},
    {"200 balls", CHAIN, 200, 0, LW_SPHERICAL},
    {"150 universals", CHAIN, 150, 0, LW_UNIVERSAL},
    {"loop of four pins", LOOP, 4, 0, LW_REVOLUTE},
    {"loop of five balls", LOOP, 5, 0, LW_SPHERICAL},
    {"loop of 60 pins", LOOP, 60, 0, LW_REVOLUTE},
    {"loop of 150 balls", LOOP, 150, 0, LW_SPHERICAL},
    {"star of 3 x 1", STAR, 3, 1, LW_REVOLUTE},
    {"star of 20 x 4", STAR, 20, 4, LW_REVOLUTE},
    {"tree of depth 3", TREE, 3, 0, LW_SPHERICAL},
    {"tree of depth 7", TREE, 7, 0, LW_SPHERICAL},
    {"ladder of 1", LADDER, 1, 0, LW_REVOLUTE},
    {"ladder of 2", LADDER, 2, 0, LW_REVOLUTE},
    {"ladder of 30", LADDER, 30, 0, LW_REVOLUTE},
    {"random tree of 3", RANDOM_TREE, 3, 0, LW_JOINT_TYPE_COUNT},
    {"random tree of 12", RANDOM_TREE, 12, 0, LW_JOINT_TYPE_COUNT},
    {"random tree of 40", RANDOM_TREE, 40, 0, LW_JOINT_TYPE_COUNT},
    {"random tree of 100", RANDOM_TREE, 100, 0, LW_JOINT_TYPE_COUNT},
    {"random cylinders", RANDOM_TREE, 15, 0, LW_CYLINDRICAL},
    {"random slides", RANDOM_TREE, 15, 0, LW_PRISMATIC},
    {"random planes", RANDOM_TREE, 15, 0, LW_PLANAR},
    {"random net of 6", RANDOM_NET, 6, 0, LW_JOINT_TYPE_COUNT},
    {"random net of 20", RANDOM_NET, 20, 0, LW_JOINT_TYPE_COUNT},
    {"random net of balls", RANDOM_NET, 20, 0, LW_SPHERICAL},
};

/* every body hangs on an earlier one; a net has every fifth joint twice */
static lw_model* random_mechanism(const family* f)
{
  lw_test_pair pair[200];
  int          n = 0;
  for (int i = 0; i < f->n; i++) {
    pair[n++] = (lw_test_pair){i == 0 ? LW_GROUND : (i * 7) % i, i};
    if (f->kind == RANDOM_NET && i % 5 == 4) {
      pair[n++] = (lw_test_pair){(i * 3) % i, i};
    }
  }
  return lw_test_random_mechanism(f->n, n, pair, f->type, (uint32_t)(17 + f->n));
}

static lw_model* build(const family* f)
{
  switch (f->kind) {
  case CHAIN: return lw_test_chain(f->n, f->type, STEP);
  case LOOP: return lw_test_loop(f->n, f->type, STEP);
  case STAR: return lw_test_star(f->n, f->links, STEP);
  case TREE: return lw_test_tree(f->n, STEP);
  case LADDER: return lw_test_ladder(f->n, 0.9, STEP);
  default: return random_mechanism(f);
  }
}

static void mechanisms_keep_their_bits(void** state)
{
  (void)state;
  int different = 0;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    for (int rule = 0; rule < LW_ROTATION_RULE_COUNT; rule++) {
      char      name[64];
      lw_model* model = build(&families[i]);
      set_rule(model, (lw_rotation_rule)rule);
      lw_test_finish(model);
      snprintf(name, sizeof name, "%s%s", families[i].name, suffix[rule]);
      different += compare_runs(name, model);
      lw_model_destroy(model);
    }
  }
  assert_int_equal(different, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_keep_their_bits_in_every_formulation),
      cmocka_unit_test(mechanisms_keep_their_bits),
  };
  read_expected();
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (record) {
    fclose(record);
  }
  return failed;
}
