/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * close.c - find joint coordinates of a robot at which its loops are closed.
 *
 * Files of robots with loops have coordinates at which the tree is easy to draw; the loops are open
 * there, often by a quarter turn. The coordinates of the joints in the tree are changed here. The
 * sum of squared gaps is minimised by a damped Gauss-Newton method (Levenberg and Marquardt). First
 * the joints with a given start value do not move, then they move, too. If the minimum is not zero,
 * the search starts again from other coordinates nearby. If no search closes the loops, all
 * coordinates remain as they were.
 *
 *   reads    joints, origins and loops of the plan
 *   writes   value of joints, place of bodies
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/plan.h"
#include <linkwork/elementary.h>

/* Gaps below this count as closed [m, rad]: the assembly of the mechanism removes the rest. */
#define CLOSED 1e-12

/* With more coordinates than this, closing is left to the assembly of the mechanism: the cost of a
 * step grows with the third power of the number. */
enum { MOST_COORDINATES = 400 };

enum {
  MOST_STEPS = 300, /* in one search; a good one takes 10 to 50                                  */
  SEARCHES   = 40 /* the loops of all robots that were tried close within 10, if they can at all */
};

/* Limit of the multiply-adds of all searches together: a few seconds. */
#define MOST_WORK 4e9

/* Largest change of a coordinate in a step [rad, m]: beyond it the linearisation is useless. */
#define STEP 0.4

/* Start coordinates of a search differ from the given ones by up to this, in the first
 * searches by less [rad, m]. */
#define NEARBY 2.0

/* Weight of the distance to the start against that of the gaps, while closed coordinates are
 * moved back towards the start, and number of these steps: the start values of the file are
 * kept as far as possible. */
#define PULL 1e-6
enum { NEARER = 60 };

typedef struct closing {
  lw_plan* plan;
  int*     first;  /* first coordinate of each joint of the tree, LW_NONE: it has none   (njoint) */
  double*  ratio;  /* of its own coordinate to that, for joints that follow others       (njoint) */
  bool*    held;   /* coordinate stays                                                        (n) */
  double*  start;  /* values of the joints to begin with                            (njoint x 4) */
  double*  closed; /* and where the loops were closed first                         (njoint x 4) */
  double*  best;   /* and at the end of the last good step                          (njoint x 4) */
  double*  J;      /* gaps by coordinates                                               (m x n) */
  double*  r;      /* gaps                                                                  (m) */
  double * A, *g, *x; /* normal equations                                       (n x n), (n), (n) */
  int      n, m;
  double work;  /* multiply-adds so far                                                           */
  double least; /* sum of squared gaps where they were smallest                                   */
} closing;

/* ---- coordinates ------------------------------------------------------------------------- */

static int count_coordinates(const lw_plan_joint* joint)
{
  switch (joint->type) {
  case LW_REVOLUTE:
  case LW_PRISMATIC: return 1;
  case LW_UNIVERSAL: return 2;
  case LW_SPHERICAL: return 3;
  default: return 0; /* planar and floating ones stay where they are */
  }
}

/* Number the coordinates. A joint that follows another joint has none of its own. */
static void number_coordinates(closing* c)
{
  const lw_plan* plan = c->plan;
  for (int i = 0; i < plan->njoint; i++) {
    const lw_plan_joint* joint = &plan->joint[i];
    const bool           own =
        joint->urdf != LW_NONE && !joint->free && plan->robot->joint[joint->urdf].mimic == LW_NONE;
    const int n = own ? count_coordinates(joint) : 0;
    c->ratio[i] = 1.0;
    c->first[i] = n > 0 ? c->n : LW_NONE;
    c->n += n;
  }
  for (int i = 0; i < plan->njoint; i++) {
    /* follow the chain of mimic joints to its end; a fixed joint at the end does not move */
    int j = plan->joint[i].urdf;
    if (j == LW_NONE || plan->robot->joint[j].mimic == LW_NONE) {
      continue;
    }
    for (; plan->robot->joint[j].mimic != LW_NONE; j = plan->robot->joint[j].mimic) {
      c->ratio[i] *= plan->robot->joint[j].multiplier;
    }
    c->first[i] = plan->of_urdf[j] == LW_NONE ? LW_NONE : c->first[plan->of_urdf[j]];
  }
}

/* The axis of coordinate k of a joint in the world, at the present coordinates. */
static void axis_of(const lw_plan* plan, int i, int k, double axis[3])
{
  const lw_plan_joint* joint  = &plan->joint[i];
  const lw_place*      child  = &plan->body[joint->child].place;
  double               own[3] = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
  if (joint->type == LW_UNIVERSAL) {
    /* the second axis is fixed in the child; the first axis has been rotated about the second */
    memcpy(own, plan->change[joint->urdf]->axis[k], sizeof own);
    if (k == 0) {
      double back[4] = {lw_cos(0.5 * joint->value[1]), 0.0, 0.0, 0.0};
      for (int d = 0; d < 3; d++) {
        back[1 + d] = -lw_sin(0.5 * joint->value[1]) * plan->change[joint->urdf]->axis[1][d];
      }
      lw_quat_turn(own, back, own);
    }
  } else if (joint->type != LW_SPHERICAL) {
    memcpy(own, plan->robot->joint[joint->urdf].axis, sizeof own);
  }
  lw_quat_turn(axis, child->quat, own);
}

/* Change all coordinates by dx, and those of the joints that follow them. */
static void move_joints(closing* c, const double dx[])
{
  for (int i = 0; i < c->plan->njoint; i++) {
    lw_plan_joint* joint = &c->plan->joint[i];
    for (int k = 0; c->first[i] != LW_NONE && k < count_coordinates(joint); k++) {
      const double d = c->ratio[i] * dx[c->first[i] + k];
      if (joint->type == LW_SPHERICAL) {
        joint->turn[k] = d;
      } else {
        joint->value[k] += d;
      }
    }
    if (joint->type == LW_SPHERICAL && c->first[i] != LW_NONE) {
      lw_plan_turn(joint);
    }
  }
  lw_plan_propagate(c->plan);
}

/* ---- gaps -------------------------------------------------------------------------------- */

static int count_rows(lw_joint_type type)
{
  switch (type) {
  case LW_FIXED:
  case LW_REVOLUTE: return 6;
  case LW_SPHERICAL: return 3;
  default: return 0; /* left to the assembly of the mechanism */
  }
}

/* Add the derivative of the gap at an end by a coordinate: of the point x,
 * and of the orientation. */
static void add_columns(closing* c, double* J, const lw_plan_joint* loop, int k, const double x[3],
                        double sign)
{
  const lw_plan* plan = c->plan;
  const int      rows = count_rows(loop->type);
  int            body = k ? loop->child : loop->parent;
  while (body != LW_GROUND && plan->body[body].joint != LW_NONE) {
    const int            i     = plan->body[body].joint;
    const lw_plan_joint* joint = &plan->joint[i];
    const double*        p     = plan->body[body].place.at;
    for (int d = 0; c->first[i] != LW_NONE && d < count_coordinates(joint); d++) {
      const double arm[3] = {x[0] - p[0], x[1] - p[1], x[2] - p[2]};
      double       axis[3], move[3];
      axis_of(plan, i, d, axis);
      lw_vector_cross(move, axis, arm);
      for (int row = 0; row < rows; row++) {
        const bool   slides = joint->type == LW_PRISMATIC;
        const double part =
            row < 3 ? (slides ? axis[row] : move[row]) : (slides ? 0.0 : axis[row - 3]);
        J[row * c->n + c->first[i] + d] += sign * c->ratio[i] * part;
      }
    }
    body = joint->parent;
  }
}

/* Rotation vector of a quaternion, with an angle of at most half a turn. */
static void rotation_vector(const double q[4], double v[3])
{
  const double s     = lw_vector_length(q + 1);
  const double angle = 2.0 * lw_atan2(q[0] < 0.0 ? -s : s, fabs(q[0]));
  for (int i = 0; i < 3; i++) v[i] = s > 0.0 ? angle * q[1 + i] / s : 0.0;
}

/* Orientation gap of two frames: of all axes, or of the z axes only. */
static void turn_gap(const lw_plan_joint* loop, const lw_place end[2], double gap[3])
{
  if (loop->type == LW_REVOLUTE) {
    const double z[3] = {0.0, 0.0, 1.0};
    double       a[3], b[3];
    lw_quat_turn(a, end[0].quat, z);
    lw_quat_turn(b, end[1].quat, z);
    lw_vector_cross(gap, a, b);
    if (lw_vector_dot(a, b) < 0.0) {
      /* opposite axes have no unique direction of rotation: any perpendicular one will do */
      const double s = lw_vector_length(gap);
      for (int i = 0; i < 3; i++) gap[i] = s > 1e-6 ? gap[i] * (2.0 - s) / s : b[(i + 1) % 3];
    }
    return;
  }
  const double back[4] = {end[0].quat[0], -end[0].quat[1], -end[0].quat[2], -end[0].quat[3]};
  double       between[4];
  lw_quat_product(between, end[1].quat, back);
  rotation_vector(between, gap);
}

/* Compute the gaps and, with slopes, their derivatives by the coordinates. Returns the
 * sum of the squared gaps. */
static double find_gaps(closing* c, bool slopes)
{
  const lw_plan* plan = c->plan;
  double         sum  = 0.0;
  int            row  = 0;
  if (slopes) {
    memset(c->J, 0, (size_t)c->m * (size_t)c->n * sizeof *c->J);
  }
  for (int i = 0; i < plan->njoint; i++) {
    const lw_plan_joint* loop = &plan->joint[i];
    const int            rows = loop->loop == LW_NONE ? 0 : count_rows(loop->type);
    if (rows == 0) {
      continue;
    }
    lw_place end[2];
    for (int k = 0; k < 2; k++) {
      const int body = k ? loop->child : loop->parent;
      end[k]         = loop->end[k];
      if (body != LW_GROUND) {
        end[k] = lw_place_compose(&plan->body[body].place, &loop->end[k]);
      }
    }
    for (int d = 0; d < 3; d++) c->r[row + d] = end[1].at[d] - end[0].at[d];
    if (rows == 6) {
      turn_gap(loop, end, c->r + row + 3);
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.*): a loop has three rows or six */
    for (int d = 0; d < rows; d++) sum += c->r[row + d] * c->r[row + d];
    for (int k = 0; k < 2 && slopes; k++) {
      add_columns(c, c->J + row * c->n, loop, k, end[k].at, k ? 1.0 : -1.0);
    }
    row += rows;
  }
  return sum;
}

/* ---- steps ------------------------------------------------------------------------------- */

/* A x = -g by Cholesky's method, in place. Returns false: A is not positive definite. */
static bool solve(closing* c, double damping)
{
  const int n = c->n;
  double*   L = c->x + n; /* behind the solution */
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = c->A[i * n + j] + (i == j ? damping : 0.0);
      for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 0.0)) {
        return false;
      }
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
  }
  for (int i = 0; i < n; i++) {
    double sum = -c->g[i];
    for (int k = 0; k < i; k++) sum -= L[i * n + k] * c->x[k];
    c->x[i] = sum / L[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = c->x[i];
    for (int k = i + 1; k < n; k++) sum -= L[k * n + i] * c->x[k];
    c->x[i] = sum / L[i * n + i];
  }
  return true;
}

/* Form J^T J and J^T r; coordinates that do not move are decoupled. */
static void form_normal(closing* c)
{
  const int n = c->n;
  c->work += 0.5 * n * n * (c->m + n / 3.0);
  for (int i = 0; i < n; i++) {
    c->g[i] = 0.0;
    for (int r = 0; r < c->m; r++) c->g[i] += c->held[i] ? 0.0 : c->J[r * n + i] * c->r[r];
    for (int j = 0; j <= i; j++) {
      double sum = 0.0;
      for (int r = 0; r < c->m; r++) sum += c->J[r * n + i] * c->J[r * n + j];
      c->A[i * n + j] = c->held[i] || c->held[j] ? (i == j ? 1.0 : 0.0) : sum;
    }
  }
}

static void limit_step(closing* c)
{
  double most = 0.0;
  for (int i = 0; i < c->n; i++) most = fmax(most, fabs(c->x[i]));
  for (int i = 0; i < c->n && most > STEP; i++) c->x[i] *= STEP / most;
}

static void keep_values(const lw_plan* plan, double* values)
{
  for (int i = 0; i < plan->njoint; i++) {
    memcpy(values + 4 * i, plan->joint[i].value, sizeof plan->joint[i].value);
  }
}

static void restore_values(lw_plan* plan, const double* values)
{
  for (int i = 0; i < plan->njoint; i++) {
    memcpy(plan->joint[i].value, values + 4 * i, sizeof plan->joint[i].value);
  }
  lw_plan_propagate(plan);
}

/* Minimise the gaps from the present coordinates. Returns whether the loops are closed. */
static bool descend(closing* c)
{
  double damping = 1e-3; /* gaps and coordinates are of the order of one */
  double sum     = find_gaps(c, true);
  for (int step = 0; step < MOST_STEPS && sum > CLOSED * CLOSED; step++) {
    form_normal(c);
    keep_values(c->plan, c->best);
    bool better = false;
    while (!better && damping < 1e6) {
      if (solve(c, damping)) {
        limit_step(c);
        move_joints(c, c->x);
        const double trial = find_gaps(c, false);
        better             = trial < sum;
        if (!better) {
          restore_values(c->plan, c->best);
        }
      }
      damping *= better ? 0.2 : 4.0;
    }
    if (!better) {
      break;
    }
    damping           = fmax(damping, 1e-14);
    const double last = sum;
    sum               = find_gaps(c, true);
    /* a local minimum: the next search starts from other coordinates */
    if (sum > (1.0 - 1e-7) * last && sum > 1e-12) {
      break;
    }
  }
  c->least = fmin(c->least, sum);
  /* up to a hundred times the wanted gap is rounding in large robots */
  return sum <= 1e4 * CLOSED * CLOSED;
}

/* Move closed coordinates towards the start, while the gaps stay closed. */
static void come_nearer(closing* c)
{
  for (int step = 0; step < NEARER; step++) {
    (void)find_gaps(c, true);
    form_normal(c);
    for (int i = 0; i < c->plan->njoint; i++) {
      const lw_plan_joint* joint = &c->plan->joint[i];
      const int            k     = c->first[i];
      const bool           own   = joint->urdf != LW_NONE && k != LW_NONE &&
                       c->plan->robot->joint[joint->urdf].mimic == LW_NONE;
      if (own && count_coordinates(joint) == 1 && !c->held[k]) {
        c->g[k] += PULL * (joint->value[0] - c->start[4 * i]);
      }
    }
    if (!solve(c, PULL)) {
      return;
    }
    limit_step(c);
    move_joints(c, c->x);
  }
}

/* A number from -1 to 1 that is the same on every machine. */
static double random_number(uint64_t* state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

/* Coordinates that change no gap by more than rounding do not move. */
static void hold_others(closing* c)
{
  (void)find_gaps(c, true);
  for (int i = 0; i < c->n; i++) {
    bool moves = false;
    for (int r = 0; r < c->m; r++) moves = moves || fabs(c->J[r * c->n + i]) > 1e-9;
    c->held[i] = c->held[i] || !moves;
  }
}

/* Search from the start and from coordinates nearby. If a search closes the loops,
 * move towards the start. */
static bool search(closing* c)
{
  uint64_t state = 1;
  hold_others(c);
  for (int k = 0; k < SEARCHES && c->work < MOST_WORK; k++) {
    restore_values(c->plan, c->start);
    for (int i = 0; i < c->n && k > 0; i++) {
      c->x[i] = c->held[i] ? 0.0 : NEARBY * k / SEARCHES * random_number(&state);
    }
    if (k > 0) {
      move_joints(c, c->x);
    }
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): lw_plan_close() frees all arrays of c */
    if (!descend(c)) {
      continue;
    }
    keep_values(c->plan, c->closed);
    come_nearer(c);
    if (!descend(c)) {
      restore_values(c->plan, c->closed);
    }
    return true;
  }
  restore_values(c->plan, c->start);
  return false;
}

/* ---- all of it --------------------------------------------------------------------------- */

static bool make_room(closing* c)
{
  const size_t joints = (size_t)c->plan->njoint + 1, n = (size_t)c->n + 1, m = (size_t)c->m + 1;
  c->held   = calloc(n, sizeof *c->held);
  c->start  = calloc(4 * joints, sizeof *c->start);
  c->best   = malloc(4 * joints * sizeof *c->best);
  c->closed = malloc(4 * joints * sizeof *c->closed);
  c->J      = malloc(m * n * sizeof *c->J);
  c->r      = malloc(m * sizeof *c->r);
  c->A      = malloc(n * n * sizeof *c->A);
  c->g      = malloc(n * sizeof *c->g);
  c->x      = malloc((n + n * n) * sizeof *c->x);
  return c->held && c->start && c->best && c->closed && c->J && c->r && c->A && c->g && c->x;
}

static void free_closing(closing* c)
{
  free(c->first);
  free(c->ratio);
  free(c->held);
  free(c->start);
  free(c->best);
  free(c->closed);
  free(c->J);
  free(c->r);
  free(c->A);
  free(c->g);
  free(c->x);
}

static void close_loops(closing* c)
{
  keep_values(c->plan, c->start);
  bool any = false;
  for (int i = 0; i < c->plan->njoint; i++) {
    if (c->plan->joint[i].given && c->first[i] != LW_NONE) {
      c->held[c->first[i]] = true;
      any                  = true;
    }
  }
  bool closed = search(c);
  if (!closed && any) {
    memset(c->held, 0, (size_t)c->n * sizeof *c->held);
    c->work = 0.0;
    closed  = search(c);
    if (closed) {
      lw_plan_warn(
          c->plan, 0,
          "the loops do not close with the given start values of joints; these were changed");
    }
  }
  if (!closed) {
    lw_plan_warn(c->plan, 0,
                 "no joint coordinates were found that close all loops; gaps of %g [m, rad] remain",
                 sqrt(c->least));
  }
}

lw_status lw_plan_close(lw_plan* plan)
{
  closing c = {.plan = plan, .least = DBL_MAX};
  for (int i = 0; i < plan->njoint; i++) {
    c.m += plan->joint[i].loop == LW_NONE ? 0 : count_rows(plan->joint[i].type);
  }
  if (c.m == 0) {
    return LW_OK;
  }
  c.first          = malloc(((size_t)plan->njoint + 1) * sizeof *c.first);
  c.ratio          = malloc(((size_t)plan->njoint + 1) * sizeof *c.ratio);
  lw_status status = c.first && c.ratio ? LW_OK : lw_plan_no_memory(plan);
  if (status == LW_OK) {
    number_coordinates(&c);
  }
  if (status == LW_OK && c.n > 0 && c.n <= MOST_COORDINATES && c.m <= 4 * MOST_COORDINATES) {
    status = make_room(&c) ? LW_OK : lw_plan_no_memory(plan);
    if (status == LW_OK) {
      close_loops(&c);
    }
  }
  free_closing(&c);
  return status;
}
