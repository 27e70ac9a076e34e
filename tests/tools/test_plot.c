/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_plot.c - axes, curves and panels of plots.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "plot_axis.h"
#include "plot_curves.h"
#include "plot_write.h"

/* ---- axes --------------------------------------------------------------------------------- */

static void ticks_are_round_numbers(void** state)
{
  static const struct {
    double      low, high, wanted;
    const char* text;
  } axes[] = {{0.0, 10.0, 5.0, "0 2 4 6 8 10"},
              {-0.3, 0.3, 3.0, "-0.2 0 0.2"},
              {11.9e6, 13.1e6, 2.0, "1.2e+07 1.3e+07"},
              {3.2e-6, 5.1e-6, 2.0, "4e-06 5e-06"},
              {99.95, 100.05, 4.0, "99.95 100.00 100.05"},
              {-7.0, -7.0, 4.0, "-7"}};
  (void)state;
  for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
    char           text[200] = "";
    const lw_ticks ticks     = lw_axis_ticks(axes[k].low, axes[k].high, axes[k].wanted);
    for (int i = 0; i < ticks.n; i++) {
      char number[32];
      (void)lw_axis_text(lw_axis_tick(&ticks, i), ticks.step, number, sizeof number);
      strcat(text, i > 0 ? " " : "");
      strcat(text, number);
    }
    assert_string_equal(text, axes[k].text);
  }
}

static void ranges_have_room_on_both_sides(void** state)
{
  static const double cases[][4] = {
      {0.0, 10.0, -0.5, 10.5}, {3.0, 3.0, 2.85, 3.15}, {0.0, 0.0, -1.0, 1.0}};
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double range[2] = {cases[k][0], cases[k][1]};
    lw_axis_widen(&range[0], &range[1]);
    assert_close(2, range, cases[k] + 2, 1e-15);
  }
  /* a constant with rounding errors is a straight line, not noise */
  double low = 1.0, high = 1.0 + 4.0 * 2.2e-16;
  lw_axis_widen(&low, &high);
  assert_near(low, 0.95, 1e-12);
}

/* ---- panels ------------------------------------------------------------------------------- */

enum { ROWS = 5, COLUMNS = 13 };

static char* const names[COLUMNS] = {
    "time",   "rod.r[1]", "rod.r[2]", "pivot.q",        "rod.v[1]", "rod.quat[1]",   "rod.quat[2]",
    "rail.q", "tip.r[1]", "speed",    "energy.kinetic", "rod.w[1]", "pivot.force[1]"};

static lw_csv make_table(size_t ncol)
{
  static double value[ROWS * COLUMNS];
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t c = 0; c < ncol; c++) {
      value[i * ncol + c] = c == 0 ? 0.5 * (double)i : (double)(i * c);
    }
  }
  return (lw_csv){.ncol = ncol, .nrow = ROWS, .name = (char**)names, .value = value};
}

/* "title:column,column title:..." of all panels */
static void describe(const lw_plot* plot, char* text, size_t size)
{
  size_t at = 0;
  text[0]   = '\0';
  for (size_t i = 0; i < plot->npanel; i++) {
    at += (size_t)snprintf(text + at, size - at, "%s%s:", i > 0 ? " " : "", plot->panel[i].title);
    for (size_t k = 0; k < plot->panel[i].n; k++) {
      at += (size_t)snprintf(text + at, size - at, "%s%zu", k > 0 ? "," : "",
                             plot->panel[i].column[k]);
    }
  }
}

static void assert_panels(const lw_csv* csv, const char* patterns, const char* expected)
{
  lw_plot plot;
  char    text[300];
  lw_diag diag = {0};
  assert_int_equal(lw_plot_create(csv, patterns, &lw_units_by_name, &plot, &diag), LW_OK);
  describe(&plot, text, sizeof text);
  assert_string_equal(text, expected);
  lw_plot_free(&plot);
}

static void curves_of_one_unit_share_a_panel(void** state)
{
  const lw_csv few = make_table(8), many = make_table(COLUMNS);
  (void)state;
  /* a small table is drawn whole, of a large one the coordinates of joints */
  assert_panels(&few, NULL, "[m]:1,2 q:3,7 [m/s]:4 quat:5,6");
  assert_panels(&many, NULL, "q:3,7");
  assert_panels(&many, "tip.r,speed,rod.r,energy.*", "[m]:8,1,2 speed:9 [J]:10");
  assert_panels(&many, "pivot.force,rod.w[1]", "[N]:12 [rad/s]:11");
}

static void ninth_curve_begins_another_panel(void** state)
{
  lw_csv csv           = make_table(COLUMNS);
  char*  more[COLUMNS] = {"time", "q",    "q[1]", "q[2]", "q[3]", "q[4]", "q[5]",
                          "q[6]", "q[7]", "q[8]", "q[9]", "p",    "s"};
  (void)state;
  csv.name = more;
  assert_panels(&csv, "q*", "q:1,2,3,4,5,6,7,8 q:9,10");
}

static void mistakes_are_reported(void** state)
{
  const lw_csv csv  = make_table(COLUMNS);
  lw_diag      diag = {0};
  lw_plot      plot;
  (void)state;
  assert_int_equal(lw_plot_create(&csv, "rod.rr", &lw_units_by_name, &plot, &diag), LW_ERR_INPUT);
  assert_non_null(strstr(diag.text, "did you mean \"rod.r\"?"));
  lw_plot_free(&plot);

  static char* wide[LW_PLOT_MOST_CURVES + 2];
  for (size_t i = 0; i < LW_PLOT_MOST_CURVES + 2; i++) wide[i] = names[1 + i % 2];
  const lw_csv large = {.ncol = LW_PLOT_MOST_CURVES + 2, .nrow = 0, .name = wide};
  assert_int_equal(lw_plot_create(&large, "*", &lw_units_by_name, &plot, &diag), LW_ERR_INPUT);
  assert_non_null(strstr(diag.text, "65 variables are selected"));
  lw_plot_free(&plot);
}

/* ---- curves ------------------------------------------------------------------------------- */

/* All pieces of a curve, behind each other. */
typedef struct pieces {
  size_t npiece, n;
  double point[100][2];
} pieces;

static void collect(void* user, size_t n, double (*point)[2])
{
  pieces* p = user;
  assert_true(p->n + n <= 100);
  memcpy(p->point + p->n, point, n * sizeof *point);
  p->npiece++;
  p->n += n;
}

static void peaks_of_dense_curves_are_kept(void** state)
{
  enum { N = 100000, WIDTH = 20 };
  static char* const columns[2] = {"time", "x"};
  double             point[2 * WIDTH + 2][2];
  (void)state;
  lw_csv csv = {.ncol = 2, .nrow = N, .name = (char**)columns};
  csv.value  = malloc(2 * N * sizeof *csv.value);
  assert_non_null(csv.value);
  for (size_t i = 0; i < N; i++) {
    csv.value[2 * i]     = 1e-4 * (double)i;
    csv.value[2 * i + 1] = i == 31234 ? 7.0 : i == 78901 ? -5.0 : 0.01 * (double)(i % 3);
  }
  pieces        found = {0};
  const lw_plot plot  = {.csv = &csv};
  lw_plot_trace(&plot, 1, WIDTH, point, collect, &found);
  assert_int_equal(found.npiece, 1);
  assert_true(found.n <= 2 * WIDTH + 2);
  bool high = false, low = false;
  for (size_t i = 0; i < found.n; i++) {
    high = high || (found.point[i][0] == 1e-4 * 31234.0 && found.point[i][1] == 7.0);
    low  = low || (found.point[i][0] == 1e-4 * 78901.0 && found.point[i][1] == -5.0);
    assert_true(i == 0 || found.point[i][0] >= found.point[i - 1][0]);
  }
  assert_true(high && low);
  free(csv.value);
}

static void curves_have_gaps_where_numbers_are_missing(void** state)
{
  lw_csv csv = make_table(8);
  double point[42][2];
  (void)state;
  csv.value[2 * 8 + 3] = NAN;
  pieces        found  = {0};
  const lw_plot plot   = {.csv = &csv};
  lw_plot_trace(&plot, 3, 20, point, collect, &found);
  assert_int_equal(found.npiece, 2);
  assert_int_equal(found.n, 4);
  assert_near(found.point[2][0], 1.5, 0.0);
  assert_near(found.point[2][1], 9.0, 0.0);

  /* all rows at one time: still an end */
  for (size_t i = 0; i < ROWS; i++) csv.value[i * 8] = 1.0;
  found = (pieces){0};
  lw_plot_trace(&plot, 3, 1, point, collect, &found);
  assert_int_equal(found.npiece, 2);
}

/* ---- pages and terminals ------------------------------------------------------------------ */

/* What is drawn on a page: how many lines there are of each kind, whether all is on it. */
typedef struct recorder {
  lw_canvas base;
  double    width, height;
  int       curves, grid;
  char      text[2000];
} recorder;

static void record_line(lw_canvas* self, size_t n, const double point[][2], double width,
                        unsigned colour)
{
  recorder* r = (recorder*)self;
  (void)colour;
  r->curves += width > 1.5 && width < 2.0;
  r->grid += width == 1.0;
  for (size_t i = 0; i < n; i++) {
    assert_between(point[i][0], 0.0, r->width);
    assert_between(point[i][1], 0.0, r->height);
  }
}

static void record_text(lw_canvas* self, double x, double y, lw_anchor anchor, bool upright,
                        unsigned colour, const char* text)
{
  recorder* r = (recorder*)self;
  (void)colour;
  (void)upright;
  strcat(strcat(r->text, text), "|");
  assert_between(y, 6.0, r->height - 6.0);
  assert_between(x + (anchor == LW_ANCHOR_LEFT ? lw_canvas_text_width(text) : 0.0), 0.0, r->width);
}

static void pages_have_panels_with_legends_and_axes(void** state)
{
  static const lw_canvas_class class = {.line = record_line, .text = record_text};
  const lw_csv csv                   = make_table(8);
  recorder     r                     = {.base = {.class = &class}};
  lw_diag      diag                  = {0};
  lw_plot      plot;
  (void)state;
  assert_int_equal(lw_plot_create(&csv, NULL, &lw_units_by_name, &plot, &diag), LW_OK);
  lw_plot_page(&plot, &r.width, &r.height);
  assert_true(lw_plot_draw(&plot, &r.base));
  assert_int_equal(r.curves, 7);
  assert_true(r.grid > 4 * 6);
  static const char* const expected[] = {"rod.r[1]|", "rail.q|", "[m]|",     "[m/s]|",
                                         "quat|",     "|2.0|",   "time [s]|"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    if (!strstr(r.text, expected[i])) {
      fail_msg("\"%s\" is not in \"%s\"", expected[i], r.text);
    }
  }
  lw_plot_free(&plot);
}

static void terminals_get_lines_of_their_width(void** state)
{
  const lw_csv csv  = make_table(8);
  lw_diag      diag = {0};
  lw_plot      plot;
  char         text[8000] = "";
  (void)state;
  assert_int_equal(lw_plot_create(&csv, "pivot.q,rail.q", &lw_units_by_name, &plot, &diag), LW_OK);
  FILE* file = tmpfile();
  assert_non_null(file);
  const lw_plot_terminal terminal = {.width = 60, .height = 10, .ascii = true};
  assert_true(lw_plot_write_text(&plot, &terminal, file));
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  (void)fclose(file);
  lw_plot_free(&plot);
  /* a legend, ten lines, an axis, its times */
  int lines = 0;
  for (const char* at = text; *at; lines++) {
    const size_t n = strcspn(at, "\n");
    if (lines > 0 && lines < 12) {
      assert_int_equal(n, 60);
    }
    at += n + 1;
  }
  assert_int_equal(lines, 13);
  assert_non_null(strstr(text, "a pivot.q   b rail.q   q\n"));
  assert_non_null(strpbrk(text, "*oO#")); /* curves have two dots and more in a character */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ticks_are_round_numbers),
      cmocka_unit_test(ranges_have_room_on_both_sides),
      cmocka_unit_test(curves_of_one_unit_share_a_panel),
      cmocka_unit_test(ninth_curve_begins_another_panel),
      cmocka_unit_test(mistakes_are_reported),
      cmocka_unit_test(peaks_of_dense_curves_are_kept),
      cmocka_unit_test(curves_have_gaps_where_numbers_are_missing),
      cmocka_unit_test(pages_have_panels_with_legends_and_axes),
      cmocka_unit_test(terminals_get_lines_of_their_width),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
