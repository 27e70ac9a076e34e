/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_svg_matrix.c - the blocks of the matrix before and after elimination.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check_order.h"
#include "order_svg.h"
#include "svg.h"

/* All lengths in pixels. */
#define SIDE 720.0     /* of the matrix, at most                      */
#define CELL_MAX 18.0  /* of a block                                  */
#define CELL_NAMED 9.0 /* below this there is no room for names      */
#define HEADING 40.0
#define FOOTING 36.0
#define MARGIN 16.0
#define LETTER 6.2 /* width of a letter, about */
#define WIDTH_MIN 560.0

typedef struct grid {
  const lw_model*       model;
  const lw_elimination* e;
  bool                  after; /* in the order of elimination, else as the file has it */
  double                cell, left, width, height;
} grid;

static void set_up(grid* g)
{
  size_t longest = 0;
  g->cell        = fmin(CELL_MAX, SIDE / fmax(g->e->nnode, 1));
  for (int i = 0; i < g->e->nnode; i++) {
    const size_t n = strlen(lw_order_name(g->model, g->e->id[i]));
    longest        = n > longest ? n : longest;
  }
  const double names = g->cell >= CELL_NAMED ? LETTER * (double)longest + 8.0 : 0.0;
  const double side  = g->cell * g->e->nnode;
  g->width           = fmax(side + names + 2.0 * MARGIN, WIDTH_MIN);
  g->left            = 0.5 * (g->width - side + names);
  g->height          = side + HEADING + FOOTING;
}

static double place_of(const grid* g, int position)
{
  return g->cell * (g->after ? position : g->e->id[position]);
}

static void write_block(const grid* g, int i, int k, const char* kind, FILE* file)
{
  const double x = g->left + place_of(g, k), y = HEADING + place_of(g, i);
  const double gap = g->cell > 4.0 ? 1.0 : 0.0;
  fprintf(file, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", kind,
          x, y, g->cell - gap, g->cell - gap);
}

static void write_blocks(const grid* g, FILE* file)
{
  static const char* const name[3] = {"given", "formed", "filled"};
  const lw_elimination*    e       = g->e;
  for (int i = 0; i < e->nnode; i++) {
    write_block(g, i, i, e->id[i] < e->nbody ? "body" : g->after ? "joint" : "empty", file);
    for (int k = e->first[i]; k < e->first[i + 1]; k++) {
      if (g->after || e->kind[k] == LW_BLOCK_GIVEN) {
        write_block(g, i, e->later[k], name[(int)e->kind[k]], file);
        write_block(g, e->later[k], i, name[(int)e->kind[k]], file);
      }
    }
  }
}

static void write_names(const grid* g, FILE* file)
{
  for (int i = 0; i < g->e->nnode && g->cell >= CELL_NAMED; i++) {
    fprintf(file, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", g->left - 4.0,
            HEADING + place_of(g, i) + 0.5 * g->cell + 3.0);
    lw_svg_text(lw_order_name(g->model, g->e->id[i]), file);
    fputs("</text>\n", file);
  }
}

/* a small block of each kind with its meaning */
static void write_legend(const grid* g, FILE* file)
{
  static const char* const before[2][2] = {{"body", "mass of a body"}, {"given", "Jacobian"}};
  static const char* const after[5][2]  = {{"body", "body"},
                                           {"joint", "joint"},
                                           {"given", "Jacobian"},
                                           {"formed", "by bodies that go first"},
                                           {"filled", "fill"}};
  double                   x            = 0.5 * (g->width - (g->after ? 440.0 : 210.0));
  const double             y            = g->height - FOOTING + 14.0;
  for (int i = 0; i < (g->after ? 5 : 2); i++) {
    const char* const* entry = g->after ? after[i] : before[i];
    fprintf(file, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\"/>\n",
            entry[0], x, y);
    fprintf(file, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x + 14.0, y + 9.0, entry[1]);
    x += 34.0 + LETTER * (double)strlen(entry[1]);
  }
}

static bool write_matrix(grid* g, FILE* file)
{
  set_up(g);
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
          "viewBox=\"0 0 %.0f %.0f\">\n",
          g->width, g->height, g->width, g->height);
  fputs("<style>text{font:11px sans-serif;fill:#222}.title{font-size:14px;text-anchor:middle}"
        ".name{font-size:9px;fill:#555;text-anchor:end}.frame{fill:#f6f6f6;stroke:#bbb}"
        ".body{fill:#10305c}.joint{fill:#508cb9}.given{fill:#222}.formed{fill:#a9bdd0}"
        ".filled{fill:#e07a1f}.empty{fill:none}</style>\n",
        file);
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", file);
  fprintf(file, "<text class=\"title\" x=\"%.1f\" y=\"24\">", 0.5 * g->width);
  lw_svg_text(lw_model_name(g->model, g->model->name), file);
  if (g->after) {
    fprintf(file, ": after elimination, %.0f multiply-adds, fill %ld, height %d</text>\n",
            g->e->cost, g->e->count.fill, g->e->height);
  } else {
    fputs(": blocks of the matrix, in the order of the file</text>\n", file);
  }
  const double side = g->cell * g->e->nnode;
  fprintf(file, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
          g->left - 1.0, HEADING - 1.0, side + 1.0, side + 1.0);
  write_blocks(g, file);
  write_names(g, file);
  write_legend(g, file);
  fputs("</svg>\n", file);
  return !ferror(file);
}

bool lw_order_svg_before(const lw_model* model, const lw_elimination* e, FILE* file)
{
  return write_matrix(&(grid){.model = model, .e = e, .after = false}, file);
}

bool lw_order_svg_after(const lw_model* model, const lw_elimination* e, FILE* file)
{
  return write_matrix(&(grid){.model = model, .e = e, .after = true}, file);
}
