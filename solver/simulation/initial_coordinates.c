/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * initial_coordinates.c - poses and velocities of the bodies from the coordinates of the joints.
 *
 *   build_tree, once: joints with coordinates first -> bodies from the ground outwards -> held
 *   coordinates lw_initial_coordinates_place: body by body, from q0 and qd0 of its joint, or with
 *   the body that carries it
 *
 *   reads    q0 and qd0 of the joints, the pose of the file
 *   writes   q, v, coordinate
 *   theory   section 4.6
 *   cost     linear
 */
#include "simulation/initial_coordinates.h"

#include "base/disjoint_sets.h"
#include "base/linalg.h"
#include "base/rotation.h"
#include "joint/joint_rate.h"
#include "joint/joint_rows.h"

/* ---- tree -------------------------------------------------------------------------------- */

/* Tell whether a joint has an initial coordinate or rate. */
static bool has_start(const lw_joint* joint)
{
  return joint->q0 != LW_NONE || joint->qd0 != LW_NONE;
}

/* index of a body, where the ground has an index, too */
static int node_of(const lw_model* m, int body)
{
  return body == LW_GROUND ? m->nbody : body;
}

/* Mark the joints of a spanning forest in s->carries, those with a start first. */
static void mark_tree(lw_instance* s)
{
  const lw_model* m  = s->model;
  int*            up = s->tree_body; /* scratch until order_tree() fills it */
  for (int b = 0; b <= m->nbody; b++) up[b] = b;
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < m->njoint; j++) {
      const lw_joint* joint = &m->joint[j];
      const int       a     = lw_set_of(up, node_of(m, joint->parent));
      const int       b     = lw_set_of(up, node_of(m, joint->child));
      if (has_start(joint) == (pass == 0) && a != b) {
        up[a]         = b;
        s->carries[j] = true;
      }
    }
  }
}

/* The body at the other end of a joint. */
static int other_end(const lw_joint* joint, int body)
{
  return joint->parent == body ? joint->child : joint->parent;
}

/* Append the bodies that a body, or the ground, carries. Returns the number of bodies so far. */
static int append_carried(lw_instance* s, int body, int n)
{
  const lw_model*     m     = s->model;
  const lw_structure* g     = s->structure;
  const int           first = body == LW_GROUND ? 0 : g->body_side[body];
  const int           end   = body == LW_GROUND ? m->njoint : g->body_side[body + 1];
  for (int i = first; i < end; i++) {
    /* the connectors of joints come first and have the numbers of the joints */
    const int j = body == LW_GROUND ? i : g->side[g->body_side_list[i]].connector;
    if (j >= m->njoint || !s->carries[j]) {
      continue;
    }
    const lw_joint* joint = &m->joint[j];
    if (body == LW_GROUND && joint->parent != LW_GROUND && joint->child != LW_GROUND) {
      continue;
    }
    const int next = other_end(joint, body);
    if (next != LW_GROUND && s->tree_joint[next] == LW_NONE) {
      s->tree_joint[next] = j;
      s->tree_body[n++]   = next;
    }
  }
  return n;
}

/* List the bodies from the ground outwards, then from the first body of each part without a
 * connection to the ground. */
static void order_tree(lw_instance* s)
{
  const lw_model* m = s->model;
  for (int b = 0; b < m->nbody; b++) s->tree_joint[b] = LW_NONE;
  int n    = append_carried(s, LW_GROUND, 0);
  int done = 0;
  for (int b = 0; b < m->nbody; b++) {
    for (; done < n; done++) n = append_carried(s, s->tree_body[done], n);
    if (s->tree_joint[b] == LW_NONE) {
      s->tree_joint[b]  = m->njoint; /* no joint carries it: it keeps the pose of the file */
      s->tree_body[n++] = b;
    }
  }
}

/* Tell whether a motion prescribes the coordinate of a joint (level 0), or its rate (level 1). */
static bool is_driven(const lw_instance* s, int joint, int level)
{
  const int motion = s->structure->connector[lw_structure_joint(joint)].motion;
  return motion != LW_NONE && (level == 1 || s->model->motion[motion].kind != LW_MOTION_VELOCITY);
}

/* List the held coordinates (level 0) or rates (level 1) of a joint, while there is room. */
static void hold_joint(lw_instance* s, int j, int level)
{
  const lw_joint* joint = &s->model->joint[j];
  const lw_slot   slot  = level == 0 ? joint->q0 : joint->qd0;
  if (slot == LW_NONE || !s->carries[j] || is_driven(s, j, level)) {
    return;
  }
  for (int i = 0; i < lw_joint_info_get(joint->type)->nq && s->nheld[level] < LW_HELD_MAX; i++) {
    s->held[level][s->nheld[level]++] = (lw_held){j, i, slot + i};
  }
}

/* List the coordinates and rates that the assembly holds: of joints of the tree, at most
 * LW_HELD_MAX. */
static void list_held(lw_instance* s)
{
  for (int level = 0; level < 2; level++) {
    s->nheld[level] = 0;
    for (int j = 0; j < s->model->njoint; j++) hold_joint(s, j, level);
  }
}

static void build_tree(lw_instance* s)
{
  mark_tree(s);
  order_tree(s);
  list_held(s);
  s->tree_built = true;
}

/* ---- placing ----------------------------------------------------------------------------- */

/* Pose and velocity of a body. */
typedef struct motion {
  lw_placement at;
  double       p[4];
  lw_twist     v;
} motion;

/* Motion of a body, as the file has it or the present one. */
static motion motion_of(const lw_instance* s, int body, bool file)
{
  const lw_pose  ground = {.p = {1.0, 0.0, 0.0, 0.0}};
  const lw_twist rest   = {.v = {0.0, 0.0, 0.0}};
  const lw_pose* q      = body == LW_GROUND ? &ground : file ? &s->body[body].q0 : &s->q[body];
  motion         m      = {.v = rest};
  lw_copy3(m.at.r, q->r);
  memcpy(m.p, q->p, sizeof m.p);
  lw_rotation_matrix(m.at.R, q->p);
  if (body != LW_GROUND) {
    m.v = file ? s->body[body].v0 : s->v[body];
  }
  return m;
}

/* The joint frame of the child relative to that of the parent: axes Q (columns) and offset d;
 * their rates are w_A and w_B about axes of the two frames, and d_rate in the frame of the
 * parent. */
typedef struct joint_motion {
  double Q[9], d[3];
  double w_A[3], w_B[3], d_rate[3];
} joint_motion;

/* Relative motion of the joint frames from coordinates and rates.                         (9.1) */
static void relative_motion(lw_joint_type type, const double q[], const double qd[],
                            joint_motion* m)
{
  memset(m, 0, sizeof *m);
  lw_joint_relative(type, q, m->Q, m->d);
  for (int i = 0; i < LW_COORDS_MAX; i++) {
    const lw_coordinate_row* c = &lw_coordinate_table[type][i];
    switch (c->kind) {
    case LW_COORDINATE_SLIDE: m->d_rate[c->i] = qd[i]; break;
    case LW_COORDINATE_ANGLE_Z: m->w_A[2] = qd[i]; break;
    case LW_COORDINATE_ANGLE_CHILD: m->w_B[0] = qd[i]; break;
    case LW_COORDINATE_NONE: break;
    }
  }
}

/* F = R rows^T: a joint frame in the world, its axes as columns */
static void frame_in_world(double F[9], const double R[9], const double rows[9])
{
  lw_mat3_mul_nt(F, R, rows);
}

/* Coordinates and rates of a joint in the configuration of the file. */
static void file_coordinates(const lw_instance* s, int j, const motion* A, const motion* B,
                             double q[], double qd[])
{
  const lw_joint_type type = s->model->joint[j].type;
  lw_joint_frames     place;
  lw_joint_frames_compute(type, &s->geometry[j], &A->at, &B->at, &place);
  for (int i = 0; i < lw_joint_info_get(type)->nq; i++) {
    lw_coordinate c;
    lw_joint_coordinate(type, i, &place, &c);
    q[i]  = c.q;
    qd[i] = lw_dot(c.J_A, A->v.v) + lw_dot(c.J_A + 3, A->v.w) + lw_dot(c.J_B, B->v.v) +
            lw_dot(c.J_B + 3, B->v.w);
  }
}

/* Relative motion of a joint with q0 and qd0; the file gives the missing one of them. */
static void initial_motion(const lw_instance* s, int j, joint_motion* m)
{
  const lw_joint*          joint            = &s->model->joint[j];
  const lw_joint_geometry* g                = &s->geometry[j];
  const motion             A                = motion_of(s, joint->parent, true);
  const motion             B                = motion_of(s, joint->child, true);
  double                   q[LW_COORDS_MAX] = {0.0}, qd[LW_COORDS_MAX] = {0.0};
  file_coordinates(s, j, &A, &B, q, qd);
  for (int i = 0; i < lw_joint_info_get(joint->type)->nq; i++) {
    q[i]  = joint->q0 != LW_NONE ? s->value[joint->q0 + i] : q[i];
    qd[i] = joint->qd0 != LW_NONE ? s->value[joint->qd0 + i] : qd[i];
  }
  relative_motion(joint->type, q, qd, m);
  if (joint->type == LW_POINT_ON_LINE) {
    /* its coordinate does not determine the orientation: take that of the file */
    double F_A[9], F_B[9], w[3];
    frame_in_world(F_A, A.at.R, g->R_A);
    frame_in_world(F_B, B.at.R, g->R_B);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        m->Q[3 * i + k] = F_A[i] * F_B[k] + F_A[3 + i] * F_B[3 + k] + F_A[6 + i] * F_B[6 + k];
      }
    }
    lw_sub3(w, B.v.w, A.v.w);
    lw_mat3_tvec(m->w_A, F_A, w);
  }
}

/* The joint frames in the world, axes as columns, and the point of the child. */
typedef struct world_frames {
  double F_A[9], F_B[9]; /* frames of parent and child */
  double P_B[3];         /* joint point of the child */
} world_frames;

/* Set the pose of a body from that of the body at the other end of its joint.            (4.14) */
static void set_pose(lw_instance* s, int j, int body, const motion* carrier, const joint_motion* m,
                     world_frames* f)
{
  const lw_joint_geometry* g       = &s->geometry[j];
  const bool               forward = s->model->joint[j].child == body; /* parent to child */
  double                   R[9], arm[3], offset[3], P[3];

  /* frames: F_B = F_A Q, and P_B = P_A + F_A d */
  if (forward) {
    frame_in_world(f->F_A, carrier->at.R, g->R_A);
    lw_mat3_mul(f->F_B, f->F_A, m->Q);
  } else {
    frame_in_world(f->F_B, carrier->at.R, g->R_B);
    lw_mat3_mul_nt(f->F_A, f->F_B, m->Q);
  }
  lw_mat3_vec(arm, carrier->at.R, forward ? g->s_A : g->s_B);
  lw_mat3_vec(offset, f->F_A, m->d);
  lw_add3(P, carrier->at.r, arm);
  lw_axpy3(P, forward ? 1.0 : -1.0, offset);

  /* body: R = F rows, and r = P - R s */
  lw_mat3_mul(R, forward ? f->F_B : f->F_A, forward ? g->R_B : g->R_A);
  lw_quat_from_matrix(s->q[body].p, R);
  lw_rotation_normalize(s->q[body].p);
  lw_mat3_vec(arm, R, forward ? g->s_B : g->s_A);
  lw_sub3(s->q[body].r, P, arm);

  lw_copy3(f->P_B, P);
  if (!forward) {
    lw_axpy3(f->P_B, 1.0, offset);
  }
}

/* Set the velocity of a body: w_B = w_A + w, and the point of the child has the velocity F_A d'
 * relative to the parent. */
static void set_velocity(lw_instance* s, int j, int body, const motion* carrier,
                         const joint_motion* m, const world_frames* f)
{
  const double sign = s->model->joint[j].child == body ? 1.0 : -1.0;
  double       w[3], w_B[3], slide[3], v_P[3], c[3], arm[3];
  lw_twist*    v = &s->v[body];
  lw_mat3_vec(w, f->F_A, m->w_A);
  lw_mat3_vec(w_B, f->F_B, m->w_B);
  lw_add3(w, w, w_B);
  lw_mat3_vec(slide, f->F_A, m->d_rate);
  for (int i = 0; i < 3; i++) v->w[i] = carrier->v.w[i] + sign * w[i];
  lw_sub3(arm, f->P_B, carrier->at.r);
  lw_cross(c, carrier->v.w, arm);
  lw_add3(v_P, carrier->v.v, c);
  lw_axpy3(v_P, sign, slide);
  lw_sub3(arm, f->P_B, s->q[body].r);
  lw_cross(c, v->w, arm);
  lw_sub3(v->v, v_P, c);
}

/* Set pose and velocity of a body by its joint with q0 or qd0, from the body at the other end. */
static void place_by_joint(lw_instance* s, int j, int body)
{
  const motion carrier = motion_of(s, other_end(&s->model->joint[j], body), false);
  joint_motion m;
  world_frames f;
  initial_motion(s, j, &m);
  set_pose(s, j, body, &carrier, &m, &f);
  set_velocity(s, j, body, &carrier, &m, &f);
}

/* Move a body with the one that carries it: its pose and velocity relative to that body are
 * those of the file. */
static void carry(lw_instance* s, int carrier, int body)
{
  const motion was = motion_of(s, carrier, true), is = motion_of(s, carrier, false);
  const motion own     = motion_of(s, body, true);
  const double back[4] = {was.p[0], -was.p[1], -was.p[2], -was.p[3]};
  double       turn[4], R[9], from[3], v[3], w[3], c[3];
  lw_quat_mul(turn, is.p, back);
  lw_rotation_matrix(R, turn);

  lw_sub3(from, own.at.r, was.at.r);
  lw_cross(c, was.v.w, from);
  for (int i = 0; i < 3; i++) v[i] = own.v.v[i] - was.v.v[i] - c[i];
  lw_sub3(w, own.v.w, was.v.w);

  double to[3], v_new[3], w_new[3];
  lw_mat3_vec(to, R, from);
  lw_mat3_vec(v_new, R, v);
  lw_mat3_vec(w_new, R, w);
  lw_quat_mul(s->q[body].p, turn, own.p);
  lw_rotation_normalize(s->q[body].p);
  lw_add3(s->q[body].r, is.at.r, to);
  lw_cross(c, is.v.w, to);
  for (int i = 0; i < 3; i++) s->v[body].v[i] = is.v.v[i] + c[i] + v_new[i];
  lw_add3(s->v[body].w, is.v.w, w_new);
}

/* Tell whether a body has exactly the pose and velocity of the file. */
static bool is_as_in_file(const lw_instance* s, int body)
{
  return body == LW_GROUND || (memcmp(&s->q[body], &s->body[body].q0, sizeof s->q[body]) == 0 &&
                               memcmp(&s->v[body], &s->body[body].v0, sizeof s->v[body]) == 0);
}

void lw_initial_coordinates_place(lw_instance* s)
{
  const lw_model* m = s->model;
  if (!s->carries) {
    return;
  }
  if (!s->tree_built) {
    build_tree(s);
  }
  for (int i = 0; i < m->nbody; i++) {
    const int body = s->tree_body[i], j = s->tree_joint[body];
    if (j == m->njoint) {
      continue;
    }
    const int carrier = other_end(&m->joint[j], body);
    if (has_start(&m->joint[j])) {
      place_by_joint(s, j, body);
    } else if (!is_as_in_file(s, carrier)) {
      carry(s, carrier, body);
    }
  }
  /* angles count their revolutions from these values */
  for (int j = 0; j < m->njoint; j++) {
    const int nq = lw_joint_info_get(m->joint[j].type)->nq;
    for (int k = 0; k < nq && m->joint[j].q0 != LW_NONE; k++) {
      s->coordinate[LW_COORDS_MAX * j + k] = s->value[m->joint[j].q0 + k];
    }
  }
}
