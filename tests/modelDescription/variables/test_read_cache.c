/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_read_cache.c - lists of variables that are read again and again have
 * the values of the table.
 */
#include "variables/read_cache.h"

#include <math.h>
#include <stdlib.h>

#include "allocations.h"
#include "check.h"
#include "path.h"
#include "random.h"
#include <linkwork/mechanism_xml.h>

enum { MOST = 2000 };

typedef struct fixture {
  lw_model*     model;
  lw_variables* table;
  lw_instance*  instance;
  lw_reading    reading;
} fixture;

static fixture open_file(const char* file)
{
  char    path[LW_TEST_PATH_SIZE];
  fixture f = {0};
  lw_test_repo_path(file, path);
  assert_int_equal(lw_mechanism_read(path, &f.model, NULL), LW_OK);
  assert_int_equal(lw_variables_create(f.model, NULL, &f.table), LW_OK);
  assert_int_equal(lw_instance_create(f.model, NULL, &f.instance), LW_OK);
  assert_true(f.table->count <= MOST);
  return f;
}

static void close_file(fixture* f)
{
  lw_reading_free(&f->reading);
  lw_instance_destroy(f->instance);
  lw_variables_destroy(f->table);
  lw_model_destroy(f->model);
}

static void same(fixture* f, size_t n, const unsigned reference[])
{
  static double a[MOST], b[MOST];
  assert_int_equal(lw_reading_get(&f->reading, f->table, f->instance, n, reference, a), LW_OK);
  assert_int_equal(lw_variables_get(f->table, f->instance, n, reference, b), LW_OK);
  assert_same_bits((int)n, a, b);
}

/* Pieces of the table of random lengths, forwards and backwards. */
static size_t random_list(const lw_variables* t, uint32_t* seed, unsigned reference[])
{
  size_t n = 0;
  while (n < 40) {
    const double   where = 0.5 * (1.0 + lw_test_random(seed)), long_is = lw_test_random(seed);
    const unsigned first = (unsigned)(where * (t->count - 1));
    const unsigned most  = (unsigned)(4.0 + 4.0 * long_is);
    for (unsigned i = 0; i < most && first + i < (unsigned)t->count; i++) {
      reference[n++]         = long_is > 0.8 ? first + most - 1 - i : first + i;
      const lw_variable* row = lw_variables_row(t, reference[n - 1]);
      if (!row || row->type != LW_TYPE_REAL) {
        n--;
      }
    }
  }
  return n;
}

/* After steps, with inputs that change, with lists that stay and others. */
static void check_lists(const char* file)
{
  fixture  f = open_file(file);
  unsigned reference[2][64], all[MOST];
  uint32_t seed = 3;
  assert_int_equal(lw_instance_initialize(f.instance, 0.0, NULL), LW_OK);
  size_t nreal = 0;
  for (unsigned i = 0; i < (unsigned)f.table->count; i++) {
    all[nreal] = i;
    nreal += lw_variables_row(f.table, i)->type == LW_TYPE_REAL;
  }
  same(&f, nreal, all);
  for (int round = 0; round < 200; round++) {
    const size_t n[2] = {random_list(f.table, &seed, reference[0]),
                         random_list(f.table, &seed, reference[1])};
    for (int k = 0; k < 4; k++) {
      if (k % 2) {
        const unsigned input = 0;
        const double   u     = 0.01 * lw_test_random(&seed);
        assert_int_equal(lw_variables_set(f.table, f.instance, 1, &input, &u, NULL), LW_OK);
      } else {
        assert_int_equal(lw_instance_advance(f.instance, 1e-4, NULL), LW_OK);
      }
      same(&f, n[0], reference[0]);
      same(&f, n[0], reference[0]);
      same(&f, n[1], reference[1]);
      same(&f, n[1] / 2, reference[1]); /* the beginning of a list is another list */
      same(&f, 1, reference[1]);
      same(&f, 0, reference[1]);
    }
  }
  close_file(&f);
}

static void lists_have_the_values_of_the_table(void** state)
{
  (void)state;
  check_lists("tests/tools/data/everything.xml");
  check_lists("tests/fmu/data/arm.xml"); /* with frames that are not in the centres of mass */
}

/* A list with an unknown reference is refused each time; so are quantities before there are
 * any, but not parameters. */
static void what_cannot_be_read_is_refused(void** state)
{
  (void)state;
  fixture        f     = open_file("tests/tools/data/everything.xml");
  const unsigned count = (unsigned)f.table->count;
  /* the last one is Integer */
  const unsigned parameters[6] = {count - 7, count - 6, count - 5, count - 4, count - 3, count - 2};
  unsigned       outputs[6], wrong[6];
  double         value[6];
  for (unsigned i = 0; i < 6; i++) {
    outputs[i] = (unsigned)f.table->ninput + i;
    wrong[i]   = i == 5 ? count : outputs[i];
  }
  same(&f, 6, parameters);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(lw_reading_get(&f.reading, f.table, f.instance, 6, outputs, value),
                     LW_ERR_USAGE);
  }
  assert_int_equal(lw_instance_initialize(f.instance, 0.0, NULL), LW_OK);
  same(&f, 6, outputs);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(lw_reading_get(&f.reading, f.table, f.instance, 6, wrong, value),
                     LW_ERR_USAGE);
    same(&f, 6, outputs);
  }
  close_file(&f);
}

/* The list costs memory once; without memory it is read all the same. */
static void memory_is_taken_once(void** state)
{
  (void)state;
  fixture  f = open_file("tests/tools/data/everything.xml");
  unsigned list[30];
  assert_int_equal(lw_instance_initialize(f.instance, 0.0, NULL), LW_OK);
  for (unsigned i = 0; i < 30; i++) list[i] = (unsigned)f.table->ninput + i;
  for (long k = 0; k < 2; k++) {
    lw_test_fail_allocation(k);
    same(&f, 30, list);
    lw_test_fail_allocation(-1);
  }
  same(&f, 30, list);
  const long before = lw_test_allocations();
  same(&f, 30, list);
  same(&f, 20, list);
  same(&f, 30, list);
  assert_int_equal(lw_test_allocations(), before);
  close_file(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_have_the_values_of_the_table),
      cmocka_unit_test(what_cannot_be_read_is_refused),
      cmocka_unit_test(memory_is_taken_once),
  };
  return cmocka_run_group_tests_name("test_variable_reading", tests, NULL, NULL);
}
