/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.c - the mechanism as a set of growing arrays: tables of names, adding, outputs, finding.
 *
 *   cost     adding is amortised O(1), finding by name O(n)
 */
#include <linkwork/model.h>

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/elements.h"

/* ---- tables ------------------------------------------------------------------------------ */

const char* const lw_formulation_names[LW_FORMULATION_COUNT + 1] = {
    [LW_INDEX3_DCA]              = "index3-dca",
    [LW_HAMILTONIAN_DCA]         = "hamiltonian-dca",
    [LW_ACCELERATION_DCA]        = "acceleration-dca",
    [LW_PENALTY]                 = "penalty",
    [LW_AUGMENTED_LAGRANGIAN]    = "augmented-lagrangian",
    [LW_AUGMENTED_HAMILTONIAN]   = "augmented-hamiltonian",
    [LW_COORDINATE_PARTITIONING] = "coordinate-partitioning",
    [LW_FORMULATION_COUNT]       = NULL,
};

const char* const lw_integrator_names[LW_INTEGRATOR_COUNT + 1] = {
    [LW_INTEGRATOR_DEFAULT]      = "auto",
    [LW_DOPRI5]                  = "dopri5",
    [LW_BS32]                    = "bs32",
    [LW_ABM]                     = "abm",
    [LW_FORWARD_EULER]           = "forward-euler",
    [LW_SEMI_IMPLICIT_EULER]     = "semi-implicit-euler",
    [LW_TRAPEZOIDAL_FIXED_POINT] = "trapezoidal-fixed-point",
    [LW_TRAPEZOIDAL_NEWTON]      = "trapezoidal-newton",
    [LW_NEWMARK]                 = "newmark",
    [LW_INTEGRATOR_COUNT]        = NULL,
};

const lw_joint_info* lw_joint_info_get(lw_joint_type type)
{
  /* clang-format off */
  static const lw_joint_info info[LW_JOINT_TYPE_COUNT] = {
      /* name, rows, coordinates, angles among them as bits, has quat; needs axis, axis2, at2;
       * allows axis2, drivable */
      [LW_FIXED]          = {"fixed",          6, 0, 0u,  0,  0, 0, 0,  0, 0},
      [LW_REVOLUTE]       = {"revolute",       5, 1, 1u,  0,  1, 0, 0,  0, 1},
      [LW_PRISMATIC]      = {"prismatic",      5, 1, 0u,  0,  1, 0, 0,  0, 1},
      [LW_CYLINDRICAL]    = {"cylindrical",    4, 2, 2u,  0,  1, 0, 0,  0, 0},
      [LW_UNIVERSAL]      = {"universal",      4, 2, 3u,  0,  1, 1, 0,  1, 0},
      [LW_SPHERICAL]      = {"spherical",      3, 0, 0u,  1,  0, 0, 0,  0, 0},
      [LW_PLANAR]         = {"planar",         3, 3, 4u,  0,  1, 0, 0,  1, 0},
      [LW_POINT_ON_LINE]  = {"point-on-line",  2, 1, 0u,  0,  1, 0, 0,  0, 0},
      [LW_POINT_ON_PLANE] = {"point-on-plane", 1, 0, 0u,  0,  1, 0, 0,  0, 0},
      [LW_DISTANCE]       = {"distance",       1, 0, 0u,  0,  0, 0, 1,  0, 0},
  };
  /* clang-format on */
  return (int)type >= 0 && type < LW_JOINT_TYPE_COUNT ? &info[type] : NULL;
}

const char* const* lw_output_names(lw_output_kind kind)
{
  static const char* const none[]   = {NULL};
  static const char* const body[]   = {"r", "quat", "v", "w", "a", "z", NULL};
  static const char* const joint[]  = {"q", "qd", "qdd", "quat", "force", "torque", NULL};
  static const char* const effort[] = {"effort", NULL};
  static const char* const energy[] = {"kinetic", "potential", "total", NULL};
  switch (kind) {
  case LW_OUTPUT_BODY: return body;
  case LW_OUTPUT_JOINT: return joint;
  case LW_OUTPUT_MOTION:
  case LW_OUTPUT_COUPLING: return effort;
  case LW_OUTPUT_ENERGY: return energy;
  }
  return none;
}

/* ---- adding ------------------------------------------------------------------------------ */

/* Make room for at least `needed` elements by doubling the capacity. Returns the array, which
 * may have moved, or NULL: no memory, and the old array is unchanged. */
static void* reserve(void* array, size_t needed, size_t* cap, size_t size)
{
  if (needed <= *cap) {
    return array;
  }
  size_t wanted =
      *cap ? *cap : 16; /* little memory for a pendulum, few reallocations for a robot */
  while (wanted < needed) {
    wanted = wanted > SIZE_MAX / 2 ? needed : wanted * 2;
  }
  if (wanted > SIZE_MAX / size) {
    return NULL;
  }
  void* grown = realloc(array, wanted * size);
  if (grown) {
    *cap = wanted;
  }
  return grown;
}

/* The same for an array of n elements, counted in int, to which `more` elements are to be added. */
static void* reserve_int(void* array, int n, int more, int* cap, size_t size)
{
  if (more > INT_MAX / 2 - n) {
    return NULL; /* doubling would exceed the largest index */
  }
  size_t wide  = (size_t)*cap;
  void*  grown = reserve(array, (size_t)(n + more), &wide, size);
  if (grown) {
    *cap = (int)wide;
  }
  return grown;
}

/* Append a copy of an item. Returns the array, or NULL: no memory, nothing changed. */
static void* append(void* array, int* n, int* cap, size_t size, const void* item)
{
  char* grown = reserve_int(array, *n, 1, cap, size);
  if (grown) {
    memcpy(grown + (size_t)*n * size, item, size);
    *n += 1;
  }
  return grown;
}

int lw_model_add_parameter(lw_model* model, const lw_parameter* parameter)
{
  lw_parameter* array = append(model->parameter, &model->nparameter, &model->parameter_cap,
                               sizeof *parameter, parameter);
  model->parameter    = array ? array : model->parameter;
  return array ? model->nparameter - 1 : LW_NONE;
}

int lw_model_add_formula(lw_model* model, const lw_formula* formula)
{
  lw_formula* array =
      append(model->formula, &model->nformula, &model->formula_cap, sizeof *formula, formula);
  model->formula = array ? array : model->formula;
  return array ? model->nformula - 1 : LW_NONE;
}

int lw_model_add_instruction(lw_model* model, const lw_instruction* instruction)
{
  lw_instruction* array = append(model->instruction, &model->ninstruction, &model->instruction_cap,
                                 sizeof *instruction, instruction);
  model->instruction    = array ? array : model->instruction;
  return array ? model->ninstruction - 1 : LW_NONE;
}

int lw_model_add_body(lw_model* model, const lw_body* body)
{
  lw_body* array = append(model->body, &model->nbody, &model->body_cap, sizeof *body, body);
  model->body    = array ? array : model->body;
  return array ? model->nbody - 1 : LW_NONE;
}

int lw_model_add_frame(lw_model* model, const lw_frame* frame)
{
  lw_frame* array = append(model->frame, &model->nframe, &model->frame_cap, sizeof *frame, frame);
  model->frame    = array ? array : model->frame;
  return array ? model->nframe - 1 : LW_NONE;
}

int lw_model_add_shape(lw_model* model, const lw_shape* shape)
{
  lw_shape* array = append(model->shape, &model->nshape, &model->shape_cap, sizeof *shape, shape);
  model->shape    = array ? array : model->shape;
  return array ? model->nshape - 1 : LW_NONE;
}

int lw_model_add_joint(lw_model* model, const lw_joint* joint)
{
  lw_joint* array = append(model->joint, &model->njoint, &model->joint_cap, sizeof *joint, joint);
  model->joint    = array ? array : model->joint;
  return array ? model->njoint - 1 : LW_NONE;
}

int lw_model_add_actuator(lw_model* model, const lw_actuator* actuator)
{
  lw_actuator* array =
      append(model->actuator, &model->nactuator, &model->actuator_cap, sizeof *actuator, actuator);
  model->actuator = array ? array : model->actuator;
  return array ? model->nactuator - 1 : LW_NONE;
}

int lw_model_add_load(lw_model* model, const lw_load* load)
{
  lw_load* array = append(model->load, &model->nload, &model->load_cap, sizeof *load, load);
  model->load    = array ? array : model->load;
  return array ? model->nload - 1 : LW_NONE;
}

int lw_model_add_spring(lw_model* model, const lw_spring* spring)
{
  lw_spring* array =
      append(model->spring, &model->nspring, &model->spring_cap, sizeof *spring, spring);
  model->spring = array ? array : model->spring;
  return array ? model->nspring - 1 : LW_NONE;
}

int lw_model_add_bushing(lw_model* model, const lw_bushing* bushing)
{
  lw_bushing* array =
      append(model->bushing, &model->nbushing, &model->bushing_cap, sizeof *bushing, bushing);
  model->bushing = array ? array : model->bushing;
  return array ? model->nbushing - 1 : LW_NONE;
}

int lw_model_add_motion(lw_model* model, const lw_motion* motion)
{
  lw_motion* array =
      append(model->motion, &model->nmotion, &model->motion_cap, sizeof *motion, motion);
  model->motion = array ? array : model->motion;
  return array ? model->nmotion - 1 : LW_NONE;
}

int lw_model_add_coupling(lw_model* model, const lw_coupling* coupling)
{
  lw_coupling* array =
      append(model->coupling, &model->ncoupling, &model->coupling_cap, sizeof *coupling, coupling);
  model->coupling = array ? array : model->coupling;
  return array ? model->ncoupling - 1 : LW_NONE;
}

int lw_model_add_coupling_term(lw_model* model, const lw_coupling_term* term)
{
  lw_coupling_term* array = append(model->coupling_term, &model->ncoupling_term,
                                   &model->coupling_term_cap, sizeof *term, term);
  model->coupling_term    = array ? array : model->coupling_term;
  return array ? model->ncoupling_term - 1 : LW_NONE;
}

int lw_model_add_output(lw_model* model, const lw_output* output)
{
  lw_output* array =
      append(model->output, &model->noutput, &model->output_cap, sizeof *output, output);
  model->output = array ? array : model->output;
  return array ? model->noutput - 1 : LW_NONE;
}

lw_name lw_model_add_name(lw_model* model, const char* text)
{
  const size_t size = strlen(text) + 1;
  if (size > (size_t)INT_MAX - model->npool) {
    return -1; /* names are offsets of type int */
  }
  char* pool = reserve(model->pool, model->npool + size, &model->pool_cap, 1);
  if (!pool) {
    return -1;
  }
  const size_t offset = model->npool;
  memcpy(pool + offset, text, size);
  model->pool = pool;
  model->npool += size;
  return (lw_name)offset;
}

const char* lw_model_name(const lw_model* model, lw_name name)
{
  return name >= 0 && (size_t)name < model->npool ? model->pool + name : "";
}

lw_slot lw_model_add_values(lw_model* model, int n, const double value[])
{
  double* array =
      n >= 0 ? reserve_int(model->value, model->nvalue, n, &model->value_cap, sizeof *array) : NULL;
  if (!array) {
    return LW_NONE;
  }
  const lw_slot slot = model->nvalue;
  for (int i = 0; i < n; i++) array[slot + i] = value ? value[i] : 0.0;
  model->value = array;
  model->nvalue += n;
  return slot;
}

/* ---- creation and destruction ------------------------------------------------------------ */

lw_model* lw_model_create(void)
{
  lw_model* model = calloc(1, sizeof *model);
  if (!model) {
    return NULL;
  }
  static const double gravity[3] = {0.0, 0.0, -9.81};
  static const double step = 1e-3, tolerance = 1e-10, iterations = 10.0;
  const lw_name       empty = lw_model_add_name(model, ""); /* offset 0 */

  model->name                 = empty;
  model->description          = empty;
  model->version              = empty;
  model->author               = empty;
  model->license              = empty;
  model->gravity              = lw_model_add_values(model, 3, gravity);
  model->settings.formulation = LW_INDEX3_DCA;
  model->settings.step        = lw_model_add_values(model, 1, &step);
  model->settings.tolerance   = lw_model_add_values(model, 1, &tolerance);
  model->settings.iterations  = lw_model_add_values(model, 1, &iterations);
  model->settings.accuracy    = LW_ACCURACY_DEFAULT;
  model->settings.rtol        = 1e-6;
  model->settings.atol        = 1e-6;
  model->settings.omega       = NAN;
  model->settings.xi          = NAN;
  model->settings.beta        = NAN;
  model->settings.gamma       = NAN;
  model->settings.start       = 0.0;
  model->settings.stop        = 10.0;
  model->settings.output_step = NAN; /* not given: lw_model_finish() uses the step of the solver */

  if (empty < 0 || model->gravity < 0 || model->settings.step < 0 ||
      model->settings.tolerance < 0 || model->settings.iterations < 0) {
    lw_model_destroy(model);
    return NULL;
  }
  return model;
}

void lw_model_destroy(lw_model* model)
{
  if (!model) {
    return;
  }
  free(model->pool);
  free(model->value);
  free(model->owner);
  free(model->computed);
  free(model->parameter);
  free(model->formula);
  free(model->instruction);
  free(model->body);
  free(model->frame);
  free(model->shape);
  free(model->joint);
  free(model->actuator);
  free(model->load);
  free(model->spring);
  free(model->bushing);
  free(model->motion);
  free(model->coupling);
  free(model->coupling_term);
  free(model->output);
  free(model);
}

lw_body lw_body_default(void)
{
  return (lw_body){.physical = true,
                   .mass     = LW_NONE,
                   .inertia  = LW_NONE,
                   .com      = LW_NONE,
                   .at       = LW_NONE,
                   .rotation = {LW_ROTATION_NONE, LW_NONE},
                   .velocity = LW_NONE,
                   .spin     = LW_NONE};
}

lw_joint lw_joint_default(void)
{
  return (lw_joint){.type           = LW_FIXED,
                    .parent         = LW_GROUND,
                    .child          = LW_GROUND,
                    .parent_frame   = LW_NONE,
                    .child_frame    = LW_NONE,
                    .at             = LW_NONE,
                    .axis           = LW_NONE,
                    .axis2          = LW_NONE,
                    .at2            = LW_NONE,
                    .length         = LW_NONE,
                    .stiffness      = LW_NONE,
                    .damping        = LW_NONE,
                    .rest           = LW_NONE,
                    .lower          = LW_NONE,
                    .upper          = LW_NONE,
                    .stop_stiffness = LW_NONE,
                    .stop_damping   = LW_NONE,
                    .friction       = LW_NONE,
                    .q0             = LW_NONE,
                    .qd0            = LW_NONE};
}

/* ---- outputs and finding ----------------------------------------------------------------- */

static int compare_outputs(const void* a, const void* b)
{
  const lw_output* x = a;
  const lw_output* y = b;
  if (x->kind != y->kind) {
    return x->kind < y->kind ? -1 : 1;
  }
  return (x->index > y->index) - (x->index < y->index);
}

void lw_model_sort_outputs(lw_model* model)
{
  if (model->noutput == 0) {
    return;
  }
  qsort(model->output, (size_t)model->noutput, sizeof *model->output, compare_outputs);
  int n = 0;
  for (int i = 1; i < model->noutput; i++) {
    if (compare_outputs(&model->output[n], &model->output[i]) == 0) {
      model->output[n].what |= model->output[i].what;
    } else {
      model->output[++n] = model->output[i];
    }
  }
  model->noutput = n + 1;
}

/* All outputs that an element of a kind can have, as bits. */
static unsigned outputs_of(const lw_model* model, lw_output_kind kind, int index)
{
  unsigned           all   = 0;
  const char* const* names = lw_output_names(kind);
  for (unsigned i = 0; names[i]; i++) all |= 1u << i;
  if (kind == LW_OUTPUT_JOINT) {
    /* the first three are the coordinates, the fourth the orientation */
    const lw_joint_info* info = lw_joint_info_get(model->joint[index].type);
    all &= ~((info->nq ? 0u : 7u) | (info->has_quat ? 0u : 8u));
  }
  return all;
}

/* The quantities that are outputs where the file does not say which: what other parts of a system
 * are connected to. */
static unsigned default_outputs(lw_output_kind kind)
{
  static const char* const wanted[] = {"r", "quat", "q", "qd", "force", "torque", "effort", NULL};
  const char* const*       names    = lw_output_names(kind);
  unsigned                 bits     = 0;
  for (unsigned i = 0; names[i]; i++) {
    /* the relative orientation of a joint follows from those of its bodies */
    const bool relative = kind == LW_OUTPUT_JOINT && strcmp(names[i], "quat") == 0;
    for (int k = 0; wanted[k]; k++) {
      bits |= !relative && strcmp(names[i], wanted[k]) == 0 ? 1u << i : 0u;
    }
  }
  return bits;
}

unsigned lw_model_locals(const lw_model* model, lw_output_kind kind, int index)
{
  return model->only_outputs
             ? 0u
             : outputs_of(model, kind, index) & ~lw_model_outputs(model, kind, index);
}

unsigned lw_model_outputs(const lw_model* model, lw_output_kind kind, int index)
{
  const unsigned all = outputs_of(model, kind, index);
  if (!model->select_outputs) {
    return all & default_outputs(kind);
  }
  if (model->noutput == 0) {
    return 0;
  }
  const lw_output  key = {.kind = kind, .index = index};
  const lw_output* found =
      bsearch(&key, model->output, (size_t)model->noutput, sizeof *model->output, compare_outputs);
  return found ? found->what & all : 0u;
}

int lw_model_find_body(const lw_model* model, const char* name)
{
  for (int b = 0; b < model->nbody; b++) {
    if (strcmp(lw_model_name(model, model->body[b].name), name) == 0) {
      return b;
    }
  }
  return LW_NONE;
}

int lw_model_find_joint(const lw_model* model, const char* name)
{
  for (int j = 0; j < model->njoint; j++) {
    if (strcmp(lw_model_name(model, model->joint[j].name), name) == 0) {
      return j;
    }
  }
  return LW_NONE;
}
