/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows.c - the variables of a mechanism: one row per scalar or vector.
 *
 *   reads    a finished model
 *   writes   the rows of the variable table, in the order of modelDescription.xml, and their names
 *   cost     below a microsecond per row
 */
#include "variables/rows.h"

#include <string.h>

#include "variables/builder.h"

static const char* const XYZ[]    = {"x", "y", "z"};
static const char* const WXYZ[]   = {"w", "x", "y", "z"};
static const char* const LEVELS[] = {"position", "velocity", "acceleration"};

/* The outputs of an element: one line per name of lw_output_names(). */
typedef struct output_spec {
  lw_output_kind     kind;
  const char*        name;
  lw_quantity        quantity;
  int                first, size; /* size 0: all that the quantity has */
  lw_unit            unit, unit_angle;
  const char*        text;
  const char* const* component;
} output_spec;

/* clang-format off */
static const output_spec OUTPUTS[] = {
  {LW_OUTPUT_BODY, "r",    LW_BODY_R,    0, 0, LW_UNIT_LENGTH, 0,
   "position of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "quat", LW_BODY_QUAT, 0, 0, LW_UNIT_ONE, 0,
   "orientation of the body, quaternion from body to world", WXYZ},
  {LW_OUTPUT_BODY, "v",    LW_BODY_V,    0, 0, LW_UNIT_VELOCITY, 0,
   "velocity of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "w",    LW_BODY_W,    0, 0, LW_UNIT_ANGULAR_VELOCITY, 0,
   "angular velocity of the body, world axes", XYZ},
  {LW_OUTPUT_BODY, "a",    LW_BODY_A,    0, 0, LW_UNIT_ACCELERATION, 0,
   "acceleration of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "z",    LW_BODY_Z,    0, 0, LW_UNIT_ANGULAR_ACCEL, 0,
   "angular acceleration of the body, world axes", XYZ},
  {LW_OUTPUT_JOINT, "q",      LW_JOINT_Q,      0, 0, LW_UNIT_LENGTH, LW_UNIT_ANGLE,
   "joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "qd",     LW_JOINT_QD,     0, 0, LW_UNIT_VELOCITY, LW_UNIT_ANGULAR_VELOCITY,
   "first derivative of the joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "qdd",    LW_JOINT_QDD,    0, 0, LW_UNIT_ACCELERATION, LW_UNIT_ANGULAR_ACCEL,
   "second derivative of the joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "quat",   LW_JOINT_QUAT,   0, 0, LW_UNIT_ONE, 0,
   "orientation of the child relative to the parent, quaternion", WXYZ},
  {LW_OUTPUT_JOINT, "force",  LW_JOINT_FORCE,  0, 0, LW_UNIT_FORCE, 0,
   "constraint force on the child at its joint point, world axes", XYZ},
  {LW_OUTPUT_JOINT, "torque", LW_JOINT_TORQUE, 0, 0, LW_UNIT_TORQUE, 0,
   "constraint torque on the child about its joint point, world axes", XYZ},
  {LW_OUTPUT_MOTION,   "effort", LW_MOTION_EFFORT,   0, 0, LW_UNIT_FORCE, LW_UNIT_TORQUE,
   "effort of the drive on the child along the joint coordinate", NULL},
  {LW_OUTPUT_COUPLING, "effort", LW_COUPLING_EFFORT, 0, 0, LW_UNIT_FORCE, LW_UNIT_TORQUE,
   "effort of the coupling", NULL},
  {LW_OUTPUT_ENERGY, "kinetic",   LW_ENERGY, 0, 1, LW_UNIT_ENERGY, 0,
   "kinetic energy", NULL},
  {LW_OUTPUT_ENERGY, "potential", LW_ENERGY, 1, 1, LW_UNIT_ENERGY, 0,
   "potential energy of gravity (zero at the world origin), springs and bushings", NULL},
  {LW_OUTPUT_ENERGY, "total",     LW_ENERGY, 2, 1, LW_UNIT_ENERGY, 0,
   "kinetic and potential energy", NULL},
};
/* clang-format on */

/* ---- inputs */

/* The velocity and the acceleration of a position that a motion follows. */
static void add_rates(lw_row_builder* b, const lw_row_owner* o, int input, bool angle)
{
  static const struct {
    const char* name;
    lw_unit     unit[2];
    const char* text;
  } rate[2] = {{"velocity",
                {LW_UNIT_VELOCITY, LW_UNIT_ANGULAR_VELOCITY},
                "first derivative of the prescribed coordinate, for model exchange"},
               {"acceleration",
                {LW_UNIT_ACCELERATION, LW_UNIT_ANGULAR_ACCEL},
                "second derivative of the prescribed coordinate, for model exchange"}};
  for (int i = 0; i < 2; i++) {
    lw_row_add(b, o, rate[i].name,
               (lw_variable){.size        = 1,
                             .causality   = LW_INPUT,
                             .variability = LW_CONTINUOUS,
                             .source      = LW_FROM_RATE,
                             .first       = input,
                             .order       = i + 1,
                             .unit        = rate[i].unit[angle],
                             .text        = rate[i].text});
  }
}

static void add_input(lw_row_builder* b, const lw_row_owner* o, int input, int size, lw_unit unit,
                      const char* text)
{
  lw_row_add(b, o, "",
             (lw_variable){.indexed     = size > 1,
                           .size        = size,
                           .causality   = LW_INPUT,
                           .variability = LW_CONTINUOUS,
                           .source      = LW_FROM_INPUT,
                           .first       = input,
                           .unit        = unit,
                           .text        = text,
                           .component   = size > 1 ? XYZ : NULL});
}

static void add_inputs(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nactuator; i++) {
    const lw_actuator* actuator = &model->actuator[i];
    const lw_row_owner o        = {lw_model_name(model, actuator->name), i};
    if (lw_row_joint_angles(model, actuator->joint) & 1u) {
      add_input(b, &o, actuator->input, 1, LW_UNIT_TORQUE,
                "torque about the joint axis, on the child");
    } else {
      add_input(b, &o, actuator->input, 1, LW_UNIT_FORCE,
                "force along the joint axis, on the child");
    }
  }
  for (int i = 0; i < model->nload; i++) {
    const lw_load*     load = &model->load[i];
    const lw_row_owner o    = {lw_model_name(model, load->name), i};
    if (load->is_torque) {
      add_input(b, &o, load->input, 3, LW_UNIT_TORQUE,
                load->body_axes ? "torque on the body, body axes"
                                : "torque on the body, world axes");
    } else {
      add_input(b, &o, load->input, 3, LW_UNIT_FORCE,
                load->body_axes ? "force on the body, body axes" : "force on the body, world axes");
    }
  }
  for (int i = 0; i < model->nmotion; i++) {
    const lw_motion*   motion = &model->motion[i];
    const lw_row_owner o      = {lw_model_name(model, motion->name), i};
    if (motion->kind == LW_MOTION_INPUT) {
      const bool angle = lw_row_joint_angles(model, motion->joint) & 1u;
      add_input(b, &o, motion->input, 1, angle ? LW_UNIT_ANGLE : LW_UNIT_LENGTH,
                "joint coordinate that the drive enforces");
      add_rates(b, &o, motion->input, angle);
    }
  }
}

/* ---- outputs */

/* Tell whether a quantity counts something. */
static bool is_count(lw_quantity quantity)
{
  return quantity == LW_SOLVER_ITERATIONS || quantity == LW_SOLVER_STEPS;
}

static void add_quantity(lw_row_builder* b, const lw_row_owner* o, const output_spec* spec,
                         int size, unsigned angles, lw_causality causality)
{
  if (size > 0) {
    lw_row_add(b, o, spec->name,
               (lw_variable){.indexed   = size > 1,
                             .size      = size,
                             .type      = is_count(spec->quantity) ? LW_TYPE_INTEGER : LW_TYPE_REAL,
                             .causality = causality,
                             .variability = is_count(spec->quantity) ? LW_DISCRETE : LW_CONTINUOUS,
                             .source      = LW_FROM_QUANTITY,
                             .quantity    = spec->quantity,
                             .first       = spec->first,
                             .angles      = angles,
                             .unit        = spec->unit,
                             .unit_angle  = spec->unit_angle,
                             .text        = spec->text,
                             .component   = spec->component});
  }
}

/* Tell whether a quantity has states in it, or derivatives of states. */
static bool is_state(const lw_variables* table, lw_quantity quantity, int index)
{
  return lw_state_list_find(&table->states, quantity, index, false) != LW_NONE ||
         lw_state_list_find(&table->states, quantity, index, true) != LW_NONE;
}

/* Add the derivative of a quaternion that is a state. */
static void add_quaternion_rate(lw_row_builder* b, const lw_row_owner* o)
{
  static const output_spec rate = {.name      = "quatd",
                                   .quantity  = LW_BODY_QUAT_RATE,
                                   .unit      = LW_UNIT_FREQUENCY,
                                   .text      = "derivative of the orientation of the body",
                                   .component = WXYZ};
  if (lw_state_list_find(&b->table->states, LW_BODY_QUAT_RATE, o->index, true) != LW_NONE) {
    add_quantity(b, o, &rate, 4, 0, LW_LOCAL);
  }
}

/* Add the outputs of an element that are exposed, and its states and their derivatives. Angles
 * apply to rows that have a unit for them. */
static void add_element(lw_row_builder* b, const lw_row_owner* o, lw_output_kind kind,
                        unsigned angles)
{
  const lw_model*    model = b->table->model;
  const unsigned     what  = lw_model_outputs(model, kind, o->index);
  const unsigned     local = lw_model_locals(model, kind, o->index);
  const char* const* name  = lw_output_names(kind);
  for (int i = 0; name[i]; i++) {
    for (size_t k = 0; k < sizeof OUTPUTS / sizeof OUTPUTS[0]; k++) {
      const output_spec* spec = &OUTPUTS[k];
      if (spec->kind != kind || strcmp(spec->name, name[i]) != 0) {
        continue;
      }
      const bool output = what >> i & 1u;
      if (output || local >> i & 1u || is_state(b->table, spec->quantity, o->index)) {
        const int size =
            spec->size ? spec->size : lw_quantity_size(model, spec->quantity, o->index);
        add_quantity(b, o, spec, size, spec->unit_angle ? angles : 0,
                     output ? LW_OUTPUT : LW_LOCAL);
      }
      if (spec->quantity == LW_BODY_QUAT) {
        add_quaternion_rate(b, o);
      }
    }
  }
}

static void add_outputs(lw_row_builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nbody; i++) {
    const lw_row_owner o = {lw_model_name(model, model->body[i].name), i};
    add_element(b, &o, LW_OUTPUT_BODY, 0);
  }
  for (int i = 0; i < model->njoint; i++) {
    const lw_row_owner o = {lw_model_name(model, model->joint[i].name), i};
    add_element(b, &o, LW_OUTPUT_JOINT, lw_row_joint_angles(model, i));
  }
  for (int i = 0; i < model->nmotion; i++) {
    const lw_motion*   motion = &model->motion[i];
    const lw_row_owner o      = {lw_model_name(model, motion->name), i};
    add_element(b, &o, LW_OUTPUT_MOTION, lw_row_joint_angles(model, motion->joint));
  }
  /* a coupling's effort is dual to its first coordinate */
  for (int i = 0; i < model->ncoupling; i++) {
    const lw_coupling*      coupling = &model->coupling[i];
    const lw_coupling_term* term     = &model->coupling_term[coupling->term];
    const lw_row_owner      o        = {lw_model_name(model, coupling->name), i};
    add_element(b, &o, LW_OUTPUT_COUPLING,
                lw_row_joint_angles(model, term->joint) >> term->coordinate & 1u);
  }

  const lw_row_owner energy = {"energy", 0};
  add_element(b, &energy, LW_OUTPUT_ENERGY, 0);

  /* clang-format off */
  static const output_spec iterations = {.name = "iterations", .quantity = LW_SOLVER_ITERATIONS,
    .unit = LW_UNIT_ONE, .text = "Newton iterations of the last internal step"};
  static const output_spec residual = {.name = "residual", .quantity = LW_SOLVER_RESIDUAL,
    .unit = LW_UNIT_ONE, .text = "last scaled Newton increment of the last internal step"};
  static const output_spec violation = {.name = "violation", .quantity = LW_SOLVER_VIOLATION,
    .unit = LW_UNIT_ONE, .text = "2-norm of the errors of all constraints", .component = LEVELS};
  static const output_spec error = {.name = "error", .quantity = LW_SOLVER_ERROR,
    .unit = LW_UNIT_ONE, .text = "estimated error of the last internal step / accuracy"};
  static const output_spec steps = {.name = "steps", .quantity = LW_SOLVER_STEPS,
    .unit = LW_UNIT_ONE, .text = "internal steps of the last communication step"};
  /* clang-format on */
  const lw_row_owner solver = {"solver", 0};
  add_quantity(b, &solver, &iterations, 1, 0, LW_LOCAL);
  add_quantity(b, &solver, &residual, 1, 0, LW_LOCAL);
  add_quantity(b, &solver, &violation, 3, 0, LW_LOCAL);
  add_quantity(b, &solver, &error, 1, 0, LW_LOCAL);
  add_quantity(b, &solver, &steps, 1, 0, LW_LOCAL);
}

lw_status lw_variable_rows_build(lw_variables* table)
{
  lw_row_builder b = {.table = table};
  add_inputs(&b, table->model);
  add_outputs(&b, table->model);
  lw_variable_parameters_add(&b, table->model);
  return b.failed ? LW_ERR_MEMORY : LW_OK;
}
