/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instance.h - one simulation: every array, with its meaning, shape and the file that fills it.
 *
 * One block of memory in three regions: state (plain doubles, saved and restored in one copy),
 * constants derived from the values, and workspace. Arrays over bodies that joints look at have an
 * entry [-1] for the ground.
 */
#ifndef LW_INSTANCE_H
#define LW_INSTANCE_H

#include "base/threads.h"
#include "factor/factor.h"
#include "joint/joint.h"
#include "structure/structure.h"
#include <linkwork/linkwork.h>

typedef struct lw_mechanics_kernels lw_mechanics_kernels; /* see mechanics/kernels.h */

typedef struct lw_pose {
  double r[3]; /* centre of mass, world [m]       */
  double p[4]; /* Euler parameters, body to world */
  double pad;  /* eight numbers: two whole vectors */
} lw_pose;

/* The part of the state that is not an array. */
typedef struct lw_state_head {
  double t;              /* present time [s]                                                   */
  double t_input;        /* time from which the input polynomials count [s]                    */
  double initialised;    /* 1 after lw_instance_initialize()                                   */
  double stages;         /* LW_STAGES_KEPT, as lw_instance_get_state() found them              */
  double kept;           /* steps since the multipliers were computed from zero                */
  double slow;           /* 1: eps left more than a tenth of some velocity rows open, pass by
                          * pass, in the last step                                             */
  double iterations;     /* Newton iterations of the last internal step                        */
  double residual;       /* the last increment of these, scaled                          (3.7) */
  double coordinate_lag; /* most turn that joint coordinates may lack [rad]; 0: they are current */
  double error;          /* estimate of the last internal step, as a share of the accuracy     */
  double steps;          /* internal steps of the last communication step                      */
  double halved;         /* how often internal steps are halved at present                     */
  double truncation;     /* of the velocities in the last step / dt^3, in lengths and radians  */
  double speed;          /* largest velocity so far, in lengths and radians [1/s]              */
  double turning;        /* largest velocity at the end of the last step; 0: not measured      */
  double jerk_step;      /* step over which jerk was measured [s]; 0: not measured             */
  double accuracy;       /* instead of that of the model; 0: none                              */
} lw_state_head;

typedef struct lw_body_constants {
  double   J[9];       /* inertia about the centre of mass, body axes                        */
  double   mass;       /* [kg]                                                               */
  double   J_inv[9];   /* inverse of J                                                       */
  double   det_inv;    /* its determinant                                                    */
  int      axis;       /* of symmetry: 0 to 2 where J = a 1 + (b - a) u u^T, 3 where J = a 1,
                        * else -1                                                            */
  double   move_scale; /* 1/(m L)^2 and 1/J^2: residuals squared as scaled increments squared */
  double   turn_scale;
  double   gyroscopic; /* fraction of the gyroscopic torque in the tangent, per dt w         */
  double   com[3];     /* centre of mass in the body frame [m]                               */
  lw_pose  q0;         /* position that the file gives                                       */
  lw_twist v0;         /* velocity of the centre of mass that the file gives                 */
} lw_body_constants;

/* The two frames, on two bodies, between which a spring or a bushing acts. */
typedef struct lw_ends {
  int    A, B;
  double s_A[3], s_B[3]; /* from the centres of mass, body axes [m] */
  double R_A[9], R_B[9]; /* rows: frame axes in body axes           */
  double length;         /* free length of a spring [m]             */
} lw_ends;

#define LW_WRENCH 8 /* numbers of a wrench: force, torque, two that are not used */

/* Numbers of a body that only passes over batches of bodies read, each number of four bodies
 * side by side. Symmetric matrices have the order xx xy xz yy yz zz. */
enum {
  LW_BODY_MASS  = 0, /* [kg]                                                derive.c */
  LW_BODY_DET   = 1, /* determinant of the inverse inertia                           */
  LW_BODY_GYRO  = 2, /* lw_body_constants.gyroscopic, move_scale, turn_scale         */
  LW_BODY_MOVE  = 3,
  LW_BODY_TURN  = 4,
  LW_BODY_D     = 5,            /* inertia, body axes (6)                                       */
  LW_BODY_D_INV = 11,           /* its inverse (6)                                              */
  LW_BODY_J     = 17,           /* inertia, world axes (6)                        bodies_simd.c */
  LW_BODY_RULE  = 23,           /* of the trapezoidal rule: K of (3.12) (3); with Euler         */
                                /* parameters p . p' and p . p'' (2)                            */
  LW_BODY_STIFFNESS_RATIO = 26, /* square of |J^-1 (J_tan - J)|: joint forces in the factor     */
  LW_BODY_M_INV           = 27, /* 1/m                                                 derive.c */
  LW_BODY_KEPT            = 28, /* at the start of the step: position (7), velocity,            */
  LW_BODY_KEPT_V          = 35, /* acceleration and its rate (6 each)             bodies_simd.c */
  LW_BODY_KEPT_A          = 41,
  LW_BODY_KEPT_JERK       = 47,
  LW_BODY_NUMBERS         = 53
};

/* Where the numbers of a body begin, and how many lanes they fill: the last body of a batch also
 * fills the lanes that are left. */
typedef struct lw_lane {
  int at, n;
} lw_lane;

/* What a side contributes to the geometric stiffness of its body: the first of its multipliers,
 * the offset of its arm in point_batch, and the sign of the force: -1 on the parent. Sides of
 * connectors that hold no point have an arm of zeros.                                     (4.12) */
typedef struct lw_stiffness_arm {
  int    row, arm;
  double sign;
} lw_stiffness_arm;

/* A coordinate, or its rate, that assembly holds at the value of a slot. */
typedef struct lw_held {
  int     joint, coordinate;
  lw_slot slot;
} lw_held;

/* Most coordinates that are held: each costs a solve in every iteration of the assembly. Further
 * ones are as exact as the first placement of the bodies makes them. */
#define LW_HELD_MAX 64

/* Times with one thread and with several, where their number is left to the program. Results do not
 * depend on it. */
typedef struct lw_pace {
  double time[2];  /* of an internal step with one thread, with all of them [s]; 0: not known */
  double spent;    /* with the faster of them since the slower one was tried [s]              */
  double trial;    /* time of that trial [s]                                                  */
  bool   together; /* all of them are faster                                                  */
} lw_pace;

/* Which reactions of a joint are unique: all of them; components of its force and torque. */
typedef struct lw_unique {
  bool all, component[6];
} lw_unique;

/* What is remembered of a motion. One of constant velocity has its coordinate at a time in the
 * first two numbers. */
enum {
  LW_DRIVE_CUBIC   = 0, /* of an input: start, duration, four coefficients           (2.18) (6) */
  LW_DRIVE_SECANT  = 6, /* slope of the way that the input went in the last communication step    */
  LW_DRIVE_CHANGE  = 7, /* its change, per time                                           (2.22) */
  LW_DRIVE_LAST    = 8, /* size of that step; 0: not known                                   [s] */
  LW_DRIVE_IMPULSE = 9, /* of jumps of the velocity since the last communication step     (2.23) */
  LW_DRIVE_MEAN    = 10, /* the same in that step, divided by its size                            */
  LW_DRIVE_NUMBERS = 11
};

/* The first step of the smallest size whose error was larger than the accuracy. */
typedef struct lw_missed_accuracy {
  double t;     /* its end [s]                         */
  double step;  /* its size [s]; 0: there was none     */
  double share; /* estimated error, see lw_step_error  */
  int    body;  /* that jerks most                     */
} lw_missed_accuracy;

/* The stages of a state: what is up to date. Every function that changes numbers says here which
 * stages it makes current and which it invalidates; nothing else is remembered of earlier calls.
 *
 *  stage               what is current                          made current by
 *  LW_CHECKED          values obey the rules between them       lw_derive_update()
 *  LW_CONSTANTS        what derive.c computes from the values   lw_derive_update()
 *  LW_POSITIONS        placement, Phi and, unless it is lazy,   lw_instance_update(), a step, but
 *                      J, of q and t                            not one of small_step.c
 *  LW_COORDINATES      frames and coordinates of joints too     lw_instance_update(), a step where
 *                                                               they are not lazy
 *  LW_FACTORISATION    factor, at q, without compliant rows     lw_instance_factor(), assembly, a
 *                                                               step that ends with a new one
 *  LW_ACCELERATIONS    v projected, a and lambda of q, v and    lw_instance_update(), a step
 *                      the inputs
 *  LW_METHOD_BEGUN     the method has seen all that was set     lw_method.begin, where it has one
 *  LW_TANGENT_SIZES    LW_END_FORCE, LW_END_GYROSCOPIC of       a step
 *                      the present state
 *  LW_VIOLATION        violation                                lw_measure_violation()
 *  LW_REACTIONS        reaction, of lambda                      lw_reactions_update()
 *  LW_UNIQUENESS       unique                                   lw_unique_update()
 *
 *  event                                   what it invalidates
 *  a value was set                         LW_CONSTANTS and, unless the value alone tells that it
 *                                          obeys the rules, LW_CHECKED; LW_OF_STATE,
 *                                          LW_ACCELERATIONS, LW_METHOD_BEGUN
 *  an input was set                        LW_ACCELERATIONS, LW_METHOD_BEGUN
 *  the time was set, there are motions     LW_POSITIONS, LW_COORDINATES, LW_FACTORISATION
 *  a state was set                         all but LW_UNIQUENESS and what the state was saved with
 *  initialisation                          LW_OF_STATE, LW_UNIQUENESS
 *  a step                                  LW_OF_STATE, before it makes its own stages current
 * */
enum lw_stage {
  LW_CHECKED       = 1 << 0,
  LW_CONSTANTS     = 1 << 1,
  LW_POSITIONS     = 1 << 2,
  LW_COORDINATES   = 1 << 3,
  LW_FACTORISATION = 1 << 4,
  LW_ACCELERATIONS = 1 << 5,
  LW_METHOD_BEGUN  = 1 << 6,
  LW_TANGENT_SIZES = 1 << 7,
  LW_VIOLATION     = 1 << 8,
  LW_REACTIONS     = 1 << 9,
  LW_UNIQUENESS    = 1 << 10,
  /* what was computed from positions, or from the multipliers that belong to them */
  LW_OF_STATE = LW_POSITIONS | LW_COORDINATES | LW_FACTORISATION | LW_TANGENT_SIZES | LW_VIOLATION |
                LW_REACTIONS,
  /* what a saved state tells of itself */
  LW_STAGES_KEPT = LW_ACCELERATIONS | LW_METHOD_BEGUN
};

/* Array sizes and the file that fills an array are at the end of its line. */
struct lw_instance {
  const lw_model* model;
  lw_structure*   structure;
  size_t          size;       /* of this block [bytes]                           */
  void*           allocation; /* the pointer to free                             */
  int             threads;    /* that the caller asks for; 0: the model decides  */

  const lw_mechanics_kernels* kernels; /* of the target that computes its steps */

  bool continuous; /* states and time are set from outside, see continuous.c */

  const struct lw_method* method;       /* the formulation                        */
  void*                   method_state; /* its part of the state                  */
  void*                   method_work;  /* its part of the workspace              */

  /* ---- state (state_size bytes from head on) ---- */
  lw_state_head* head;
  double*        value;      /* copy of the model's values                          (nvalue)      */
  double*        input;      /* value, first and second derivative; 1 where a derivative was given
                              *                                                     (ninput x 4)  */
  double*        input_rate; /* velocity and acceleration of a position that a motion follows,
                              * for the continuous form                             (ninput x 2)  */
  lw_pose*       q;          /* positions                                           (nbody)       */
  lw_twist*      v;          /* velocities; [-1] ground                             (nbody)       */
  lw_twist*      a;          /* accelerations; [-1] ground                          (nbody)       */
  lw_twist*      jerk;       /* rate of the accelerations over the last step        (nbody)       */
  lw_twist*      next;       /* accelerations of the next step, extrapolated (3.11) (nbody)       */
  double*        lambda;     /* multipliers of all rows                             (nrow_all)    */
  double*        coordinate; /* joint coordinates, continuous over turns            (njoint x 3)  */
  double*        drive; /* of a motion: LW_DRIVE_...              (nmotion x LW_DRIVE_NUMBERS) */
  size_t         state_size;  /* bytes from head on                                               */
  size_t         method_size; /* bytes of method_state, which is the end of the state             */

  /* ---- constants, from the values: derive.c ---- */
  lw_body_constants* body;      /*                                       (nbody)             */
  lw_joint_geometry* geometry;  /*                                       (njoint)            */
  lw_ends*           ends;      /* springs, then bushings                (nspring + nbushing) */
  double*            load_at;   /* point of a load from the com, body axes    (nload x 3)    */
  double*            row_scale; /* size of Phi M^-1 Phi^T on a row       (nrow_all)          */
  double*            turn_per_force; /* turn of the bodies per force at a joint's point
                                      * [1/(N s^2)]                           (njoint)            */
  double*            eps;            /* regularisation of a row               (nrow_all)          */
  double*            row_unit; /* brings a row to units of angles, 1/length or 1 (nrow_all)       */
  double             length;   /* characteristic length [m]                                 */
  double             length_weight; /* 1/length^2: of a length among angles, squared             */
  double             natural_speed; /* of a fall through it, in lengths [1/s]                    */
  double             natural_rate;  /* the same, or without gravity that of the steps [1/s]      */
  char*              acts;          /* 1: a spring, damper, stop, friction or actuator acts in
                                      * the joint                             (njoint)            */
  bool               acting;        /* it does so in some joint                                  */
  bool               has_stops;     /* some joint has stops                                      */
  bool               stiff;         /* so does it, or a spring or bushing elsewhere              */

  /* Lazy numbers are computed when something reads them. */
  bool may_be_lazy;      /* steps read frames and coordinates of joints only for what acts in them
                          *                                                        instance.c */
  bool lazy_coordinates; /* frames and coordinates of joints are lazy              derive.c   */
  bool lazy_jacobians;   /* J is lazy, but for factorisations that read it         derive.c   */

  /* ---- lists built at creation ---- */
  int *joint_actuator, *joint_actuator_list; /* actuators of a joint (njoint + 1) */
  int *body_load, *body_load_list;           /* loads of a body      (nbody + 1)  */

  /* ---- start by coordinates: initial_coordinates.c; NULL where no joint has q0 or qd0 ---- */
  bool*    carries;    /* the joint belongs to the tree                  (njoint)              */
  int*     tree_body;  /* bodies from the ground outwards                (nbody + 1)           */
  int*     tree_joint; /* the joint that carries a body; njoint: none    (nbody)               */
  lw_held* held[2];    /* coordinates with q0, rates with qd0            (nheld)               */
  int      nheld[2];
  bool     tree_built;
  bool    hold_positions; /* the present assembly holds coordinates                               */
  double* hold;           /* mobility of the held coordinates               (LW_HELD_MAX squared) */
  double* hold_scale;     /*                                                (LW_HELD_MAX)         */

  /* ---- results that are kept between calls ---- */
  lw_assembly assembly; /* how far the last initialisation has moved bodies  assemble.c           */
  lw_unique*  unique;   /* which reactions of a joint are unique             mobility.c (njoint)  */
  double  violation[3]; /* 2-norms of the rows: positions, velocities, accelerations  project.c */
  long    halvings;     /* of internal steps since creation                  substeps.c           */
  lw_pace pace;         /* which number of threads is faster                 substeps.c           */


  lw_missed_accuracy missed; /* the accuracy, since creation or reset       accuracy.c            */

  /* ---- workspace: contents do not survive a call unless a stage says so ---- */
  double*           load;          /* sum of the loads on a body, NULL without loads
                                    *                               body.c (nbody x LW_WRENCH)    */
  lw_placement*     placement;     /* of q; [-1] ground             bodies_simd.c (nbody)         */
  lw_inertia*       inertia;       /* world axes; masses by derive.c     bodies_simd.c (nbody)    */
  lw_pose*          start;         /* where assembly began          assemble.c (nbody)            */
  double*           body_batch;    /* LW_BODY_NUMBERS               (batches of bodies x 4)       */
  double*           point_batch;   /* LW_POINT_NUMBERS              (batches of points x 4)       */
  lw_stiffness_arm* stiffness_arm; /* by side, the last one of none (nside + 1)                   */
  lw_lane*          lane;          /* of a body in body_batch       (nbody)                       */
  lw_joint_frames*  place;         /* frames of joints, world       joints_simd.c (njoint)        */
  double*           turn;          /* of joint coordinates in a fast step  joint_coordinates.c
                                    *                               (njoint x 3)                  */
  double*           stop_effort;   /* of stops, at the start of a step  force_elements.c (njoint) */
  double*           Phi;           /* constraint residuals          joints_simd.c (nrow_all)      */
  double*           prescribed;    /* -Phi_t or gamma               connectors.c (nrow_all)       */
  double*           open;          /* prescribed - Phi_q v or a     close_rows.c (nrow_all)       */
  double*           J;             /* Jacobians                     joints_simd.c (njac)          */
  double*           wrench;        /* force and torque of a side    (nside + 1) x LW_WRENCH       */
  double*           x;             /* right-hand side and solution  (nx)                          */
  double*           direction;     /* of the conjugate gradients    close_rows.c (nx)             */
  double*           partial;       /* sums and maxima of the parts  ((npart + 1) x LW_PARTIALS)   */
  lw_factor         factor;        /* of the matrix (5.1)                                         */
  double*           reaction;      /* lambda with the least norm    reactions.c (nrow_all)        */
  double*           weight;        /* of the rows in that norm      reactions.c (nrow_all)        */
  bool              equal_masses;  /* rows are closed with the masses 1: assemble.c               */
  lw_spin_barrier*  barrier;       /* where the threads of a step wait for each other             */
  struct lw_small*  small;         /* the mechanism in vectors; NULL: it is too large             */
  char*             saved;         /* the state at the start of a step            (state_size)    */

  double stop_step; /* step in which stops act with their mean effort (4.17); 0: at an instant */

  /* In a cache line of its own: one thread writes it while all read what is above. */
  _Alignas(64) unsigned current; /* stages that are up to date, see lw_stage */
};

/* Velocities and accelerations are small against this rate times angles, and its square: that of a
 * fall, or a hundredth of the largest velocity so far. Rounding of what velocities add up to is
 * then below what is asked for.                                                          (4.20) */
static inline double lw_rate(const lw_instance* s)
{
  const double fraction = 0.01 * s->head->speed;
  return fraction > s->natural_rate ? fraction : s->natural_rate;
}

/* The copy of a piece of the state that a step has saved. */
static inline void* lw_saved(const lw_instance* s, const void* piece)
{
  return s->saved + ((const char*)piece - (const char*)s->head);
}

/* Are all of these stages current? */
static inline bool lw_is_current(const lw_instance* s, unsigned stages)
{
  return (s->current & stages) == stages;
}

static inline void lw_set_current(lw_instance* s, unsigned stages)
{
  s->current |= stages;
}

static inline void lw_invalidate(lw_instance* s, unsigned stages)
{
  s->current &= ~stages;
}

/* Walk this thread's parts: the parts, then the separator. */
#define LW_FOR_MY_PARTS_AND_SEPARATOR(s, threads, part)                                            \
  for (int part = 0; part <= (s)->npart; part++)                                                   \
    if (lw_threads_mine((threads), part, (s)->npart))

/* The same without the separator. */
#define LW_FOR_MY_PARTS(s, threads, part)                                                          \
  for (int part = 0; part < (s)->npart; part++)                                                    \
    if (lw_threads_mine((threads), part, (s)->npart))

/* The batches of a part as two arguments: the first of them and their number. */
#define LW_BATCHES_OF(batches, part)                                                               \
  (batches).batch + (batches).first[part], (batches).first[(part) + 1] - (batches).first[part]

/* The same with their numbers as a third one. */
#define LW_BODIES_OF(s, part)                                                                      \
  LW_BATCHES_OF((s)->structure->bodies, part),                                                     \
      (s)->body_batch + lw_batch_begin((s)->structure->bodies.first[part], part, LW_BODY_NUMBERS)
#define LW_POINTS_OF(s, part)                                                                      \
  LW_BATCHES_OF((s)->structure->points, part),                                                     \
      (s)->point_batch +                                                                           \
          lw_batch_begin((s)->structure->points.first[part], part, LW_POINT_NUMBERS)

/* Number i of a body: one of LW_BODY_NUMBERS. */
static inline double lw_body_number(const lw_instance* s, int b, int i)
{
  return s->body_batch[s->lane[b].at + 4 * i];
}

static inline void lw_body_set_number(const lw_instance* s, int b, int i, double x)
{
  for (int k = 0; k < s->lane[b].n; k++) s->body_batch[s->lane[b].at + 4 * i + k] = x;
}

/* Walk the nodes of this thread's parts: `i` is the position, `part` the part or the separator. */
#define LW_FOR_MY_NODES(s, threads, part, i)                                                       \
  for (int part = 0; part <= (s)->npart; part++)                                                   \
    if (lw_threads_mine((threads), part, (s)->npart))                                              \
      for (int i = (s)->part_begin[part]; i < (s)->part_begin[part + 1]; i++)

/* The largest relative error of a step; 0: steps are fixed. */
static inline double lw_accuracy(const lw_instance* s)
{
  const double asked = lw_model_accuracy(s->model);
  return asked > 0.0 && s->head->accuracy > 0.0 ? s->head->accuracy : asked;
}

/* The largest absolute error of a step of a formulation that chooses it: an accuracy that was set
 * changes both errors alike. */
static inline double lw_absolute_accuracy(const lw_instance* s)
{
  const lw_settings* settings = &s->model->settings;
  return s->head->accuracy > 0.0 ? s->head->accuracy / settings->rtol * settings->atol
                                 : settings->atol;
}

/* Recompute what derives from the values; reads nothing else.
 *   Returns     LW_OK, LW_ERR_INPUT */
lw_status lw_derive_update(lw_instance* instance, lw_diag* diag);

#endif
