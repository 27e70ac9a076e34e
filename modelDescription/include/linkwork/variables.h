/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * variables.h - the one table of the variables that a mechanism exposes.
 *
 * It drives modelDescription.xml, the get and set functions of the FMU and the columns of the
 * program's CSV files, so a value reference has one meaning everywhere.
 *
 * A row of the table is a scalar or a vector; the value reference of a component is that of its row
 * plus its index. Value references are 0, 1, 2, ... in the order of the table, which is the order
 * of modelDescription.xml: inputs, outputs (bodies, joints, motions, couplings, energy, solver),
 * parameters (those of the file, gravity, bodies, joints, springs, bushings, motions, solver). A
 * value that the file gives by an expression is a parameter that cannot be set. Counts are Integer,
 * all others Real. The table itself is made with the C library alone.
 *
 * What is computed and no output is local: it has no port in the importer, but can be read.
 */
#ifndef LW_VARIABLES_H
#define LW_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/continuous.h>
#include <linkwork/diag.h>
#include <linkwork/linkwork.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a variable is to the outside. */
typedef enum lw_causality {
  LW_INPUT,     /* set from outside at any time         */
  LW_OUTPUT,    /* computed                             */
  LW_LOCAL,     /* computed, and no output              */
  LW_PARAMETER, /* a number of the mechanism            */
  LW_CALCULATED /* a parameter that follows from others */
} lw_causality;

/* When a variable may change. */
typedef enum lw_variability {
  LW_FIXED_VALUE, /* only before the initialisation */
  LW_TUNABLE,     /* also between steps             */
  LW_DISCRETE,    /* by steps                       */
  LW_CONTINUOUS   /* at any time                    */
} lw_variability;

/* Type of a variable to the outside; inside, all are doubles. */
typedef enum lw_type {
  LW_TYPE_REAL,
  LW_TYPE_INTEGER, /* a whole number */
  LW_TYPE_BOOLEAN  /* 0 or 1         */
} lw_type;

/* The functions that read and write the numbers of a row. */
typedef enum lw_source {
  LW_FROM_INPUT,    /* lw_instance_set_input(), lw_instance_get_input() */
  LW_FROM_RATE,     /* lw_instance_set_input_rate(), ..._get_input_rate() */
  LW_FROM_QUANTITY, /* lw_instance_get()                                */
  LW_FROM_VALUE     /* lw_instance_set_value(), lw_instance_get_value() */
} lw_source;

/* X(name, text, display unit, kg, m, s, rad): units by number. All are SI, so all factors are 1. */
/* clang-format off */
#define LW_UNIT_LIST(X)                                                     \
  X(LW_UNIT_ONE,                "1",           NULL,      0, 0,  0,  0)     \
  X(LW_UNIT_SECOND,             "s",           NULL,      0, 0,  1,  0)     \
  X(LW_UNIT_FREQUENCY,          "1/s",         NULL,      0, 0, -1,  0)     \
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

/* The units of the list. */
enum {
#define X(name, text, display, kg, m, s, rad) name,
  LW_UNIT_LIST(X)
#undef X
      LW_UNIT_COUNT /* number of units in the list */
};

/* A unit: one of the list; or LW_UNIT_COUNT + 2 k, for angles + 1, of the coefficient of t^k in a
 * polynomial, k >= 3. */
typedef int lw_unit;

/* A row of the table: a scalar (indexed is false, size is 1) or a vector. */
typedef struct lw_variable {
  size_t         name;        /* offset of the name without [i], see lw_variables_name()     */
  bool           indexed;     /* it is a vector                                              */
  int            size;        /* number of components                                        */
  unsigned       reference;   /* value reference of the first component                      */
  lw_type        type;        /* of all components                                           */
  lw_causality   causality;   /* what it is to the outside                                   */
  lw_variability variability; /* when it may change                                          */
  lw_source      source;      /* the functions that read and write it                        */
  lw_quantity    quantity;    /* LW_FROM_QUANTITY only                                       */
  int            index;       /* of the body, joint, ... that it belongs to                  */
  int            first;       /* first component of the quantity, first input, or first slot */
  int            order;       /* LW_FROM_RATE: 1 or 2                                        */
  bool           whole;       /* it has all components of its quantity                       */
  unsigned       angles;      /* bit i: component i has the unit unit_angle                  */
  lw_unit        unit;        /* of components that are no angles                            */
  lw_unit        unit_angle;  /* of components that are angles                               */
  bool           polynomial;  /* component i has the unit of a coefficient of t^i            */
  /* the unit in the file's own words, where it is none of the list; or NULL */
  const char* unit_text;
  const char* text; /* what it is, for the description; never NULL */
  /* the least and the largest value, infinite where there is none; or NULL */
  const double* bounds;
  /* what each component is (size), or NULL */
  const char* const* component;
} lw_variable;

/* The table. Only variables.c writes to it. */
typedef struct lw_variables {
  const lw_model* model;   /* whose variables they are                               */
  lw_variable*    row;     /* (nrow)                                                 */
  int*            row_of;  /* row of a value reference (count)                       */
  int*            hash;    /* rows by name, open addressing (nhash), -1: empty       */
  char*           names;   /* names without [i], each terminated                     */
  int             nrow;    /* number of rows                                         */
  int             count;   /* number of scalars                                      */
  int             ninput;  /* scalar inputs: value references 0 .. ninput-1          */
  int             noutput; /* scalar outputs, which follow them                      */
  int             nlocal;  /* scalar locals, which are among the outputs             */
  int             nparam;  /* scalar parameters, which come last; computed ones, too */
  size_t          nhash;   /* a power of two                                         */
  size_t          longest; /* length of the longest scalar name                      */
  lw_state_list   states;  /* of the continuous form                                 */
  /* the value references of the states of each block and of their derivatives: of the first ones,
   * those of the others follow (states.nblock) */
  unsigned *state, *state_rate;
} lw_variables;

/* ---- life -------------------------------------------------------------------------------- */

/* Build the table of a finished model.
 *   Needs       the model outlives the table
 *   Returns     LW_OK, LW_ERR_MEMORY; *variables is NULL on failure
 *   Nullable    diag */
lw_status lw_variables_create(const lw_model* model, lw_diag* diag, lw_variables** variables);

/* Free a table.
 *   Nullable    variables */
void lw_variables_destroy(lw_variables* variables);

/* ---- looking up -------------------------------------------------------------------------- */

/* The row of a value reference, NULL where there is none. */
const lw_variable* lw_variables_row(const lw_variables* variables, unsigned reference);

/* The value reference of the time in FMI 3, the first that the table does not have; that of the
 * event indicators follows. */
static inline unsigned lw_variables_time(const lw_variables* variables)
{
  return (unsigned)variables->count;
}

/* Find the value reference of a scalar by its full name ("crank.r[2]").
 *   Returns     false: there is none */
bool lw_variables_find(const lw_variables* variables, const char* name, unsigned* reference);

/* Write the full name of a scalar, cut to size and terminated, as snprintf does.
 *   Returns     its length, at most variables->longest; 0: there is no such reference
 *   Nullable    text, where size is 0 */
size_t lw_variables_name(const lw_variables* variables, unsigned reference, char* text,
                         size_t size);

/* Write what a scalar is, in words, as lw_variables_name() writes names.
 *   Returns     the length of the text; 0: there is no such reference
 *   Nullable    text, where size is 0 */
size_t lw_variables_describe(const lw_variables* variables, unsigned reference, char* text,
                             size_t size);

/* The unit of a scalar; LW_UNIT_ONE where the file has its own words for it. */
lw_unit lw_variables_unit(const lw_variables* variables, unsigned reference);

/* Write the name of the unit of a scalar, as lw_variables_name() writes names.
 *   Returns     the length of the text
 *   Nullable    text, where size is 0 */
size_t lw_variables_unit_name(const lw_variables* variables, unsigned reference, char* text,
                              size_t size);

/* The state of the continuous form that a scalar is; LW_NONE: it is none. */
int lw_variables_state_index(const lw_variables* variables, unsigned reference);

/* Find the scalar of which the given one is the time derivative.
 *   Returns     false: none is exposed */
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

/* The time derivative of an output or a local variable, of order 1 or 2, at the present time: exact
 * for positions, orientations, velocities and joint coordinates; 0 where the mechanism knows none.
 *   Returns     LW_OK; LW_ERR_USAGE for another order or another variable; as lw_instance_get() */
lw_status lw_variables_get_derivative(const lw_variables* variables, lw_instance* instance,
                                      unsigned reference, int order, double* value);

/* ---- units ------------------------------------------------------------------------------- */

/* A unit in words, and in exponents of the SI base units and the radian. */
typedef struct lw_unit_info {
  char        name[20]; /* Modelica spelling: "N.m", "rad/s2"                 */
  const char* display;  /* default display unit, where it is another; or NULL */
  int         kg;       /* exponent of the kilogram                           */
  int         m;        /* exponent of the metre                              */
  int         s;        /* exponent of the second                             */
  int         rad;      /* exponent of the radian                             */
} lw_unit_info;

/* The description of a unit. */
lw_unit_info lw_unit_get_info(lw_unit unit);

#ifdef __cplusplus
}
#endif

#endif
