/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * project.c - the velocity and acceleration level of a step.
 *
 *   reads    positions, Jacobians, factorisation; velocities, inputs
 *   writes   v; a and lambda
 *   theory   sections 3.4, 3.5 and 4.2
 *   cost     a solve per pass: one without loops, two or three with them
 *
 * One solve leaves eps/(eps + s) of what a row asks for, s its eigenvalue of Phi M^-1 Phi^T. Passes
 * repeat it with what is left. Where that contracts slowly, near a singular configuration, conjugate
 * gradients on the multipliers take over, with the factorisation as preconditioner.
 */
#include "step/project.h"

#include "base/linalg.h"
#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/kernels.h"
#include "mechanics/passes.h"
#include "step/convergence.h"

/* passes of conjugate gradients: each removes one eigenvalue that is not small against the regularisation */
#define PASSES_MAX 20

/* Share of its terms that a sum p . Phi_q M^-1 Phi_q^T p keeps by rounding where it is zero: 1e-16 with some room for the
 * digits that a solve loses. */
#define ROUNDING 1e-14

/* Positions are closed to 1e-12 (LW_SOLVED_FRACTION of LW_CLOSED) of a length of 1 m. Along a combination of rows with an eigenvalue s of the
 * scaled matrix they are then known to 1e-12 / sqrt(s), and velocities to 1e-12 / s of the largest one. Where that is more than this
 * share, a pass that moves them by more than it brings noise. */
#define NOISE_FRACTION 0.01
#define NOISY (1e-12 / NOISE_FRACTION)

/* With joint forces in the factorisation: what may be left of the equations of motion, as a share of the accelerations. They
 * have an error of second order, 1e-5 of them with a step of 1 ms in a chain of 128 links; this falls with the fourth
 * power of the step. */
#define BALANCED 1e-5
/* What rows may be open by an estimate, the largest drift of a body times what all were moved: a digit below what we
 * promise. */
#define CLOSED_VELOCITY 1e-10
#define CLOSED_ACCELERATION 1e-8

/* the larger of two, and NaN where one is */
static inline double larger(double a, double b)
{
  return a > b || isnan(a) ? a : b;
}

/* open = prescribed - Phi_q u on a connector's rows, also as right-hand side; returns its square */
static double row_residuals(lw_instance* s, const lw_connector* c, const lw_twist* u, double* x)
{
  double sum = 0.0;
  for (int r = 0; r < c->nrow; r++) {
    double e = s->prescribed[c->row + r];
    for (int q = c->side; q < c->side + c->nside; q++) {
      const lw_side* side = &s->structure->side[q];
      if (side->body != LW_GROUND) {
        const double* J = s->J + side->jac + 6 * r;
        e -= lw_dot(J, u[side->body].v) + lw_dot(J + 3, u[side->body].w);
      }
    }
    s->open[c->row + r] = e;
    x[r]                = e;
    sum += e * e;
  }
  return sum;
}

/* The rows of lw_row_residuals() of a part, whatever stands on the bodies. */
static void part_row_residuals(lw_instance* s, int part, const lw_twist* u)
{
  const lw_structure* g   = s->structure;
  double              sum = s->kernels->row_residual(s, LW_POINTS_OF(s, part), u);
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    const int k = g->single_connectors.id[i];
    sum += row_residuals(s, &g->connector[k], u, s->x + g->offset[g->nbody + k]);
  }
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->stiff; i++) {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = c->nrow; r < c->nrow + c->nsoft; r++) s->x[node->x + r] = 0.0;
    }
  }
  *lw_partial(s, part, LW_SUM_RESIDUAL_ROWS) = sum;
}

static double level_residual(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    part_row_residuals(s, part, u);
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_RESIDUAL_ROWS));
}

double lw_row_residuals(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id < g->nbody) {
      memset(s->x + g->node[i].x, 0, 6 * sizeof *s->x);
    }
  }
  return level_residual(s, u, threads);
}

/* u += f d_bodies, lambda += f d_rows.
 *   Nullable    lambda */
static void move(lw_instance* s, double f, const double* d, lw_twist* u, double* lambda,
                 const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    s->kernels->add_velocity(LW_BODIES_OF(s, part), f, d, u, NULL);
    if (lambda) {
      lw_connectors_add_multipliers(s, part, f, d, lambda);
    }
  }
  lw_threads_wait(threads);
}

/* the largest of what a solve has moved */
static double largest_of(const lw_instance* s, int slot)
{
  return sqrt(lw_partial_max(s, slot));
}

/* the same of a body, squared */
static double length_of(const lw_instance* s, const double v[3], const double w[3])
{
  return larger(lw_dot(v, v) / (s->length * s->length), lw_dot(w, w));
}

double lw_largest(lw_instance* s, const lw_twist* u, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_MAX_VELOCITY);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      double* most = lw_partial(s, part, LW_MAX_VELOCITY);
      *most        = larger(*most, length_of(s, u[b].v, u[b].w));
    }
  }
  lw_threads_wait(threads);
  const double most = largest_of(s, LW_MAX_VELOCITY);
  lw_threads_wait(threads);
  return most;
}

/* r . z over all rows, z = -(rows of the solution)                                      (4.9) */
static double preconditioned_norm(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_SUM_RZ);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = 0; r < c->nrow; r++) {
        *lw_partial(s, part, LW_SUM_RZ) -= s->open[c->row + r] * s->x[node->x + r];
      }
    }
  }
  lw_threads_wait(threads);
  return lw_partial_sum(s, LW_SUM_RZ);
}

/* direction = solution + beta direction; then p . (Phi_q d), p = -(its rows), or zero where that is rounding: p is
 * a combination of rows that depend on each other then, and a step along it would be noise        (4.9) */
static double turn_direction(lw_instance* s, double beta, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_partial_clear(s, threads, LW_MAX_VELOCITY);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    for (int k = node->x; k < node->x + node->d_max; k++) {
      s->direction[k] = s->x[k] + (beta != 0.0 ? beta * s->direction[k] : 0.0);
    }
    if (node->id < g->nbody) {
      double*       most = lw_partial(s, part, LW_MAX_VELOCITY);
      const double* d    = s->direction + node->x;
      *most              = larger(*most, length_of(s, d, d + 3));
    }
  }
  lw_threads_wait(threads);
  lw_partial_clear(s, threads, LW_SUM_PQ);
  lw_partial_clear(s, threads, LW_SUM_PP);
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id < g->nbody) {
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      double q = 0.0;
      for (int k = c->side; k < c->side + c->nside; k++) {
        const lw_side* side = &g->side[k];
        if (side->body != LW_GROUND) {
          const double* J = s->J + side->jac + 6 * r;
          const double* d = s->direction + g->node[g->position[side->body]].x;
          q += lw_dot(J, d) + lw_dot(J + 3, d + 3);
        }
      }
      const double p = s->direction[node->x + r];
      *lw_partial(s, part, LW_SUM_PQ) -= p * q;
      *lw_partial(s, part, LW_SUM_PP) += p * p * s->row_scale[c->row + r];
    }
  }
  lw_threads_wait(threads);
  const double pq = lw_partial_sum(s, LW_SUM_PQ);
  return pq > ROUNDING * lw_partial_sum(s, LW_SUM_PP) ? pq : 0.0;
}

double lw_close_rows(lw_instance* s, lw_twist* u, double* lambda, double norm, double target,
                     double fraction, bool* slow, const lw_threads* threads)
{
  double last = norm, rz = 0.0, limit = INFINITY;
  for (int pass = 0; pass < LW_PASSES_PLAIN && norm > target; pass++) {
    last = norm;
    lw_pass_solve_rows(s, threads);
    move(s, 1.0, s->x, u, lambda, threads);
    norm = level_residual(s, u, threads);
    if (!(norm < 0.9 * last)) {
      break;
    }
  }
  if (norm > target) {
    lw_pass_jacobians(s, threads);
    limit = fraction > 0.0 ? fraction * lw_largest(s, u, threads) : limit;
  }
  for (int pass = 0; pass < PASSES_MAX && norm > target; pass++) {
    const double old = rz;
    lw_pass_solve_rows(s, threads);
    rz              = preconditioned_norm(s, threads);
    const double pq = turn_direction(s, pass > 0 ? rz / old : 0.0, threads);
    if (!(rz > 0.0) || !(pq > 0.0)) {
      break; /* rounding, or rows that contradict each other */
    }
    /* Along an eigenvalue s the step is 1 + eps/s, and a plain pass leaves eps/(eps + s).   (4.16) */
    if (slow && (1.0 - LW_CONTRACTION_MAX) * rz > pq) {
      *slow = true;
    }
    if (pq < NOISY * lw_partial_sum(s, LW_SUM_PP) &&
        rz / pq * largest_of(s, LW_MAX_VELOCITY) > limit) {
      break;
    }
    move(s, rz / pq, s->direction, u, lambda, threads);
    norm = level_residual(s, u, threads);
  }
  return norm;
}

/* With joint forces in the factorisation, a solve leaves of what it turned a body the share that they have of its inertia.
 * Is that small against the error that accelerations have? */
static bool is_balanced(const lw_instance* s)
{
  return !(s->stiffness_fraction > 0.0) ||
         largest_of(s, LW_MAX_STIFFNESS_ERROR) <= BALANCED * largest_of(s, LW_MAX_ACCELERATION);
}

/* what a solve has moved, all bodies together */
static double moved_by(const lw_instance* s, int slot)
{
  return sqrt(lw_partial_sum(s, slot));
}

/* With a factorisation of positions that have drifted since, a solve leaves about that drift of what it
 * moved. Is that below the target? */
static bool is_closed(const lw_instance* s, double moved, double target)
{
  return s->drift * moved <= target;
}

static double target_of(double promised, double norm)
{
  /* never below the rounding of what was asked for */
  return promised + 1e-14 * norm;
}

/* What rounds of velocities and accelerations go by. */
typedef struct level {
  double t;
  double
      dt; /* of the step that they end; 0: accelerations are not extrapolated, nothing is finished */
  bool
      on; /* velocities: the parts go on to the accelerations, up to where these have gone forward */
  int scratch; /* of the thread, for going forward */
} level;

static void before_velocities(lw_instance* s, int part, const void* data)
{
  const level* l = data;
  lw_connectors_prescribe(s, part, l->t, false);
  part_row_residuals(s, part, s->v);
  if (l->on && part == s->structure->npart) {
    lw_connectors_write_read_wrenches(s, part, l->t); /* the parts look at it next */
  }
}

/* right-hand side (-g - Phi_q^T lambda, gamma - Phi_q a)                                        (3.9) */
static void before_accelerations(lw_instance* s, int part, const void* data)
{
  const level* l = data;
  if (part < s->structure->npart) {
    lw_connectors_write_read_wrenches(s, part, l->t);
  }
  part_row_residuals(s, part, s->a);
  lw_part_residual(s, part, l->t, -1.0, false);
}

/* the same once velocities are there, with the accelerations that it starts from */
static void begin_accelerations(lw_instance* s, int part, const void* data)
{
  const level* l = data;
  lw_connectors_prescribe(s, part, l->t, true);
  before_accelerations(s, part, data);
}

static void after_velocities(lw_instance* s, int part, const void* data)
{
  const level* l = data;
  *lw_partial(s, part, LW_SUM_VELOCITY) =
      s->kernels->add_velocity(LW_BODIES_OF(s, part), 1.0, s->x, s->v, NULL);
  if (l->dt > 0.0 && s->stiffness_fraction > 0.0) {
    lw_part_extrapolate(s, part);
  }
  if (l->on && part < s->structure->npart) {
    begin_accelerations(s, part, data);
    s->factor.kernels->forward(s->structure, &s->factor, s->x, false, part, l->scratch);
  }
}

static void after_accelerations(lw_instance* s, int part, const void* data)
{
  const level* l                            = data;
  *lw_partial(s, part, LW_SUM_ACCELERATION) = s->kernels->add_velocity(
      LW_BODIES_OF(s, part), 1.0, s->x, s->a, lw_partial(s, part, LW_MAX_STIFFNESS_ERROR));
  lw_connectors_add_multipliers(s, part, 1.0, s->x, s->lambda);
  if (part == s->structure->npart) {
    lw_connectors_write_read_wrenches(s, part, l->t); /* for another round */
  }
  if (l->dt > 0.0) {
    lw_part_finish(s, part, l->dt);
  }
}

/* Rounds until nothing need be checked; the first one may have begun. */
static void close_accelerations(lw_instance* s, const level* l, bool begun,
                                const lw_threads* threads)
{
  lw_solve_pass round = {
      .before = begin_accelerations, .after = after_accelerations, .data = l, .begun = begun};
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    lw_pass_solve_parts(s, &round, threads);
    lw_threads_wait(threads);
    if (is_closed(s, moved_by(s, LW_SUM_ACCELERATION), CLOSED_ACCELERATION) && is_balanced(s)) {
      return;
    }
    round.before = before_accelerations;
    round.begun  = false;
  }
}

static void close_velocities(lw_instance* s, const level* l, const lw_threads* threads)
{
  const lw_solve_pass round = {
      .before = before_velocities, .after = after_velocities, .data = l, .rows_only = true};
  for (int pass = 0; pass < PASSES_MAX; pass++) {
    lw_pass_solve_parts(s, &round, threads);
    if (l->on) {
      return; /* whether that was enough is seen when the accelerations are there */
    }
    lw_threads_wait(threads);
    if (is_closed(s, moved_by(s, LW_SUM_VELOCITY), CLOSED_VELOCITY)) {
      return;
    }
  }
}

/* connectors of the separator tell the bodies of the parts what they do to them */
static void write_separator_wrenches(lw_instance* s, double t, const lw_threads* threads)
{
  if (threads->id == 0) {
    lw_connectors_write_read_wrenches(s, s->structure->npart, t);
  }
  lw_threads_wait(threads);
}

void lw_project_levels(lw_instance* s, double t, double dt, const lw_threads* threads)
{
  /* Parts go on at once where velocities are likely to be closed: those of the trapezoidal rule are off by what the
   * prediction was, times 2/dt. Where forces depend on velocities, those of the separator wait for the bodies of the parts. */
  const lw_structure* g     = s->structure;
  const double        moved = 2.0 / dt * s->drift * sqrt((double)s->structure->nrow);
  const bool          plain = !s->acting && g->single_connectors.first[g->npart + 1] == 0;
  level               l     = {t, dt, plain && is_closed(s, moved, CLOSED_VELOCITY),
                               lw_threads_first_part(threads, g->npart)};
  close_velocities(s, &l, threads);
  if (!l.on) {
    write_separator_wrenches(s, t, threads);
  }
  close_accelerations(s, &l, l.on, threads);
  if (l.on && !is_closed(s, moved_by(s, LW_SUM_VELOCITY), CLOSED_VELOCITY)) {
    l.on = false;
    lw_threads_wait(threads);
    close_velocities(s, &l, threads);
    write_separator_wrenches(s, t, threads);
    close_accelerations(s, &l, false, threads);
  }
}

static void prescribe_rates(lw_instance* s, double t, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_connectors_prescribe(s, part, t, false);
  }
}

double lw_project_velocities(lw_instance* s, double t, bool reuse, bool* slow,
                             const lw_threads* threads)
{
  if (reuse) {
    const level l = {t, 0.0, false, 0};
    close_velocities(s, &l, threads);
    return 0.0;
  }
  prescribe_rates(s, t, threads);
  lw_threads_wait(threads); /* a thread may still be reading the sum of the rows */
  const double norm = level_residual(s, s->v, threads);
  return lw_close_rows(s, s->v, NULL, norm, target_of(LW_RESIDUAL_VELOCITY, norm),
                       slow ? NOISE_FRACTION : 0.0, slow, threads);
}

static void prescribe_gamma(lw_instance* s, double t, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_connectors_prescribe(s, part, t, true);
  }
}

double lw_project_accelerations(lw_instance* s, double t, const lw_threads* threads)
{
  prescribe_gamma(s, t, threads);
  lw_threads_wait(threads); /* as above */
  const double norm = level_residual(s, s->a, threads);
  return lw_close_rows(s, s->a, NULL, norm, target_of(LW_RESIDUAL_ACCELERATION, norm), 0.0, NULL,
                       threads);
}

/* the same right-hand side of all parts at once; returns the norm of the lower part */
static double balance(lw_instance* s, double t, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  lw_pass_forces(s, t, true, threads);
  const double norm = level_residual(s, s->a, threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    lw_part_residual(s, part, t, -1.0, false);
  }
  return norm;
}

/* forget the multipliers */
static void clear_multipliers(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      const lw_connector* c = &g->connector[g->node[i].id - g->nbody];
      for (int r = 0; r < c->nrow; r++) s->lambda[c->row + r] = 0.0;
    }
  }
}

double lw_accelerate(lw_instance* s, double t, lw_guess guess, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (guess == LW_GUESS_CLOSE) {
    const level l = {t, 0.0, false, 0};
    write_separator_wrenches(s, t, threads);
    close_accelerations(s, &l, false, threads);
    return 0.0;
  }
  prescribe_gamma(s, t, threads);
  if (guess == LW_GUESS_NONE) {
    clear_multipliers(s, threads);
  }
  const double first = balance(s, t, threads);
  lw_pass_solve(s, threads);
  move(s, 1.0, s->x, s->a, s->lambda, threads);
  if (!g->is_tree && guess == LW_GUESS_NONE) {
    /* Redundant rows cost digits of the solution: once more with what is left of both equations. The
     * passes that follow keep the upper one. */
    balance(s, t, threads);
    lw_pass_solve(s, threads);
    move(s, 1.0, s->x, s->a, s->lambda, threads);
  }
  const double norm = level_residual(s, s->a, threads);
  return lw_close_rows(s, s->a, s->lambda, norm, target_of(LW_RESIDUAL_ACCELERATION, first), 0.0,
                       NULL, threads);
}

void lw_measure_violation(lw_instance* s, double t)
{
  const lw_threads alone = LW_ALONE;
  s->head->violation[0]  = lw_pass_violation(s, &alone);
  prescribe_rates(s, t, &alone);
  s->head->violation[1] = level_residual(s, s->v, &alone);
  prescribe_gamma(s, t, &alone);
  s->head->violation[2] = level_residual(s, s->a, &alone);
  lw_set_current(s, LW_VIOLATION);
}

/* largest acceleration of a body */
static double largest(const lw_instance* s)
{
  double most = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    for (int i = 0; i < 3; i++) {
      most = fmax(most, fmax(fabs(s->a[b].v[i]), fabs(s->a[b].w[i])));
    }
  }
  return most;
}

double lw_respond(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    const lw_node* node = &g->node[i];
    if (node->id < g->nbody) {
      memset(&s->a[node->id], 0, sizeof s->a[node->id]);
      continue;
    }
    const lw_connector* c = &g->connector[node->id - g->nbody];
    for (int r = 0; r < c->nrow; r++) {
      s->prescribed[c->row + r] = s->lambda[c->row + r] = s->x[node->x + r] = 0.0;
    }
  }
  lw_pass_solve(s, threads);
  move(s, 1.0, s->x, s->a, s->lambda, threads);
  /* there is no natural size of a response but its own */
  const double target = 1e-10 * largest(s);
  return lw_close_rows(s, s->a, s->lambda, level_residual(s, s->a, threads), target, 0.0, NULL,
                       threads);
}
