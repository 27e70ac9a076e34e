/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.h - the mechanism: what is fixed once it has been read.
 *
 * A model is filled by a reader (create, add ...), closed by lw_model_finish(), and const from
 * there on. Elements refer to each other by index. Every number that shapes the motion lives in one
 * vector of values; elements hold the slot of their first number in it. An instance has its own
 * copy of that vector, which is how parameters are set from outside. Values that the file gives by
 * an expression follow from its parameters: formulas compute them. SI units, radians, world axes.
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

#define LW_GROUND (-1) /* in place of the index of a body: the fixed frame  */
#define LW_NONE (-1)   /* in place of an index: no frame, no joint, no slot */

typedef int lw_slot; /* index into the vector of values     */
typedef int lw_name; /* offset into the model's string pool */

/* A number that the file names, for use in expressions. */
typedef struct lw_parameter {
  lw_name name;        /* a C identifier                                                          */
  int     line;        /* in the mechanism file, for messages                                     */
  lw_name unit;        /* for people; may be empty                                                */
  lw_name description; /* for people; may be empty                                                */
  lw_slot value;       /*                                                                     (1) */
  bool    structural;  /* counts elements or is part of names: fixed for good, no FMU variable    */
} lw_parameter;

/* How a formula computes. */
typedef enum lw_formula_kind {
  LW_FORMULA_EXPRESSION,   /* the slot is the result of instructions                         */
  LW_FORMULA_UNIT_QUAT,    /* the four values from the slot on are brought to unit length    */
  LW_FORMULA_SPRING_LENGTH /* the slot is the distance of a spring's ends in the file's pose */
} lw_formula_kind;

/* How a value follows from others. Formulas are listed in an order in which
 * they can be computed. */
typedef struct lw_formula {
  lw_formula_kind kind;   /* how it computes                                              */
  lw_slot         slot;   /* the value that it gives                                      */
  int             code;   /* first instruction; 0 where there are none                    */
  int             ncode;  /* number of instructions                                       */
  int             spring; /* LW_FORMULA_SPRING_LENGTH, else LW_NONE                       */
  lw_name         text;   /* the attribute as the file has it, for messages; may be empty */
} lw_formula;

/* How a rotation is given. */
typedef enum lw_rotation_kind {
  LW_ROTATION_NONE, /* identity; slot is LW_NONE               */
  LW_ROTATION_QUAT, /* w x y z, normalised by the reader   (4) */
  LW_ROTATION_RPY   /* R = Rz(y) Ry(p) Rx(r)               (3) */
} lw_rotation_kind;

/* A rotation, and where its numbers are. */
typedef struct lw_rotation {
  lw_rotation_kind kind; /* how it is given     */
  lw_slot          slot; /* of the first number */
} lw_rotation;

/* A rigid body. */
typedef struct lw_body {
  lw_name     name;     /* as in the file                                               */
  int         line;     /* in the mechanism file, for messages                          */
  bool        physical; /* false: the triangle inequality of the moments is not checked */
  lw_slot     mass;     /* [kg]                                                (1)      */
  lw_slot     inertia;  /* Ixx Iyy Izz Ixy Ixz Iyz about the com, body axes    (6)      */
  lw_slot     com;      /* centre of mass in the body frame [m]                (3)      */
  lw_slot     at;       /* frame origin at the start, world [m]                (3)      */
  lw_rotation rotation; /* body to world at the start                                   */
  lw_slot     velocity; /* of the frame origin, world [m/s]                    (3)      */
  lw_slot     spin;     /* angular velocity, world axes [rad/s]                (3)      */
} lw_body;

/* A marker on a body, or on the ground. */
typedef struct lw_frame {
  lw_name     name;     /* as in the file                      */
  int         line;     /* in the mechanism file, for messages */
  int         body;     /* index or LW_GROUND                  */
  lw_slot     at;       /* in the body frame [m]           (3) */
  lw_rotation rotation; /* frame to body                       */
} lw_frame;

/* The form of a shape. */
typedef enum lw_shape_type {
  LW_SHAPE_BOX,      /* size x y z                                         */
  LW_SHAPE_SPHERE,   /* size[0] radius                                     */
  LW_SHAPE_CYLINDER, /* size[0] radius, [1] length along z                 */
  LW_SHAPE_CAPSULE,  /* size[0] radius, [1] length of the cylinder along z */
  LW_SHAPE_MESH      /* size x y z: factors of its file's numbers          */
} lw_shape_type;

/* What a body looks like, for pictures only; plain numbers. */
typedef struct lw_shape {
  int           body;      /* index or LW_GROUND               */
  lw_shape_type type;      /* its form                         */
  bool          spare;     /* drawn only where no mesh is      */
  bool          painted;   /* it has a colour                  */
  lw_name       file;      /* of a mesh; else empty            */
  double        size[3];   /* [m], see lw_shape_type           */
  double        at[3];     /* its centre in the body frame [m] */
  double        quat[4];   /* w x y z, shape to body           */
  double        colour[4]; /* red, green, blue, opacity: 0 to 1 */
} lw_shape;

/* The types of joints. */
typedef enum lw_joint_type {
  LW_FIXED,           /* 6 constraints: the two bodies move as one                 */
  LW_REVOLUTE,        /* 5: the child turns about the axis                         */
  LW_PRISMATIC,       /* 5: the child slides along the axis                        */
  LW_CYLINDRICAL,     /* 4: the child slides along the axis and turns about it     */
  LW_UNIVERSAL,       /* 4: two perpendicular axes, one fixed in each body         */
  LW_SPHERICAL,       /* 3: the child turns about a point                          */
  LW_PLANAR,          /* 3: the child slides in a plane and turns about its normal */
  LW_POINT_ON_LINE,   /* 2: a point of the child slides on a line of the parent    */
  LW_POINT_ON_PLANE,  /* 1: a point of the child slides in a plane of the parent   */
  LW_DISTANCE,        /* 1: two points keep their distance, as with a massless rod */
  LW_JOINT_TYPE_COUNT /* number of joint types                                     */
} lw_joint_type;

/* A joint. Its place is given either by frames on the two bodies, or in the world in the pose that
 * the file gives. */
typedef struct lw_joint {
  lw_name       name;   /* as in the file                               */
  int           line;   /* in the mechanism file, for messages          */
  lw_joint_type type;   /* which motions it allows                      */
  int           parent; /* body index or LW_GROUND                      */
  int           child;  /* body index or LW_GROUND; not both are ground */

  /* frame index; both LW_NONE where the place is given in the world */
  int parent_frame, child_frame;

  /* of its place in the world; LW_NONE where not given */
  lw_slot at;     /* joint point [m]                                            (3) */
  lw_slot axis;   /* z of the joint frame; any length > 0                       (3) */
  lw_slot axis2;  /* universal: child axis; planar: x                           (3) */
  lw_slot at2;    /* distance: point on the child [m]                           (3) */
  lw_slot length; /* distance: rod length [m]; LW_NONE: that of the file's pose (1) */

  /* of a linear spring and damper on q; always given for revolute and prismatic joints, else
   * LW_NONE */
  lw_slot stiffness; /* [N/m, N m/rad]                 (1) */
  lw_slot damping;   /* [N s/m, N m s/rad]             (1) */
  lw_slot rest;      /* q at which the spring is loose (1) */

  /* of the range of q; LW_NONE where not given */
  lw_slot lower; /* [m, rad] (1) */
  lw_slot upper; /* [m, rad] (1) */

  /* of the stops at the ends of the range, which are off while zero; LW_NONE where there are no
   * ends */
  lw_slot stop_stiffness; /* [N/m, N m/rad]     (1) */
  lw_slot stop_damping;   /* [N s/m, N m s/rad] (1) */

  lw_slot friction; /* dry friction along q [N, N m], LW_NONE where not given (1) */

  /* at the start; LW_NONE where not given */
  lw_slot q0;  /* coordinates (nq) */
  lw_slot qd0; /* rates       (nq) */
} lw_joint;

/* A force or torque along the coordinate of a joint, from an input. */
typedef struct lw_actuator {
  lw_name name;  /* as in the file                      */
  int     line;  /* in the mechanism file, for messages */
  int     joint; /* revolute or prismatic               */
  int     input; /* index of its input                  */
} lw_actuator;

/* A force or torque on a body, from inputs. */
typedef struct lw_load {
  lw_name name;      /* as in the file                                               */
  int     line;      /* in the mechanism file, for messages                          */
  bool    is_torque; /* else a force                                                 */
  bool    body_axes; /* components in body axes, else in world axes                  */
  int     body;      /* on which it acts                                             */
  lw_slot at;        /* point in the body frame [m], LW_NONE: centre of mass     (3) */
  int     input;     /* first of its three inputs                                    */
} lw_load;

/* A spring and damper between two points. */
typedef struct lw_spring {
  lw_name name;      /* as in the file                             */
  int     line;      /* in the mechanism file, for messages        */
  int     from, to;  /* frame indices                              */
  lw_slot stiffness; /* [N/m]                                  (1) */
  lw_slot damping;   /* [N s/m]                                (1) */
  lw_slot length;    /* [m]; LW_NONE: that of the file's pose  (1) */
} lw_spring;

/* Springs and dampers in all six directions between two frames. */
typedef struct lw_bushing {
  lw_name name;      /* as in the file                                                        */
  int     line;      /* in the mechanism file, for messages                                   */
  int     from, to;  /* frame indices                                                         */
  lw_slot stiffness; /* along and about the axes of `from` [N/m, N m/rad]                 (6) */
  lw_slot damping;   /* likewise [N s/m, N m s/rad]                                       (6) */
} lw_bushing;

/* How a motion prescribes the coordinate q of its joint. */
typedef enum lw_motion_kind {
  LW_MOTION_VELOCITY,   /* q' is constant; q starts from the assembled value */
  LW_MOTION_POLYNOMIAL, /* q = a0 + a1 t + ...                               */
  LW_MOTION_INPUT       /* q is an input                                     */
} lw_motion_kind;

/* A prescribed coordinate of a joint. */
typedef struct lw_motion {
  lw_name        name;  /* as in the file                                   */
  int            line;  /* in the mechanism file, for messages              */
  lw_motion_kind kind;  /* how it prescribes q                              */
  int            joint; /* revolute or prismatic                            */
  lw_slot        coef;  /* velocity (1) or polynomial (ncoef), else LW_NONE */
  int            ncoef; /* 1 for a velocity, 0 for an input                 */
  int            input; /* index of its input, or LW_NONE                   */
} lw_motion;

/* One term of a coupling:  sum of ratio * q = offset. */
typedef struct lw_coupling_term {
  int     joint;      /* whose coordinate it is */
  int     coordinate; /* of the joint, from 0   */
  lw_slot ratio;      /* (1)                    */
} lw_coupling_term;

/* A linear constraint between coordinates of joints, such as gears. */
typedef struct lw_coupling {
  lw_name name;   /* as in the file                      */
  int     line;   /* in the mechanism file, for messages */
  int     term;   /* first of its terms                  */
  int     nterm;  /* number of its terms                 */
  lw_slot offset; /* (1)                                 */
} lw_coupling;

/* The kinds of elements that have outputs. */
typedef enum lw_output_kind {
  LW_OUTPUT_BODY,     /* a body              */
  LW_OUTPUT_JOINT,    /* a joint             */
  LW_OUTPUT_MOTION,   /* a motion            */
  LW_OUTPUT_COUPLING, /* a coupling          */
  LW_OUTPUT_ENERGY    /* the whole mechanism */
} lw_output_kind;

/* Which outputs of an element are exposed. */
typedef struct lw_output {
  lw_output_kind kind;  /* of the element                                */
  int            index; /* of the element; 0 for the energy              */
  unsigned       what;  /* bit i: the i-th name of lw_output_names(kind) */
} lw_output;

/* The formulations of the equations of motion; docs/theory.md describes them. */
typedef enum lw_formulation {
  LW_INDEX3_DCA,              /* position constraints, trapezoidal rule, divide and conquer */
  LW_HAMILTONIAN_DCA,         /* joint coordinates and canonical momenta                    */
  LW_ACCELERATION_DCA,        /* joint coordinates and accelerations                        */
  LW_PENALTY,                 /* constraints as stiff springs                               */
  LW_AUGMENTED_LAGRANGIAN,    /* penalty with multipliers by iteration, in accelerations    */
  LW_AUGMENTED_HAMILTONIAN,   /* the same in momenta                                        */
  LW_COORDINATE_PARTITIONING, /* independent coordinates, chosen as the mechanism moves     */
  LW_FORMULATION_COUNT        /* number of formulations                                     */
} lw_formulation;

/* The integrators, by which a formulation advances in time. */
typedef enum lw_integrator {
  LW_INTEGRATOR_DEFAULT,      /* the formulation's own                             */
  LW_DOPRI5,                  /* Dormand-Prince 5(4)                               */
  LW_BS32,                    /* Bogacki-Shampine 3(2)                             */
  LW_ABM,                     /* Adams-Bashforth-Moulton, variable order           */
  LW_FORWARD_EULER,           /* explicit, of order 1                              */
  LW_SEMI_IMPLICIT_EULER,     /* explicit in the velocities, of order 1            */
  LW_TRAPEZOIDAL_FIXED_POINT, /* trapezoidal rule, solved by fixed-point iteration */
  LW_TRAPEZOIDAL_NEWTON,      /* trapezoidal rule, solved by Newton's method       */
  LW_NEWMARK,                 /* Newmark's formulas with settings.beta and gamma   */
  LW_INTEGRATOR_COUNT         /* number of integrators                             */
} lw_integrator;

/* Their names in a file, with NULL after the last. */
extern const char* const lw_formulation_names[LW_FORMULATION_COUNT + 1];
extern const char* const lw_integrator_names[LW_INTEGRATOR_COUNT + 1];

/* How LW_COORDINATE_PARTITIONING solves its linear systems. */
typedef enum lw_linear_solver {
  LW_DIRECT,             /* by factorisation                             */
  LW_PCG,                /* by conjugate gradients with a preconditioner */
  LW_LINEAR_SOLVER_COUNT /* number of linear solvers                     */
} lw_linear_solver;

/* How the trapezoidal rule turns bodies. */
typedef enum lw_rotation_rule {
  LW_ROTATION_MOMENTUM,         /* on angular momenta, turns by rotation vectors */
  LW_ROTATION_EULER_PARAMETERS, /* on Euler parameters, as in the paper S0       */
  LW_ROTATION_RULE_COUNT        /* number of rules                               */
} lw_rotation_rule;

/* The accuracy of a step where none is given: steps of smooth mechanisms of 1 ms are a hundred
 * times more accurate, those that change the energy by a visible amount are less accurate. */
#define LW_ACCURACY_DEFAULT 1e-5

/* A relative tolerance below rounding cannot be met. */
#define LW_TOLERANCE_MIN 1e-15

/* How a model is simulated. */
typedef struct lw_settings {
  lw_formulation   formulation;   /* of the equations of motion    */
  lw_integrator    integrator;    /* by which they advance in time */
  lw_linear_solver linear_solver; /* of coordinate partitioning    */

  double rtol; /* relative tolerance of integrators that choose their step */
  double atol; /* absolute tolerance of these                              */

  /* of a formulation, see docs/mechanism-format.md; NaN: its default */
  double omega, xi, beta, gamma;

  lw_slot step;                  /* largest internal step [s]                              (1) */
  lw_slot tolerance;             /* stopping criterion of Newton on the scaled increment   (1) */
  lw_slot iterations;            /* most Newton iterations in a step, whole number         (1) */
  bool    realtime;              /* exactly that many iterations, no halving of steps          */
  bool    project_accelerations; /* S0's projection instead of an acceleration-level solve     */
  lw_rotation_rule rotation;     /* of the formulations with a trapezoidal rule                */
  double           accuracy;     /* largest estimated error of a step; 0: steps are fixed      */
  double           penalty;      /* 0: chosen automatically                                    */
  int              threads;      /* 0: as many as pay off                                      */
  bool             portable;     /* the same bits on every machine                             */

  double start;           /* of the experiment [s]                        */
  double stop;            /* of the experiment [s]                        */
  double output_step;     /* of the experiment [s]                        */
  int    line;            /* of these settings in the file, 0: none there */
  int    experiment_line; /* of the experiment in the file, 0: none there */
} lw_settings;

/* What a joint type is from outside. */
typedef struct lw_joint_info {
  const char* name;         /* as in the file, "point-on-line"            */
  int         nrow;         /* number of constraints                      */
  int         nq;           /* number of free coordinates q               */
  unsigned    angles;       /* bit i: q[i] is an angle, else a length     */
  bool        has_quat;     /* spherical: there is J.quat                 */
  bool        needs_axis;   /* the attribute axis is required             */
  bool        needs_axis2;  /* the attribute axis2 is required            */
  bool        needs_at2;    /* the attribute at2 is required              */
  bool        allows_axis2; /* the attribute axis2 is optional (planar)   */
  bool        drivable;     /* actuator, motion and stiffness are allowed */
} lw_joint_info;

/* The description of a joint type; NULL for a type that does not exist. */
const lw_joint_info* lw_joint_info_get(lw_joint_type type);

/* A mechanism. Elements are in the order of the file; of each kind of array, n... is the number of
 * elements and ..._cap the number that the array has room for. */
typedef struct lw_model {
  lw_name     name;        /* a C identifier      */
  lw_name     description; /* may be empty        */
  lw_name     version;     /* of the mechanism; may be empty */
  lw_name     author;      /* may be empty        */
  lw_name     license;     /* may be empty        */
  lw_slot     gravity;     /* (3)                 */
  lw_settings settings;    /* how it is simulated */

  char*  pool;     /* names, each terminated; offset 0 is the empty string */
  size_t npool;    /* bytes of the pool                                    */
  size_t pool_cap; /* room in it                                           */

  double* value;     /* what the file says (nvalue)                                             */
  int*    owner;     /* whose value it is, for elements.h; filled by lw_model_finish() (nvalue) */
  int     nvalue;    /* number of values                                                        */
  int     value_cap; /* room for values                                                         */

  /* the formula of each value, or LW_NONE; NULL without formulas; filled by lw_model_finish()
   * (nvalue) */
  int* computed;

  lw_parameter*     parameter;     /* of the file       (nparameter)     */
  lw_formula*       formula;       /* how values follow (nformula)       */
  lw_instruction*   instruction;   /* of all formulas   (ninstruction)   */
  lw_body*          body;          /* without ground    (nbody)          */
  lw_frame*         frame;         /* of all bodies     (nframe)         */
  lw_shape*         shape;         /* of all bodies     (nshape)         */
  lw_joint*         joint;         /*                   (njoint)         */
  lw_actuator*      actuator;      /*                   (nactuator)      */
  lw_load*          load;          /*                   (nload)          */
  lw_spring*        spring;        /*                   (nspring)        */
  lw_bushing*       bushing;       /*                   (nbushing)       */
  lw_motion*        motion;        /*                   (nmotion)        */
  lw_coupling*      coupling;      /*                   (ncoupling)      */
  lw_coupling_term* coupling_term; /* of all couplings  (ncoupling_term) */
  lw_output*        output;        /* that are exposed  (noutput)        */

  /* numbers of elements */
  int nparameter, nformula, ninstruction;
  int nbody, nframe, nshape, njoint, nactuator, nload, nspring, nbushing, nmotion, ncoupling,
      ncoupling_term, noutput;

  /* room in the arrays */
  int parameter_cap, formula_cap, instruction_cap;
  int body_cap, frame_cap, shape_cap, joint_cap, actuator_cap, load_cap, spring_cap, bushing_cap,
      motion_cap, coupling_cap, coupling_term_cap, output_cap;

  bool select_outputs; /* output[] lists the outputs; else they are those of lw_model_outputs() */
  bool only_outputs;   /* quantities that are no outputs are left out; else they are local */
  int  ninput; /* scalar inputs: actuators, loads, motions, in the order of the file in each kind */
} lw_model;

/* ---- building ---------------------------------------------------------------------------- */

/* Create an empty model: no bodies, default gravity, settings and experiment. NULL: no memory. */
lw_model* lw_model_create(void);

/* Free a model.
 *   Nullable    model */
void lw_model_destroy(lw_model* model);

/* Copy text into the string pool.
 *   Returns     its offset; -1: no memory */
lw_name lw_model_add_name(lw_model* model, const char* text);

/* The text of a name; valid until the next name is added. */
const char* lw_model_name(const lw_model* model, lw_name name);

/* Append n values.
 *   Returns     the slot of the first; LW_NONE: no memory
 *   Nullable    value: zeros */
lw_slot lw_model_add_values(lw_model* model, int n, const double value[]);

/* Append a copy of an element. The input index of actuators, loads and motions is filled in by
 * lw_model_finish().
 *   Returns     its index; LW_NONE: no memory */
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

/* An element with all slots LW_NONE, identity rotations, no frames, physical: fill in what is
 * known. lw_model_finish() fills in the defaults of what was left out. */
lw_body  lw_body_default(void);
lw_joint lw_joint_default(void);

/* Close a model: fill in defaults, compute the values that follow from parameters, number the
 * inputs, and check every rule that does not need the file's text (indices, instructions, positive
 * masses, inertias, axes, lengths, finite numbers, settings).
 *   Changes     nothing but defaults on failure
 *   Returns     LW_OK, LW_ERR_INPUT with line and reason, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_model_finish(lw_model* model, lw_diag* diag);

/* The largest relative error of a step that a model asks for: its accuracy, or rtol of formulations
 * that choose their step; 0: its steps are fixed.
 *   Needs       a finished model */
double lw_model_accuracy(const lw_model* model);

/* ---- reading ----------------------------------------------------------------------------- */

/* The names after the dot that outputs of a kind can have ("r", "quat", ...), with NULL after the
 * last; bit i of lw_output.what stands for the i-th of them. */
const char* const* lw_output_names(lw_output_kind kind);

/* The quantities of one element that are outputs, as a bit mask over lw_output_names(kind): those
 * that the file lists; or positions, orientations, joint coordinates and rates, reactions and
 * efforts. */
unsigned lw_model_outputs(const lw_model* model, lw_output_kind kind, int index);

/* The quantities of one element that are local variables: all others, unless the file leaves them
 * out. */
unsigned lw_model_locals(const lw_model* model, lw_output_kind kind, int index);

/* Whether one of the n values from a slot on follows from parameters, so that it cannot be set.
 *   Needs       a finished model */
bool lw_model_is_computed(const lw_model* model, lw_slot slot, int n);

/* Index of the element of that name, or LW_NONE. */
int lw_model_find_body(const lw_model* model, const char* name);
int lw_model_find_joint(const lw_model* model, const char* name);

#ifdef __cplusplus
}
#endif

#endif
