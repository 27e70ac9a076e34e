/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * passes.c - the passes over all bodies and connectors that make up a step.
 *
 *   reads    q, v, inputs
 *   writes   workspace, coordinates
 *   theory   sections 3 and 4
 */
#include "mechanics/passes.h"

#include "base/linalg.h"
#include "factor/factor_revolute.h"
#include "factor/kernels.h"
#include "mechanics/body.h"
#include "mechanics/connectors.h"
#include "mechanics/joints_simd.h"
#include "mechanics/kernels.h"

double lw_partial_sum(const lw_instance* s, int slot)
{
  double sum = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) sum += s->partial[LW_PARTIALS * k + slot];
  return sum;
}

double lw_partial_max(const lw_instance* s, int slot)
{
  double most = 0.0;
  for (int k = 0; k <= s->structure->npart; k++) {
    most = lw_larger(s->partial[LW_PARTIALS * k + slot], most);
  }
  return most;
}

void lw_partial_clear(lw_instance* s, const lw_threads* threads, int slot)
{
  for (int k = 0; k <= s->structure->npart; k++) {
    if (lw_threads_mine(threads, k, s->structure->npart)) {
      *lw_partial(s, k, slot) = 0.0;
    }
  }
}

/* couplings read frames of joints of all parts */
static void couple(lw_instance* s, double t, bool forces, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
      if (g->connector[g->single_connectors.id[i]].kind == LW_CONNECTOR_COUPLING) {
        lw_connector_position(s, g->single_connectors.id[i], t);
      }
    }
    if (forces) {
      lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_ALL);
    }
  }
  lw_threads_wait(threads);
}

/* the square of a row as an angle                                                         (4.19) */
static double square_of(const lw_instance* s, double x, int row)
{
  const double angle = x * s->row_unit[row];
  return angle * angle;
}

/* x = -Phi and the sum of squares on rows that the batches leave out: those of motions, and of
 * others */
static double other_rows(lw_instance* s, int part)
{
  const lw_structure* g   = s->structure;
  double              sum = 0.0;
  for (int q = g->points.first[part]; q < g->points.first[part + 1] && s->model->nmotion; q++) {
    const lw_batch* batch = &g->points.batch[q];
    for (int i = 0; i < batch->n && g->connector[batch->id[i]].motion != LW_NONE; i++) {
      const int    last              = batch->nrow - 1;
      const double Phi               = s->Phi[batch->joint.row[i] + last];
      s->x[batch->joint.x[i] + last] = -Phi;
      sum += square_of(s, Phi, batch->joint.row[i] + last);
    }
  }
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    const lw_connector* c = &g->connector[g->single_connectors.id[i]];
    double*             x = s->x + g->offset[g->nbody + g->single_connectors.id[i]];
    for (int r = 0; r < c->nrow; r++) {
      x[r] = -s->Phi[c->row + r];
      sum += square_of(s, x[r], c->row + r);
    }
  }
  /* compliant rows: at rest */
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->stiff; i++) {
    const lw_node* node = &g->node[i];
    if (node->id >= g->nbody) {
      const lw_connector* c = &g->connector[node->id - g->nbody];
      for (int r = c->nrow; r < c->nrow + c->nsoft; r++) s->x[node->x + r] = 0.0;
    }
  }
  return sum;
}

/* Does a factorisation read Jacobians that are lazy? */
static bool reads_jacobians(const lw_instance* s)
{
  return s->structure->reads_jacobians && !s->structure->revolute;
}

void lw_part_rows(lw_instance* s, int part, double t, bool frames, bool residual, bool jacobian)
{
  /* motions and couplings take their part in a joint's rows after the joint itself */
  const bool coupled = s->model->ncoupling > 0, alone = s->model->nmotion == 0 && !coupled;
  const bool read = frames || !alone || s->acting;
  const int  what = (read ? LW_ROWS_FRAMES : 0) | (residual ? LW_ROWS_RESIDUAL : 0) |
                   (residual && alone ? LW_ROWS_WRENCH : 0) |
                   (!s->lazy_jacobians || (jacobian && reads_jacobians(s)) ? LW_ROWS_JACOBIAN : 0);
  const double sum = lw_connectors_position(s, part, t, what);
  if (residual && alone) {
    lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_WRITTEN);
  } else if (residual && !coupled) {
    lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_WHERE_READ);
  }
  if (residual) {
    *lw_partial(s, part, LW_SUM_ROWS) = sum + (coupled ? 0.0 : other_rows(s, part));
  }
}

void lw_pass_rows(lw_instance* s, double t, bool frames, bool residual, bool jacobian,
                  const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    lw_part_rows(s, part, t, frames, residual, jacobian);
  }
  lw_threads_wait(threads);
  if (s->model->ncoupling > 0) {
    couple(s, t, residual, threads);
    LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
    {
      if (residual) {
        *lw_partial(s, part, LW_SUM_ROWS) += other_rows(s, part);
      }
    }
  }
}

void lw_pass_connectors(lw_instance* s, double t, bool forces, const lw_threads* threads)
{
  lw_threads_wait(threads);
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_connectors_position(s, part, t, LW_ROWS_FRAMES | LW_ROWS_JACOBIAN);
    if (forces && s->model->ncoupling == 0) {
      lw_connectors_write_wrenches(s, part, t, LW_WRENCHES_ALL);
    }
  }
  lw_threads_wait(threads);
  if (s->model->ncoupling > 0) {
    couple(s, t, forces, threads);
  }
}

void lw_pass_place(lw_instance* s, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    s->kernels->place(s, LW_BODIES_OF(s, part));
  }
}

void lw_pass_positions(lw_instance* s, double t, const lw_threads* threads)
{
  lw_pass_place(s, threads);
  lw_pass_connectors(s, t, false, threads);
}

void lw_pass_forces(lw_instance* s, double t, lw_wrench_choice constraints,
                    const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_connectors_write_wrenches(s, part, t, constraints);
  }
  lw_threads_wait(threads);
}

static void sum_loads(lw_instance* s, int part, double t)
{
  const lw_structure* g = s->structure;
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && s->load; i++) {
    if (g->node[i].id < g->nbody) {
      lw_body_load(s, g->node[i].id, t);
    }
  }
}

double lw_part_residual(lw_instance* s, int part, double t, double scale, double dt)
{
  sum_loads(s, part, t);
  return s->kernels->residual(s, LW_BODIES_OF(s, part), scale, dt);
}

void lw_part_balance(lw_instance* s, int part, double t, double dt)
{
  sum_loads(s, part, t);
  s->kernels->balance(s, LW_BODIES_OF(s, part), dt);
}

static lw_matrix matrix_of(const lw_instance* s, const lw_tangent* tangent)
{
  return (lw_matrix){.inertia = s->inertia,
                     .J       = s->J,
                     .eps     = s->eps,
                     .point   = s->point_batch,
                     .soft    = tangent && tangent->soft};
}

void lw_pass_soft(lw_instance* s, const lw_tangent* tangent, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  if (!tangent || !tangent->soft) {
    return;
  }
  LW_FOR_MY_NODES(g, threads, part, i)
  {
    if (g->node[i].id >= g->nbody) {
      lw_connector_soft(s, g->node[i].id - g->nbody, tangent->dt);
    }
  }
  lw_threads_wait(threads);
}

void lw_part_separator_arms(lw_instance* s, int part)
{
  const lw_separator_arms* g = &s->structure->separator_arms;
  s->kernels->separator_arms(s, g->item + g->first[part], g->first[part + 1] - g->first[part]);
}

void lw_pass_jacobians(lw_instance* s, const lw_threads* threads)
{
  if (s->lazy_jacobians) {
    lw_threads_wait(threads);
    LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
    {
      s->kernels->jacobian(s, LW_POINTS_OF(s, part));
    }
    lw_threads_wait(threads);
  }
}

void lw_pass_refresh(lw_instance* s, const lw_threads* threads)
{
  if (reads_jacobians(s)) {
    lw_pass_jacobians(s, threads);
  }
}

void lw_pass_factor_prepare(lw_instance* s, const lw_tangent* tangent, const lw_threads* threads)
{
  const lw_matrix matrix = matrix_of(s, tangent);
  lw_factor_prepare(s->structure, &matrix, &s->factor, threads);
}

void lw_part_factorise(lw_instance* s, int part, const lw_tangent* tangent, int scratch)
{
  const lw_structure* g      = s->structure;
  const lw_matrix     matrix = matrix_of(s, tangent);
  const double        e = tangent && tangent->geometric ? 0.25 * tangent->dt * tangent->dt : 0.0;
  double* inverse = s->factor.batch + lw_batch_begin(g->bodies.first[part], part, LW_LEAF_NUMBERS);
  s->kernels->invert(s, LW_BODIES_OF(s, part), e, lw_matrix_is_direct(&matrix) ? inverse : NULL);
  *lw_partial(s, part, LW_BAD_PIVOT) =
      s->factor.kernels->factor(g, &matrix, &s->factor, part, scratch);
}

bool lw_pass_is_regular(const lw_instance* s)
{
  return lw_partial_max(s, LW_BAD_PIVOT) < 1.0;
}

bool lw_pass_factor(lw_instance* s, const lw_tangent* tangent, const lw_threads* threads)
{
  const lw_structure* g       = s->structure;
  const int           scratch = lw_threads_first_part(threads, g->npart);
  lw_pass_soft(s, tangent, threads);
  lw_pass_refresh(s, threads);
  lw_pass_factor_prepare(s, tangent, threads);
  LW_FOR_MY_PARTS(g, threads, part)
  {
    lw_part_factorise(s, part, tangent, scratch);
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    lw_part_factorise(s, g->npart, tangent, scratch);
  }
  lw_threads_wait(threads);
  return lw_pass_is_regular(s);
}

void lw_pass_solve(lw_instance* s, const lw_threads* threads)
{
  lw_factor_solve(s->structure, &s->factor, s->x, threads);
  lw_threads_wait(threads);
}

void lw_pass_solve_rows(lw_instance* s, const lw_threads* threads)
{
  lw_factor_solve_rows(s->structure, &s->factor, s->x, threads);
  lw_threads_wait(threads);
}

static double square_sum(const lw_instance* s, int n, int row)
{
  double sum = 0.0;
  for (int i = row; i < row + n; i++) sum += square_of(s, s->Phi[i], i);
  return sum;
}

double lw_pass_violation(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    double sum = 0.0;
    for (int q = g->points.first[part]; q < g->points.first[part + 1]; q++) {
      const lw_batch* batch = &g->points.batch[q];
      for (int i = 0; i < batch->n; i++) {
        sum += square_sum(s, batch->nrow, batch->joint.row[i]);
      }
    }
    for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
      const lw_connector* c = &g->connector[g->single_connectors.id[i]];
      sum += square_sum(s, c->nrow, c->row);
    }
    *lw_partial(s, part, LW_SUM_VIOLATION) = sum;
  }
  lw_threads_wait(threads);
  return sqrt(lw_partial_sum(s, LW_SUM_VIOLATION));
}

void lw_regularise(lw_instance* s, double dt)
{
  /* A mechanism without loops never has dependent rows: the regularisation may be next to nothing.
   * With loops 1e-7 keeps a redundant or singular row's pivot nine digits above rounding, which is
   * what its reaction is accurate to, and costs one more pass.                          (4.3) */
  const double       auto_eps = s->structure->is_tree ? 1e-15 : 1e-7;
  const lw_settings* settings = &s->model->settings;
  const double       penalty  = settings->formulation == LW_INDEX3_DCA ? settings->penalty : 0.0;
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c = &s->structure->connector[k];
    for (int r = c->row; r < c->row + c->nrow; r++) {
      s->eps[r] = penalty > 0.0 ? 4.0 / (dt * dt * penalty) : auto_eps * s->row_scale[r];
    }
    for (int r = c->row + c->nrow; r < c->row + c->nrow + c->nsoft; r++) s->eps[r] = 1.0;
  }
}

/* keep n numbers of the state */
static void save_numbers(const lw_instance* s, const double* from, int n)
{
  memcpy(lw_saved(s, from), from, (size_t)n * sizeof *from);
}

void lw_part_save_rows(lw_instance* s, int part)
{
  const lw_structure* g = s->structure;
  for (int i = g->row_ranges.first[part]; i < g->row_ranges.first[part + 1]; i++) {
    save_numbers(s, s->lambda + g->row_ranges.range[i].row, g->row_ranges.range[i].n);
  }
  for (int i = g->part_begin[part]; i < g->part_begin[part + 1] && !s->lazy_coordinates; i++) {
    const int k = g->node[i].id - g->nbody;
    if (k >= 0 && g->connector[k].kind == LW_CONNECTOR_JOINT) {
      save_numbers(s, s->coordinate + LW_COORDS_MAX * g->connector[k].index, LW_COORDS_MAX);
    }
  }
  if (part == g->npart) {
    memcpy(s->saved, s->head, sizeof *s->head);
    if (s->method_size > 0) {
      const char* own = (const char*)s->head + s->state_size - s->method_size;
      memcpy(lw_saved(s, own), own, s->method_size);
    }
  }
}

void lw_pass_save(lw_instance* s, const lw_threads* threads)
{
  const lw_structure* g = s->structure;
  LW_FOR_MY_PARTS_AND_SEPARATOR(g, threads, part)
  {
    lw_part_save_rows(s, part);
    for (int q = g->bodies.first[part]; q < g->bodies.first[part + 1]; q++) {
      for (int l = 0; l < g->bodies.batch[q].n; l++) lw_body_keep(s, g->bodies.batch[q].id[l]);
    }
  }
  lw_threads_wait(threads);
}

void lw_part_extrapolate(lw_instance* s, int part)
{
  const lw_structure* g = s->structure;
  for (int q = g->bodies.first[part]; q < g->bodies.first[part + 1]; q++) {
    const lw_batch* batch = &g->bodies.batch[q];
    for (int l = 0; l < batch->n; l++) s->a[batch->id[l]] = s->next[batch->id[l]];
  }
}

void lw_part_finish(lw_instance* s, int part, double dt)
{
  const lw_structure* g                       = s->structure;
  double              most[LW_FINISH_SQUARES] = {0.0};
  *lw_partial(s, part, LW_SUM_FINITE) =
      dt > 0.0 ? s->kernels->finish(s, LW_BODIES_OF(s, part), dt, most) : 0.0;
  *lw_partial(s, part, LW_MAX_TURNING) = most[LW_FINISH_TURNING];
  memcpy(lw_partial(s, part, LW_MAX_ERROR), most, LW_ERROR_SQUARES * sizeof *most);
  /* for the next step, where it asks for it; without dt nothing has moved since the last one */
  if (dt > 0.0 && s->structure->separator_is_points) {
    *lw_partial(s, part, LW_END_GYROSCOPIC) = most[LW_FINISH_GYROSCOPIC];
    *lw_partial(s, part, LW_END_FORCE)      = s->kernels->largest_force(s, LW_POINTS_OF(s, part));
  }
  if (dt > 0.0 && s->lazy_coordinates) {
    return;
  }
  for (int q = g->points.first[part]; q < g->points.first[part + 1]; q++) {
    const lw_batch* batch = &g->points.batch[q];
    for (int i = 0; i < batch->n && batch->kind != LW_SPHERICAL; i++) {
      lw_joint_update_coordinates(s, batch->joint.index[i]);
    }
  }
  for (int i = g->single_connectors.first[part]; i < g->single_connectors.first[part + 1]; i++) {
    const lw_connector* c = &g->connector[g->single_connectors.id[i]];
    if (c->kind == LW_CONNECTOR_JOINT) {
      lw_joint_update_coordinates(s, c->index);
    }
  }
}

void lw_pass_finish(lw_instance* s, double dt, const lw_threads* threads)
{
  LW_FOR_MY_PARTS_AND_SEPARATOR(s->structure, threads, part)
  {
    lw_part_finish(s, part, dt);
  }
  lw_threads_wait(threads);
}

void lw_pass_lazy_coordinates(lw_instance* s)
{
  const lw_threads alone = LW_ALONE;
  if (lw_is_current(s, LW_POSITIONS)) {
    lw_pass_connectors(s, s->head->t, false, &alone);
  } else {
    lw_pass_positions(s, s->head->t, &alone);
  }
  if (s->head->coordinate_lag > 0.0) {
    lw_pass_finish(s, 0.0, &alone);
  }
  s->head->coordinate_lag = 0.0;
  lw_set_current(s, LW_POSITIONS | LW_COORDINATES);
}
