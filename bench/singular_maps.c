/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * singular_maps.c - maps of the energy drift over two parameters, as SVG: figures 9 to 13 of S3.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "singular.h"

#define LIMIT 0.125 /* [J], as in S3: beyond it a point stays white */
#define LEAST 0.005 /* [J], the darkest colour                      */
#define STEP 5e-3   /* [s] */
#define COLUMNS 26
#define ROWS 21
#define CELL 18
#define LEFT 70
#define TOP 40

typedef struct map {
  const char*    file;
  const char*    title;
  lw_formulation formulation;
  lw_integrator  integrator;
  bool           over_xi;   /* the vertical axis is xi with omega = 1, else omega with xi = 1 */
  double         low, high; /* decades of the vertical axis */
  double         alpha_low, alpha_high;
} map;

static const map maps[] = {
    {"s3_figure_9.svg", "penalty, fixed point", LW_PENALTY, LW_TRAPEZOIDAL_FIXED_POINT, false, 0.5,
     2.5, 6.0, 8.5},
    {"s3_figure_10.svg", "augmented Lagrangian, fixed point", LW_AUGMENTED_LAGRANGIAN,
     LW_TRAPEZOIDAL_FIXED_POINT, false, 0.5, 2.5, 6.0, 8.5},
    {"s3_figure_11.svg", "augmented Lagrangian, Newton", LW_AUGMENTED_LAGRANGIAN,
     LW_TRAPEZOIDAL_NEWTON, false, 0.5, 3.5, 6.0, 8.5},
    {"s3_figure_12.svg", "augmented Hamiltonian, fixed point", LW_AUGMENTED_HAMILTONIAN,
     LW_TRAPEZOIDAL_FIXED_POINT, true, 0.5, 2.5, 6.0, 9.0},
    {"s3_figure_13.svg", "augmented Hamiltonian, Newton", LW_AUGMENTED_HAMILTONIAN,
     LW_TRAPEZOIDAL_NEWTON, true, 0.5, 6.0, 6.0, 9.0},
};

/* from dark blue through green to yellow, for 0 to 1 */
static void colour(double f, int rgb[3])
{
  static const double stop[5][3] = {
      {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  const double x = 4.0 * fmin(fmax(f, 0.0), 1.0);
  const int    k = x < 3.0 ? (int)x : 3;
  for (int i = 0; i < 3; i++) {
    rgb[i] = (int)(stop[k][i] + (x - k) * (stop[k + 1][i] - stop[k][i]) + 0.5);
  }
}

/* the position of a drift between LEAST and LIMIT, by its logarithm */
static double position_of(double drift)
{
  return log(drift / LEAST) / log(LIMIT / LEAST);
}

static void draw_cell(FILE* out, int column, int row_, const lw_singular_result* r)
{
  const int x = LEFT + CELL * column, y = TOP + CELL * (ROWS - 1 - row_);
  if (r->done) {
    int rgb[3];
    colour(position_of(r->drift), rgb);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>\n", x,
            y, CELL, CELL, (unsigned)rgb[0], (unsigned)rgb[1], (unsigned)rgb[2]);
  }
  if (r->done && r->halvings > 0) {
    fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"2.5\" fill=\"white\"/>\n", x + CELL / 2,
            y + CELL / 2);
  }
}

/* decades of both axes */
static void draw_axes(FILE* out, const map* m)
{
  const int width = CELL * COLUMNS, height = CELL * ROWS;
  fprintf(out,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"black\"/>\n",
          LEFT, TOP, width, height);
  for (int k = (int)ceil(m->alpha_low); k <= (int)m->alpha_high; k++) {
    const double x =
        LEFT + CELL * 0.5 + (width - CELL) * (k - m->alpha_low) / (m->alpha_high - m->alpha_low);
    fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">1e%d</text>\n", x,
            TOP + height + 18, k);
  }
  for (int k = (int)ceil(m->low); k <= (int)m->high; k++) {
    const double y =
        TOP + height - CELL * 0.5 - (height - CELL) * (k - m->low) / (m->high - m->low);
    fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n", LEFT - 8, y + 4, k);
  }
  fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">penalty factor &#945;</text>\n",
          LEFT + width / 2, TOP + height + 38);
  fprintf(out,
          "<text x=\"%d\" y=\"%d\">white: more than %g J; dots: some steps were halved</text>\n",
          LEFT, TOP + height + 60, LIMIT);
  fprintf(
      out,
      "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 %d %d)\">%s</text>\n",
      18, TOP + height / 2, 18, TOP + height / 2,
      m->over_xi ? "&#958;, with &#969; = 1 rad/s" : "&#969; [rad/s], with &#958; = 1");
}

/* the legend of the colours */
static void draw_legend(FILE* out)
{
  static const double mark[] = {0.005, 0.01, 0.02, 0.05, 0.125};
  const int           x = LEFT + CELL * COLUMNS + 20, height = CELL * ROWS;
  for (int i = 0; i < 50; i++) {
    int rgb[3];
    colour((i + 0.5) / 50.0, rgb);
    fprintf(out,
            "<rect x=\"%d\" y=\"%.2f\" width=\"16\" height=\"%.2f\" fill=\"#%02x%02x%02x\"/>\n", x,
            TOP + height * (1.0 - (i + 1) / 50.0), height / 50.0 + 0.3, (unsigned)rgb[0],
            (unsigned)rgb[1], (unsigned)rgb[2]);
  }
  for (int i = 0; i < 5; i++) {
    fprintf(out, "<text x=\"%d\" y=\"%.1f\">%g J</text>\n", x + 22,
            TOP + height * (1.0 - position_of(mark[i])) + 4, mark[i]);
  }
}

static bool draw(const map* m, const char* folder, bool quick)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, m->file);
  FILE* out = fopen(path, "w");
  if (!out) {
    fprintf(stderr, "bench_singular: %s cannot be written\n", path);
    return false;
  }
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
          "<text x=\"%d\" y=\"24\" font-size=\"14\">%s: largest change of the energy, h = 5 "
          "ms</text>\n",
          LEFT + CELL * COLUMNS + 110, TOP + CELL * ROWS + 75, LEFT, m->title);
  int passed = 0;
  for (int j = 0; j < ROWS; j++) {
    for (int i = 0; i < COLUMNS; i++) {
      if (quick && (i % 25 != 0 || j % 10 != 0)) {
        continue;
      }
      const double alpha =
          pow(10.0, m->alpha_low + (m->alpha_high - m->alpha_low) * i / (COLUMNS - 1));
      const double              other   = pow(10.0, m->low + (m->high - m->low) * j / (ROWS - 1));
      const lw_singular_setting setting = {
          "double_four_bar",        m->formulation,           m->integrator, STEP, alpha,
          m->over_xi ? 1.0 : other, m->over_xi ? other : 1.0, 1e-7,          false};
      const lw_singular_result result = lw_singular_run(&setting, LIMIT);
      passed += result.done;
      draw_cell(out, i, j, &result);
    }
  }
  draw_axes(out, m);
  draw_legend(out);
  fprintf(out, "</svg>\n");
  const bool written = !ferror(out);
  printf("%s,%d of %d points within %g J\n", m->file, passed, quick ? 6 : ROWS * COLUMNS, LIMIT);
  return fclose(out) == 0 && written;
}

bool lw_singular_maps(const char* folder, bool quick)
{
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    if (!draw(&maps[i], folder, quick)) {
      return false;
    }
  }
  return true;
}
