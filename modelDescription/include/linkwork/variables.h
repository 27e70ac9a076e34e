/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * variables.h - the one table of the variables that a mechanism exposes.
 *
 * It drives modelDescription.xml, the get and set functions of the FMU and the columns of the
 * program's CSV files, so a value reference has one meaning. A row is a scalar or a vector; the
 * value reference of a component is that of its row plus its index. Value references are 0, 1,
 * 2, ... in the order of the table, which is the order of modelDescription.xml: inputs, outputs
 * (bodies, joints, motions, couplings, energy, solver), parameters (the file's own, gravity,
 * bodies, joints, springs, bushings, motions, solver). What an expression in the file gives is a
 * parameter that cannot be set: it follows from others. All variables are Real. Nothing but the
 * C library is needed here.
 */
#ifndef LW_VARIABLES_H
#define LW_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/linkwork.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

typedef enum lw_causality {
  LW_INPUT,
  LW_OUTPUT,
  LW_PARAMETER,
  LW_CALCULATED /* a parameter that follows from others */
} lw_causality;

typedef enum lw_variability { LW_FIXED_VALUE, LW_TUNABLE, LW_CONTINUOUS } lw_variability;

/* Where the numbers of a row come from, and go to. */
typedef enum lw_source {
  LW_FROM_INPUT,    /* lw_instance_set_input(), lw_instance_get_input() */
  LW_FROM_QUANTITY, /* lw_instance_get()                                */
  LW_FROM_VALUE     /* lw_instance_set_value(), lw_instance_get_value() */
} lw_source;

/* A unit, by number: one of the list, or LW_UNIT_COUNT + 2 k (+ 1 for angles) for the
 * coefficients of t^k in a polynomial, k >= 3. X(name, text, display unit, kg, m, s, rad): SI,
 * so all factors are 1. */
/* clang-format off */
#define LW_UNIT_LIST(X)                                                     \
  X(LW_UNIT_ONE,                "1",           NULL,      0, 0,  0,  0)     \
  X(LW_UNIT_SECOND,             "s",           NULL,      0, 0,  1,  0)     \
  X(LW_UNIT_LENGTH,             "m",           NULL,      0, 1,  0,  0)     \
  X(LW_UNIT_VELOCITY,           "m/s",         NULL,      0, 1, -1,  0)     \
  X(LW_UNIT_ACCELERATION,       "m/s2",        NULL,      0, 1, -2,  0)     \
  X(LW_UNIT_ANGLE,              "rad",         "deg",     0, 0,  0,  1)     \
  X(LW_UNIT_ANGULAR_VELOCITY,   "rad/s",       "deg/s",   0, 0, -1,  1)     \
  X(LW_UNIT_ANGULAR_ACCEL,      "rad/s2",      "deg/s2",  0, 0, -2,  1)     \
  X(LW_UNIT_MASS,               "kg",          NULL,      1, 0,  0,  0)     \
  X(LW_UNIT_INERTIA,            "kg.m2",       NULL,      1, 2,  0,  0)     \
  X(LW_UNIT_FORCE,              "N",           NULL,      1, 1, -2,  0)     \
  X(LW_UNIT_TORQUE,             "N.m",         NULL,      1, 2, -2,  0)     \
  X(LW_UNIT_ENERGY,             "J",           NULL,      1, 2, -2,  0)     \
  X(LW_UNIT_STIFFNESS,          "N/m",         NULL,      1, 0, -2,  0)     \
  X(LW_UNIT_DAMPING,            "N.s/m",       NULL,      1, 0, -1,  0)     \
  X(LW_UNIT_ANGULAR_STIFFNESS,  "N.m/rad",     NULL,      1, 2, -2, -1)     \
  X(LW_UNIT_ANGULAR_DAMPING,    "N.m.s/rad",   NULL,      1, 2, -1, -1)
/* clang-format on */

enum {
#define X(name, text, display, kg, m, s, rad) name,
  LW_UNIT_LIST(X)
#undef X
      LW_UNIT_COUNT
};
typedef int lw_unit;

/* One scalar (indexed is false, size is 1) or vector. */
typedef struct lw_variable {
  size_t         name; /* offset of the name without [i], see lw_variables_name()         */
  bool           indexed;
  int            size;
  unsigned       reference; /* value reference of the first component                     */
  lw_causality   causality;
  lw_variability variability;
  lw_source      source;
  lw_quantity    quantity; /* LW_FROM_QUANTITY only                                       */
  int            index;    /* of the body, joint, ... that it belongs to                  */
  int            first;    /* first component of the quantity, first input, or first slot */
  bool           whole;    /* it has all components of its quantity                       */
  unsigned       angles;   /* bit i: component i has the unit unit_angle                  */
  lw_unit        unit, unit_angle;
  bool           polynomial; /* component i has the unit of a coefficient of t^i      */
  const char* unit_text; /* the unit in the file's words, where it is none of the list; or NULL */
  const char* text;      /* what it is, for the description; never NULL           */
  const char* const* component; /* what each component is (size), or NULL                */
} lw_variable;

/* Read-only for everybody but variables.c. */
typedef struct lw_variables {
  const lw_model* model;
  lw_variable*    row;    /* (nrow)                                           */
  int*            row_of; /* row of a value reference (count)                 */
  int*            hash;   /* rows by name, open addressing (nhash), -1: empty */
  char*           names;  /* names without [i], each terminated               */
  int             nrow;
  int             count;   /* scalars, all together                         */
  int             ninput;  /* scalar inputs: value references 0 .. ninput-1 */
  int             noutput; /* outputs follow                                */
  int             nparam;  /* parameters come last, with those that follow from others */
  size_t          nhash;   /* a power of two                                */
  size_t          longest; /* length of the longest scalar name             */
} lw_variables;

/* ---- life -------------------------------------------------------------------------------- */

/* Build the table of a finished model.
 *   Needs       the model outlives the table
 *   Returns     LW_OK, LW_ERR_MEMORY; *variables is NULL on failure
 *   Nullable    diag */
lw_status lw_variables_create(const lw_model* model, lw_diag* diag, lw_variables** variables);

/* Free a table. Nullable variables. */
void lw_variables_destroy(lw_variables* variables);

/* ---- looking up -------------------------------------------------------------------------- */

/* The row of a value reference, NULL where there is none. */
const lw_variable* lw_variables_row(const lw_variables* variables, unsigned reference);

/* The value reference of a scalar's full name ("crank.r[2]"). Returns false where there is none. */
bool lw_variables_find(const lw_variables* variables, const char* name, unsigned* reference);

/* Write the full name of a scalar, cut to size and terminated, as snprintf does.
 *   Returns     its length, at most variables->longest; 0 where there is no such reference
 *   Nullable    text, where size is 0 */
size_t lw_variables_name(const lw_variables* variables, unsigned reference, char* text,
                         size_t size);

/* Write what a scalar is, in words; as lw_variables_name(). */
size_t lw_variables_describe(const lw_variables* variables, unsigned reference, char* text,
                             size_t size);

/* The unit of a scalar; LW_UNIT_ONE where the file has its own words for it. */
lw_unit lw_variables_unit(const lw_variables* variables, unsigned reference);

/* Write the name of the unit of a scalar; as lw_variables_name(). */
size_t lw_variables_unit_name(const lw_variables* variables, unsigned reference, char* text,
                              size_t size);

/* The scalar that the given one is the time derivative of. Returns false where none is exposed. */
bool lw_variables_derivative_of(const lw_variables* variables, unsigned reference,
                                unsigned* integral);

/* ---- values ------------------------------------------------------------------------------ */

/* The start value of an input or a parameter; 0 for an output. */
double lw_variables_start(const lw_variables* variables, unsigned reference);

/* Copy out n variables of an instance. References to one vector that follow each other cost one
 * call of lw_instance_get().
 *   Returns     LW_OK; LW_ERR_USAGE for a reference that does not exist; as lw_instance_get() */
lw_status lw_variables_get(const lw_variables* variables, lw_instance* instance, size_t n,
                           const unsigned reference[], double value[]);

/* Set n inputs and parameters. Ascending references of one vector are set together, so that a new
 * inertia is judged as a whole.
 *   Changes     what precedes the reference that fails stays set
 *   Returns     LW_OK; LW_ERR_USAGE for an output or a reference that does not exist, with nothing
 *               set; as lw_instance_set_value()
 *   Nullable    diag */
lw_status lw_variables_set(const lw_variables* variables, lw_instance* instance, size_t n,
                           const unsigned reference[], const double value[], lw_diag* diag);

/* The time derivative of an output, of order 1 or 2, at the present time: exact for positions,
 * orientations, velocities and joint coordinates; 0 where the mechanism knows none.
 *   Returns     LW_OK; LW_ERR_USAGE for another order or no output; as lw_instance_get() */
lw_status lw_variables_get_derivative(const lw_variables* variables, lw_instance* instance,
                                      unsigned reference, int order, double* value);

/* ---- units ------------------------------------------------------------------------------- */

/* Exponents of the SI base units, and of the radian. */
typedef struct lw_unit_info {
  char        name[20]; /* Modelica spelling: "N.m", "rad/s2" */
  const char* display;  /* default display unit, where it is another; or NULL */
  int         kg, m, s, rad;
} lw_unit_info;

lw_unit_info lw_unit_get_info(lw_unit unit);

#endif
