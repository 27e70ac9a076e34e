/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mobility.c - degrees of freedom, redundant constraints, and the joints to which they belong.
 *
 *   lw_instance_redundancy   rows of all loops, or their weak combinations (weak_rows.c), as a
 *                            dense matrix -> generic rank, the highest one in nearby
 *                            configurations -> replaceable rows of each joint -> nearly dependent
 *                            rows -> axes that are nearly parallel
 *   lw_unique_update         random self-stresses in nearby configurations -> joints without a part
 *
 *   reads    the state of an initialised instance, which is unchanged afterwards
 *   theory   section 4.4
 *   cost     redundancy: dense in the rows that are part of loops, up to some hundred of them, then
 *            some solves for each weak combination; unique reactions: some solves
 *
 * In a singular configuration the rank of the constraints is lower than around it. So the mechanism
 * is moved slightly along a random admissible direction and assembled again; the rank there is the
 * generic one.
 */
#include "simulation/mobility.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/row_rank.h"
#include "mechanics/passes.h"
#include "simulation/advance.h"
#include "simulation/nearby.h"
#include "simulation/reactions.h"
#include "simulation/weak_rows.h"
#include <linkwork/elementary.h>

/* Smallest pivot of an independent row. Rows have unit length, are closed to about 1e-13, and
 * the nearest singular configuration is about 1e-2 away: pivots of dependent rows are about
 * 1e-12, those of independent rows larger than 1e-4. */
#define RANK_TOLERANCE 1e-8
/* Rows are nearly dependent where their pivot is below this and smaller than the one before by
 * this factor. Without such a gap small pivots come from the size of the mechanism. */
#define NEARLY 1e-3
#define GAP 1e-2
/* A joint has no part in a combination of rows of unit length where its coefficients are below
 * this: rounding leaves 1e-12, or 1e-9 after division by a pivot of 1e-3. The same for random
 * self-stresses, which are exact to 1e-13 over that pivot. */
#define FRACTION 1e-6
/* Number of random self-stresses. The probability that a joint with a part in one has less than
 * FRACTION in all of them is FRACTION to this power. */
#define SELF_STRESSES 2

/* With this many rows and more, dense elimination takes seconds: the weak combinations of rows are
 * found by sparse solves, unless they are more than this part of the rows. */
#define WEAK_ROWS 600
#define WEAK_PART 2

/* The rows of all loops as a dense matrix. */
typedef struct loop_rows {
  char*   in_loop;   /* of each connector                          (nconnector) */
  int*    column;    /* first column of each body, or LW_NONE      (nbody) */
  int*    connector; /* connector of each row                      (nrow) */
  double* a;         /* (nrow x ncol) */
  int     nrow, ncol;
} loop_rows;

static void free_rows(loop_rows* l)
{
  free(l->in_loop);
  free(l->column);
  free(l->connector);
  free(l->a);
}

/* Find the rows and columns of the matrix.
 *   Returns     false: no memory */
static bool find_rows(const lw_structure* g, loop_rows* l)
{
  l->in_loop = malloc((size_t)g->nconnector + 1);
  l->column  = malloc(((size_t)g->nbody + 1) * sizeof *l->column);
  if (!l->in_loop || !l->column) {
    return false;
  }
  lw_nearby_mark_loops(g, l->in_loop, l->column);
  for (int b = 0; b < g->nbody; b++) l->column[b] = LW_NONE;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int q = c->side; l->in_loop[k] && q < c->side + c->nside; q++) {
      const int b = g->side[q].body;
      if (b != LW_GROUND && l->column[b] == LW_NONE) {
        l->column[b] = l->ncol;
        l->ncol += 6;
      }
    }
    l->nrow += l->in_loop[k] ? c->nrow : 0;
  }
  l->connector = malloc(((size_t)l->nrow + 1) * sizeof *l->connector);
  l->a         = malloc(((size_t)l->nrow * (size_t)l->ncol + 1) * sizeof *l->a);
  for (int k = 0, row = 0; k < g->nconnector && l->connector; k++) {
    for (int r = 0; l->in_loop[k] && r < g->connector[k].nrow; r++) l->connector[row++] = k;
  }
  return l->connector && l->a;
}

/* Fill in the rows at the present positions, scaled to unit length; rotations are measured in
 * characteristic lengths. */
static void fill_rows(const lw_instance* s, loop_rows* l)
{
  const lw_structure* g    = s->structure;
  const double        turn = 1.0 / s->length;
  memset(l->a, 0, (size_t)l->nrow * (size_t)l->ncol * sizeof *l->a);
  for (int k = 0, row = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = 0; l->in_loop[k] && r < c->nrow; r++, row++) {
      double* out    = l->a + (size_t)row * (size_t)l->ncol;
      double  length = 0.0;
      for (int q = c->side; q < c->side + c->nside; q++) {
        const int b = g->side[q].body;
        for (int i = 0; i < 6 && b != LW_GROUND; i++) {
          const double x = s->J[g->side[q].jac + 6 * r + i] * (i < 3 ? 1.0 : turn);
          out[l->column[b] + i] += x;
          length += x * x;
        }
      }
      const double f = length > 0.0 ? 1.0 / sqrt(length) : 0.0;
      for (int i = 0; i < l->ncol; i++) out[i] *= f;
    }
  }
}

/* The rank of the rows in a configuration: of all rows of the loops, or of the combinations of rows
 * that nearly vanish. */
typedef struct analysis {
  lw_row_rank d;
  double*     y;    /* the combinations (d.nrow x rows of the mechanism); NULL: of all rows */
  int         rank; /* of all rows of the loops */
} analysis;

static void free_analysis(analysis* x)
{
  lw_row_rank_free(&x->d);
  free(x->y);
  *x = (analysis){0};
}

/* Combinations that nearly vanish, and their rank. Leaves x->y NULL where they are too many. */
static lw_status analyse_weak(lw_instance* s, const loop_rows* l, analysis* x)
{
  const size_t rows = (size_t)s->structure->nrow_all, columns = 6 * (size_t)s->structure->nbody;
  int          n      = 0;
  lw_status    status = lw_weak_rows_find(s, l->nrow / WEAK_PART, &n, &x->y);
  if (status != LW_OK || n == 0) {
    return status;
  }
  double* a = malloc((size_t)n * columns * sizeof *a);
  status    = a ? LW_OK : LW_ERR_MEMORY;
  for (int k = 0; k < n && a; k++) {
    lw_weak_rows_combine(s, x->y + (size_t)k * rows, a + (size_t)k * columns);
  }
  if (a) {
    status = lw_row_rank_compute(n, (int)columns, a, RANK_TOLERANCE, &x->d);
  }
  x->rank = l->nrow - (n - x->d.rank);
  free(a);
  return status;
}

static lw_status analyse(lw_instance* s, loop_rows* l, analysis* x)
{
  *x               = (analysis){0};
  lw_status status = l->nrow >= WEAK_ROWS ? analyse_weak(s, l, x) : LW_OK;
  if (status == LW_OK && !x->y) {
    fill_rows(s, l);
    status  = lw_row_rank_compute(l->nrow, l->ncol, l->a, RANK_TOLERANCE, &x->d);
    x->rank = x->d.rank;
  }
  return status;
}

/* The combination of a dependent row with the first `basis` chosen ones, over the rows of the
 * loops; `part` is memory for it (d.nrow). One of the weak combinations is scaled so that its
 * largest coefficient is 1. Returns the factor by which it became longer. */
static double combine(const lw_instance* s, const loop_rows* l, const analysis* x, int row,
                      int basis, double* part, double* c)
{
  if (!x->y) {
    lw_row_rank_combine(&x->d, row, basis, c);
    return 1.0;
  }
  const lw_structure* g    = s->structure;
  double              most = 0.0;
  lw_row_rank_combine(&x->d, row, basis, part);
  for (int k = 0, i = 0; k < g->nconnector; k++) {
    for (int r = 0; l->in_loop[k] && r < g->connector[k].nrow; r++, i++) {
      c[i] = 0.0;
      for (int j = 0; j < x->d.nrow; j++) {
        c[i] += part[j] * x->y[(size_t)j * (size_t)g->nrow_all + (size_t)(g->connector[k].row + r)];
      }
      most = fmax(most, fabs(c[i]));
    }
  }
  for (int i = 0; i < l->nrow && most > 0.0; i++) c[i] /= most;
  return most > 0.0 ? 1.0 / most : 1.0;
}

/* ---- joints ------------------------------------------------------------------------------ */

/* Number of the n rows of a connector that other rows can replace: the rank of their coefficients m
 * (n x ncombination) in the combinations that vanish.
 *   Changes     m */
static int count_replaceable(double* m, int n, int ncombination)
{
  lw_row_rank d    = {0};
  int         rank = n; /* without memory: the upper bound */
  if (lw_row_rank_compute(n, ncombination, m, FRACTION, &d) == LW_OK) {
    rank = d.rank;
  }
  lw_row_rank_free(&d);
  return rank;
}

/* The record of a connector, or NULL where it has none. */
static lw_redundancy* record_of(const lw_instance* s, int connector, lw_redundancy* joint,
                                lw_redundancy* coupling)
{
  const lw_connector* c = &s->structure->connector[connector];
  return c->kind == LW_CONNECTOR_JOINT && joint         ? &joint[c->index]
         : c->kind == LW_CONNECTOR_COUPLING && coupling ? &coupling[c->index]
                                                        : NULL;
}

/* Compute the combinations of rows that vanish, one for each dependent row, and from them the
 * number of replaceable rows of each connector. */
static lw_status find_redundant(const lw_instance* s, const loop_rows* l, const analysis* x,
                                lw_redundancy* joint, lw_redundancy* coupling)
{
  const int    n           = l->nrow - x->rank;
  const size_t rows        = (size_t)l->nrow;
  double*      combination = malloc((rows * (size_t)n + 1) * sizeof *combination);
  double*      part        = malloc(((size_t)n * 8 + 1) * sizeof *part);
  double*      weak        = malloc(((size_t)x->d.nrow + 1) * sizeof *weak);
  if (!combination || !part || !weak) {
    free(combination);
    free(part);
    free(weak);
    return LW_ERR_MEMORY;
  }
  for (int i = 0; i < n; i++) {
    combine(s, l, x, x->d.chosen[x->d.rank + i], x->d.rank, weak, combination + (size_t)i * rows);
  }
  for (int first = 0, end; first < l->nrow; first = end) {
    end = first;
    while (end < l->nrow && l->connector[end] == l->connector[first]) end++;
    lw_redundancy* record = record_of(s, l->connector[first], joint, coupling);
    for (int r = first; r < end; r++) {
      for (int i = 0; i < n; i++) {
        part[(r - first) * n + i] = combination[(size_t)i * rows + (size_t)r];
      }
    }
    if (record) {
      record->rows = count_replaceable(part, end - first, n);
    }
  }
  free(combination);
  free(part);
  free(weak);
  return LW_OK;
}

/* Number of chosen rows before those that are nearly dependent. */
static int count_independent(const lw_row_rank* d)
{
  for (int k = 1; k < d->rank; k++) {
    if (d->pivot[k] < NEARLY && d->pivot[k] < GAP * d->pivot[k - 1]) {
      return k;
    }
  }
  return d->rank;
}

/* Mark the connectors in the combinations that nearly vanish, and note how nearly. */
static lw_status find_nearly(const lw_instance* s, const loop_rows* l, const analysis* x,
                             lw_mobility* mobility, lw_redundancy* joint, lw_redundancy* coupling)
{
  const int sound = count_independent(&x->d);
  double*   c     = malloc(((size_t)l->nrow + (size_t)x->d.nrow + 1) * sizeof *c);
  if (!c) {
    return LW_ERR_MEMORY;
  }
  for (int k = sound; k < x->d.rank && x->d.chosen; k++) {
    const double f    = combine(s, l, x, x->d.chosen[k], sound, c + l->nrow, c);
    mobility->weakest = f * x->d.pivot[k];
    for (int r = 0; r < l->nrow; r++) {
      lw_redundancy* record = record_of(s, l->connector[r], joint, coupling);
      /* smaller coefficients are of no interest */
      if (record && fabs(c[r]) > 0.1) {
        record->nearly = true;
      }
    }
  }
  free(c);
  return LW_OK;
}

/* Axes that should be parallel but were written with few digits differ by less than the first
 * angle [rad]. Below the second angle they count as parallel: it moves nothing by more than the
 * assembly does. */
#define NEAR_ANGLE 1e-2
#define SAME_ANGLE 1e-9
/* Most joints that are compared with each other, enough to find a pair. */
#define COMPARED_MAX 200

/* Find the two joints, of those in combinations that nearly vanish, whose axes at the present
 * positions have the smallest angle that is not zero. */
static void find_near_axes(const lw_instance* s, const lw_redundancy* joint, lw_mobility* mobility)
{
  int n = 0, list[COMPARED_MAX];
  for (int j = 0; j < s->model->njoint && n < COMPARED_MAX; j++) {
    if (joint[j].nearly && lw_joint_info_get(s->model->joint[j].type)->needs_axis) {
      list[n++] = j;
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      double        across[3];
      const double *a = s->place[list[i]].X + 6, *b = s->place[list[k]].X + 6;
      lw_cross(across, a, b);
      const double angle = lw_asin(fmin(1.0, lw_norm(across)));
      if (angle > SAME_ANGLE && angle < NEAR_ANGLE &&
          (mobility->near[0] == LW_NONE || angle < mobility->near_angle)) {
        mobility->near[0]    = list[i];
        mobility->near[1]    = list[k];
        mobility->near_angle = angle;
      }
    }
  }
}

/* ---- redundancy -------------------------------------------------------------------------- */

/* Number of directions that are tried after the last one that led to a higher rank. */
#define MORE_DIRECTIONS 3

/* Find the generic rank of the rows, the highest one in the present and in nearby
 * configurations, with the choice of rows there; *rank_0 becomes the rank in the present
 * configuration. There is none above that of independent rows. */
static lw_status find_generic_rank(lw_instance* s, const void* state, loop_rows* l, analysis* x,
                                   int* rank_0)
{
  const lw_threads alone = LW_ALONE;
  analysis         first = {0};
  int              last  = 0; /* directions up to the last one that led to a higher rank */
  lw_pass_positions(s, s->head->t, &alone);
  lw_status status = analyse(s, l, &first);
  *rank_0          = first.rank;
  free_analysis(&first);
  for (int k = 0; k < LW_NEARBY_DIRECTIONS && k < last + MORE_DIRECTIONS && status == LW_OK &&
                  x->rank < l->nrow;
       k++) {
    analysis next = {0};
    if (!lw_nearby_go(s, state, l->in_loop, k) && k > 0) {
      continue;
    }
    status = analyse(s, l, &next);
    if (next.rank > x->rank) {
      last = next.rank > *rank_0 ? k + 1 : last;
      free_analysis(x);
      *x = next;
    } else {
      free_analysis(&next);
    }
  }
  return status;
}

static lw_status analyse_loops(lw_instance* s, const void* state, lw_mobility* mobility,
                               lw_redundancy* joint, lw_redundancy* coupling)
{
  loop_rows l      = {0};
  analysis  x      = {0};
  int       rank_0 = 0;
  lw_status status = find_rows(s->structure, &l) ? LW_OK : LW_ERR_MEMORY;
  if (status == LW_OK) {
    status = find_generic_rank(s, state, &l, &x, &rank_0);
  }
  if (status == LW_OK) {
    mobility->redundant = l.nrow - x.rank;
    mobility->singular  = x.rank > rank_0 ? x.rank - rank_0 : 0;
  }
  if (status == LW_OK && (joint || coupling)) {
    status = find_redundant(s, &l, &x, joint, coupling);
  }
  if (status == LW_OK) {
    status = find_nearly(s, &l, &x, mobility, joint, coupling);
  }
  free_analysis(&x);
  free_rows(&l);
  return status;
}

lw_status lw_instance_redundancy(lw_instance* s, lw_mobility* mobility, lw_redundancy joint[],
                                 lw_redundancy coupling[])
{
  const lw_structure* g = s->structure;
  if (!(s->head->initialised > 0.0)) {
    return LW_ERR_USAGE;
  }
  *mobility = (lw_mobility){.height = g->height, .weakest = 1.0, .near = {LW_NONE, LW_NONE}};
  for (int j = 0; joint && j < s->model->njoint; j++) joint[j] = (lw_redundancy){0};
  for (int c = 0; coupling && c < s->model->ncoupling; c++) coupling[c] = (lw_redundancy){0};

  lw_status status = lw_instance_update(s, NULL);
  if (status == LW_OK && !g->is_tree) {
    void* state = malloc(s->state_size);
    if (!state) {
      return LW_ERR_MEMORY;
    }
    lw_instance_get_state(s, state);
    status = analyse_loops(s, state, mobility, joint, coupling);
    lw_instance_set_state(s, state, s->state_size);
    if (status == LW_OK && joint) {
      const lw_threads alone = LW_ALONE;
      lw_pass_positions(s, s->head->t, &alone);
      find_near_axes(s, joint, mobility);
    }
    free(state);
  }
  mobility->freedoms = 6 * g->nbody - (g->nrow - mobility->redundant);
  return status;
}

lw_status lw_instance_mobility(lw_instance* s, lw_mobility* mobility)
{
  return lw_instance_redundancy(s, mobility, NULL, NULL);
}

/* ---- unique reactions -------------------------------------------------------------------- */

/* Note the part of a joint in the self-stress that is in instance->reaction. */
static void note_stress(const lw_instance* s, int j, lw_unique* none)
{
  const lw_connector* c = &s->structure->connector[lw_structure_joint(j)];
  double              f[6];
  for (int r = c->row; r < c->row + c->nrow; r++) {
    none->all &= sqrt(s->weight[r]) * fabs(s->reaction[r]) < FRACTION;
  }
  lw_joint_reaction(s, j, f, f + 3);
  for (int i = 0; i < 6; i++) {
    none->component[i] &= fabs(f[i]) * (i < 3 ? 1.0 : 1.0 / s->length) < FRACTION;
  }
}

/* Compute random self-stresses: random multipliers without their component in the range of Phi,
 * that is forces of the joints in mutual balance. A joint without a part in them has unique
 * reactions: `none`, also by components.                                                   (6.4) */
static void find_self_stress(lw_instance* s, lw_unique* none)
{
  const lw_structure* g    = s->structure;
  uint32_t            seed = 19970704u;
  lw_reactions_factor(s);
  lw_invalidate(s, LW_REACTIONS);
  memset(none, 1, (size_t)s->model->njoint * sizeof *none);
  for (int i = 0; i < SELF_STRESSES; i++) {
    for (int r = 0; r < g->nrow_all; r++) {
      s->lambda[r] = lw_nearby_random(&seed) / sqrt(s->weight[r]);
    }
    lw_reactions_least(s);
    for (int r = 0; r < g->nrow_all; r++) s->reaction[r] = s->lambda[r] - s->reaction[r];
    for (int j = 0; j < s->model->njoint; j++) note_stress(s, j, &none[j]);
  }
}

/* Reactions of joints outside of loops are unique. */
static void begin_unique(lw_instance* s, const char* in_loop)
{
  for (int j = 0; j < s->model->njoint; j++) {
    memset(&s->unique[j], in_loop && in_loop[j] ? 0 : 1, sizeof *s->unique);
  }
}

/* Self-stresses in the present configuration and around it. A joint without a part in those of one
 * of these configurations has unique reactions: in a singular configuration there are more of them
 * than around it. A component may be without a part by the direction that an axis has just in one
 * configuration: it has to be so in all that have as many joints with a part, and that of the start
 * counts only where there is no other. */
static void find_unique(lw_instance* s, const void* state, const char* in_loop, lw_unique* none)
{
  int least = 0, configurations = 0;
  for (int k = 0; k < LW_NEARBY_DIRECTIONS; k++) {
    if (!lw_nearby_go(s, state, in_loop, k) && k > 0) {
      continue;
    }
    find_self_stress(s, none);
    int joints = 0;
    for (int j = 0; j < s->model->njoint; j++) {
      s->unique[j].all |= none[j].all;
      joints += !none[j].all;
    }
    const bool first = configurations <= 1 || joints < least; /* replaces what is there */
    if (!first && joints > least) {
      continue;
    }
    for (int j = 0; j < s->model->njoint; j++) {
      for (int i = 0; i < 6 && in_loop[j]; i++) {
        bool* unique = &s->unique[j].component[i];
        *unique      = none[j].component[i] && (first || *unique);
      }
    }
    least = joints;
    configurations++;
  }
}

lw_status lw_unique_update(lw_instance* s)
{
  const lw_structure* g = s->structure;
  if (lw_is_current(s, LW_UNIQUENESS)) {
    return LW_OK;
  }
  if (g->is_tree) {
    begin_unique(s, NULL);
    lw_set_current(s, LW_UNIQUENESS);
    return LW_OK;
  }
  void*      state   = malloc(s->state_size);
  char*      in_loop = malloc((size_t)g->nconnector + 1);
  int*       degree  = malloc(((size_t)g->nbody + 1) * sizeof *degree);
  lw_unique* none    = malloc(((size_t)s->model->njoint + 1) * sizeof *none);
  if (state && in_loop && degree && none) {
    lw_instance_get_state(s, state);
    lw_nearby_mark_loops(g, in_loop, degree);
    begin_unique(s, in_loop);
    find_unique(s, state, in_loop, none);
    lw_instance_set_state(s, state, s->state_size);
    lw_set_current(s, LW_UNIQUENESS);
  }
  free(state);
  free(in_loop);
  free(degree);
  free(none);
  return lw_is_current(s, LW_UNIQUENESS) ? LW_OK : LW_ERR_MEMORY;
}
