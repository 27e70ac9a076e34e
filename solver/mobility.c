/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mobility.c - freedoms, redundant constraints, and which joints they belong to.
 *
 *   reads    the state of an initialised instance, which it leaves as it was
 *   theory   section 4.4
 *   cost     counting: dense in the rows that take part in loops; unique reactions: some solves
 *
 * In a singular posture the rank of the constraints is lower than around it. So the mechanism is moved
 * a little along a random admissible direction and assembled again; the rank there is the generic one.
 */
#include "mobility.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dependence.h"
#include "initialize.h"
#include "linalg.h"
#include "project.h"
#include "reactions.h"
#include "rotation.h"
#include "step.h"
#include "sweep.h"

/* Rows have unit length, are assembled to about 1e-13, and the nearest singular posture is some 1e-2
 * away: dependent rows leave about 1e-12, independent ones more than 1e-4. */
#define RANK_TOLERANCE 1e-8
/* Rows that leave less than this are nearly dependent, where a gap of that factor shows that it is not
 * the size of the mechanism that makes all of them small. */
#define NEARLY 1e-3
#define GAP 1e-2
/* Share in a combination of rows below which a joint takes no part in it: rounding leaves 1e-12, or 1e-9
 * over a pivot of 1e-3. */
#define SHARE 1e-6
/* The same for a random vector of multipliers, of which passes leave 1e-6 at most. */
#define RANDOM_SHARE 1e-4

/* ---- configurations ----------------------------------------------------------------------- */

/* numbers between -1 and 1 that are the same on every machine */
static double random_number(uint32_t* seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

/* Make a body heavier by a factor, until lw_derive_update(). */
static void weigh_down(lw_instance* s, int b, double f)
{
  s->body[b].mass *= f;
  s->inertia[b].m *= f;
  s->inertia[b].m_inv /= f;
  for (int i = 0; i < 9; i++) {
    s->body[b].J[i] *= f;
    s->body[b].J_inv[i] /= f;
  }
}

/* How heavy the body is that shows the way: assembly, which moves heavy bodies least, leaves it where it
 * was moved to. More would come close to the regularisation. */
#define HEAVY 1e4

/* Move all bodies along a direction that the constraints allow, by at most `size`, and assemble them with
 * one body held. The direction is random, and the body that moves most in it is held; or it is that of a
 * random motion of a given leader, which is held. In a singular posture most directions lead nowhere, and
 * assembly would come back to where it started. */
static bool wander(lw_instance* s, double size, uint32_t seed, int leader)
{
  const lw_team alone = {0, 1};
  const double  t     = s->head->t;
  int           held  = leader;
  if (leader != LW_NONE) {
    weigh_down(s, leader, HEAVY);
  }
  lw_sweep_positions(s, t, &alone);
  bool ok = lw_sweep_factor(s, NULL, &alone);
  for (int b = 0; b < s->model->nbody; b++) {
    const double moves = leader == LW_NONE || leader == b ? 1.0 : 0.0;
    for (int i = 0; i < 3; i++) {
      s->v[b].v[i] = moves * s->length * random_number(&seed);
      s->v[b].w[i] = moves * random_number(&seed);
    }
  }
  ok          = ok && isfinite(lw_project_velocities(s, t, false, &alone));
  double most = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double d = fmax(lw_norm(s->v[b].v) / s->length, lw_norm(s->v[b].w));
    held           = leader == LW_NONE && d > most ? b : held;
    most           = fmax(most, d);
  }
  if (ok && most > 1e-6) { /* else nothing can move: this is the only configuration */
    for (int b = 0; b < s->model->nbody; b++) {
      double theta[3];
      lw_scale3(theta, size / most, s->v[b].w);
      lw_axpy3(s->q[b].r, size / most, s->v[b].v);
      lw_rotation_add(s->q[b].p, theta);
    }
    if (leader == LW_NONE) {
      weigh_down(s, held, HEAVY);
    }
    ok = lw_assemble_positions(s, t) <= 1e-10;
  }
  return lw_derive_update(s, NULL) == LW_OK && ok;
}

/* ---- rows --------------------------------------------------------------------------------- */

/* Bodies held by one connector only, again and again, take no part in loops: the rows of that
 * connector are independent of all others. Marks the connectors that are left. */
static void mark_loops(const lw_structure* g, char* in_loop, int* degree)
{
  for (int k = 0; k < g->nconnector; k++) in_loop[k] = g->connector[k].nrow > 0;
  for (int b = 0; b < g->nbody; b++) degree[b] = 0;
  for (int q = 0; q < g->nside; q++) {
    if (g->side[q].body != LW_GROUND && in_loop[g->side[q].connector]) {
      degree[g->side[q].body]++;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int b = 0; b < g->nbody; b++) {
      if (degree[b] != 1) {
        continue;
      }
      for (int i = g->body_side[b]; i < g->body_side[b + 1]; i++) {
        const int k = g->side[g->body_side_list[i]].connector;
        if (in_loop[k]) {
          in_loop[k] = 0;
          changed    = true;
          for (int q = g->connector[k].side; q < g->connector[k].side + g->connector[k].nside;
               q++) {
            if (g->side[q].body != LW_GROUND) {
              degree[g->side[q].body]--;
            }
          }
        }
      }
    }
  }
}

/* The rows of all loops as a dense matrix. */
typedef struct loop_rows {
  char*   in_loop;   /* of each connector                          (nconnector) */
  int*    column;    /* first column of each body, or LW_NONE      (nbody)      */
  int*    connector; /* that each row belongs to                   (nrow)       */
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

/* Which rows and columns there are.
 *   Returns     false: no memory */
static bool find_rows(const lw_structure* g, loop_rows* l)
{
  l->in_loop = malloc((size_t)g->nconnector + 1);
  l->column  = malloc(((size_t)g->nbody + 1) * sizeof *l->column);
  if (!l->in_loop || !l->column) {
    return false;
  }
  mark_loops(g, l->in_loop, l->column);
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
  return l->connector && l->a;
}

/* Fill in the rows at the present positions, of unit length; turns count by the characteristic length. */
static void fill_rows(const lw_instance* s, loop_rows* l)
{
  const lw_structure* g    = s->structure;
  const double        turn = 1.0 / s->length;
  memset(l->a, 0, (size_t)l->nrow * (size_t)l->ncol * sizeof *l->a);
  for (int k = 0, row = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = 0; l->in_loop[k] && r < c->nrow; r++, row++) {
      double* out       = l->a + (size_t)row * (size_t)l->ncol;
      double  length    = 0.0;
      l->connector[row] = k;
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

static lw_status analyse(const lw_instance* s, loop_rows* l, lw_dependence* d)
{
  fill_rows(s, l);
  return lw_dependence_compute(l->nrow, l->ncol, l->a, RANK_TOLERANCE, d);
}

/* ---- joints ------------------------------------------------------------------------------- */

/* rank of the n rows of a connector in the combinations that vanish: how many others would hold as well;
 * m (n x ncombination) is used up */
static int count_replaceable(double* m, int n, int ncombination)
{
  lw_dependence d    = {0};
  int           rank = n; /* without memory: at most that many */
  if (lw_dependence_compute(n, ncombination, m, SHARE, &d) == LW_OK) {
    rank = d.rank;
  }
  lw_dependence_free(&d);
  return rank;
}

/* The record of a connector, or NULL where nobody asks for it. */
static lw_redundancy* record_of(const lw_instance* s, int connector, lw_redundancy* joint,
                                lw_redundancy* coupling)
{
  const lw_connector* c = &s->structure->connector[connector];
  return c->kind == LW_CONNECTOR_JOINT && joint         ? &joint[c->index]
         : c->kind == LW_CONNECTOR_COUPLING && coupling ? &coupling[c->index]
                                                        : NULL;
}

/* Combinations of rows that vanish, one for each row that depends on others; those of a connector give the
 * number of its rows that others would hold. */
static lw_status find_redundant(const lw_instance* s, const loop_rows* l, const lw_dependence* d,
                                lw_redundancy* joint, lw_redundancy* coupling)
{
  const int    n           = l->nrow - d->rank;
  const size_t rows        = (size_t)l->nrow;
  double*      combination = malloc((rows * (size_t)n + 1) * sizeof *combination);
  double*      part        = malloc(((size_t)n * 8 + 1) * sizeof *part);
  if (!combination || !part) {
    free(combination);
    free(part);
    return LW_ERR_MEMORY;
  }
  for (int i = 0; i < n; i++) {
    lw_dependence_combine(d, d->chosen[d->rank + i], d->rank, combination + (size_t)i * rows);
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
  return LW_OK;
}

/* How many of the chosen rows come before those that are nearly dependent. */
static int count_sound(const lw_dependence* d)
{
  for (int k = 1; k < d->rank; k++) {
    if (d->pivot[k] < NEARLY && d->pivot[k] < GAP * d->pivot[k - 1]) {
      return k;
    }
  }
  return d->rank;
}

/* Mark the connectors in the combinations that nearly vanish. */
static lw_status find_nearly(const lw_instance* s, const loop_rows* l, const lw_dependence* d,
                             lw_redundancy* joint, lw_redundancy* coupling)
{
  const int sound = count_sound(d);
  double*   c     = malloc(((size_t)l->nrow + 1) * sizeof *c);
  if (!c) {
    return LW_ERR_MEMORY;
  }
  for (int k = sound; k < d->rank; k++) {
    lw_dependence_combine(d, d->chosen[k], sound, c);
    for (int r = 0; r < l->nrow; r++) {
      lw_redundancy* record = record_of(s, l->connector[r], joint, coupling);
      /* a tenth of the row itself: those that matter */
      if (record && fabs(c[r]) > 0.1) {
        record->nearly = true;
      }
    }
  }
  free(c);
  return LW_OK;
}

/* Axes that are meant to be parallel differ by rounding, or by less than this [rad] where somebody wrote
 * few digits; and not by 1e-9, which moves nothing by more than the assembly does. */
#define NEAR_ANGLE 1e-2
#define SAME_ANGLE 1e-9
/* Joints that are compared with each other: enough to find a pair. */
#define MOST_COMPARED 200

/* Of the joints in combinations that nearly vanish, the two whose axes are nearest to parallel and yet not
 * so, at the present positions. */
static void find_near_axes(const lw_instance* s, const lw_redundancy* joint, lw_mobility* mobility)
{
  int n = 0, list[MOST_COMPARED];
  for (int j = 0; j < s->model->njoint && n < MOST_COMPARED; j++) {
    if (joint[j].nearly && lw_joint_info_get(s->model->joint[j].type)->needs_axis) {
      list[n++] = j;
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      double        across[3];
      const double *a = s->place[list[i]].X + 6, *b = s->place[list[k]].X + 6;
      lw_cross(across, a, b);
      const double angle = asin(fmin(1.0, lw_norm(across)));
      if (angle > SAME_ANGLE && angle < NEAR_ANGLE &&
          (mobility->near[0] == LW_NONE || angle < mobility->near_angle)) {
        mobility->near[0]    = list[i];
        mobility->near[1]    = list[k];
        mobility->near_angle = angle;
      }
    }
  }
}

/* ---- from outside ------------------------------------------------------------------------- */

/* Directions that are tried: a random one leads to a generic configuration unless the posture is
 * singular. There it may lead to a place that is singular in part; then one of the bodies on the ground,
 * each of which has its turn as a leader, takes all others along. */
#define DIRECTIONS 8
/* Directions that are tried after the last one that led to something new. */
#define PATIENCE 3

/* The k-th leader, of bodies in loops that are joined to the ground: the first, the last, and some between
 * them; LW_NONE: none, so that all bodies move as they like. */
static int choose_leader(const lw_instance* s, const char* in_loop, int k)
{
  static const double place[DIRECTIONS] = {-1.0, 0.0, 1.0, -1.0, 0.5, 0.25, 0.75, -1.0};
  const lw_model*     m                 = s->model;
  int                 n                 = 0;
  for (int pass = 0; pass < 2 && place[k] >= 0.0; pass++) {
    int wanted = pass == 1 ? (int)(place[k] * (n - 1)) : -1;
    n          = 0;
    for (int j = 0; j < m->njoint; j++) {
      const lw_joint* joint = &m->joint[j];
      const int       body  = joint->parent == LW_GROUND ? joint->child : joint->parent;
      if (in_loop[lw_structure_joint(j)] &&
          (joint->parent == LW_GROUND || joint->child == LW_GROUND)) {
        if (n == wanted) {
          return body;
        }
        n++;
      }
    }
  }
  return LW_NONE;
}

/* Go to a configuration near the present one, which is in state, in the k-th direction. Returns false:
 * that failed, and it is where it was. */
static bool go_near(lw_instance* s, const void* state, const char* in_loop, int k)
{
  /* far enough from a singular posture, near enough to be assembled */
  static const double size[] = {0.2, 0.05, 0.0125};
  const lw_team       alone  = {0, 1};
  const int           leader = choose_leader(s, in_loop, k);
  bool                found  = false;
  for (int i = 0; i < 3 && !found; i++) {
    lw_instance_set_state(s, state, s->state_size);
    found = wander(s, size[i], 20180920u + (uint32_t)(i + 100 * k), leader);
  }
  if (!found) {
    lw_instance_set_state(s, state, s->state_size);
  }
  lw_sweep_positions(s, s->head->t, &alone);
  return found;
}

static lw_status analyse_loops(lw_instance* s, const void* state, lw_mobility* mobility,
                               lw_redundancy* joint, lw_redundancy* coupling)
{
  const lw_team alone = {0, 1};
  loop_rows     l     = {0};
  lw_dependence start = {0}, d = {0};
  lw_status     status = find_rows(s->structure, &l) ? LW_OK : LW_ERR_MEMORY;
  if (status == LW_OK) {
    lw_sweep_positions(s, s->head->t, &alone);
    status = analyse(s, &l, &start);
  }
  /* the highest rank is the generic one; there is none above that of independent rows */
  for (int k = 0, news = 0;
       k < DIRECTIONS && k < news + PATIENCE && status == LW_OK && d.rank < l.nrow; k++) {
    lw_dependence next = {0};
    if (!go_near(s, state, l.in_loop, k) && k > 0) {
      continue;
    }
    status = analyse(s, &l, &next);
    if (next.rank > d.rank) {
      news = next.rank > start.rank ? k + 1 : news;
      lw_dependence_free(&d);
      d = next;
    } else {
      lw_dependence_free(&next);
    }
  }
  if (status == LW_OK) {
    mobility->redundant = l.nrow - d.rank;
    mobility->singular  = d.rank > start.rank ? d.rank - start.rank : 0;
    mobility->weakest   = d.rank > 0 && count_sound(&d) < d.rank ? d.pivot[d.rank - 1] : 1.0;
  }
  if (status == LW_OK && (joint || coupling)) {
    status = find_redundant(s, &l, &d, joint, coupling);
  }
  if (status == LW_OK && (joint || coupling)) {
    status = find_nearly(s, &l, &d, joint, coupling);
  }
  lw_dependence_free(&start);
  lw_dependence_free(&d);
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
      const lw_team alone = {0, 1};
      lw_sweep_positions(s, s->head->t, &alone);
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

/* ---- unique reactions --------------------------------------------------------------------- */

/* Of multipliers that are drawn by chance, what is left without their part in the range of Phi is a
 * random self-stress: forces of the joints that hold each other in balance. A joint that has no part in it
 * has unique reactions.                                                                    (6.4) */
static void find_self_stress(lw_instance* s)
{
  const lw_structure* g    = s->structure;
  uint32_t            seed = 19970704u;
  for (int r = 0; r < g->nrow_all; r++) s->lambda[r] = random_number(&seed);
  s->reaction_valid = false;
  lw_reactions_update(s);
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_connector* c      = &g->connector[lw_structure_joint(j)];
    bool                unique = true;
    for (int r = c->row; r < c->row + c->nrow; r++) {
      unique = unique && fabs(s->lambda[r] - s->reaction[r]) < RANDOM_SHARE;
    }
    s->unique[j] = s->unique[j] || unique;
  }
}

lw_status lw_unique_update(lw_instance* s)
{
  const lw_structure* g = s->structure;
  if (s->unique_valid) {
    return LW_OK;
  }
  if (g->is_tree) {
    memset(s->unique, 1, (size_t)s->model->njoint * sizeof *s->unique);
    s->unique_valid = true;
    return LW_OK;
  }
  void* state   = malloc(s->state_size);
  char* in_loop = malloc((size_t)g->nconnector + 1);
  int*  degree  = malloc(((size_t)g->nbody + 1) * sizeof *degree);
  if (state && in_loop && degree) {
    lw_instance_get_state(s, state);
    mark_loops(g, in_loop, degree);
    for (int j = 0; j < s->model->njoint; j++) s->unique[j] = !in_loop[j];
    /* in a singular posture there are more self-stresses than around it */
    for (int k = 0; k < DIRECTIONS; k++) {
      if (go_near(s, state, in_loop, k) || k == 0) {
        find_self_stress(s);
      }
    }
    lw_instance_set_state(s, state, s->state_size);
    s->unique_valid = true;
  }
  free(state);
  free(in_loop);
  free(degree);
  return s->unique_valid ? LW_OK : LW_ERR_MEMORY;
}
