/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loop_closure.c - open rows of cuts, and their elimination where loops close.
 *
 *   reads    J of the cuts
 *   writes   C, Y, G, g, sigma of the recursion; I and z of links where loops close
 *   theory   section 9.3
 *   cost     square in the open rows of a link, cubic in the rows that close together
 *
 * Rows may depend on each other: planar loops always do. Independent ones were chosen before, by the
 * largest pivots; the others carry no impulse, and hold because the chosen ones do.
 */
#include "formulations/joint_space/loop_closure.h"

#include "base/linalg.h"

void lw_invert_definite(int n, double A[])
{
  /* Gauss-Jordan without pivoting: every leading block is definite */
  for (int k = 0; k < n; k++) {
    const double inv = 1.0 / A[n * k + k];
    A[n * k + k]     = 1.0;
    for (int j = 0; j < n; j++) A[n * k + j] *= inv;
    for (int i = 0; i < n; i++) {
      if (i != k) {
        const double f = A[n * i + k];
        A[n * i + k]   = 0.0;
        for (int j = 0; j < n; j++) A[n * i + j] -= f * A[n * k + j];
      }
    }
  }
}

/* ---- factorisation ------------------------------------------------------------------------ */

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

/* zero the blocks that a link adds to the matrix of the one before it */
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
  /* the ground may have many rows, few of which touch each other: the rest stays zero for good */
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
      double        m[3];
      lw_cross(m, w->l, c);
      for (int e = 0; e < 3; e++) {
        up_c[e] += c[e];
        up_c[3 + e] += c[3 + e] + m[e];
      }
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

/* How many rows of a group carry impulses, and then which. */
static double* choice_of(const lw_recursion* r, const lw_group* group)
{
  return r->chosen + group->row + (group - r->tree->group);
}

static int chosen_rows(const lw_recursion* r, const lw_group* group, const double** order)
{
  *order = choice_of(r, group) + 1;
  return (int)*choice_of(r, group);
}

/* x = L^-T L^-1 x over the n chosen rows: L below the diagonal of F, row i from column lead[i] on, with inverse
 * pivots on the diagonal */
static void solve_chosen(int n, int stride, const int* lead, const double* F, double* x)
{
  for (int i = 0; i < n; i++) {
    for (int j = lead[i]; j < i; j++) x[i] -= F[stride * i + j] * x[j];
    x[i] *= F[stride * i + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] *= F[stride * i + i];
    for (int j = lead[i]; j < i; j++) x[j] -= F[stride * i + j] * x[i];
  }
}

/* Cholesky factor of the chosen rows, within their envelope: loops side by side are coupled to their neighbours
 * only. Returns the smallest pivot in units of the rows' sizes. */
static double factor_chosen(const double* G, int width, const double* scale, const double* order,
                            int n, int stride, int* lead, double* F)
{
  double weakest = 1.0;
  for (int i = 0; i < n; i++) {
    const double* row = G + width * (int)order[i];
    int           j   = 0;
    while (j < i && row[(int)order[j]] == 0.0) j++;
    lead[i] = j;
    for (; j < i; j++) {
      double x = row[(int)order[j]];
      for (int k = lead[i] > lead[j] ? lead[i] : lead[j]; k < j; k++) {
        x -= F[stride * i + k] * F[stride * j + k];
      }
      F[stride * i + j] = x * F[stride * j + j];
    }
    double x = row[(int)order[i]];
    for (int k = lead[i]; k < i; k++) x -= F[stride * i + k] * F[stride * i + k];
    const double fraction = x / scale[(int)order[i]];
    weakest               = fraction < weakest || isnan(fraction) ? fraction : weakest;
    F[stride * i + i]     = x > 0.0 ? 1.0 / sqrt(x) : 0.0;
  }
  return weakest;
}

/* Choose rows by the largest pivots; F is scratch, left over of each row in `left`.          (9.13) */
static void choose_rows(const double* G, int width, const double* scale, int nrow, double* choice,
                        double* F, double* left)
{
  double* order = choice + 1;
  int     n     = 0;
  for (int i = 0; i < nrow; i++) {
    order[i] = i;
    left[i]  = G[width * i + i];
  }
  while (n < nrow) {
    int best = n;
    for (int i = n + 1; i < nrow; i++) {
      const int a = (int)order[i], b = (int)order[best];
      best = left[a] / scale[a] > left[b] / scale[b] ? i : best;
    }
    const int row = (int)order[best];
    if (!(left[row] > LW_ROWS_DEPEND * scale[row])) {
      break;
    }
    order[best] = order[n];
    order[n]    = row;
    /* column n of the factor, by rows of the group */
    const double pivot = sqrt(left[row]);
    for (int i = n + 1; i < nrow; i++) {
      const int a = (int)order[i];
      double    x = G[width * a + row];
      for (int k = 0; k < n; k++) x -= F[nrow * a + k] * F[nrow * row + k];
      F[nrow * a + n] = x / pivot;
      left[a] -= F[nrow * a + n] * F[nrow * a + n];
    }
    F[nrow * row + n] = pivot;
    n++;
  }
  choice[0] = n;
  /* in the order of the cuts, where the matrix has a band */
  for (int i = 1; i < n; i++) {
    const double row = order[i];
    int          k   = i;
    for (; k > 0 && order[k - 1] > row; k--) order[k] = order[k - 1];
    order[k] = row;
  }
}

/* The answer of the rows of a group to velocities and to the rows that stay open: K [C^T, G_co]. */
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
    solve_chosen(n, group->nrow, r->lead + group->row, r->factor + group->square, x);
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
      choose_rows(Gcc, k->width, scale, group->nrow, choice_of(r, group), r->factor + group->square,
                  r->start + group->row);
    }
    const int    n    = chosen_rows(r, group, &order);
    const double weak = factor_chosen(Gcc, k->width, scale, order, n, group->nrow,
                                      r->lead + group->row, r->factor + group->square);
    r->weak[part]     = weak < r->weak[part] || isnan(weak) ? weak : r->weak[part];
    if (index == tree->nlink) {
      continue; /* the ground does not move, and nothing is open there */
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

/* ---- solution ----------------------------------------------------------------------------- */

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
    solve_chosen(n, group->nrow, r->lead + group->row, r->factor + group->square, start);
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

/* sigma of an open column of a link */
static void impulse_residuals(const lw_recursion* r, const lw_link* k, const double* W, double* sum)
{
  const lw_tree* tree = r->tree;
  for (int i = k->entry; i < k->entry + k->nentry; i++) {
    const lw_open_cut* x   = &tree->entry[i];
    const lw_cut*      cut = &tree->cut[x->cut];
    for (int a = 0; a < cut->nrow; a++) *sum -= W[6 + x->at + a] * r->sigma[cut->row + a];
  }
}

void lw_loops_settle(lw_recursion* r, int index, const lw_twist* V)
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
        impulse_residuals(r, k, W, &x);
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
