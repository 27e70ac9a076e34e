/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_view_result.c - results packed for a page.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "page/json.h"
#include "view_result.h"

/* A column of a packed result, as the page unpacks it. */
static void unpack(const lw_text* bytes, size_t offset, size_t n, double base, double step,
                   double value[])
{
  const unsigned char* b      = (const unsigned char*)bytes->data + offset;
  uint32_t             before = 0, last = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t z = (uint32_t)b[i] << 24 | (uint32_t)b[i + n] << 16 |
                       (uint32_t)b[i + 2 * n] << 8 | b[i + 3 * n];
    const uint32_t q = (z >> 1 ^ (z & 1u ? 0xffffffffu : 0u)) + 2u * last - before;
    value[i]         = q == 0xffffffffu ? NAN : base + step * (double)q;
    before           = last;
    last             = q;
  }
}

/* The base and the step of a column in the JSON. */
static void find_scale(const lw_text* json, const char* name, double* base, double* step)
{
  char key[64];
  (void)snprintf(key, sizeof key, "{\"name\":\"%s\"", name);
  const char* at = strstr(json->data, key);
  assert_non_null(at);
  *base = strtod(strstr(at, "\"base\":") + 7, NULL);
  *step = strtod(strstr(at, "\"step\":") + 7, NULL);
}

enum { ROWS = 1000, COLUMNS = 5 };

static char* const names[COLUMNS] = {"time", "a.r[1]", "a.v[1]", "a.mass", "solver.residual"};

/* A body that swings by 300 m; a velocity that is missing at times; a constant. */
static lw_csv make_table(void)
{
  lw_csv csv = {.ncol = COLUMNS, .nrow = ROWS};
  csv.name   = (char**)names;
  csv.value  = malloc(ROWS * COLUMNS * sizeof *csv.value);
  assert_non_null(csv.value);
  for (int i = 0; i < ROWS; i++) {
    const double t            = 5.0 + 0.01 * i;
    const double row[COLUMNS] = {t, 150.0 * sin(t), i % 100 == 7 ? NAN : cos(t), 3.25, t * t};
    memcpy(csv.value + (size_t)i * COLUMNS, row, sizeof row);
  }
  return csv;
}

static void numbers_come_back(void** state)
{
  static double value[ROWS];
  (void)state;
  lw_csv  csv  = make_table();
  lw_text json = {0}, bytes = {0};
  size_t  dropped = 0, stride = 0;
  lw_json_begin(&json, NULL, '{');
  assert_int_equal(lw_view_pack(&csv, NULL, 1e9, &json, &bytes, &dropped, &stride), LW_OK);
  lw_text_add_char(&json, '\0');
  assert_int_equal(dropped, 0);
  assert_int_equal(stride, 1);
  assert_non_null(strstr(json.data, "\"result\":{\"rows\":1000,"));
  assert_int_equal(bytes.size, 4 * 4 * ROWS); /* the constant has none */

  /* half a step of rounding: of times 2^-32 of 10 s, of poses 1e-7 m, else 2^-24 of the range */
  const double tolerance[COLUMNS] = {1.2e-9, 0.51e-7, 2.0 * 3.0e-8, 0.0, 200.0 * 3.0e-8};
  size_t       offset             = 0;
  for (int c = 0; c < COLUMNS; c++) {
    double base, step;
    find_scale(&json, names[c], &base, &step);
    if (step == 0.0) {
      assert_true(base == 3.25);
      continue;
    }
    unpack(&bytes, offset, ROWS, base, step, value);
    offset += 4 * (size_t)ROWS;
    for (int i = 0; i < ROWS; i++) {
      const double want = csv.value[i * COLUMNS + c];
      if (isnan(want)) {
        assert_true(isnan(value[i]));
      } else {
        assert_close(1, &value[i], &want, tolerance[c]);
      }
    }
  }
  free(csv.value);
  lw_text_free(&json);
  lw_text_free(&bytes);
}

/* Of a result that is too large positions stay longest, then rows are left out, but never the first
 * and the last one. */
static void large_results_are_thinned(void** state)
{
  static const struct {
    double most;
    size_t dropped, stride;
  } limits[] = {
      {5 * ROWS, 0, 1}, {5 * ROWS - 1, 2, 1}, {3 * ROWS - 1, 3, 1}, {ROWS, 3, 2}, {20, 3, 100}};
  static double value[ROWS];
  (void)state;
  lw_csv csv = make_table();
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
    lw_text json = {0}, bytes = {0};
    size_t  dropped = 0, stride = 0;
    lw_json_begin(&json, NULL, '{');
    assert_int_equal(lw_view_pack(&csv, NULL, limits[k].most, &json, &bytes, &dropped, &stride),
                     LW_OK);
    lw_text_add_char(&json, '\0');
    assert_int_equal(dropped, limits[k].dropped);
    assert_int_equal(stride, limits[k].stride);
    const size_t n = (ROWS - 1 + stride - 1) / stride + 1;
    double       base, step;
    find_scale(&json, "time", &base, &step);
    unpack(&bytes, 0, n, base, step, value);
    const double found[3] = {value[0], value[1], value[n - 1]};
    const double want[3]  = {5.0, 5.0 + 0.01 * (double)stride, 14.99};
    assert_close(3, found, want, 5e-9);
    lw_text_free(&json);
    lw_text_free(&bytes);
  }
  free(csv.value);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_come_back),
      cmocka_unit_test(large_results_are_thinned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
