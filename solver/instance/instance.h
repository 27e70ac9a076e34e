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
  double t;              /* present time [s]                                          */
  double t_input;        /* time from which the input polynomials count [s]           */
  double initialised;    /* 1 after lw_instance_initialize()                          */
  double stages;         /* LW_STAGES_KEPT, as lw_instance_get_state() found them  */
  double kept;           /* steps since the multipliers were computed from zero */
  double slow;           /* 1: eps leaves more than a tenth of some rows open, pass by pass */
  double iterations;     /* Newton iterations of the last internal step               */
  double residual;       /* its last scaled increment                                 */
  double coordinate_lag; /* most turn that joint coordinates may lack [rad]; 0: they are current */
  double violation[3];   /* 2-norm of the constraints at the present state            */
} lw_state_head;

typedef struct lw_body_constants {
  double   J[9];     /* inertia about the centre of mass, body axes  */
  double   mass;     /* [kg]                                         */
  double   J_inv[9]; /* its inverse */
  double   det_inv;  /* determinant of the inverse */
  int      axis; /* of symmetry: 0 to 2 where J = a 1 + (b - a) u u^T, 3 where J = a 1, else -1 */
  double   move_scale, turn_scale; /* 1/(m L)^2 and 1/J^2: residuals as scaled increments */
  double   gyroscopic;             /* share of the gyroscopic torque in the tangent, per dt w */
  double   com[3];                 /* centre of mass in the body frame [m]         */
  lw_pose  q0;                     /* as the file places it                        */
  lw_twist v0;                     /* velocity of the centre of mass there         */
} lw_body_constants;

/* Two frames on two bodies, as a spring or a bushing sees them. */
typedef struct lw_ends {
  int    A, B;
  double s_A[3], s_B[3]; /* from the centres of mass, body axes [m] */
  double R_A[9], R_B[9]; /* rows: frame axes in body axes           */
  double length;         /* free length of a spring [m]             */
} lw_ends;

#define LW_WRENCH 8 /* numbers of a wrench: force, torque, two that are not used */

/* Numbers of a body that only passes over bodies look at. They stand by batches, each number of four bodies side by
 * side; symmetric matrices as xx xy xz yy yz zz. */
enum {
  LW_BODY_MASS, /* [kg] */
  LW_BODY_DET,  /* determinant of J'^-1 */
  LW_BODY_GYRO, /* lw_body_constants.gyroscopic, move_scale, turn_scale */
  LW_BODY_MOVE,
  LW_BODY_TURN,
  LW_BODY_D      = 5,  /* inertia J', body axes (6)                   derive.c */
  LW_BODY_D_INV  = 11, /* its inverse (6) */
  LW_BODY_J      = 17, /* inertia, world axes (6)                     bodies_simd.c */
  LW_BODY_NORMAL = 23, /* p . p' and p . p'' of the trapezoidal rule at the present iterate (2) */
  LW_BODY_STIFFNESS_RATIO =
      25, /* square of |J^-1 (J_tan - J)|, where joint forces are in the factorisation */
  LW_BODY_M_INV = 26, /* 1/m                                         derive.c */
  LW_BODY_KEPT =
      27, /* state at the start of a step: position (7), velocity, acceleration, its rate (6 each) */
  LW_BODY_KEPT_V    = 34,
  LW_BODY_KEPT_A    = 40,
  LW_BODY_KEPT_JERK = 46,
  LW_BODY_NUMBERS   = 52
};

/* Where the numbers of a body begin, and in how many places side by side they stand: the last member of a batch also
 * stands in the places that are left. */
typedef struct lw_lane {
  int at, n;
} lw_lane;

/* What a side contributes to the geometric stiffness of its body: the first of its multipliers and where its arm stands in
 * point_batch; of sides that hold no point one that is zero. */
typedef struct lw_stiffness_arm {
  int row, arm;
  double
      sign; /* -1: the arm is that of the parent's side, on which the multipliers act the other way round */
} lw_stiffness_arm;

/* A coordinate, or its rate, that assembly holds. */
typedef struct lw_held {
  int     joint, coordinate;
  lw_slot slot; /* of what it is to be */
} lw_held;

/* Most coordinates that are held: each costs a solve in every iteration of the assembly. Further ones are
 * as exact as placing makes them. */
#define LW_HELD_MAX 64

/* What one thread and several have taken, where their number is left to the program. Results do not depend on it. */
typedef struct lw_pace {
  double time[2];  /* of an internal step with one thread, with all of them [s]; 0: not known */
  double spent;    /* with the faster of them since the slower one was tried [s]              */
  double trial;    /* what that trial took [s]                                                */
  bool   together; /* all of them are faster                                                  */
} lw_pace;

/* The stages of a state: what is up to date. Every function that changes numbers says here which
 * stages it makes current and which it invalidates; nothing else is remembered of earlier calls.
 *
 *  stage               what is current                          made current by
 *  LW_CHECKED          values obey the rules between them       lw_derive_update()
 *  LW_CONSTANTS        what derive.c computes from the values   lw_derive_update()
 *  LW_POSITIONS        placement, Phi and, unless it is lazy,   lw_instance_update(), a step that is
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
 *  LW_VIOLATION        head->violation                          lw_measure_violation(), assembly, a
 *                                                               step of a mechanism with loops
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
 */
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

struct lw_instance {
  const lw_model* model;
  lw_structure*   structure;
  size_t          size;       /* of this block [bytes] */
  void*           allocation; /* what is freed in the end */
  int             threads;

  const lw_mechanics_kernels* kernels; /* of the target for which a step is computed */

  const struct lw_method* method;       /* how it is advanced                            */
  void*                   method_state; /* its part of the state, laid out by itself     */
  void*                   method_work;  /* and of the workspace                          */

  /* ---- state (state_size bytes from head on) ---- */
  lw_state_head* head;
  double*        value; /* copy of the model's values                     (nvalue)      */
  double*  input; /* value, first, second derivative, 1 where a derivative was given (ninput x 4) */
  lw_pose* q;     /* positions                                      (nbody)       */
  lw_twist* v;    /* velocities; [-1] ground                        (nbody)       */
  lw_twist* a;    /* accelerations; [-1] ground                     (nbody)       */
  lw_twist* jerk; /* rate of the accelerations over the last step (nbody) */
  lw_twist* next; /* accelerations as the last steps continue them  (nbody) */
  double*   lambda;       /* multipliers of all rows                        (nrow_all)    */
  double*   coordinate;   /* joint coordinates, continuous over turns       (njoint x 3)  */
  double*   drive;        /* per motion: offset of a constant velocity, or the cubic of an
                              * input: start time, duration, four coefficients (nmotion x 6) */
  size_t    state_size;   /* bytes from head on */
  size_t    motion_begin; /* where positions begin in it: what a step changes */
  size_t    method_size;  /* bytes of method_state, which stands at its end */

  /* ---- derived from the values by derive.c ---- */
  lw_body_constants* body;      /* (nbody)                                                    */
  lw_joint_geometry* geometry;  /* (njoint)                                                   */
  lw_ends*           ends;      /* springs, then bushings                (nspring + nbushing) */
  double*            load_at;   /* point of each load from the com, body axes      (nload x 3) */
  double*            row_scale; /* size of Phi M^-1 Phi^T on each row             (nrow_all)  */
  double* turn_per_force; /* turn of the bodies per force at a joint's point [1/(N s^2)] (njoint) */
  double* eps;            /* regularisation of each row                      (nrow_all)  */
  double  length;         /* characteristic length [m]                                  */

  /* ---- lists built at creation ---- */
  int *joint_actuator, *joint_actuator_list; /* actuators of each joint (njoint + 1) */
  int *body_load, *body_load_list;           /* loads of each body      (nbody + 1)  */

  /* ---- start by coordinates: posture.c; all NULL where no joint has q0 or qd0 ---- */
  bool*    carries;    /* the joint belongs to the tree                               (njoint)    */
  int*     tree_body;  /* bodies from the ground outwards                             (nbody + 1) */
  int*     tree_joint; /* the joint that carries a body; njoint: none                 (nbody)     */
  lw_held* held[2];    /* coordinates with q0, rates with qd0                         (nheld)     */
  int      nheld[2];
  bool     tree_built;
  bool     hold_positions; /* the assembly that runs now holds coordinates                        */
  double*  hold;           /* mobility of the held coordinates            (LW_HELD_MAX squared)   */
  double*  hold_scale;     /* (LW_HELD_MAX) */

  lw_assembly assembly; /* what the last initialisation has moved  assemble.c */

  double*
      load; /* sum of the loads from inputs on each body, NULL without loads  bodies.c (nbody x LW_WRENCH) */
  char*
      acts; /* joint: 1 where a spring, damper, stop, friction or actuator acts  derive.c (njoint) */
  bool acting; /* one of them does */
  bool stiff;  /* one of them, or a spring or bushing, does */

  bool
      may_be_lazy; /* no step looks at places and coordinates of joints, but for what acts in them  instance.c */

  bool* unique; /* the joint has unique reactions  mobility.c (njoint) */

  /* ---- workspace: contents do not survive a call unless said ---- */
  lw_placement* placement;   /* of q; [-1] ground             bodies.c      (nbody)          */
  lw_inertia*   inertia;     /* in world axes; masses by derive.c, the rest by bodies.c (nbody) */
  lw_pose*      start;       /* where assembly began          assemble.c  (nbody)          */
  double*       body_batch;  /* see LW_BODY_NUMBERS           (batches of bodies x 4)          */
  double*       point_batch; /* see LW_POINT_NUMBERS          (batches of points x 4)          */
  lw_stiffness_arm*
                   stiffness_arm; /* (nside + 1), the last one of none                            */
  lw_lane*         lane;       /* of a body in body_batch                      (nbody)          */
  lw_joint_frames* place;      /* joints in the world           connectors.c  (njoint)         */
  double*          Phi;        /* constraint residuals          connectors.c  (nrow_all)       */
  double*          prescribed; /* -Phi_t or gamma      connectors.c  (nrow_all) */
  double*          open;       /* prescribed - Phi_q v or a      project.c  (nrow_all) */
  double*          J;          /* Jacobians                     connectors.c  (njac)           */
  double*   wrench;    /* applied force and torque of each side  connectors.c (nside x LW_WRENCH) */
  double*   x;         /* right-hand side and solution                (nx)             */
  double*   direction; /* of the conjugate gradients  project.c (nx) */
  double*   partial;   /* sums and maxima of the parts  ((npart + 1) x LW_PARTIALS)              */
  lw_factor factor;    /* survives as long as factor_valid                             */
  bool
      lazy_jacobians; /* Jacobians wait for a factorisation that reads them, or for who asks  derive.c */
  bool    lazy_coordinates; /* places and coordinates of joints wait to be asked for  derive.c */
  double* reaction;         /* lambda with the least norm  reactions.c  (nrow_all) */
  double* weight;           /* of the rows in its norm     reactions.c, mobility.c  (nrow_all) */
  long    halvings; /* of internal steps since creation: for those who measure  substeps.c */
  lw_spin_barrier* barrier; /* where the threads of a step wait for each other  substeps.c */
  lw_pace          pace;    /* which number of threads is faster  substeps.c */
  struct lw_small*
        small; /* the mechanism in the lanes of vectors, NULL: too large  small_setup.c */
  char* saved; /* state at the start of a step                (state_size)     */

  /* ---- what a step finds out: in a line of its own, because one thread writes it and all read what stands above ---- */
  _Alignas(
      64) double drift; /* how far the positions moved, scaled, since they were factored  newton.c */
  double
           stiffness_fraction; /* share of the joint forces in the factorisation, 0: none of them is in it  newton.c */
  bool     closed;  /* nothing is left open of the increments of the last step          newton.c */
  unsigned current; /* stages that are up to date: see lw_stage */
};

/* Where the copy of a piece of the state is that a step has kept. */
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

/* The batches of a part, as two arguments: where they begin and how many they are. */
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

/* Recompute what derives from the values; reads nothing else.
 *   Returns     LW_OK, LW_ERR_INPUT */
lw_status lw_derive_update(lw_instance* instance, lw_diag* diag);

#endif
