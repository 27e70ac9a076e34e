/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instance.c - create and destroy an instance; its values, inputs and saved states.
 *
 *   lw_instance_create: structure -> layout, once to measure and once to hand out -> lists by
 *   element -> constants (derive.c)
 */
#include "instance/instance.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "formulations/joint_space/joint_space.h"
#include "mechanics/kernels.h"
#include "mechanics/passes.h"
#include "model/check.h"
#include "model/elements.h"
#include "model/formulas.h"
#include "step/method.h"
#include "step/small/small.h"
#include "step/substeps.h"

/* ---- memory ------------------------------------------------------------------------------ */

/* Take an array with an entry [-1] for the ground. */
static void* take_with_ground(lw_arena* arena, int count, size_t size)
{
  char* piece = lw_arena_take(arena, (size_t)count + 1, size);
  return piece ? piece + size : NULL;
}

/* The state: plain doubles without pointers, in one piece. */
static void lay_out_state(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  const lw_method* method = lw_method_of(m->settings.formulation);
  const size_t     nbody = (size_t)m->nbody, njoint = (size_t)m->njoint, nrow = (size_t)g->nrow_all;

  const size_t begin = arena->used;
  s->head            = lw_arena_take(arena, 1, sizeof *s->head);
  s->value           = lw_arena_take(arena, (size_t)m->nvalue, sizeof *s->value);
  s->input           = lw_arena_take(arena, (size_t)m->ninput * 4, sizeof *s->input);
  s->input_rate      = lw_arena_take(arena, (size_t)m->ninput * 2, sizeof *s->input_rate);
  s->drive       = lw_arena_take(arena, (size_t)m->nmotion * LW_DRIVE_NUMBERS, sizeof *s->drive);
  s->q           = lw_arena_take(arena, nbody, sizeof *s->q);
  s->v           = take_with_ground(arena, m->nbody, sizeof *s->v);
  s->a           = take_with_ground(arena, m->nbody, sizeof *s->a);
  s->jerk        = lw_arena_take(arena, nbody, sizeof *s->jerk);
  s->next        = lw_arena_take(arena, nbody, sizeof *s->next);
  s->lambda      = lw_arena_take(arena, nrow, sizeof *s->lambda);
  s->coordinate  = lw_arena_take(arena, njoint * LW_COORDS_MAX, sizeof *s->coordinate);
  s->method_size = arena->used;
  if (method->lay_out_state) {
    method->lay_out_state(s, m, g, arena);
  }
  s->method_size = arena->used - s->method_size;
  s->state_size  = arena->used - begin;
}

/* Constants that follow from the values, and lists by element. */
static void lay_out_constants(lw_instance* s, const lw_model* m, const lw_structure* g,
                              lw_arena* arena)
{
  const size_t nbody = (size_t)m->nbody, njoint = (size_t)m->njoint, nrow = (size_t)g->nrow_all;

  s->body           = lw_arena_take(arena, nbody, sizeof *s->body);
  s->geometry       = lw_arena_take(arena, njoint, sizeof *s->geometry);
  s->ends           = lw_arena_take(arena, (size_t)(m->nspring + m->nbushing), sizeof *s->ends);
  s->load_at        = lw_arena_take(arena, (size_t)m->nload * 3, sizeof *s->load_at);
  s->row_scale      = lw_arena_take(arena, nrow, sizeof *s->row_scale);
  s->row_unit       = lw_arena_take(arena, nrow, sizeof *s->row_unit);
  s->turn_per_force = lw_arena_take(arena, njoint, sizeof *s->turn_per_force);
  s->eps            = lw_arena_take(arena, nrow, sizeof *s->eps);

  /* lists */
  s->joint_actuator      = lw_arena_take(arena, njoint + 2, sizeof(int));
  s->joint_actuator_list = lw_arena_take(arena, (size_t)m->nactuator, sizeof(int));
  s->body_load           = lw_arena_take(arena, nbody + 2, sizeof(int));
  s->body_load_list      = lw_arena_take(arena, (size_t)m->nload, sizeof(int));

  s->unique = lw_arena_take(arena, njoint, sizeof *s->unique);
  s->acts   = lw_arena_take(arena, njoint, sizeof *s->acts);
  s->load   = NULL;
  if (m->nload > 0) {
    s->load = lw_arena_take(arena, nbody * LW_WRENCH, sizeof *s->load);
  }

  /* initial coordinates, if a joint has any */
  bool any = false;
  for (int j = 0; j < m->njoint; j++) {
    any = any || m->joint[j].q0 != LW_NONE || m->joint[j].qd0 != LW_NONE;
  }
  if (any) {
    s->carries    = lw_arena_take(arena, njoint, sizeof *s->carries);
    s->tree_body  = lw_arena_take(arena, nbody + 1, sizeof *s->tree_body);
    s->tree_joint = lw_arena_take(arena, nbody, sizeof *s->tree_joint);
    s->held[0]    = lw_arena_take(arena, LW_HELD_MAX, sizeof *s->held[0]);
    s->held[1]    = lw_arena_take(arena, LW_HELD_MAX, sizeof *s->held[1]);
    s->hold       = lw_arena_take(arena, (size_t)LW_HELD_MAX * LW_HELD_MAX, sizeof *s->hold);
    s->hold_scale = lw_arena_take(arena, LW_HELD_MAX, sizeof *s->hold_scale);
  }
}

/* Arrays of a step, an assembly and the outputs. */
static void lay_out_workspace(lw_instance* s, const lw_model* m, const lw_structure* g,
                              lw_arena* arena)
{
  const lw_method* method = lw_method_of(m->settings.formulation);
  const size_t     nbody = (size_t)m->nbody, njoint = (size_t)m->njoint, nrow = (size_t)g->nrow_all;

  s->placement  = take_with_ground(arena, m->nbody, sizeof *s->placement);
  s->inertia    = lw_arena_take(arena, nbody, sizeof *s->inertia);
  s->start      = lw_arena_take(arena, nbody, sizeof *s->start);
  s->body_batch = lw_arena_take(
      arena, lw_batch_begin(g->bodies.first[g->npart + 1], g->npart + 1, LW_BODY_NUMBERS),
      sizeof *s->body_batch);
  /* after the numbers of all joints an arm of zeros */
  s->point_batch = lw_arena_take(
      arena, lw_batch_begin(g->points.first[g->npart + 1] + 1, g->npart + 1, LW_POINT_NUMBERS),
      sizeof *s->point_batch);
  s->lane          = lw_arena_take(arena, nbody, sizeof *s->lane);
  s->place         = lw_arena_take(arena, njoint, sizeof *s->place);
  s->turn          = lw_arena_take(arena, njoint * LW_COORDS_MAX, sizeof *s->turn);
  s->stop_effort   = lw_arena_take(arena, njoint, sizeof *s->stop_effort);
  s->Phi           = lw_arena_take(arena, nrow, sizeof *s->Phi);
  s->prescribed    = lw_arena_take(arena, nrow, sizeof *s->prescribed);
  s->open          = lw_arena_take(arena, nrow, sizeof *s->open);
  s->J             = lw_arena_take(arena, (size_t)g->njac, sizeof *s->J);
  s->stiffness_arm = lw_arena_take(arena, (size_t)g->nside + 1, sizeof *s->stiffness_arm);
  s->wrench        = lw_arena_take(arena, ((size_t)g->nside + 1) * LW_WRENCH, sizeof *s->wrench);
  s->x             = lw_arena_take(arena, (size_t)g->nx, sizeof *s->x);
  s->direction     = lw_arena_take(arena, (size_t)g->nx, sizeof *s->direction);
  s->partial       = lw_arena_take(arena, ((size_t)g->npart + 1) * LW_PARTIALS, sizeof *s->partial);
  lw_factor_lay_out(g, m->settings.portable, arena, &s->factor);
  s->kernels  = lw_mechanics_kernels_choose(m->settings.portable);
  s->reaction = lw_arena_take(arena, nrow, sizeof *s->reaction);
  s->weight   = lw_arena_take(arena, nrow, sizeof *s->weight);
  s->saved    = lw_arena_take(arena, s->state_size, 1);
  s->barrier  = lw_arena_take(arena, 1, sizeof *s->barrier);
  lw_small_lay_out(s, m, g, arena);
  if (method->lay_out_work) {
    method->lay_out_work(s, m, g, arena);
  }
}

/* The one description of an instance's memory. Run once to measure and once to carve. */
static void lay_out(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  lay_out_state(s, m, g, arena);
  lay_out_constants(s, m, g, arena);
  lay_out_workspace(s, m, g, arena);
}

/* List the items by key: list[first[k] .. first[k+1]) are those of key k, in order. */
static void list_by_key(int nkey, int nitem, const int* (*key_of)(const lw_model*, int),
                        const lw_model* m, int* first, int* list)
{
  memset(first, 0, ((size_t)nkey + 2) * sizeof *first);
  for (int i = 0; i < nitem; i++) first[*key_of(m, i) + 2]++;
  for (int k = 0; k < nkey; k++) first[k + 2] += first[k + 1];
  for (int i = 0; i < nitem; i++) list[first[*key_of(m, i) + 1]++] = i;
}

static const int* joint_of_actuator(const lw_model* m, int i)
{
  return &m->actuator[i].joint;
}

static const int* body_of_load(const lw_model* m, int i)
{
  return &m->load[i].body;
}

/* Tell whether frames and coordinates of joints can be lazy, because no step reads them. */
static bool may_be_lazy(const lw_model* m, const lw_structure* g)
{
  bool can = m->settings.formulation == LW_INDEX3_DCA && m->nmotion == 0 && m->ncoupling == 0;
  for (int j = 0; j < m->njoint; j++) {
    can = can && g->connector[lw_structure_joint(j)].point;
  }
  return can;
}

/* Find the arm of each side for the geometric stiffness; sides that hold no point have the arm
 * of zeros. */
static void list_stiffness_arms(lw_instance* s)
{
  const lw_structure* g    = s->structure;
  const int           last = g->points.first[g->npart + 1];
  for (int q = 0; q <= g->nside; q++) {
    s->stiffness_arm[q] =
        (lw_stiffness_arm){0, (int)lw_batch_begin(last, g->npart + 1, LW_POINT_NUMBERS), 0.0};
  }
  for (int q = 0; q < last; q++) {
    const lw_batch* batch = &g->points.batch[q];
    for (int k = 0; k < batch->n; k++) {
      const int at  = (int)lw_batch_begin(q, batch->part, LW_POINT_NUMBERS) + 4 * LW_POINT_ARM + k;
      const int row = batch->joint.row[k];
      lw_stiffness_arm* sides = &s->stiffness_arm[batch->joint.side[k]];
      sides[0]                = (lw_stiffness_arm){row, at, -1.0};
      sides[1]                = (lw_stiffness_arm){row, at + 4 * 3, 1.0};
    }
  }
}

/* Find where the numbers of each body are in the batches. */
static void list_lanes(lw_instance* s)
{
  const lw_structure* g = s->structure;
  for (int q = 0; q < g->bodies.first[g->npart + 1]; q++) {
    const lw_batch* batch = &g->bodies.batch[q];
    for (int k = 0; k < batch->n; k++) {
      s->lane[batch->id[k]] = (lw_lane){(int)lw_batch_begin(q, batch->part, LW_BODY_NUMBERS) + k,
                                        k + 1 < batch->n ? 1 : 4 - k};
    }
  }
}

/* Fill in the lists, and the numbers that never change: the placement of the ground, and the
 * Jacobians of joints except for their arms and axes, which connectors.c computes. */
static void fill_constant_parts(lw_instance* s)
{
  const lw_model*     m = s->model;
  const lw_structure* g = s->structure;
  list_by_key(m->njoint, m->nactuator, joint_of_actuator, m, s->joint_actuator,
              s->joint_actuator_list);
  list_by_key(m->nbody, m->nload, body_of_load, m, s->body_load, s->body_load_list);
  for (int i = 0; i < 3; i++) s->placement[LW_GROUND].R[4 * i] = 1.0;
  list_lanes(s);
  list_stiffness_arms(s);
  for (int j = 0; j < m->njoint; j++) {
    const lw_connector*   c     = &g->connector[lw_structure_joint(j)];
    const lw_joint_frames place = {.length = 1.0};
    lw_joint_jacobian(m->joint[j].type, &place, s->J + g->side[c->side].jac,
                      s->J + g->side[c->side + 1].jac);
  }
}

/* Allocate the block of an instance and lay it out. Returns NULL: no memory for *size bytes. */
static lw_instance* allocate(const lw_model* model, lw_structure* structure, size_t* size)
{
  lw_instance scratch;
  lw_arena    arena = {NULL, 0};
  lw_arena_take(&arena, 1, sizeof scratch);
  lay_out(&scratch, model, structure, &arena);
  *size = arena.used;

  /* one cache line more than measured, because calloc may align to less */
  char* block = calloc(1, arena.used + LW_ALIGN);
  if (!block) {
    return NULL;
  }
  const size_t off = (LW_ALIGN - (uintptr_t)block % LW_ALIGN) % LW_ALIGN;
  arena            = (lw_arena){block + off, 0};
  lw_instance* s   = lw_arena_take(&arena, 1, sizeof *s);
  lay_out(s, model, structure, &arena);
  s->allocation = block;
  s->size       = arena.used + LW_ALIGN;
  s->model      = model;
  s->structure  = structure;
  s->method     = lw_method_of(model->settings.formulation);
  return s;
}

lw_status lw_instance_create(const lw_model* model, lw_diag* diag, lw_instance** instance)
{
  *instance               = NULL;
  lw_structure* structure = NULL;
  lw_status     status    = lw_structure_create(model, &structure);
  if (status != LW_OK) {
    return lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
  }
  size_t       size = 0;
  lw_instance* s    = allocate(model, structure, &size);
  if (!s) {
    lw_structure_destroy(structure);
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "no memory for an instance of %zu bytes", size);
  }
  s->may_be_lazy = may_be_lazy(model, structure);
  fill_constant_parts(s);
  lw_instance_reset(s);
  status = lw_derive_update(s, diag);
  if (status != LW_OK) {
    lw_instance_destroy(s);
    return status;
  }
  *instance = s;
  return LW_OK;
}

void lw_instance_destroy(lw_instance* s)
{
  if (s) {
    lw_structure_destroy(s->structure);
    free(s->allocation);
  }
}

void lw_instance_reset(lw_instance* s)
{
  memset(s->head, 0, s->state_size);
  memcpy(s->value, s->model->value, (size_t)s->model->nvalue * sizeof *s->value);
  s->missed = (lw_missed_accuracy){0};
  lw_invalidate(s, ~0u);
  lw_set_current(s, LW_CHECKED); /* lw_model_finish() has checked the values of the model */
}

void lw_instance_set_threads(lw_instance* s, int threads)
{
  s->threads = threads > 0 ? threads : 0;
}

bool lw_instance_pays_threads(const lw_instance* s)
{
  return lw_pays_threads(s) || lw_joint_space_pays_threads(s);
}

lw_status lw_instance_set_accuracy(lw_instance* s, double accuracy)
{
  if (accuracy != 0.0 && !(accuracy >= LW_TOLERANCE_MIN && accuracy < 1.0)) {
    return LW_ERR_USAGE;
  }
  s->head->accuracy = accuracy;
  return LW_OK;
}

bool lw_instance_missed_accuracy(const lw_instance* s, lw_diag* diag)
{
  const lw_missed_accuracy* missed = &s->missed;
  if (!(missed->step > 0.0)) {
    return false;
  }
  const lw_element body = lw_model_element(s->model, LW_ELEMENT_BODY, missed->body);
  (void)lw_diag_set(diag, LW_RETRY_ACCURACY, body.line,
                    "accuracy was not met: at t = %.9g s the estimated error of the smallest step, "
                    "%.3g s, is %.2g; body \"%s\" moves most abruptly there",
                    missed->t, missed->step, missed->share, body.name);
  return true;
}

size_t lw_instance_memory(const lw_instance* s)
{
  return s->size;
}

const lw_model* lw_instance_model(const lw_instance* s)
{
  return s->model;
}

double lw_instance_time(const lw_instance* s)
{
  return s->head->t;
}

lw_status lw_instance_set_time(lw_instance* s, double t)
{
  if (!isfinite(t)) {
    return LW_ERR_USAGE;
  }
  if (t == s->head->t) {
    return LW_OK;
  }
  s->head->t = s->head->t_input = t;
  for (int k = 0; k < s->model->nmotion; k++) {
    if (s->model->motion[k].kind == LW_MOTION_INPUT) {
      s->drive[LW_DRIVE_NUMBERS * k] = t;
    }
  }
  /* the rows of motions depend on the time */
  if (s->model->nmotion > 0) {
    lw_invalidate(s, LW_POSITIONS | LW_COORDINATES | LW_FACTORISATION);
  }
  return LW_OK;
}

/* ---- values and inputs ------------------------------------------------------------------- */

/* Tell whether one of n values is a parameter, from which other values may follow. */
static bool has_parameter(const lw_model* m, lw_slot slot, int n)
{
  bool found = false;
  for (int i = 0; i < n && m->nformula > 0; i++) {
    lw_element_kind kind;
    int             index;
    found = found || (lw_model_owner(m, slot + i, &kind, &index) && kind == LW_ELEMENT_PARAMETER);
  }
  return found;
}

/* Refuse to set values that follow from parameters. */
static lw_status refuse_computed(const lw_model* m, lw_slot slot, int n, lw_diag* diag)
{
  lw_element_kind kind;
  int             index;
  for (int i = 0; i < n; i++) {
    if (lw_model_is_computed(m, slot + i, 1) && lw_model_owner(m, slot + i, &kind, &index)) {
      const lw_element element = lw_model_element(m, kind, index);
      (void)lw_element_error(diag, &element, "a value that follows from parameters cannot be set");
      return LW_ERR_USAGE;
    }
  }
  return LW_OK;
}

lw_status lw_instance_set_value(lw_instance* s, lw_slot slot, int n, const double value[],
                                lw_diag* diag)
{
  if (slot < 0 || n < 0 || n > s->model->nvalue - slot) {
    return lw_diag_set(diag, LW_ERR_USAGE, 0, "there is no value %d", slot);
  }
  const lw_status allowed = refuse_computed(s->model, slot, n, diag);
  if (allowed != LW_OK) {
    return allowed;
  }
  /* A value that is wrong whatever the others are is refused at once; the few values that change
   * are copied before. Rules between values are checked when all have been set. */
  double old[64];
  for (int done = 0; done < n;) {
    const int    part   = n - done < 64 ? n - done : 64;
    const size_t bytes  = (size_t)part * sizeof *value;
    double*      target = s->value + slot + done;
    memcpy(old, target, bytes);
    memcpy(target, value + done, bytes);
    const lw_status status = lw_model_check_single(s->model, s->value, slot + done, part, diag);
    if (status != LW_OK) {
      memcpy(target, old, bytes);
      return status;
    }
    if (lw_model_check_slots(s->model, s->value, slot + done, part, NULL) != LW_OK) {
      lw_invalidate(s, LW_CHECKED);
    }
    done += part;
  }
  if (has_parameter(s->model, slot, n)) {
    lw_model_compute(s->model, s->value);
    lw_invalidate(s, LW_CHECKED);
  }
  lw_invalidate(s, LW_CONSTANTS | LW_OF_STATE | LW_ACCELERATIONS | LW_METHOD_BEGUN);
  return LW_OK;
}

void lw_instance_get_value(const lw_instance* s, lw_slot slot, int n, double value[])
{
  memcpy(value, s->value + slot, (size_t)n * sizeof *value);
}

lw_status lw_instance_set_input(lw_instance* s, int input, int order, double value)
{
  if (input < 0 || input >= s->model->ninput || order < 0 || order > 2 || !isfinite(value)) {
    return LW_ERR_USAGE;
  }
  double* u = s->input + 4 * input;
  if (order == 0) {
    if (u[0] != value || u[3] > 0.0) {
      lw_invalidate(s, LW_ACCELERATIONS | LW_METHOD_BEGUN);
    }
    u[0] = value;
    u[1] = u[2] = u[3] = 0.0;
  } else {
    u[order] = value;
    u[3]     = 1.0;
    /* the derivatives of a prescribed position are velocity and acceleration of a motion */
    lw_invalidate(s, LW_METHOD_BEGUN | (s->model->nmotion > 0 ? LW_ACCELERATIONS : 0));
  }
  return LW_OK;
}

double lw_instance_get_input(const lw_instance* s, int input)
{
  return s->input[4 * input];
}

lw_status lw_instance_set_input_rate(lw_instance* s, int input, int order, double value)
{
  if (input < 0 || input >= s->model->ninput || order < 1 || order > 2 || !isfinite(value)) {
    return LW_ERR_USAGE;
  }
  s->input_rate[2 * input + order - 1] = value;
  if (s->continuous) {
    lw_invalidate(s, LW_ACCELERATIONS);
  }
  return LW_OK;
}

double lw_instance_get_input_rate(const lw_instance* s, int input, int order)
{
  return s->input_rate[2 * input + order - 1];
}

/* ---- state ------------------------------------------------------------------------------- */

size_t lw_instance_state_size(const lw_instance* s)
{
  return s->state_size;
}

void lw_instance_get_state(lw_instance* s, void* state)
{
  if (s->head->coordinate_lag > 0.0 && !lw_is_current(s, LW_COORDINATES)) {
    lw_pass_lazy_coordinates(s); /* a state has the coordinates of its positions */
  }
  s->head->stages = (double)(s->current & LW_STAGES_KEPT);
  memcpy(state, s->head, s->state_size);
}

lw_status lw_instance_check_state(const lw_instance* s, const void* state, size_t size,
                                  lw_diag* diag)
{
  if (size != s->state_size) {
    return LW_ERR_USAGE;
  }
  lw_state_head head;
  memcpy(&head, state, sizeof head);
  if (!(head.halved >= 0.0 && head.halved <= LW_HALVINGS_MAX) || !isfinite(head.t)) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "they are damaged");
  }
  const size_t at     = (size_t)((const char*)s->value - (const char*)s->head);
  const int    nvalue = s->model->nvalue;
  const size_t bytes  = (size_t)nvalue * sizeof(double);
  double*      value  = malloc(bytes + 1);
  lw_status    status = value ? LW_OK : lw_diag_set(diag, LW_ERR_MEMORY, 0, "no memory");
  if (value) {
    memcpy(value, (const char*)state + at, bytes);
    status = lw_model_check_single(s->model, value, 0, nvalue, diag);
  }
  free(value);
  return status;
}

lw_status lw_instance_set_state(lw_instance* s, const void* state, size_t size)
{
  if (size != s->state_size) {
    return LW_ERR_USAGE;
  }
  memcpy(s->head, state, size);
  lw_invalidate(s, ~(unsigned)LW_UNIQUENESS);
  /* other numbers are not from lw_instance_get_state() */
  if (s->head->stages >= 0.0 && s->head->stages <= LW_STAGES_KEPT) {
    lw_set_current(s, (unsigned)s->head->stages & LW_STAGES_KEPT);
  }
  /* the values of an initialised instance were checked, unless some were set later */
  if (s->head->initialised > 0.0 && lw_is_current(s, LW_ACCELERATIONS)) {
    lw_set_current(s, LW_CHECKED);
  }
  return LW_OK;
}
