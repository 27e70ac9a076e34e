/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.h - the mechanism: what is fixed once it has been read.
 *
 * A model is filled by a reader (create, add ...), closed by lw_model_finish(), and const from there
 * on. Elements refer to each other by index. Every number that shapes the motion lives in one vector
 * of values; elements hold the slot of their first number in it. An instance has its own copy of that
 * vector, which is how parameters are set from outside. Values that the file gives by an expression
 * follow from its parameters: formulas compute them. SI units, radians, world axes.
 */
#ifndef LW_MODEL_H
#define LW_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/expression.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LW_GROUND (-1) /* index of the fixed frame where a body is asked for */
#define LW_NONE (-1)   /* no frame, no joint, no slot                        */

typedef int lw_slot; /* index into the vector of values       */
typedef int lw_name; /* offset into the model's string pool   */

/* A number that the file names, for use in expressions. */
typedef struct lw_parameter {
  lw_name name; /* a C identifier                                                             */
  int     line;
  lw_name unit, description; /* for people; may be empty                                          */
  lw_slot value;             /*                                                               (1) */
  bool    structural;        /* counts elements or names them: fixed for good, no FMU variable    */
} lw_parameter;

typedef enum lw_formula_kind {
  LW_FORMULA_EXPRESSION,   /* the slot is the result of instructions                           */
  LW_FORMULA_UNIT_QUAT,    /* the four values from the slot on are brought to unit length      */
  LW_FORMULA_SPRING_LENGTH /* the slot is the distance of a spring's ends in the file's pose   */
} lw_formula_kind;

/* How a value follows from others. Formulas stand in an order in which they can be computed. */
typedef struct lw_formula {
  lw_formula_kind kind;
  lw_slot         slot;
  int             code, ncode; /* first instruction and how many; 0, 0 where there are none      */
  int             spring;      /* LW_FORMULA_SPRING_LENGTH, else LW_NONE                         */
  lw_name         text;        /* the attribute as the file has it, for messages; may be empty   */
} lw_formula;

typedef enum lw_rotation_kind {
  LW_ROTATION_NONE, /* identity; slot is LW_NONE */
  LW_ROTATION_QUAT, /* w x y z, normalised by the reader   (4) */
  LW_ROTATION_RPY   /* R = Rz(y) Ry(p) Rx(r)               (3) */
} lw_rotation_kind;

typedef struct lw_rotation {
  lw_rotation_kind kind;
  lw_slot          slot;
} lw_rotation;

typedef struct lw_body {
  lw_name     name;
  int         line;     /* in the mechanism file, for messages                         */
  bool        physical; /* false: the triangle inequality of the moments is not checked */
  lw_slot     mass;     /* [kg]                                                (1) */
  lw_slot     inertia;  /* Ixx Iyy Izz Ixy Ixz Iyz about the com, body axes    (6) */
  lw_slot     com;      /* centre of mass in the body frame [m]                (3) */
  lw_slot     at;       /* frame origin at the start, world [m]                (3) */
  lw_rotation rotation; /* body to world at the start                              */
  lw_slot     velocity; /* of the frame origin, world [m/s]                    (3) */
  lw_slot     spin;     /* angular velocity, world axes [rad/s]                (3) */
} lw_body;

/* A marker on a body, or on the ground. */
typedef struct lw_frame {
  lw_name     name;
  int         line;
  int         body;     /* index or LW_GROUND            */
  lw_slot     at;       /* in the body frame [m]     (3) */
  lw_rotation rotation; /* frame to body                 */
} lw_frame;

/* For pictures only; plain numbers. */
typedef enum lw_shape_type {
  LW_SHAPE_BOX,      /* size x y z                 */
  LW_SHAPE_SPHERE,   /* size[0] radius             */
  LW_SHAPE_CYLINDER, /* size[0] radius, [1] length along z */
  LW_SHAPE_CAPSULE   /* size[0] radius, [1] length of the cylinder along z */
} lw_shape_type;

typedef struct lw_shape {
  int           body; /* index or LW_GROUND */
  lw_shape_type type;
  double        size[3];
  double        at[3];
  double        quat[4];
} lw_shape;

typedef enum lw_joint_type {
  LW_FIXED,
  LW_REVOLUTE,
  LW_PRISMATIC,
  LW_CYLINDRICAL,
  LW_UNIVERSAL,
  LW_SPHERICAL,
  LW_PLANAR,
  LW_POINT_ON_LINE,
  LW_POINT_ON_PLANE,
  LW_DISTANCE,
  LW_JOINT_TYPE_COUNT
} lw_joint_type;

typedef struct lw_joint {
  lw_name       name;
  int           line;
  lw_joint_type type;
  int           parent, child; /* body index or LW_GROUND, not both the ground            */
  /* either frames on the two bodies ... */
  int parent_frame, child_frame; /* frame index, both LW_NONE where the place is given in world */
  /* ... or a place in the world, in the pose that the file gives; LW_NONE where not given */
  lw_slot at;     /* joint point [m]                       (3) */
  lw_slot axis;   /* z of the joint frame; any length > 0  (3) */
  lw_slot axis2;  /* universal: child axis; planar: x      (3) */
  lw_slot at2;    /* distance: point on the child [m]      (3) */
  lw_slot length; /* distance: rod length [m], LW_NONE: that of the file's pose (1) */
  /* linear spring and damper on q; always present on revolute and prismatic, else LW_NONE */
  lw_slot stiffness, damping, rest; /* (1) each */
  /* range of q [m, rad] and what acts beyond it, off while zero: present where a limit is given */
  lw_slot lower, upper, stop_stiffness, stop_damping; /* LW_NONE where not given (1) each */
  lw_slot friction; /* dry friction along q [N, N m], LW_NONE where not given   (1) */
  lw_slot q0, qd0;  /* coordinates and rates at the start, LW_NONE where not given (nq each) */
} lw_joint;

typedef struct lw_actuator {
  lw_name name;
  int     line;
  int     joint; /* revolute or prismatic */
  int     input; /* index of its input    */
} lw_actuator;

/* A force or torque that comes from inputs. */
typedef struct lw_load {
  lw_name name;
  int     line;
  bool    is_torque;
  bool    body_axes; /* components in body axes, else in world axes                 */
  int     body;
  lw_slot at;    /* point in the body frame [m], LW_NONE: centre of mass     (3) */
  int     input; /* first of its three inputs                                    */
} lw_load;

typedef struct lw_spring {
  lw_name name;
  int     line;
  int     from, to;                   /* frame indices                                    */
  lw_slot stiffness, damping, length; /* [N/m] [N s/m] [m]; length LW_NONE: file's pose (1) */
} lw_spring;

typedef struct lw_bushing {
  lw_name name;
  int     line;
  int     from, to;           /* frame indices                             */
  lw_slot stiffness, damping; /* three along, three about the from axes (6) */
} lw_bushing;

typedef enum lw_motion_kind {
  LW_MOTION_VELOCITY,   /* q' is constant; q starts from the assembled value      */
  LW_MOTION_POLYNOMIAL, /* q = a0 + a1 t + ...                                    */
  LW_MOTION_INPUT       /* q is an input                                          */
} lw_motion_kind;

typedef struct lw_motion {
  lw_name        name;
  int            line;
  lw_motion_kind kind;
  int            joint; /* revolute or prismatic                    */
  lw_slot        coef;  /* velocity (1) or polynomial (ncoef), else LW_NONE */
  int            ncoef; /* 1 for a velocity, 0 for an input         */
  int            input; /* index of its input, or LW_NONE           */
} lw_motion;

/* One term of a coupling:  sum of ratio * q = offset. */
typedef struct lw_coupling_term {
  int     joint;
  int     coordinate; /* 0-based */
  lw_slot ratio;      /* (1) */
} lw_coupling_term;

typedef struct lw_coupling {
  lw_name name;
  int     line;
  int     term, nterm; /* first of its terms, and how many */
  lw_slot offset;      /* (1) */
} lw_coupling;

/* Which outputs are exposed. */
typedef enum lw_output_kind {
  LW_OUTPUT_BODY,
  LW_OUTPUT_JOINT,
  LW_OUTPUT_MOTION,
  LW_OUTPUT_COUPLING,
  LW_OUTPUT_ENERGY
} lw_output_kind;

typedef struct lw_output {
  lw_output_kind kind;
  int            index; /* of the element; 0 for the energy                        */
  unsigned       what;  /* bit i: the i-th name of lw_output_names(kind)           */
} lw_output;

typedef enum lw_formulation {
  LW_INDEX3_DCA,
  LW_HAMILTONIAN_DCA,
  LW_ACCELERATION_DCA,
  LW_PENALTY,
  LW_AUGMENTED_LAGRANGIAN,
  LW_AUGMENTED_HAMILTONIAN,
  LW_COORDINATE_PARTITIONING,
  LW_FORMULATION_COUNT
} lw_formulation;

typedef enum lw_integrator {
  LW_INTEGRATOR_DEFAULT, /* the formulation's own                             */
  LW_DOPRI5,             /* Dormand-Prince 5(4)                               */
  LW_BS32,               /* Bogacki-Shampine 3(2)                             */
  LW_ABM,                /* Adams-Bashforth-Moulton, variable order           */
  LW_FORWARD_EULER,
  LW_SEMI_IMPLICIT_EULER,
  LW_TRAPEZOIDAL_FIXED_POINT,
  LW_TRAPEZOIDAL_NEWTON,
  LW_NEWMARK, /* with settings.beta and gamma */
  LW_INTEGRATOR_COUNT
} lw_integrator;

/* Their names in a file, with NULL behind the last. */
extern const char* const lw_formulation_names[LW_FORMULATION_COUNT + 1];
extern const char* const lw_integrator_names[LW_INTEGRATOR_COUNT + 1];

typedef enum lw_linear_solver { LW_DIRECT, LW_PCG, LW_LINEAR_SOLVER_COUNT } lw_linear_solver;

typedef struct lw_settings {
  lw_formulation   formulation;
  lw_integrator    integrator;
  lw_linear_solver linear_solver;
  double           rtol, atol;             /* of integrators that choose their step            */
  double           omega, xi, beta, gamma; /* NaN: the formulation's default                   */
  lw_slot          step;                   /* largest internal step [s]                      (1) */
  lw_slot          tolerance;              /* Newton stop criterion on the scaled increment  (1) */
  lw_slot          iterations;             /* most Newton iterations in a step, whole number (1) */
  bool             realtime;               /* exactly that many iterations, no halving           */
  bool   project_accelerations;    /* S0's projection instead of an acceleration-level solve */
  double penalty;                  /* 0: chosen automatically                            */
  int    threads;                  /* 0: as many as pay off                              */
  bool   portable;                 /* the same bits on every machine                     */
  double start, stop, output_step; /* the experiment [s]                                 */
  int    line, experiment_line;    /* in the mechanism file, 0: not given there          */
} lw_settings;

/* How a joint type looks from outside. */
typedef struct lw_joint_info {
  const char* name;     /* as in the file, "point-on-line"           */
  int         nrow;     /* constraints                               */
  int         nq;       /* free coordinates q                        */
  unsigned    angles;   /* bit i: q[i] is an angle, else a length    */
  bool        has_quat; /* spherical: J.quat                         */
  bool        needs_axis, needs_axis2, needs_at2;
  bool        allows_axis2; /* optional axis2 (planar)               */
  bool        drivable;     /* actuator, motion, stiffness allowed   */
} lw_joint_info;

/* The description of a joint type; NULL for a type that does not exist. */
const lw_joint_info* lw_joint_info_get(lw_joint_type type);

typedef struct lw_model {
  lw_name     name;        /* a C identifier */
  lw_name     description; /* may be empty   */
  lw_slot     gravity;     /* (3) */
  lw_settings settings;

  char*  pool; /* names, each terminated; offset 0 is the empty string */
  size_t npool, pool_cap;

  double* value; /* what the file says (nvalue) */
  int*    owner; /* whose value it is, for elements.h; filled by lw_model_finish() (nvalue) */
  int     nvalue, value_cap;

  int* computed; /* the formula of each value, or LW_NONE; NULL without formulas; filled by
                  * lw_model_finish() (nvalue) */

  lw_parameter*     parameter;
  lw_formula*       formula;
  lw_instruction*   instruction; /* of all formulas */
  lw_body*          body;
  lw_frame*         frame;
  lw_shape*         shape;
  lw_joint*         joint;
  lw_actuator*      actuator;
  lw_load*          load;
  lw_spring*        spring;
  lw_bushing*       bushing;
  lw_motion*        motion;
  lw_coupling*      coupling;
  lw_coupling_term* coupling_term;
  lw_output*        output;

  int nparameter, nformula, ninstruction;
  int parameter_cap, formula_cap, instruction_cap;
  int nbody, nframe, nshape, njoint, nactuator, nload, nspring, nbushing, nmotion, ncoupling,
      ncoupling_term, noutput;
  int body_cap, frame_cap, shape_cap, joint_cap, actuator_cap, load_cap, spring_cap, bushing_cap,
      motion_cap, coupling_cap, coupling_term_cap, output_cap;

  bool select_outputs; /* only what output[] lists is exposed; else all of it */
  int  ninput;         /* scalar inputs: actuators, loads, motions, in file order of the kinds */
} lw_model;

/* ---- building ---------------------------------------------------------------------------- */

/* Create an empty model: no bodies, default gravity, settings and experiment. NULL: no memory. */
lw_model* lw_model_create(void);

/* Free a model. Nullable model. */
void lw_model_destroy(lw_model* model);

/* Copy text into the string pool. Returns its offset, or -1: no memory. */
lw_name lw_model_add_name(lw_model* model, const char* text);

/* The text of a name; valid until the next name is added. */
const char* lw_model_name(const lw_model* model, lw_name name);

/* Append n values. Returns the slot of the first, or LW_NONE: no memory.
 *   Nullable    value (zeros) */
lw_slot lw_model_add_values(lw_model* model, int n, const double value[]);

/* Append a copy of an element. Returns its index, or LW_NONE: no memory. The input index of
 * actuators, loads and motions is filled in by lw_model_finish(). */
int lw_model_add_parameter(lw_model* model, const lw_parameter* parameter);
int lw_model_add_formula(lw_model* model, const lw_formula* formula);
int lw_model_add_instruction(lw_model* model, const lw_instruction* instruction);
int lw_model_add_body(lw_model* model, const lw_body* body);
int lw_model_add_frame(lw_model* model, const lw_frame* frame);
int lw_model_add_shape(lw_model* model, const lw_shape* shape);
int lw_model_add_joint(lw_model* model, const lw_joint* joint);
int lw_model_add_actuator(lw_model* model, const lw_actuator* actuator);
int lw_model_add_load(lw_model* model, const lw_load* load);
int lw_model_add_spring(lw_model* model, const lw_spring* spring);
int lw_model_add_bushing(lw_model* model, const lw_bushing* bushing);
int lw_model_add_motion(lw_model* model, const lw_motion* motion);
int lw_model_add_coupling(lw_model* model, const lw_coupling* coupling);
int lw_model_add_coupling_term(lw_model* model, const lw_coupling_term* term);
int lw_model_add_output(lw_model* model, const lw_output* output);

/* An element with all slots LW_NONE, identity rotations, no frames, physical: fill in what is known.
 * lw_model_finish() gives values to what was left out and has a default. */
lw_body  lw_body_default(void);
lw_joint lw_joint_default(void);

/* Close a model: fill in defaults, compute what follows from parameters, number the inputs, and check
 * every rule that does not need the file's text (indices, instructions, positive masses, inertias, axes,
 * lengths, finite numbers, settings).
 *   Changes     nothing but defaults on failure
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY */
lw_status lw_model_finish(lw_model* model, lw_diag* diag);

/* ---- reading ----------------------------------------------------------------------------- */

/* The names behind the dot that outputs of a kind can have ("r", "quat", ...), NULL-terminated;
 * bit i of lw_output.what stands for the i-th of them. */
const char* const* lw_output_names(lw_output_kind kind);

/* The outputs of one element that are exposed, as a bit mask over lw_output_names(kind). */
unsigned lw_model_outputs(const lw_model* model, lw_output_kind kind, int index);

/* Does one of the n values from a slot on follow from parameters, so that it cannot be set?
 *   Needs       a finished model */
bool lw_model_is_computed(const lw_model* model, lw_slot slot, int n);

/* Index of the element of that name, or LW_NONE. */
int lw_model_find_body(const lw_model* model, const char* name);
int lw_model_find_joint(const lw_model* model, const char* name);

#ifdef __cplusplus
}
#endif

#endif
