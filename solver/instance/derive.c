/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * derive.c - constants of bodies, joints and force elements from the vector of values.
 *
 *   lw_derive_update: bodies -> joints -> ends of springs and bushings -> loads -> length
 *   -> scales of bodies and rows -> joints that exert forces -> copies in the batches
 *
 *   reads    model, instance->value
 *   writes   body, masses in inertia, geometry, ends, load_at, row_scale, turn_per_force, length,
 *            natural_speed,
 *            acts, constant numbers of body_batch and point_batch
 *   theory   section 1 (frames), (4.4) for the scale of the rows
 */
#include "instance/instance.h"

#include "base/linalg.h"
#include "base/rotation.h"
#include "joint/joint_law.h"
#include "model/check.h"

/* Without gravity the motion is slow against this part of the rate of the steps. */
#define RATE_OF_STEPS 1e-3

/* ---- bodies ------------------------------------------------------------------------------ */

/* quaternion of an orientation of the file */
static void rotation_of(const double* value, lw_rotation rotation, double p[4])
{
  switch (rotation.kind) {
  case LW_ROTATION_QUAT:
    memcpy(p, value + rotation.slot, 4 * sizeof *p);
    lw_rotation_normalize(p);
    break;
  case LW_ROTATION_RPY: lw_quat_from_rpy(p, value + rotation.slot); break;
  case LW_ROTATION_NONE:
    p[0] = 1.0;
    p[1] = p[2] = p[3] = 0.0;
    break;
  }
}

/* axis of symmetry of an inertia in body axes, see lw_body_constants */
static int symmetry_axis(const double J[9])
{
  if (J[1] != 0.0 || J[2] != 0.0 || J[5] != 0.0) {
    return -1;
  }
  if (J[0] == J[4]) {
    return J[4] == J[8] ? 3 : 2;
  }
  return J[4] == J[8] ? 0 : J[0] == J[8] ? 1 : -1;
}

static void derive_body(const lw_body* body, const double* value, lw_body_constants* c)
{
  const double* I   = value + body->inertia;
  c->mass           = value[body->mass];
  const double J[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  memcpy(c->J, J, sizeof J);
  double S[6], C[6], S_inv[6];
  lw_symmetric_pack(S, J);
  const double det = lw_symmetric_cofactors(C, S);
  for (int i = 0; i < 6; i++) S_inv[i] = C[i] / det;
  lw_symmetric_unpack(c->J_inv, S_inv);
  c->axis    = symmetry_axis(J);
  c->det_inv = lw_symmetric_cofactors(C, S_inv);
  lw_copy3(c->com, value + body->com);

  /* pose and velocity of the centre of mass */
  double R[9], arm[3], wx[3];
  rotation_of(value, body->rotation, c->q0.p);
  lw_rotation_matrix(R, c->q0.p);
  lw_mat3_vec(arm, R, c->com);
  lw_add3(c->q0.r, value + body->at, arm);
  lw_copy3(c->v0.w, value + body->spin);
  lw_cross(wx, c->v0.w, arm);
  lw_add3(c->v0.v, value + body->velocity, wx);
}

/* ---- joints ------------------------------------------------------------------------------ */

/* placement of a body in the file; the ground is at the origin */
static void file_placement(const lw_instance* s, int body, lw_placement* place)
{
  const lw_pose  ground = {.p = {1.0, 0.0, 0.0, 0.0}};
  const lw_pose* q      = body == LW_GROUND ? &ground : &s->body[body].q0;
  lw_copy3(place->r, q->r);
  lw_rotation_matrix(place->R, q->p);
}

/* Transform a point and axes (rows) from the world to a body. */
static void world_to_body(const lw_placement* place, const double at[3], const double axes[9],
                          double s_b[3], double R_b[9])
{
  double d[3];
  lw_sub3(d, at, place->r);
  lw_mat3_tvec(s_b, place->R, d);
  for (int i = 0; i < 3; i++) lw_mat3_tvec(R_b + 3 * i, place->R, axes + 3 * i);
}

/* Compute origin and axes (rows of R_b) of a frame relative to the centre of mass of its body. */
static void frame_to_body(const lw_instance* s, int frame, double s_b[3], double R_b[9])
{
  const lw_frame* f = &s->model->frame[frame];
  double          p[4], R[9];
  rotation_of(s->value, f->rotation, p);
  lw_rotation_matrix(R, p);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) R_b[3 * i + j] = R[3 * j + i];
  }
  lw_copy3(s_b, s->value + f->at);
  if (f->body != LW_GROUND) {
    lw_axpy3(s_b, -1.0, s->body[f->body].com);
  }
}

/* Axes of a joint: z along axis, x along the component of axis2 perpendicular to it, or any
 * perpendicular. Returns 0 where axis or axis2 has no direction, or they are parallel. */
static int joint_axes(const double* value, const lw_joint* joint, double axes[9])
{
  const double up[3] = {0.0, 0.0, 1.0};
  if (!lw_normalize3(axes + 6, joint->axis == LW_NONE ? up : value + joint->axis)) {
    return 0;
  }
  lw_perpendicular(axes, axes + 6);
  if (joint->axis2 != LW_NONE) {
    double x[3];
    if (!lw_normalize3(x, value + joint->axis2)) {
      return 0;
    }
    lw_axpy3(x, -lw_dot(x, axes + 6), axes + 6);
    if (!lw_normalize3(axes, x)) {
      return 0;
    }
  }
  lw_cross(axes + 3, axes + 6, axes);
  return 1;
}

static lw_status derive_joint(const lw_instance* s, const lw_joint* joint, lw_joint_geometry* g,
                              lw_diag* diag)
{
  const double* value = s->value;
  lw_placement  A, B;
  file_placement(s, joint->parent, &A);
  file_placement(s, joint->child, &B);
  if (joint->parent_frame != LW_NONE) {
    frame_to_body(s, joint->parent_frame, g->s_A, g->R_A);
    frame_to_body(s, joint->child_frame, g->s_B, g->R_B);
  } else {
    double axes[9];
    if (!joint_axes(value, joint, axes)) {
      return lw_diag_set(diag, LW_ERR_INPUT, joint->line,
                         "joint \"%s\": the axes have no direction",
                         lw_model_name(s->model, joint->name));
    }
    const double* at_B = value + (joint->at2 != LW_NONE ? joint->at2 : joint->at);
    world_to_body(&A, value + joint->at, axes, g->s_A, g->R_A);
    world_to_body(&B, at_B, axes, g->s_B, g->R_B);
  }
  g->length = 0.0;
  if (joint->type == LW_DISTANCE) {
    lw_joint_frames place;
    lw_joint_frames_compute(joint->type, g, &A, &B, &place);
    g->length = joint->length != LW_NONE ? value[joint->length] : lw_norm(place.d);
    if (!(g->length > 0.0)) {
      return lw_diag_set(diag, LW_ERR_INPUT, joint->line, "joint \"%s\": the rod has no length",
                         lw_model_name(s->model, joint->name));
    }
  }
  return LW_OK;
}

static void derive_ends(const lw_instance* s, int from, int to, lw_ends* ends)
{
  ends->A = s->model->frame[from].body;
  ends->B = s->model->frame[to].body;
  frame_to_body(s, from, ends->s_A, ends->R_A);
  frame_to_body(s, to, ends->s_B, ends->R_B);
}

static void derive_load(const lw_instance* s, const lw_load* load, double at[3])
{
  for (int i = 0; i < 3; i++) at[i] = 0.0;
  if (load->at != LW_NONE) {
    lw_sub3(at, s->value + load->at, s->body[load->body].com);
  }
}

/* ---- scale of the rows ------------------------------------------------------------------- */

/* mobility of a rotation about an average axis: the mean of the eigenvalues of the inverse
 * inertia */
static double turn_mobility(const double J_inv[9])
{
  return (J_inv[0] + J_inv[4] + J_inv[8]) / 3.0;
}

/* Add the part of one body to Phi M^-1 Phi^T of a row that holds a point, and of one that
 * prevents a rotation.                                                                     (4.4) */
static void add_mobility(const lw_instance* s, int body, const double arm[3], double* point,
                         double* turn)
{
  if (body != LW_GROUND) {
    const double m = turn_mobility(s->body[body].J_inv);
    /* two of three rotations move a point at the end of the arm */
    *point += 1.0 / s->body[body].mass + 2.0 / 3.0 * lw_dot(arm, arm) * m;
    *turn += m;
  }
}

/* number of rows that hold a point; the rows of a type after them prevent rotations */
static int point_rows(lw_joint_type type)
{
  switch (type) {
  case LW_FIXED:
  case LW_REVOLUTE:
  case LW_UNIVERSAL:
  case LW_SPHERICAL: return 3;
  case LW_PRISMATIC:
  case LW_CYLINDRICAL:
  case LW_POINT_ON_LINE: return 2;
  case LW_PLANAR:
  case LW_POINT_ON_PLANE:
  case LW_DISTANCE:
  case LW_JOINT_TYPE_COUNT: break;
  }
  return 1;
}

static void joint_mobility(const lw_instance* s, int j, double* point, double* turn)
{
  const lw_joint* joint = &s->model->joint[j];
  *point = *turn = 0.0;
  add_mobility(s, joint->parent, s->geometry[j].s_A, point, turn);
  add_mobility(s, joint->child, s->geometry[j].s_B, point, turn);
}

/* largest angular acceleration of a body per force at the joint point; zero where the joint
 * holds no point */
static double turn_per_force_of(const lw_instance* s, int j)
{
  const lw_joint* joint   = &s->model->joint[j];
  double          largest = 0.0;
  if (lw_joint_has_point(joint->type)) {
    if (joint->parent != LW_GROUND) {
      largest = lw_norm(s->geometry[j].s_A) * turn_mobility(s->body[joint->parent].J_inv);
    }
    if (joint->child != LW_GROUND) {
      largest =
          fmax(largest, lw_norm(s->geometry[j].s_B) * turn_mobility(s->body[joint->child].J_inv));
    }
  }
  return largest;
}

/* scales of the rows of a joint and its motion */
static void scale_joint(const lw_instance* s, const lw_connector* c, double* scale)
{
  const lw_joint_type type = s->model->joint[c->index].type;
  double              point, turn;
  joint_mobility(s, c->index, &point, &turn);
  for (int i = 0; i < c->nrow; i++) scale[i] = i < point_rows(type) ? point : turn;
  if (c->motion != LW_NONE) {
    scale[c->nrow - 1] = type == LW_PRISMATIC ? point : turn;
  }
}

/* scale of the row of a coupling */
static double scale_coupling(const lw_instance* s, const lw_coupling* coupling)
{
  double sum = 0.0;
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
    const double            ratio = s->value[term->ratio];
    const lw_joint_info*    info  = lw_joint_info_get(s->model->joint[term->joint].type);
    double                  point, turn;
    joint_mobility(s, term->joint, &point, &turn);
    sum += ratio * ratio * ((info->angles >> term->coordinate & 1u) ? turn : point);
  }
  return sum;
}

static void scale_rows(lw_instance* s)
{
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c     = &s->structure->connector[k];
    double*             scale = s->row_scale + c->row;
    for (int i = 0; i < c->nrow + c->nsoft; i++) scale[i] = 1.0;
    if (c->kind == LW_CONNECTOR_JOINT) {
      scale_joint(s, c, scale);
    } else if (c->kind == LW_CONNECTOR_COUPLING) {
      scale[0] = scale_coupling(s, &s->model->coupling[c->index]);
    }
  }
}

/* Unit of a coordinate among angles. */
static double coordinate_unit(const lw_instance* s, const lw_coupling_term* term)
{
  const lw_joint_info* info = lw_joint_info_get(s->model->joint[term->joint].type);
  return info->angles >> term->coordinate & 1u ? 1.0 : s->length;
}

/* The row of a coupling is measured by the coordinate that weighs most in it. */
static double coupling_unit(const lw_instance* s, const lw_coupling* coupling)
{
  double most = 0.0;
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term = &s->model->coupling_term[coupling->term + i];
    most = fmax(most, fabs(s->value[term->ratio]) * coordinate_unit(s, term));
  }
  return 1.0 / most;
}

/* Factors of rows that are lengths, angles or sums of coordinates: all become angles.     (4.19) */
static void find_row_units(lw_instance* s)
{
  for (int k = 0; k < s->structure->nconnector; k++) {
    const lw_connector* c    = &s->structure->connector[k];
    double*             unit = s->row_unit + c->row;
    for (int i = 0; i < c->nrow + c->nsoft; i++) unit[i] = 1.0;
    if (c->kind == LW_CONNECTOR_COUPLING) {
      unit[0] = coupling_unit(s, &s->model->coupling[c->index]);
    } else if (c->kind == LW_CONNECTOR_JOINT) {
      const lw_joint_type type = s->model->joint[c->index].type;
      for (int i = 0; i < point_rows(type); i++) unit[i] = 1.0 / s->length;
      if (c->motion != LW_NONE && type == LW_PRISMATIC) {
        unit[c->nrow - 1] = 1.0 / s->length;
      }
    }
  }
}

/* mean radius of gyration of the bodies; 1 without bodies */
static double mean_radius(const lw_instance* s)
{
  double sum = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double* J = s->body[b].J;
    sum += sqrt(0.5 * (J[0] + J[4] + J[8]) / s->body[b].mass);
  }
  return sum > 0.0 ? sum / s->model->nbody : 1.0;
}

/* characteristic length: mean distance of joint points from centres of mass, or where all are zero
 * the mean radius of gyration */
static double characteristic_length(const lw_instance* s)
{
  double sum   = 0.0;
  int    count = 0;
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_joint* joint = &s->model->joint[j];
    const double    a     = joint->parent == LW_GROUND ? 0.0 : lw_norm(s->geometry[j].s_A);
    const double    b     = joint->child == LW_GROUND ? 0.0 : lw_norm(s->geometry[j].s_B);
    sum += a + b;
    count += (a > 0.0) + (b > 0.0);
  }
  return count > 0 ? sum / count : mean_radius(s);
}

/* Fraction of the gyroscopic torque in the tangent, per dt w. A rotation dtheta changes w by
 * 2/dt dtheta, and the torque w x (J w) by about 2 w (J_max - J_min)/dt; the tangent is J
 * 4/dt^2, so the ratio is dt w (J_max - J_min) / (2 J_min). The norms of J and its inverse are
 * bounds of the moments. It is zero for equal moments.                                     (3.7) */
static double gyroscopic_fraction(const double J[9], const double J_inv[9], int axis)
{
  double a = 0.0, b = 0.0;
  for (int i = 0; i < 9; i++) {
    a += J[i] * J[i];
    b += J_inv[i] * J_inv[i];
  }
  return axis == 3 ? 0.0 : 0.5 * sqrt(a) * sqrt(b);
}

/* ---- copies for passes over batches ------------------------------------------------------ */

static void put_symmetric(double* to, const double S[9])
{
  static const int at[6] = {0, 1, 2, 4, 5, 8};
  for (int i = 0; i < 6; i++) to[4 * i] = S[at[i]];
}

static void put(double* to, int n, const double x[])
{
  for (int i = 0; i < n; i++) to[4 * i] = x[i];
}

/* Copy constants to the numbers of bodies and joints; the last element of a batch fills the
 * remaining lanes, too. */
static void fill_batches(lw_instance* s)
{
  const lw_structure* g = s->structure;
  for (int i = 0; i < 4 * g->bodies.first[g->npart + 1]; i++) {
    const lw_body_constants* c = &s->body[g->bodies.batch[i / 4].id[i % 4]];
    double*                  to =
        s->body_batch + lw_batch_begin(i / 4, g->bodies.batch[i / 4].part, LW_BODY_NUMBERS) + i % 4;
    const double x[5] = {c->mass, c->det_inv, c->gyroscopic, c->move_scale, c->turn_scale};
    put(to + 4 * LW_BODY_MASS, 5, x);
    to[4 * LW_BODY_M_INV] = 1.0 / c->mass;
    put_symmetric(to + 4 * LW_BODY_D, c->J);
    put_symmetric(to + 4 * LW_BODY_D_INV, c->J_inv);
  }
  for (int i = 0; i < 4 * g->points.first[g->npart + 1]; i++) {
    const int                j  = g->connector[g->points.batch[i / 4].id[i % 4]].index;
    const lw_joint_geometry* c  = &s->geometry[j];
    double*                  to = s->point_batch +
                 lw_batch_begin(i / 4, g->points.batch[i / 4].part, LW_POINT_NUMBERS) + i % 4;
    put(to + 4 * LW_POINT_S, 3, c->s_A);
    put(to + 4 * (LW_POINT_S + 3), 3, c->s_B);
    put(to + 4 * LW_POINT_TURN_PER_FORCE, 1, &s->turn_per_force[j]);
    put(to + 4 * LW_POINT_C, 9, c->R_A);
    put(to + 4 * (LW_POINT_C + 9), 9, c->R_B);
  }
}

/* ---- all together ------------------------------------------------------------------------ */

static lw_status derive_joints(lw_instance* s, lw_diag* diag)
{
  lw_status status = LW_OK;
  for (int j = 0; j < s->model->njoint && status == LW_OK; j++) {
    status = derive_joint(s, &s->model->joint[j], &s->geometry[j], diag);
  }
  return status;
}

static void derive_forces(lw_instance* s)
{
  const lw_model* m = s->model;
  for (int k = 0; k < m->nspring; k++) {
    derive_ends(s, m->spring[k].from, m->spring[k].to, &s->ends[k]);
    s->ends[k].length = s->value[m->spring[k].length];
  }
  for (int k = 0; k < m->nbushing; k++) {
    derive_ends(s, m->bushing[k].from, m->bushing[k].to, &s->ends[m->nspring + k]);
  }
  for (int k = 0; k < m->nload; k++) derive_load(s, &m->load[k], s->load_at + 3 * k);
}

/* scales of residuals and gyroscopic torques of the bodies */
static void scale_bodies(lw_instance* s)
{
  for (int b = 0; b < s->model->nbody; b++) {
    lw_body_constants* c    = &s->body[b];
    const double       move = c->mass * s->length, turn = (c->J[0] + c->J[4] + c->J[8]) / 3.0;
    c->move_scale = 1.0 / (move * move);
    c->turn_scale = 1.0 / (turn * turn);
    c->gyroscopic = gyroscopic_fraction(c->J, c->J_inv, c->axis);
  }
}

/* Find the joints that exert forces, and decide what is computed lazily. */
static void mark_acting_joints(lw_instance* s)
{
  const lw_model* m = s->model;
  s->acting = s->has_stops = false;
  for (int j = 0; j < m->njoint; j++) {
    s->turn_per_force[j] = turn_per_force_of(s, j);
    s->acts[j]           = 0;
    if (m->joint[j].stiffness != LW_NONE) {
      const lw_joint_law law = lw_joint_law_of(&m->joint[j], s->value);
      s->acts[j] = !lw_joint_law_is_empty(&law) || s->joint_actuator[j] < s->joint_actuator[j + 1];
      s->has_stops = s->has_stops || lw_joint_law_has_stops(&law);
    }
    s->acting = s->acting || s->acts[j];
  }
  s->lazy_coordinates = s->may_be_lazy && !s->acting;
  s->stiff            = s->acting || m->nspring > 0 || m->nbushing > 0;
  s->lazy_jacobians   = s->lazy_coordinates && !s->stiff;
}

lw_status lw_derive_update(lw_instance* s, lw_diag* diag)
{
  const lw_model* m      = s->model;
  lw_status       status = LW_OK;
  if (!lw_is_current(s, LW_CHECKED)) {
    status = lw_model_check_values(m, s->value, diag);
  }
  if (status != LW_OK) {
    return status;
  }
  for (int b = 0; b < m->nbody; b++) {
    derive_body(&m->body[b], s->value, &s->body[b]);
    s->inertia[b].m     = s->body[b].mass;
    s->inertia[b].m_inv = 1.0 / s->body[b].mass;
  }
  status = derive_joints(s, diag);
  if (status != LW_OK) {
    return status;
  }
  derive_forces(s);
  s->length        = characteristic_length(s);
  s->length_weight = 1.0 / (s->length * s->length);
  s->natural_speed = sqrt(lw_norm(s->value + m->gravity) / s->length);
  s->natural_rate =
      s->natural_speed > 0.0 ? s->natural_speed : RATE_OF_STEPS / s->value[m->settings.step];
  find_row_units(s);
  scale_bodies(s);
  scale_rows(s);
  mark_acting_joints(s);
  fill_batches(s);
  lw_set_current(s, LW_CHECKED | LW_CONSTANTS);
  return LW_OK;
}
