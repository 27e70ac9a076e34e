/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_csv.c - tables of inputs: reading, mistakes in them, values between rows.
 */
#include "csv.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "path.h"

/* Read a text through a scratch file. */
static lw_status read_text(const char* text, lw_csv* csv, lw_diag* diag)
{
  char path[LW_TEST_PATH_SIZE];
  lw_test_scratch_path("test_csv.csv", path);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
  const lw_status status = lw_csv_read(path, csv, diag);
  assert_int_equal(remove(path), 0);
  return status;
}

/* Byte order mark, line ends, blanks, quotes, comments and blank lines do not matter. */
static void tables_are_read_as_programs_write_them(void** state)
{
  (void)state;
  lw_csv  csv;
  lw_diag diag = {0};
  assert_int_equal(read_text("\xef\xbb\xbf# made by hand\r\n"
                             "time, motor ,\"push[1]\",T[1,2],'a,b'\r\n"
                             "\r\n"
                             "0,1,2,3,4\r\n"
                             " 1e-1 ,-.5,+2.,3e2,0\r\n"
                             "# end\n"
                             "2,0,0,0,7",
                             &csv, &diag),
                   LW_OK);
  assert_int_equal(csv.ncol, 5);
  assert_int_equal(csv.nrow, 3);
  assert_string_equal(csv.name[1], "motor");
  assert_string_equal(csv.name[2], "push[1]");
  assert_string_equal(csv.name[3], "T[1,2]");
  assert_string_equal(csv.name[4], "'a,b'");
  const double second[5] = {0.1, -0.5, 2.0, 300.0, 0.0};
  assert_same_bits(5, csv.value + 5, second);
  assert_true(csv.value[14] == 7.0);
  lw_csv_free(&csv);
}

/* Mistakes are reported with their line. */
static void mistakes_are_reported_with_their_line(void** state)
{
  (void)state;
  static const struct {
    const char* text;
    int         line;
    const char* reason;
  } bad[] = {
      {"", 0, "no values"},
      {"time,a\n", 0, "no values"},
      {"t,a\n0,1\n", 1, "\"time\""},
      {"\ntime,,b\n0,1,2\n", 2, "column 2 has no name"},
      {"time,a\n0,1\n1\n", 3, "1 values"},
      {"time,a\n0,1,2\n", 2, "3 values"},
      {"time,a\n0,1,\n", 2, "3 values"},
      {"time,a\n0,x\n", 2, "\"x\" is not a number"},
      {"time,a\n0,nan\n", 2, "\"nan\""},
      {"time,a\n0,1;2\n", 2, "not a number"},
      {"time,a\n\n1,0\n0.5,0\n", 4, "backwards"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    lw_csv  csv;
    lw_diag diag = {0};
    assert_int_equal(read_text(bad[i].text, &csv, &diag), LW_ERR_INPUT);
    assert_int_equal(diag.line, bad[i].line);
    if (!strstr(diag.text, bad[i].reason)) {
      fail_msg("\"%s\" does not say \"%s\"", diag.text, bad[i].reason);
    }
    assert_null(csv.text);
  }
  lw_csv  csv;
  lw_diag diag = {0};
  assert_int_equal(lw_csv_read("there/is/no/such.csv", &csv, &diag), LW_ERR_FILE);
  assert_true(*diag.text);
}

/* Linear between rows, constant outside, both sides of a jump; forwards and backwards in time. */
static void values_are_piecewise_linear(void** state)
{
  (void)state;
  lw_csv  csv;
  lw_diag diag = {0};
  assert_int_equal(read_text("time,u\n1,10\n2,20\n2,50\n4,40\n", &csv, &diag), LW_OK);
  static const double expected[][3] = {
      /* time, value, before */
      {0.0, 10, 10}, {1.0, 10, 10}, {1.25, 12.5, 12.5}, {2.0, 50, 20},
      {3.0, 45, 45}, {4.0, 40, 40}, {9.0, 40, 40},
  };
  enum { N = sizeof expected / sizeof expected[0] };
  double value[2], before[2];
  for (int i = 0; i < 2 * N; i++) {
    const double* e = expected[i < N ? i : 2 * N - 1 - i];
    lw_csv_interpolate(&csv, e[0], value, before);
    assert_near(value[1], e[1], 0.0);
    assert_near(before[1], e[2], 0.0);
    assert_near(value[0], e[0], 0.0);
  }
  lw_csv_free(&csv);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_read_as_programs_write_them),
      cmocka_unit_test(mistakes_are_reported_with_their_line),
      cmocka_unit_test(values_are_piecewise_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
