/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loop_closure.c - open rows of cuts, and their elimination where loops close.
 *
 *   factor   begin_link -> close (choose rows, factor, response) -> project over the joint -> join
 *   solve    solve -> pass_up inwards, pass_down -> impulses outwards
 *
 *   reads    J of the cuts
 *   writes   C, Y, G, g, sigma of the recursion; I and z of links where loops close
 *   theory   section 9.3
 *   cost     square in the open rows of a link, cubic in the rows that close together
 *
 * Rows may depend on each other, as those of planar loops always do. Independent rows are chosen
 * before by the largest pivots; the others have no impulse and hold because the chosen ones do.
 */
#include "formulations/joint_space/loop_closure.h"

#include "base/definite.h"
#include "base/linalg.h"

/* ---- factorisation ----------------------------------------------------------------------- */

void lw_loops_begin_link(const lw_instance* s, lw_recursion* r, int index)
{
  const lw_tree* tree = r->tree;
  const lw_link* k    = &tree->link[index];
  memset(r->C + 6 * k->column, 0, 6 * (size_t)k->width * sizeof *r->C);
  memset(r->G + k->square, 0, (size_t)(k->width * k->width) * sizeof *r->G);
  for (int o = k->own; o < k->own + k->nown; o++) {
    const lw_own_side* own = &tree->own[o];
    const double*      J   = s->J + s->structure->side[own->side].jac;
    double*            C   = r->C + 6 * (k->column + own->at);
    for (int e = 0; e < 6 * tree->cut[own->cut].nrow; e++) C[e] += J[e];
  }
}

/* Zero the blocks that a link adds to the matrix of its inboard link. */
static void clear_blocks(lw_recursion* r, int index)
{
  const lw_tree* tree = r->tree;
  const lw_link *k = &tree->link[index], *up = &tree->link[k->inboard];
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    for (int j = k->entry; j < k->entry + k->nentry; j++) {
      const lw_open_cut *x = &tree->entry[i], *y = &tree->entry[j];
      for (int a = 0; a < tree->cut[x->cut].nrow; a++) {
        memset(r->G + up->square + up->width * (x->above + a) + y->above, 0,
               (size_t)tree->cut[y->cut].nrow * sizeof *r->G);
      }
    }
  }
}

void lw_loops_begin(const lw_instance* s, lw_recursion* r)
{
  const lw_tree* tree = r->tree;
  /* the ground may have many rows, few of which are coupled: all other blocks stay zero */
  for (int i = 0; i < tree->nlink; i++) {
    if (tree->link[i].inboard == tree->nlink && tree->link[i].nopen > 0) {
      clear_blocks(r, i);
    }
  }
  for (int i = 0; i < tree->ngroup; i++) {
    const lw_group* group = &tree->group[i];
    for (int c = group->cut; c < group->cut + group->ncut; c++) {
      const int           index = tree->closing[c];
      const lw_connector* from  = &s->structure->connector[tree->cut[index].connector];
      memcpy(r->scale + group->row + tree->row_of_cut[index], s->row_scale + from->row,
             (size_t)from->nrow * sizeof *r->scale);
    }
  }
}

void lw_loops_project(lw_recursion* r, int index)
{
  const lw_link*        k = &r->tree->link[index];
  const lw_articulated* w = &r->link[index];
  double *              C = r->C + 6 * k->column, *Y = r->Y + 6 * k->column;
  double*               G = r->G + k->square;
  const int             n = k->nfree, width = k->width;

  /* Y = D H^T C,  G += (H^T C)^T Y,  C <- C - U Y                                      (9.11) */
  for (int a = 0; a < k->nopen; a++) {
    double h[6];
    for (int j = 0; j < n; j++) h[j] = lw_dot6(w->H + 6 * j, C + 6 * a);
    for (int j = 0; j < n; j++) {
      double y = 0.0;
      for (int m = 0; m < n; m++) y += w->D[n * j + m] * h[m];
      Y[6 * a + j] = y;
    }
    for (int b = 0; b <= a; b++) {
      double x = 0.0;
      for (int j = 0; j < n; j++) x += h[j] * Y[6 * b + j];
      G[width * a + b] += x;
      G[width * b + a] = G[width * a + b];
    }
  }
  for (int a = 0; a < k->nopen; a++) {
    for (int j = 0; j < n; j++) {
      for (int e = 0; e < 6; e++) C[6 * a + e] -= w->U[6 * j + e] * Y[6 * a + j];
    }
  }
}

void lw_loops_join(lw_recursion* r, int index)
{
  const lw_tree*        tree = r->tree;
  const lw_link*        k    = &tree->link[index];
  const lw_link*        up   = &tree->link[k->inboard];
  const lw_articulated* w    = &r->link[index];
  const double *        C = r->C + 6 * k->column, *G = r->G + k->square;
  const int             width = k->width;
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    const lw_open_cut* x    = &tree->entry[i];
    const int          rows = tree->cut[x->cut].nrow;
    for (int a = 0; a < rows && k->inboard != tree->nlink; a++) {
      const double* c    = C + 6 * (x->at + a);
      double*       up_c = r->C + 6 * (up->column + x->above + a);
      lw_wrench_add_shifted(up_c, c, w->l);
    }
    for (int j = k->entry; j < k->entry + k->nentry; j++) {
      const lw_open_cut* y = &tree->entry[j];
      for (int a = 0; a < rows; a++) {
        double*       to   = r->G + up->square + up->width * (x->above + a) + y->above;
        const double* from = G + width * (x->at + a) + y->at;
        for (int b = 0; b < tree->cut[y->cut].nrow; b++) to[b] += from[b];
      }
    }
  }
}

/* The choice of independent rows of a group: their number, then their list. */
static double* choice_of(const lw_recursion* r, const lw_group* group)
{
  return r->chosen + group->row + (group - r->tree->group);
}

/* Number and list of the independent rows of a group. */
static int chosen_rows(const lw_recursion* r, const lw_group* group, const double** order)
{
  *order = choice_of(r, group) + 1;
  return (int)*choice_of(r, group);
}

/* Response matrix of a group: K [C^T, G_co], impulses for unit velocities and for unit impulses
 * of the rows that stay open. */
static void compute_response(lw_recursion* r, const lw_group* group, const double* order, int n,
                             double* x)
{
  const lw_link* k    = &r->tree->link[group->link];
  const double*  G    = r->G + k->square;
  const double*  C    = r->C + 6 * (k->column + group->at);
  double*        W    = r->response + group->response;
  const int      wide = 6 + k->nopen;
  memset(W, 0, (size_t)(group->nrow * wide) * sizeof *W);
  for (int e = 0; e < wide; e++) {
    for (int i = 0; i < n; i++) {
      const int row = (int)order[i];
      x[i]          = e < 6 ? C[6 * row + e] : G[k->width * (group->at + row) + e - 6];
    }
    lw_definite_solve(n, group->nrow, r->factor + group->square, r->begin + group->row, x);
    for (int i = 0; i < n; i++) W[wide * (int)order[i] + e] = x[i];
  }
}

void lw_loops_close(lw_recursion* r, int index, int part, bool choose)
{
  const lw_tree* tree = r->tree;
  const lw_link* k    = &tree->link[index];
  double*        G    = r->G + k->square;
  for (int i = k->group; i < k->group + k->ngroup; i++) {
    const lw_group* group = &tree->group[i];
    const double*   Gcc   = G + (k->width + 1) * group->at;
    const double*   scale = r->scale + group->row;
    const double*   order;
    if (choose) {
      double* choice = choice_of(r, group);
      choice[0] =
          lw_semidefinite_choose(group->nrow, Gcc, k->width, scale, LW_ROWS_DEPENDENT, choice + 1,
                                 r->factor + group->square, r->start + group->row);
    }
    const int    n    = chosen_rows(r, group, &order);
    const double weak = lw_definite_factor(n, Gcc, k->width, scale, order, group->nrow,
                                           r->factor + group->square, r->begin + group->row);
    r->weak[part]     = weak < r->weak[part] || isnan(weak) ? weak : r->weak[part];
    if (index == tree->nlink) {
      continue; /* the ground does not move and has no open rows */
    }
    compute_response(r, group, order, n, r->start + group->row);
    const double* C    = r->C + 6 * (k->column + group->at);
    const double* W    = r->response + group->response;
    const int     wide = 6 + k->nopen;
    /* I += C_c K C_c^T,  C_o -= C_c K G_co,  G_oo -= G_oc K G_co                       (9.12) */
    for (int c = 0; c < n; c++) {
      const int     row = (int)order[c];
      const double* w   = W + wide * row;
      lw_spatial_add_outer(&r->link[index].I, 1.0, C + 6 * row, w);
      for (int o = 0; o < k->nopen; o++) {
        double* open = r->C + 6 * (k->column + o);
        for (int e = 0; e < 6; e++) open[e] -= C[6 * row + e] * w[6 + o];
        for (int p = 0; p < k->nopen; p++) {
          G[k->width * p + o] -= G[k->width * p + group->at + row] * w[6 + o];
        }
      }
    }
  }
}

/* ---- solution ---------------------------------------------------------------------------- */

void lw_loops_solve_begin(lw_recursion* r)
{
  memset(r->g, 0, (size_t)r->tree->ncolumn * sizeof *r->g);
}

void lw_loops_solve(lw_recursion* r, int index)
{
  const lw_tree* tree = r->tree;
  const lw_link* k    = &tree->link[index];
  double*        g    = r->g + k->column;
  for (int i = k->group; i < k->group + k->ngroup; i++) {
    const lw_group* group = &tree->group[i];
    const double*   order;
    const int       n     = chosen_rows(r, group, &order);
    double*         start = r->start + group->row;
    /* start = K (e - g) */
    for (int c = group->cut; c < group->cut + group->ncut; c++) {
      const lw_cut* cut = &tree->cut[tree->closing[c]];
      const int     row = tree->row_of_cut[tree->closing[c]];
      for (int a = 0; a < cut->nrow; a++) {
        r->Y[6 * (k->column + group->at + row + a)] = r->e[cut->row + a] - g[group->at + row + a];
      }
    }
    for (int a = 0; a < n; a++) start[a] = r->Y[6 * (k->column + group->at + (int)order[a])];
    lw_definite_solve(n, group->nrow, r->factor + group->square, r->begin + group->row, start);
    if (index == tree->nlink) {
      continue;
    }
    /* z -= C_c K (e - g_c),  g_o += G_oc K (e - g_c)                                   (9.12) */
    const double* C = r->C + 6 * (k->column + group->at);
    const double* G = r->G + k->square;
    for (int a = 0; a < n; a++) {
      const int row = (int)order[a];
      for (int e = 0; e < 6; e++) r->link[index].z[e] -= C[6 * row + e] * start[a];
      for (int o = 0; o < k->nopen; o++) g[o] += G[k->width * o + group->at + row] * start[a];
    }
  }
}

void lw_loops_pass_up(lw_recursion* r, int index)
{
  const lw_tree*        tree = r->tree;
  const lw_link*        k    = &tree->link[index];
  const lw_articulated* w    = &r->link[index];
  double*               g    = r->g + k->column;
  double*               up   = r->g + tree->link[k->inboard].column;
  /* g += Y^T r + C^T c:  with the new C                                                (9.11) */
  for (int a = 0; a < k->nopen; a++) {
    for (int j = 0; j < k->nfree; j++) g[a] += r->Y[6 * (k->column + a) + j] * w->r[j];
    g[a] += lw_dot6(r->C + 6 * (k->column + a), w->c);
  }
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    const lw_open_cut* x = &tree->entry[i];
    for (int a = 0; a < tree->cut[x->cut].nrow; a++) up[x->above + a] += g[x->at + a];
  }
}

void lw_loops_pass_down(const lw_recursion* r, int index, double qd[])
{
  const lw_tree* tree = r->tree;
  const lw_link* k    = &tree->link[index];
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    const lw_open_cut* x     = &tree->entry[i];
    const lw_cut*      cut   = &tree->cut[x->cut];
    const double*      sigma = r->sigma + cut->row;
    for (int a = 0; a < cut->nrow; a++) {
      const double* Y = r->Y + 6 * (k->column + x->at + a);
      for (int j = 0; j < k->nfree; j++) qd[j] += Y[j] * sigma[a];
    }
  }
}

/* sum -= G_co sigma_o, with the row W of the response matrix */
static void subtract_open_impulses(const lw_recursion* r, const lw_link* k, const double* W,
                                   double* sum)
{
  const lw_tree* tree = r->tree;
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    const lw_open_cut* x   = &tree->entry[i];
    const lw_cut*      cut = &tree->cut[x->cut];
    for (int a = 0; a < cut->nrow; a++) *sum -= W[6 + x->at + a] * r->sigma[cut->row + a];
  }
}

void lw_loops_impulses(lw_recursion* r, int index, const lw_twist* V)
{
  const lw_tree* tree = r->tree;
  const lw_link* k    = &tree->link[index];
  for (int i = k->group; i < k->group + k->ngroup; i++) {
    const lw_group* group = &tree->group[i];
    const double*   order;
    const int       n      = chosen_rows(r, group, &order);
    const int       wide   = 6 + k->nopen;
    double*         by_row = r->Y + 6 * (k->column + group->at);
    for (int a = 0; a < group->nrow; a++) by_row[6 * a] = 0.0;
    for (int a = 0; a < n; a++) {
      const int     row = (int)order[a];
      const double* W   = r->response + group->response + wide * row;
      double        x   = r->start[group->row + a];
      if (index != tree->nlink) {
        x -= lw_dot(W, V->v) + lw_dot(W + 3, V->w);
        subtract_open_impulses(r, k, W, &x);
      }
      by_row[6 * row] = x;
    }
    for (int c = group->cut; c < group->cut + group->ncut; c++) {
      const lw_cut* cut = &tree->cut[tree->closing[c]];
      const int     row = tree->row_of_cut[tree->closing[c]];
      for (int a = 0; a < cut->nrow; a++) r->sigma[cut->row + a] = by_row[6 * (row + a)];
    }
  }
}
