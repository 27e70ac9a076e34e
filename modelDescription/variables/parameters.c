/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parameters.c - the rows of parameters in the variable table.
 *
 *   reads    a finished model
 */
#include "variables/builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char* const XYZ[]     = {"x", "y", "z"};
static const char* const MOMENTS[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
/* ranges */
static const double NOT_NEGATIVE[2] = {0.0, HUGE_VAL};
static const double FRACTION[2]     = {0.0, 1.0};
static const double ONE_OR_MORE[2]  = {1.0, HUGE_VAL};

static const char* const SIX[] = {"along x", "along y", "along z", "about x", "about y", "about z"};

/* Add a row for a parameter with values from a slot on; no row if the
 * mechanism does not have it. */
static void add_values(lw_row_builder* b, const lw_row_owner* o, const char* suffix, lw_slot slot,
                       lw_variable row)
{
  if (slot != LW_NONE) {
    row.size            = row.size ? row.size : 1;
    const bool computed = lw_model_is_computed(b->table->model, slot, row.size);
    row.causality       = computed ? LW_CALCULATED : LW_PARAMETER;
    row.variability     = computed ? LW_FIXED_VALUE : row.variability;
    row.source          = LW_FROM_VALUE;
    row.first           = slot;
    row.indexed         = row.indexed || row.size > 1;
    lw_row_add(b, o, suffix, row);
  }
}

static void add_scalar(lw_row_builder* b, const lw_row_owner* o, const char* suffix, lw_slot slot,
                       lw_unit unit, const char* text)
{
  /* coordinates, lengths and the stiffness of springs may have any sign, all other scalars of
   * elements must not be negative */
  const bool any =
      unit == LW_UNIT_LENGTH || unit == LW_UNIT_ANGLE || strcmp(suffix, "stiffness") == 0;
  add_values(b, o, suffix, slot,
             (lw_variable){.variability = LW_TUNABLE,
                           .unit        = unit,
                           .bounds      = any ? NULL : NOT_NEGATIVE,
                           .text        = text});
}

/* The unit of the list with a text in which blanks are allowed instead of
 * points; LW_UNIT_COUNT: none. */
static lw_unit find_unit(const char* text)
{
  for (lw_unit unit = 0; unit < LW_UNIT_COUNT; unit++) {
    const lw_unit_info info = lw_unit_get_info(unit);
    size_t             i    = 0;
    while (info.name[i] && (info.name[i] == text[i] || (info.name[i] == '.' && text[i] == ' '))) {
      i++;
    }
    if (!info.name[i] && !text[i]) {
      return unit;
    }
  }
  return LW_UNIT_COUNT;
}

/* The parameters of the file, by their own names; parameters that count elements cannot be set. */
static void add_file_parameters(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nparameter; i++) {
    const lw_parameter* parameter = &model->parameter[i];
    const lw_row_owner  o         = {lw_model_name(model, parameter->name), i};
    const char*         unit_text = lw_model_name(model, parameter->unit);
    const char*         text      = lw_model_name(model, parameter->description);
    const lw_unit       unit      = *unit_text ? find_unit(unit_text) : LW_UNIT_ONE;
    if (!parameter->structural) {
      add_values(b, &o, "", parameter->value,
                 (lw_variable){.variability = LW_FIXED_VALUE,
                               .unit        = unit == LW_UNIT_COUNT ? LW_UNIT_ONE : unit,
                               .unit_text   = unit == LW_UNIT_COUNT ? unit_text : NULL,
                               .text        = *text ? text : "parameter of the mechanism"});
    }
  }
}

static void add_body_parameters(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nbody; i++) {
    const lw_body*     body = &model->body[i];
    const lw_row_owner o    = {lw_model_name(model, body->name), i};
    add_scalar(b, &o, "mass", body->mass, LW_UNIT_MASS, "mass of the body");
    add_values(b, &o, "inertia", body->inertia,
               (lw_variable){.size        = 6,
                             .variability = LW_TUNABLE,
                             .unit        = LW_UNIT_INERTIA,
                             .text      = "inertia of the body about its centre of mass, body axes",
                             .component = MOMENTS});
  }
}

static int find_root(int* up, int i)
{
  while (up[i] != i) {
    up[i] = up[up[i]]; /* halves the path for the next search */
    i     = up[i];
  }
  return i;
}

/* Whether joints or couplings close a loop, so that constraints may depend on each other. */
static bool has_loops(lw_row_builder* b, const lw_model* model)
{
  const int ground = model->nbody;
  int*      up     = malloc(((size_t)ground + 1) * sizeof *up);
  bool      loop   = model->ncoupling > 0;
  if (!up) {
    b->failed = true;
    return false;
  }
  for (int i = 0; i <= ground; i++) up[i] = i;
  for (int j = 0; j < model->njoint && !loop; j++) {
    const lw_joint* joint  = &model->joint[j];
    const int       parent = find_root(up, joint->parent == LW_GROUND ? ground : joint->parent);
    const int       child  = find_root(up, joint->child == LW_GROUND ? ground : joint->child);
    loop                   = parent == child;
    up[parent]             = child;
  }
  free(up);
  return loop;
}

/* Whether reactions of a joint are unique, all together and by components. */
static void add_unique(lw_row_builder* b, const lw_row_owner* o)
{
  lw_variable row = {.size        = 1,
                     .causality   = LW_CALCULATED,
                     .variability = LW_FIXED_VALUE,
                     .source      = LW_FROM_QUANTITY,
                     .quantity    = LW_JOINT_UNIQUE,
                     .unit        = LW_UNIT_ONE,
                     .text =
                         "1: force and torque of the joint are unique; 0: they are not, because "
                         "constraints are redundant, and those of least norm are given"};
  lw_row_add(b, o, "unique", row);
  row.size      = 3;
  row.indexed   = true;
  row.component = XYZ;
  row.quantity  = LW_JOINT_FORCE_UNIQUE;
  row.text      = "1: this component of the force of the joint is unique; 0: it is not";
  lw_row_add(b, o, "force_unique", row);
  row.quantity = LW_JOINT_TORQUE_UNIQUE;
  row.text     = "1: this component of the torque of the joint is unique; 0: it is not";
  lw_row_add(b, o, "torque_unique", row);
}

static void add_joint_parameters(lw_row_builder* b, const lw_model* model)
{
  const bool loops = has_loops(b, model);
  for (int i = 0; i < model->njoint; i++) {
    const lw_joint*    joint = &model->joint[i];
    const lw_row_owner o     = {lw_model_name(model, joint->name), i};
    const bool         angle = lw_row_joint_angles(model, i) & 1u;
    add_scalar(b, &o, "stiffness", joint->stiffness,
               angle ? LW_UNIT_ANGULAR_STIFFNESS : LW_UNIT_STIFFNESS,
               "stiffness of the spring on the joint coordinate");
    add_scalar(b, &o, "damping", joint->damping, angle ? LW_UNIT_ANGULAR_DAMPING : LW_UNIT_DAMPING,
               "damping of the joint coordinate");
    add_scalar(b, &o, "rest", joint->rest, angle ? LW_UNIT_ANGLE : LW_UNIT_LENGTH,
               "joint coordinate at which the spring is relaxed");
    add_scalar(b, &o, "lower", joint->lower, angle ? LW_UNIT_ANGLE : LW_UNIT_LENGTH,
               "lower end of the range of the joint coordinate");
    add_scalar(b, &o, "upper", joint->upper, angle ? LW_UNIT_ANGLE : LW_UNIT_LENGTH,
               "upper end of the range of the joint coordinate");
    add_scalar(b, &o, "stop_stiffness", joint->stop_stiffness,
               angle ? LW_UNIT_ANGULAR_STIFFNESS : LW_UNIT_STIFFNESS,
               "stiffness of the stops at the ends of the range");
    add_scalar(b, &o, "stop_damping", joint->stop_damping,
               angle ? LW_UNIT_ANGULAR_DAMPING : LW_UNIT_DAMPING,
               "damping of the stops at the ends of the range");
    add_scalar(b, &o, "friction", joint->friction, angle ? LW_UNIT_TORQUE : LW_UNIT_FORCE,
               "dry friction of the joint coordinate");
    lw_variable start = {.size        = lw_joint_info_get(joint->type)->nq,
                         .variability = LW_FIXED_VALUE,
                         .angles      = lw_row_joint_angles(model, i),
                         .unit        = LW_UNIT_LENGTH,
                         .unit_angle  = LW_UNIT_ANGLE,
                         .text        = "joint coordinate at the start"};
    add_values(b, &o, "q0", joint->q0, start);
    start.unit       = LW_UNIT_VELOCITY;
    start.unit_angle = LW_UNIT_ANGULAR_VELOCITY;
    start.text       = "rate of the joint coordinate at the start";
    add_values(b, &o, "qd0", joint->qd0, start);
    if (loops) {
      add_unique(b, &o);
    }
  }
}

static void add_force_parameters(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nspring; i++) {
    const lw_spring*   spring = &model->spring[i];
    const lw_row_owner o      = {lw_model_name(model, spring->name), i};
    add_scalar(b, &o, "stiffness", spring->stiffness, LW_UNIT_STIFFNESS, "stiffness of the spring");
    add_scalar(b, &o, "damping", spring->damping, LW_UNIT_DAMPING, "damping of the spring");
    add_scalar(b, &o, "length", spring->length, LW_UNIT_LENGTH, "free length of the spring");
  }
  for (int i = 0; i < model->nbushing; i++) {
    const lw_bushing*  bushing = &model->bushing[i];
    const lw_row_owner o       = {lw_model_name(model, bushing->name), i};
    lw_variable        row     = {.size        = 6,
                                  .variability = LW_TUNABLE,
                                  .angles      = 0x38, /* the last three of six */
                                  .unit        = LW_UNIT_STIFFNESS,
                                  .unit_angle  = LW_UNIT_ANGULAR_STIFFNESS,
                                  .text        = "stiffness of the bushing, axes of its from frame",
                                  .component   = SIX};
    add_values(b, &o, "stiffness", bushing->stiffness, row);
    row.unit       = LW_UNIT_DAMPING;
    row.unit_angle = LW_UNIT_ANGULAR_DAMPING;
    row.text       = "damping of the bushing, axes of its from frame";
    add_values(b, &o, "damping", bushing->damping, row);
  }
}

static void add_motion_parameters(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nmotion; i++) {
    const lw_motion*   motion = &model->motion[i];
    const lw_row_owner o      = {lw_model_name(model, motion->name), i};
    const unsigned     angle  = lw_row_joint_angles(model, motion->joint) & 1u;
    if (motion->kind == LW_MOTION_VELOCITY) {
      add_values(b, &o, "velocity", motion->coef,
                 (lw_variable){.variability = LW_FIXED_VALUE,
                               .unit        = angle ? LW_UNIT_ANGULAR_VELOCITY : LW_UNIT_VELOCITY,
                               .text        = "velocity that the drive enforces"});
    } else if (motion->kind == LW_MOTION_POLYNOMIAL) {
      add_values(b, &o, "position", motion->coef,
                 (lw_variable){.size        = motion->ncoef,
                               .indexed     = true,
                               .variability = LW_FIXED_VALUE,
                               .polynomial  = true,
                               .angles      = angle,
                               .text = "coefficient of the position that the drive enforces"});
    }
  }
}

void lw_variable_parameters_add(lw_row_builder* b, const lw_model* model)
{
  const lw_row_owner none = {"", 0};
  add_file_parameters(b, model);
  add_values(b, &none, "gravity", model->gravity,
             (lw_variable){.size        = 3,
                           .variability = LW_TUNABLE,
                           .unit        = LW_UNIT_ACCELERATION,
                           .text        = "acceleration of gravity, world axes",
                           .component   = XYZ});
  add_body_parameters(b, model);
  add_joint_parameters(b, model);
  add_force_parameters(b, model);
  add_motion_parameters(b, model);

  const lw_row_owner solver = {"solver", 0};
  add_values(b, &solver, "step", model->settings.step,
             (lw_variable){.variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_SECOND,
                           .bounds      = NOT_NEGATIVE,
                           .text        = "largest internal time step"});
  add_values(b, &solver, "tolerance", model->settings.tolerance,
             (lw_variable){.variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_ONE,
                           .bounds      = FRACTION,
                           .text        = "Newton stop criterion on the scaled increment"});
  add_values(b, &solver, "iterations_max", model->settings.iterations,
             (lw_variable){.type        = LW_TYPE_INTEGER,
                           .variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_ONE,
                           .bounds      = ONE_OR_MORE,
                           .text        = "most Newton iterations in an internal step"});
}
