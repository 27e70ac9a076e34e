/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * order_svg.c - the topology of a mechanism with the order of elimination.
 */
#include "order_svg.h"

#include <math.h>
#include <stdlib.h>

#include "check_order.h"
#include "graph_layout.h"
#include "svg.h"

/* All lengths in pixels. */
#define EDGE 120.0    /* of a joint between two bodies, about      */
#define EDGE_MIN 75.0 /* of one in a large mechanism: circles and squares do not touch yet */
#define SIZE 2000.0   /* of a large picture, where that allows it  */
#define RADIUS 17.0   /* of a body's circle                        */
#define SQUARE 15.0   /* of a joint's                              */
#define MARGIN 60.0
#define HEADING 40.0
#define FOOTING 40.0
#define WIDTH_MIN 640.0 /* the text below is that long */

/* A line: a joint, a spring or a bushing between two nodes, or from a coupling to one of its
 * bodies. The ground is no body: each line to it has a node of its own there. Nodes behind the
 * bodies are those and couplings. */
typedef struct line {
  int id;   /* of the node in the order                     */
  int rank; /* among those between the same two bodies      */
  int many; /* how many of these there are                  */
} line;

#define GROUND_END (-1)

typedef struct plan {
  const lw_model*       model;
  const lw_elimination* e;
  int                   nnode; /* bodies, couplings, and an end on the ground for each line to it */
  int*                  node; /* what each node is in the order, or GROUND_END                    */
  int                   nline;
  line*                 lines;
  int (*ends)[2];
  double (*at)[2];
  double (*middle)[2]; /* of each line */
  int*   place;        /* of a node id in the order */
  double width, height;
} plan;

/* ---- what is drawn ------------------------------------------------------------------------- */

static bool same_ends(const int a[2], const int b[2])
{
  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static int add_node(plan* p, int id)
{
  p->node[p->nnode] = id;
  return p->nnode++;
}

static void add_line(plan* p, int id, int a, int b)
{
  line* l   = &p->lines[p->nline];
  int*  end = p->ends[p->nline];
  end[0]    = a == LW_GROUND ? add_node(p, GROUND_END) : a;
  end[1]    = b == LW_GROUND ? add_node(p, GROUND_END) : b;
  *l        = (line){id, 0, 1};
  for (int k = 0; k < p->nline; k++) {
    if (same_ends(p->ends[k], end)) {
      l->rank++;
      p->lines[k].many++;
    }
  }
  l->many += l->rank;
  p->nline++;
}

/* a coupling ties any number of bodies: it is a node itself */
static void add_coupling(plan* p, int id, const lw_coupling* c)
{
  const lw_model* m     = p->model;
  const int       node  = add_node(p, id);
  const int       first = p->nline;
  for (int i = 0; i < c->nterm; i++) {
    const lw_joint* joint   = &m->joint[m->coupling_term[c->term + i].joint];
    const int       body[2] = {joint->parent, joint->child};
    for (int k = 0; k < 2; k++) {
      bool known = body[k] == LW_GROUND;
      for (int n = first; n < p->nline; n++) known = known || p->ends[n][1] == body[k];
      if (!known) {
        add_line(p, id, node, body[k]);
      }
    }
  }
}

static void list_lines(plan* p)
{
  const lw_model* m  = p->model;
  int             id = m->nbody;
  for (int b = 0; b < m->nbody; b++) add_node(p, b);
  for (int j = 0; j < m->njoint; j++) add_line(p, id++, m->joint[j].parent, m->joint[j].child);
  for (int k = 0; k < m->nspring; k++) {
    add_line(p, id++, m->frame[m->spring[k].from].body, m->frame[m->spring[k].to].body);
  }
  for (int k = 0; k < m->nbushing; k++) {
    add_line(p, id++, m->frame[m->bushing[k].from].body, m->frame[m->bushing[k].to].body);
  }
  for (int k = 0; k < m->ncoupling; k++) add_coupling(p, id++, &m->coupling[k]);
}

static bool is_coupling(const plan* p, int id)
{
  return id >= p->e->nnode - p->model->ncoupling;
}

/* places of bodies in pixels, and the size of the picture */
static void scale_places(plan* p)
{
  double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
  for (int v = 0; v < p->nnode; v++) {
    for (int k = 0; k < 2; k++) {
      low[k]  = v == 0 || p->at[v][k] < low[k] ? p->at[v][k] : low[k];
      high[k] = v == 0 || p->at[v][k] > high[k] ? p->at[v][k] : high[k];
    }
  }
  const double wide = high[0] - low[0], tall = high[1] - low[1];
  const double edge  = fmin(EDGE, fmax(EDGE_MIN, SIZE / fmax(fmax(wide, tall), 1.0)));
  p->width           = fmax(edge * wide + 2.0 * MARGIN, WIDTH_MIN);
  p->height          = edge * tall + 2.0 * MARGIN + HEADING + FOOTING;
  const double shift = 0.5 * (p->width - edge * wide);
  for (int v = 0; v < p->nnode; v++) {
    p->at[v][0] = shift + edge * (p->at[v][0] - low[0]);
    p->at[v][1] = HEADING + MARGIN + edge * (p->at[v][1] - low[1]);
  }
}

/* ---- drawing ------------------------------------------------------------------------------- */

static void write_head(const plan* p, FILE* file)
{
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
          "viewBox=\"0 0 %.0f %.0f\">\n",
          p->width, p->height, p->width, p->height);
  fputs("<style>text{font:11px sans-serif;fill:#222;text-anchor:middle}"
        ".title{font-size:14px}.light{fill:#fff}.name{fill:#555;font-size:10px;stroke:#fff;stroke-"
        "width:3;paint-order:stroke}"
        ".line{fill:none;stroke:#555;stroke-width:1.5}"
        ".soft{fill:none;stroke:#999;stroke-width:1;stroke-dasharray:4 3}"
        ".tie{fill:none;stroke:#4a8;stroke-width:1.2;stroke-dasharray:1 3}"
        ".kept{fill:none;stroke:#e07a1f;stroke-width:3}.node{stroke:#222}"
        ".ground{fill:#999;stroke:#222}</style>\n",
        file);
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", file);
  fprintf(file, "<text class=\"title\" x=\"%.1f\" y=\"26\">", 0.5 * p->width);
  lw_svg_text(lw_model_name(p->model, p->model->name), file);
  fprintf(file, ": bodies and joints in the order of elimination</text>\n");
  fprintf(file,
          "<text x=\"%.1f\" y=\"%.1f\">circles: bodies, squares: joints; number: place in the "
          "order, pale first, dark last;</text>\n",
          0.5 * p->width, p->height - 26.0);
  fprintf(file,
          "<text x=\"%.1f\" y=\"%.1f\">orange ring: a body that goes after joints of its own; "
          "triangles: ground; dashed: springs, bushings%s</text>\n",
          0.5 * p->width, p->height - 10.0, p->model->ncoupling ? "; dotted: couplings" : "");
}

/* a point beside the middle of the straight line */
static void beside(const plan* p, int i, double side, double m[2])
{
  const double *a = p->at[p->ends[i][0]], *b = p->at[p->ends[i][1]];
  const double  x = b[0] - a[0], y = b[1] - a[1], length = fmax(sqrt(x * x + y * y), 1.0);
  m[0] = 0.5 * (a[0] + b[0]) - side * y / length;
  m[1] = 0.5 * (a[1] + b[1]) + side * x / length;
}

/* is there room for a square: no node, and no square of an earlier line? */
static bool is_free(const plan* p, int i, const double m[2])
{
  for (int v = 0; v < p->nnode; v++) {
    const double x = p->at[v][0] - m[0], y = p->at[v][1] - m[1];
    if (x * x + y * y < (RADIUS + SQUARE) * (RADIUS + SQUARE)) {
      return false;
    }
  }
  for (int k = 0; k < i; k++) {
    if (fabs(p->middle[k][0] - m[0]) < SQUARE + 6.0 &&
        fabs(p->middle[k][1] - m[1]) < SQUARE + 2.0) {
      return false;
    }
  }
  return true;
}

/* Where the squares stand: in the middle, beside it where several lines tie the same two bodies,
 * and farther to one side or the other where something else is. */
static void place_middles(plan* p)
{
  static const double more[] = {0.0, 40.0, -40.0, 60.0, -60.0};
  for (int i = 0; i < p->nline; i++) {
    /* one direction for both ways of naming the two */
    const double turn = p->ends[i][0] < p->ends[i][1] ? 1.0 : -1.0;
    const double side = turn * 26.0 * (p->lines[i].rank - 0.5 * (p->lines[i].many - 1));
    const int    n    = (int)(sizeof more / sizeof *more);
    int          k    = is_coupling(p, p->lines[i].id) ? n : 0;
    for (; k < n; k++) {
      beside(p, i, side + more[k], p->middle[i]);
      if (is_free(p, i, p->middle[i])) {
        break;
      }
    }
    if (k == n) {
      beside(p, i, side, p->middle[i]);
    }
  }
}

static void write_line(const plan* p, int i, FILE* file)
{
  const double *a = p->at[p->ends[i][0]], *b = p->at[p->ends[i][1]];
  const double* m      = p->middle[i];
  const int     joints = p->model->nbody + p->model->njoint;
  /* the control point of a curve through the middle */
  fprintf(file, "<path class=\"%s\" d=\"M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f\"/>\n",
          p->lines[i].id < joints          ? "line"
          : is_coupling(p, p->lines[i].id) ? "tie"
                                           : "soft",
          a[0], a[1], 2.0 * m[0] - 0.5 * (a[0] + b[0]), 2.0 * m[1] - 0.5 * (a[1] + b[1]), b[0],
          b[1]);
}

/* the number of a node, with its name when the mouse is on it */
static void write_number(const plan* p, int id, double x, double y, FILE* file)
{
  const double when = (double)p->place[id] / fmax(p->e->nnode - 1.0, 1.0);
  fprintf(file, "<text%s x=\"%.1f\" y=\"%.1f\">%d</text>\n", when > 0.4 ? " class=\"light\"" : "",
          x, y + 4.0, p->place[id] + 1);
}

static void write_square(const plan* p, int id, const double m[2], FILE* file)
{
  char colour[8];
  lw_svg_colour((double)p->place[id] / fmax(p->e->nnode - 1.0, 1.0), colour);
  fprintf(file,
          "<rect class=\"node\" x=\"%.1f\" y=\"%.1f\" width=\"%.0f\" height=\"%.0f\" "
          "fill=\"%s\"><title>",
          m[0] - 0.5 * SQUARE - 2.0, m[1] - 0.5 * SQUARE, SQUARE + 4.0, SQUARE, colour);
  lw_svg_text(lw_order_name(p->model, id), file);
  fputs("</title></rect>\n", file);
  write_number(p, id, m[0], m[1], file);
}

/* the square of a joint, a spring or a bushing */
static void write_middle(const plan* p, int i, FILE* file)
{
  if (!is_coupling(p, p->lines[i].id)) {
    write_square(p, p->lines[i].id, p->middle[i], file);
  }
}

static void write_node(const plan* p, int b, FILE* file)
{
  const double x = p->at[b][0], y = p->at[b][1];
  char         colour[8];
  if (b >= p->model->nbody && p->node[b] != GROUND_END) {
    write_square(p, p->node[b], p->at[b], file);
    return;
  }
  if (b >= p->model->nbody) {
    fprintf(file, "<path class=\"ground\" d=\"M%.1f,%.1f l-9,15 h18 z\"/>\n", x, y - 7.0);
    return;
  }
  lw_svg_colour((double)p->place[b] / fmax(p->e->nnode - 1.0, 1.0), colour);
  if (!p->e->leaf[p->place[b]]) {
    fprintf(file, "<circle class=\"kept\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", x, y,
            RADIUS + 3.0);
  }
  fprintf(file, "<circle class=\"node\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y,
          RADIUS, colour);
  write_number(p, b, x, y, file);
  fprintf(file, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", x, y + RADIUS + 13.0);
  lw_svg_text(lw_order_name(p->model, b), file);
  fputs("</text>\n", file);
}

bool lw_order_svg_topology(const lw_model* model, const lw_elimination* e, FILE* file)
{
  /* of a coupling's lines there are at most two for each term, and one node */
  const size_t nline =
      (size_t)(model->njoint + model->nspring + model->nbushing + 2 * model->ncoupling_term);
  const size_t nnode = (size_t)(model->nbody + model->ncoupling) + nline + 1;
  plan         p     = {.model = model, .e = e};
  p.lines            = calloc(nline + 1, sizeof *p.lines);
  p.ends             = calloc(nline + 1, sizeof *p.ends);
  p.at               = calloc(nnode, sizeof *p.at);
  p.middle           = calloc(nline + 1, sizeof *p.middle);
  p.node             = calloc(nnode, sizeof *p.node);
  p.place            = calloc((size_t)e->nnode + 1, sizeof *p.place);
  bool ok            = p.lines && p.ends && p.at && p.middle && p.node && p.place;
  if (ok) {
    for (int i = 0; i < e->nnode; i++) p.place[e->id[i]] = i;
    list_lines(&p);
    ok = lw_graph_layout(p.nnode, p.nline, (const int(*)[2])p.ends, p.at);
  }
  if (ok) {
    scale_places(&p);
    place_middles(&p);
    write_head(&p, file);
    for (int i = 0; i < p.nline; i++) write_line(&p, i, file);
    for (int i = 0; i < p.nline; i++) write_middle(&p, i, file);
    for (int b = 0; b < p.nnode; b++) write_node(&p, b, file);
    fputs("</svg>\n", file);
  }
  free(p.lines);
  free(p.ends);
  free(p.at);
  free(p.middle);
  free(p.node);
  free(p.place);
  return ok && !ferror(file);
}
