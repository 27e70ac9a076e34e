/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * variable_rows.c - what a mechanism exposes: one row per scalar or vector.
 *
 *   reads    a finished model
 *   writes   the rows of the variable table, in the order of modelDescription.xml, and their names
 *   cost     below a microsecond per row
 */
#include "variable_rows.h"

#include <stdlib.h>
#include <string.h>

static const char* const XYZ[]     = {"x", "y", "z"};
static const char* const WXYZ[]    = {"w", "x", "y", "z"};
static const char* const MOMENTS[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
static const char* const SIX[] = {"along x", "along y", "along z", "about x", "about y", "about z"};
static const char* const LEVELS[] = {"position", "velocity", "acceleration"};

/* What an element can tell: one line per name of lw_output_names(). */
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
  {LW_OUTPUT_BODY, "r",    LW_BODY_R,    0, 0, LW_UNIT_LENGTH, 0, "position of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "quat", LW_BODY_QUAT, 0, 0, LW_UNIT_ONE, 0, "orientation of the body, quaternion from body to world", WXYZ},
  {LW_OUTPUT_BODY, "v",    LW_BODY_V,    0, 0, LW_UNIT_VELOCITY, 0, "velocity of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "w",    LW_BODY_W,    0, 0, LW_UNIT_ANGULAR_VELOCITY, 0, "angular velocity of the body, world axes", XYZ},
  {LW_OUTPUT_BODY, "a",    LW_BODY_A,    0, 0, LW_UNIT_ACCELERATION, 0, "acceleration of the body frame's origin, world axes", XYZ},
  {LW_OUTPUT_BODY, "z",    LW_BODY_Z,    0, 0, LW_UNIT_ANGULAR_ACCEL, 0, "angular acceleration of the body, world axes", XYZ},
  {LW_OUTPUT_JOINT, "q",      LW_JOINT_Q,      0, 0, LW_UNIT_LENGTH, LW_UNIT_ANGLE, "joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "qd",     LW_JOINT_QD,     0, 0, LW_UNIT_VELOCITY, LW_UNIT_ANGULAR_VELOCITY, "first derivative of the joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "qdd",    LW_JOINT_QDD,    0, 0, LW_UNIT_ACCELERATION, LW_UNIT_ANGULAR_ACCEL, "second derivative of the joint coordinate", NULL},
  {LW_OUTPUT_JOINT, "quat",   LW_JOINT_QUAT,   0, 0, LW_UNIT_ONE, 0, "orientation of the child relative to the parent, quaternion", WXYZ},
  {LW_OUTPUT_JOINT, "force",  LW_JOINT_FORCE,  0, 0, LW_UNIT_FORCE, 0, "constraint force on the child at its joint point, world axes", XYZ},
  {LW_OUTPUT_JOINT, "torque", LW_JOINT_TORQUE, 0, 0, LW_UNIT_TORQUE, 0, "constraint torque on the child about its joint point, world axes", XYZ},
  {LW_OUTPUT_MOTION,   "effort", LW_MOTION_EFFORT,   0, 0, LW_UNIT_FORCE, LW_UNIT_TORQUE, "effort of the drive on the child along the joint coordinate", NULL},
  {LW_OUTPUT_COUPLING, "effort", LW_COUPLING_EFFORT, 0, 0, LW_UNIT_FORCE, LW_UNIT_TORQUE, "effort of the coupling", NULL},
  {LW_OUTPUT_ENERGY, "kinetic",   LW_ENERGY, 0, 1, LW_UNIT_ENERGY, 0, "kinetic energy", NULL},
  {LW_OUTPUT_ENERGY, "potential", LW_ENERGY, 1, 1, LW_UNIT_ENERGY, 0, "potential energy of gravity (zero at the world origin), springs and bushings", NULL},
  {LW_OUTPUT_ENERGY, "total",     LW_ENERGY, 2, 1, LW_UNIT_ENERGY, 0, "kinetic and potential energy", NULL},
};
/* clang-format on */

/* ---- a growing table */

/* Growing table. The first lack of memory sticks; the rows after it are dropped. */
typedef struct builder {
  lw_variables* table;
  size_t        row_cap;
  size_t        names_used, names_cap;
  bool          failed;
} builder;

/* The element whose rows are being added. */
typedef struct owner {
  const char* name; /* as in the file, or "" for no element */
  int         index;
} owner;

static void append_char(builder* b, char c)
{
  if (b->names_used == b->names_cap) {
    const size_t cap  = b->names_cap ? 2 * b->names_cap : 4096;
    char*        more = realloc(b->table->names, cap);
    if (!more) {
      b->failed = true;
      return;
    }
    b->table->names = more;
    b->names_cap    = cap;
  }
  b->table->names[b->names_used++] = c;
}

static void append_text(builder* b, const char* text)
{
  for (; *text && !b->failed; text++) append_char(b, *text);
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* Can it stand in a structured name as it is? */
static bool is_identifier(const char* text)
{
  bool valid = is_letter(*text);
  for (; *text; text++) valid = valid && (is_letter(*text) || is_digit(*text));
  return valid;
}

/* A name of the file; in apostrophes where the structured convention asks for them: "left-arm". */
static void append_name(builder* b, const char* text)
{
  const bool plain = is_identifier(text);
  append_text(b, plain ? "" : "'");
  append_text(b, text);
  append_text(b, plain ? "" : "'");
}

static size_t count_digits(int n)
{
  size_t digits = 1;
  for (; n >= 10; n /= 10) digits++;
  return digits;
}

/* Add a row named owner.suffix, or owner where there is no suffix. */
static void add(builder* b, const owner* o, const char* suffix, lw_variable row)
{
  lw_variables* t = b->table;
  if (b->failed) {
    return;
  }
  if ((size_t)t->nrow == b->row_cap) {
    const size_t cap  = b->row_cap ? 2 * b->row_cap : 64;
    lw_variable* more = realloc(t->row, cap * sizeof *more);
    if (!more) {
      b->failed = true;
      return;
    }
    t->row     = more;
    b->row_cap = cap;
  }

  row.name = b->names_used;
  if (*o->name) {
    append_name(b, o->name);
  }
  if (*o->name && *suffix) {
    append_char(b, '.');
  }
  append_text(b, suffix);
  const size_t brackets = row.indexed ? 2 + count_digits(row.size) : 0;
  const size_t length   = b->names_used - row.name + brackets;
  t->longest            = length > t->longest ? length : t->longest;
  append_char(b, '\0');

  row.reference = (unsigned)t->count;
  row.index     = o->index;

  t->row[t->nrow++] = row;
  t->count += row.size;
  t->ninput += row.causality == LW_INPUT ? row.size : 0;
  t->noutput += row.causality == LW_OUTPUT ? row.size : 0;
  t->nparam += row.causality == LW_PARAMETER || row.causality == LW_CALCULATED ? row.size : 0;
}

/* Is the coordinate that a motion, an actuator or a coupling acts on an angle? */
static unsigned joint_angles(const lw_model* model, int joint)
{
  return lw_joint_info_get(model->joint[joint].type)->angles;
}

/* ---- inputs */

static void add_input(builder* b, const owner* o, int input, int size, lw_unit unit,
                      const char* text)
{
  add(b, o, "",
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

static void add_inputs(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nactuator; i++) {
    const lw_actuator* actuator = &model->actuator[i];
    const owner        o        = {lw_model_name(model, actuator->name), i};
    if (joint_angles(model, actuator->joint) & 1u) {
      add_input(b, &o, actuator->input, 1, LW_UNIT_TORQUE,
                "torque about the joint axis, on the child");
    } else {
      add_input(b, &o, actuator->input, 1, LW_UNIT_FORCE,
                "force along the joint axis, on the child");
    }
  }
  for (int i = 0; i < model->nload; i++) {
    const lw_load* load = &model->load[i];
    const owner    o    = {lw_model_name(model, load->name), i};
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
    const lw_motion* motion = &model->motion[i];
    const owner      o      = {lw_model_name(model, motion->name), i};
    if (motion->kind == LW_MOTION_INPUT) {
      const bool angle = joint_angles(model, motion->joint) & 1u;
      add_input(b, &o, motion->input, 1, angle ? LW_UNIT_ANGLE : LW_UNIT_LENGTH,
                "joint coordinate that the drive enforces");
    }
  }
}

/* ---- outputs */

static void add_quantity(builder* b, const owner* o, const output_spec* spec, int size,
                         unsigned angles)
{
  if (size > 0) {
    add(b, o, spec->name,
        (lw_variable){.indexed     = size > 1,
                      .size        = size,
                      .causality   = LW_OUTPUT,
                      .variability = LW_CONTINUOUS,
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

/* What of one element is exposed. Angles apply to rows that know a unit for them. */
static void add_element(builder* b, const owner* o, lw_output_kind kind, unsigned angles)
{
  const lw_model*    model = b->table->model;
  const unsigned     what  = lw_model_outputs(model, kind, o->index);
  const char* const* name  = lw_output_names(kind);
  for (int i = 0; name[i]; i++) {
    for (size_t k = 0; k < sizeof OUTPUTS / sizeof OUTPUTS[0]; k++) {
      const output_spec* spec = &OUTPUTS[k];
      if (spec->kind == kind && what >> i & 1u && !strcmp(spec->name, name[i])) {
        const int size =
            spec->size ? spec->size : lw_quantity_size(model, spec->quantity, o->index);
        add_quantity(b, o, spec, size, spec->unit_angle ? angles : 0);
      }
    }
  }
}

static void add_outputs(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nbody; i++) {
    const owner o = {lw_model_name(model, model->body[i].name), i};
    add_element(b, &o, LW_OUTPUT_BODY, 0);
  }
  for (int i = 0; i < model->njoint; i++) {
    const owner o = {lw_model_name(model, model->joint[i].name), i};
    add_element(b, &o, LW_OUTPUT_JOINT, joint_angles(model, i));
  }
  for (int i = 0; i < model->nmotion; i++) {
    const lw_motion* motion = &model->motion[i];
    const owner      o      = {lw_model_name(model, motion->name), i};
    add_element(b, &o, LW_OUTPUT_MOTION, joint_angles(model, motion->joint));
  }
  /* a coupling's effort is dual to its first coordinate */
  for (int i = 0; i < model->ncoupling; i++) {
    const lw_coupling*      coupling = &model->coupling[i];
    const lw_coupling_term* term     = &model->coupling_term[coupling->term];
    const owner             o        = {lw_model_name(model, coupling->name), i};
    add_element(b, &o, LW_OUTPUT_COUPLING,
                joint_angles(model, term->joint) >> term->coordinate & 1u);
  }

  const owner energy = {"energy", 0};
  add_element(b, &energy, LW_OUTPUT_ENERGY, 0);

  /* clang-format off */
  static const output_spec iterations = {.name = "iterations", .quantity = LW_SOLVER_ITERATIONS,
    .unit = LW_UNIT_ONE, .text = "Newton iterations of the last internal step"};
  static const output_spec residual = {.name = "residual", .quantity = LW_SOLVER_RESIDUAL,
    .unit = LW_UNIT_ONE, .text = "last scaled Newton increment of the last internal step"};
  static const output_spec violation = {.name = "violation", .quantity = LW_SOLVER_VIOLATION,
    .unit = LW_UNIT_ONE, .text = "2-norm of all constraints", .component = LEVELS};
  /* clang-format on */
  const owner solver = {"solver", 0};
  add_quantity(b, &solver, &iterations, 1, 0);
  add_quantity(b, &solver, &residual, 1, 0);
  add_quantity(b, &solver, &violation, 3, 0);
}

/* ---- parameters */

/* A parameter that lives in values from a slot on; where the mechanism has none, there is no row. */
static void add_values(builder* b, const owner* o, const char* suffix, lw_slot slot,
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
    add(b, o, suffix, row);
  }
}

static void add_scalar(builder* b, const owner* o, const char* suffix, lw_slot slot, lw_unit unit,
                       const char* text)
{
  add_values(b, o, suffix, slot,
             (lw_variable){.variability = LW_TUNABLE, .unit = unit, .text = text});
}

/* A unit of the list, whose names have points where people also write blanks; LW_UNIT_COUNT: none. */
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

/* The parameters of the file, by their own names; those that count elements are fixed for good. */
static void add_file_parameters(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nparameter; i++) {
    const lw_parameter* parameter = &model->parameter[i];
    const owner         o         = {lw_model_name(model, parameter->name), i};
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

static void add_body_parameters(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nbody; i++) {
    const lw_body* body = &model->body[i];
    const owner    o    = {lw_model_name(model, body->name), i};
    add_scalar(b, &o, "mass", body->mass, LW_UNIT_MASS, "mass of the body");
    add_values(b, &o, "inertia", body->inertia,
               (lw_variable){.size        = 6,
                             .variability = LW_TUNABLE,
                             .unit        = LW_UNIT_INERTIA,
                             .text      = "inertia of the body about its centre of mass, body axes",
                             .component = MOMENTS});
  }
}

static void add_joint_parameters(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->njoint; i++) {
    const lw_joint* joint = &model->joint[i];
    const owner     o     = {lw_model_name(model, joint->name), i};
    const bool      angle = joint_angles(model, i) & 1u;
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
  }
}

static void add_force_parameters(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nspring; i++) {
    const lw_spring* spring = &model->spring[i];
    const owner      o      = {lw_model_name(model, spring->name), i};
    add_scalar(b, &o, "stiffness", spring->stiffness, LW_UNIT_STIFFNESS, "stiffness of the spring");
    add_scalar(b, &o, "damping", spring->damping, LW_UNIT_DAMPING, "damping of the spring");
    add_scalar(b, &o, "length", spring->length, LW_UNIT_LENGTH, "free length of the spring");
  }
  for (int i = 0; i < model->nbushing; i++) {
    const lw_bushing* bushing = &model->bushing[i];
    const owner       o       = {lw_model_name(model, bushing->name), i};
    lw_variable       row     = {.size        = 6,
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

static void add_motion_parameters(builder* b, const lw_model* model)
{
  for (int i = 0; i < model->nmotion; i++) {
    const lw_motion* motion = &model->motion[i];
    const owner      o      = {lw_model_name(model, motion->name), i};
    const unsigned   angle  = joint_angles(model, motion->joint) & 1u;
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

static void add_parameters(builder* b, const lw_model* model)
{
  const owner none = {"", 0};
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

  const owner solver = {"solver", 0};
  add_values(b, &solver, "step", model->settings.step,
             (lw_variable){.variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_SECOND,
                           .text        = "largest internal time step"});
  add_values(b, &solver, "tolerance", model->settings.tolerance,
             (lw_variable){.variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_ONE,
                           .text        = "Newton stop criterion on the scaled increment"});
  add_values(b, &solver, "iterations_max", model->settings.iterations,
             (lw_variable){.variability = LW_FIXED_VALUE,
                           .unit        = LW_UNIT_ONE,
                           .text        = "most Newton iterations in an internal step"});
}

lw_status lw_variable_rows_build(lw_variables* table)
{
  builder b = {.table = table};
  add_inputs(&b, table->model);
  add_outputs(&b, table->model);
  add_parameters(&b, table->model);
  return b.failed ? LW_ERR_MEMORY : LW_OK;
}
