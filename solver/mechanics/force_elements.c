/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * force_elements.c - what acts between two bodies without holding them: springs, dampers,
 * bushings; in joints stops, friction and actuators, too.
 *
 *   reads    placement, place, v, values, inputs
 *   writes   wrench and compliant rows of the connector
 *   theory   section 4.5
 */
#include "mechanics/force_elements.h"

#include "base/linalg.h"
#include "base/rotation.h"
#include "formulas/joint.h"
#include "joint/joint_law.h"
#include "mechanics/body.h"
#include "mechanics/joint_coordinates.h"
#include <linkwork/elementary.h>

/* ---- springs between points --------------------------------------------------------------- */

/* A line between two points on two bodies. */
typedef struct line {
  double a[3], b[3], d[3], u[3]; /* arms, difference, unit direction */
  double length;
  double J_A[6], J_B[6]; /* gradient of the length */
} line;

static void line_between(const lw_instance* s, const lw_ends* e, line* l)
{
  const lw_placement *A = &s->placement[e->A], *B = &s->placement[e->B];
  lw_mat3_vec(l->a, A->R, e->s_A);
  lw_mat3_vec(l->b, B->R, e->s_B);
  lw_point_gap(l->d, A->r, l->a, B->r, l->b);
  l->length = lw_norm(l->d);
  if (!lw_normalize3(l->u, l->d)) {
    l->u[0] = l->u[1] = l->u[2] = 0.0; /* coincident points: no direction, no force */
  }
  lw_line_row(l->J_A, l->J_B, l->u, l->a, l->b);
}

static void spring_force(lw_instance* s, const lw_connector* c)
{
  const lw_spring* spring = &s->model->spring[c->index];
  const lw_ends*   e      = &s->ends[c->index];
  line             l;
  line_between(s, e, &l);
  const double rate = lw_twist_dot(l.J_A, &s->v[e->A]) + lw_twist_dot(l.J_B, &s->v[e->B]);
  const double effort =
      -s->value[spring->stiffness] * (l.length - e->length) - s->value[spring->damping] * rate;
  lw_axpy6(s->wrench + LW_WRENCH * c->side, effort, l.J_A);
  lw_axpy6(s->wrench + LW_WRENCH * (c->side + 1), effort, l.J_B);
}

/* sqrt of a tangent; what would make the matrix indefinite is left to the iteration */
static double soft_scale(double dt, double stiffness, double damping)
{
  const double k = 0.25 * dt * dt * stiffness + 0.5 * dt * damping;
  return k > 0.0 ? sqrt(k) : 0.0;
}

static void scaled_rows(double* J_A, double* J_B, double f)
{
  for (int i = 0; i < 6; i++) {
    J_A[i] *= f;
    J_B[i] *= f;
  }
}

static void spring_soft(lw_instance* s, const lw_connector* c, double dt, double* J_A, double* J_B)
{
  const lw_spring* spring = &s->model->spring[c->index];
  const lw_ends*   e      = &s->ends[c->index];
  const double     k      = s->value[spring->stiffness];
  double           n[2][3];
  line             l;
  line_between(s, e, &l);
  memcpy(J_A, l.J_A, sizeof l.J_A);
  memcpy(J_B, l.J_B, sizeof l.J_B);
  scaled_rows(J_A, J_B, soft_scale(dt, k, s->value[spring->damping]));
  memset(J_A + 6, 0, 12 * sizeof *J_A);
  memset(J_B + 6, 0, 12 * sizeof *J_B);

  /* a stretched spring also resists a turn of its line, by tension / length */
  const double tension = k * (l.length - e->length);
  if (tension > 0.0 && l.length > 0.0) {
    lw_perpendicular(n[0], l.u);
    lw_cross(n[1], l.u, n[0]);
    for (int i = 0; i < 2; i++) {
      lw_line_row(J_A + 6 + 6 * i, J_B + 6 + 6 * i, n[i], l.a, l.b);
      scaled_rows(J_A + 6 + 6 * i, J_B + 6 + 6 * i, soft_scale(dt, tension / l.length, 0.0));
    }
  }
}

/* ---- bushings ----------------------------------------------------------------------------- */

typedef struct bushing_place {
  line   l;
  double X[9];   /* rows: axes of the from frame, world                 */
  double rho[3]; /* rotation vector of the to frame in the from frame   */
  double W[9];   /* d(rho)/dt = W w_rel, w_rel in the from frame        */
} bushing_place;

/* inverse left Jacobian of the rotation vector: I - 1/2 rho~ + c rho~^2               (4.5) */
static void inverse_left_jacobian(double W[9], const double rho[3])
{
  const double t = lw_norm(rho);
  /* below 1e-4 the series 1/12 is exact to t^2/720 < 2e-11 of itself */
  const double c =
      t > 1e-4 ? (1.0 - 0.5 * t * (1.0 + lw_cos(t)) / lw_sin(t)) / (t * t) : 1.0 / 12.0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      W[3 * i + j] = c * rho[i] * rho[j] + (i == j ? 1.0 - c * t * t : 0.0);
    }
  }
  W[1] += 0.5 * rho[2];
  W[2] -= 0.5 * rho[1];
  W[3] -= 0.5 * rho[2];
  W[5] += 0.5 * rho[0];
  W[6] += 0.5 * rho[1];
  W[7] -= 0.5 * rho[0];
}

static void place_bushing(const lw_instance* s, const lw_ends* e, bushing_place* p)
{
  double Y[9], R[9], quat[4];
  line_between(s, e, &p->l);
  lw_mat3_mul_nt(p->X, e->R_A, s->placement[e->A].R);
  lw_mat3_mul_nt(Y, e->R_B, s->placement[e->B].R);
  lw_mat3_mul_nt(R, p->X, Y); /* R_ij = X_i . Y_j: to frame in the from frame */
  lw_quat_from_matrix(quat, R);
  lw_rotation_vector(p->rho, quat);
  inverse_left_jacobian(p->W, p->rho);
}

/* row that moves along axis n of the from frame */
static void bushing_slide(const line* l, const double n[3], double J_A[6], double J_B[6])
{
  double arm[3];
  lw_add3(arm, l->d, l->a);
  lw_line_row(J_A, J_B, n, arm, l->b);
}

static void bushing_force(lw_instance* s, const lw_connector* c)
{
  const lw_bushing* bushing = &s->model->bushing[c->index];
  const lw_ends*    e       = &s->ends[s->model->nspring + c->index];
  const double *    k = s->value + bushing->stiffness, *d = s->value + bushing->damping;
  double *      f_A = s->wrench + LW_WRENCH * c->side, *f_B = s->wrench + LW_WRENCH * (c->side + 1);
  bushing_place p;
  place_bushing(s, e, &p);
  for (int i = 0; i < 3; i++) {
    double J_A[6], J_B[6];
    bushing_slide(&p.l, p.X + 3 * i, J_A, J_B);
    const double rate   = lw_twist_dot(J_A, &s->v[e->A]) + lw_twist_dot(J_B, &s->v[e->B]);
    const double effort = -k[i] * lw_dot(p.X + 3 * i, p.l.d) - d[i] * rate;
    lw_axpy6(f_A, effort, J_A);
    lw_axpy6(f_B, effort, J_B);
  }
  /* torque -W^T (k rho + d rho'), from axes to world                                   (4.5) */
  double w[3], w_from[3], rho_dot[3], moment[3], torque[3], world[3];
  lw_sub3(w, s->v[e->B].w, s->v[e->A].w);
  lw_mat3_vec(w_from, p.X, w);
  lw_mat3_vec(rho_dot, p.W, w_from);
  for (int i = 0; i < 3; i++) moment[i] = -k[3 + i] * p.rho[i] - d[3 + i] * rho_dot[i];
  lw_mat3_tvec(torque, p.W, moment);
  lw_mat3_tvec(world, p.X, torque);
  lw_axpy3(f_B + 3, 1.0, world);
  lw_axpy3(f_A + 3, -1.0, world);
}

static void bushing_soft(lw_instance* s, const lw_connector* c, double dt, double* J_A, double* J_B)
{
  const lw_bushing* bushing = &s->model->bushing[c->index];
  const double *    k = s->value + bushing->stiffness, *d = s->value + bushing->damping;
  bushing_place     p;
  place_bushing(s, &s->ends[s->model->nspring + c->index], &p);
  for (int i = 0; i < 3; i++) {
    bushing_slide(&p.l, p.X + 3 * i, J_A + 6 * i, J_B + 6 * i);
    double *turn_A = J_A + 18 + 6 * i, *turn_B = J_B + 18 + 6 * i, n[3];
    lw_mat3_tvec(n, p.X, p.W + 3 * i); /* gradient of rho_i in world axes */
    for (int j = 0; j < 3; j++) {
      turn_A[j] = turn_B[j] = 0.0;
      turn_A[3 + j]         = -n[j];
      turn_B[3 + j]         = n[j];
    }
    scaled_rows(J_A + 6 * i, J_B + 6 * i, soft_scale(dt, k[i], d[i]));
    scaled_rows(turn_A, turn_B, soft_scale(dt, k[3 + i], d[3 + i]));
  }
}

/* ---- joint springs, stops, friction and actuators ------------------------------------------ */

/* Coordinate of a joint with a law, and its rate. */
static double coordinate_and_rate(const lw_instance* s, int j, lw_coordinate* x, double* rate)
{
  const lw_joint* joint = &s->model->joint[j];
  const double    q     = lw_joint_coordinate_value(s, j, 0, x);
  *rate = lw_twist_dot(x->J_A, &s->v[joint->parent]) + lw_twist_dot(x->J_B, &s->v[joint->child]);
  return q;
}

/* At least the speed at which the coordinate of a revolute or prismatic joint changes, by the
 * bodies alone. */
static double relative_speed(const lw_instance* s, const lw_joint* joint)
{
  const lw_twist *A = &s->v[joint->parent], *B = &s->v[joint->child];
  const bool      slides = joint->type == LW_PRISMATIC;
  double          d[3];
  lw_sub3(d, slides ? B->v : B->w, slides ? A->v : A->w);
  return lw_norm(d);
}

/* The step that Newton's method solves at present, as the stops of joint j see it. */
static lw_joint_step step_of(const lw_instance* s, int j)
{
  return (lw_joint_step){
      .dt = s->stop_step, .q0 = s->coordinate[LW_COORDS_MAX * j], .effort0 = s->stop_effort[j]};
}

/* Effort of the stops at an instant or, while a step is solved, at its end. */
static double stop_effort(const lw_instance* s, const lw_joint_law* law, int j, double q,
                          double rate)
{
  if (s->stop_step > 0.0) {
    const lw_joint_step step = step_of(s, j);
    return lw_joint_law_stop_step_effort(law, &step, q);
  }
  return lw_joint_law_stop_effort(law, q, rate);
}

bool lw_connector_begin_step(lw_instance* s, int k, double dt)
{
  const lw_connector* c     = &s->structure->connector[k];
  const lw_joint*     joint = &s->model->joint[c->index];
  if (c->kind != LW_CONNECTOR_JOINT || joint->stiffness == LW_NONE) {
    return false;
  }
  const lw_joint_law law  = lw_joint_law_of(joint, s->value);
  const double       q0   = s->coordinate[LW_COORDS_MAX * c->index];
  double             rate = 0.0;
  if (!lw_joint_law_has_stops(&law)) {
    return false;
  }
  if (law.stop_damping != 0.0 && (q0 < law.lower || q0 > law.upper)) {
    /* not those of instance->place: a step that has failed leaves its own there */
    const lw_twist *A = &s->v[joint->parent], *B = &s->v[joint->child];
    lw_joint_frames place;
    lw_coordinate   x;
    lw_joint_frames_compute(joint->type, &s->geometry[c->index], &s->placement[joint->parent],
                            &s->placement[joint->child], &place);
    lw_joint_coordinate(joint->type, 0, &place, &x);
    rate = lw_twist_dot(x.J_A, A) + lw_twist_dot(x.J_B, B);
  }
  s->stop_effort[c->index] = lw_joint_law_stop_effort(&law, q0, rate);
  return lw_joint_law_reaches_stop(&law, q0, dt * relative_speed(s, joint));
}

bool lw_stops_are_left(const lw_instance* s)
{
  bool left = false;
  for (int j = 0; j < s->model->njoint; j++) {
    if (s->model->joint[j].stiffness != LW_NONE) {
      const lw_joint_law law = lw_joint_law_of(&s->model->joint[j], s->value);
      const double*      q1  = s->coordinate + LW_COORDS_MAX * j;
      const double*      q0  = lw_saved(s, q1);
      left = left || (lw_joint_law_has_stops(&law) && lw_joint_law_reaches_stop(&law, *q0, 0.0) &&
                      !lw_joint_law_reaches_stop(&law, *q1, 0.0));
    }
  }
  return left;
}

static void joint_force(lw_instance* s, const lw_connector* c, double t)
{
  const int       j     = c->index;
  const lw_joint* joint = &s->model->joint[j];
  if (joint->stiffness == LW_NONE) {
    return;
  }
  const lw_joint_law law   = lw_joint_law_of(joint, s->value);
  const int          first = s->joint_actuator[j], end = s->joint_actuator[j + 1];
  if (lw_joint_law_is_empty(&law) && first == end) {
    return;
  }
  lw_coordinate x;
  double        rate;
  const double  q      = coordinate_and_rate(s, j, &x, &rate);
  double        effort = lw_joint_law_smooth_effort(&law, q, rate);
  if (lw_joint_law_has_stops(&law)) {
    effort += stop_effort(s, &law, j, q, rate);
  }
  for (int i = first; i < end; i++) {
    effort += lw_input_at(s, s->model->actuator[s->joint_actuator_list[i]].input, t);
  }
  lw_axpy6(s->wrench + LW_WRENCH * c->side, effort, x.J_A);
  lw_axpy6(s->wrench + LW_WRENCH * (c->side + 1), effort, x.J_B);
}

static void joint_soft(lw_instance* s, const lw_connector* c, double dt, double* J_A, double* J_B)
{
  const lw_joint_law    law = lw_joint_law_of(&s->model->joint[c->index], s->value);
  lw_coordinate         x;
  double                rate;
  const double          q      = coordinate_and_rate(s, c->index, &x, &rate);
  const lw_joint_step   step   = step_of(s, c->index);
  const lw_joint_slopes slopes = s->stop_step > 0.0 && lw_joint_law_has_stops(&law)
                                     ? lw_joint_law_step_slopes(&law, &step, q, rate)
                                     : lw_joint_law_slopes(&law, q, rate);
  const double          f      = soft_scale(dt, slopes.stiffness, slopes.damping);
  for (int i = 0; i < 6; i++) {
    J_A[i] = f * x.J_A[i];
    J_B[i] = f * x.J_B[i];
  }
}

/* The largest slopes that a step can meet: the bodies tell about how far it goes. */
static double joint_stiffness(const lw_instance* s, const lw_connector* c, double dt, double point,
                              double turn)
{
  const lw_joint*       joint  = &s->model->joint[c->index];
  const bool            slides = joint->type == LW_PRISMATIC;
  const lw_joint_law    law    = lw_joint_law_of(joint, s->value);
  const lw_joint_slopes slopes = lw_joint_law_steepest(
      &law, s->coordinate[LW_COORDS_MAX * c->index], dt * relative_speed(s, joint));
  const double f = soft_scale(dt, slopes.stiffness, slopes.damping);
  return f * f * (slides ? point : turn);
}

/* ---- dispatch ----------------------------------------------------------------------------- */

void lw_springs_add_force(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  switch (c->kind) {
  case LW_CONNECTOR_JOINT: joint_force(s, c, t); break;
  case LW_CONNECTOR_SPRING: spring_force(s, c); break;
  case LW_CONNECTOR_BUSHING: bushing_force(s, c); break;
  case LW_CONNECTOR_COUPLING: break;
  }
}

void lw_connector_soft(lw_instance* s, int k, double dt)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->nsoft == 0) {
    return;
  }
  double* J_A = s->J + s->structure->side[c->side].jac + 6 * c->nrow;
  double* J_B = s->J + s->structure->side[c->side + 1].jac + 6 * c->nrow;
  switch (c->kind) {
  case LW_CONNECTOR_JOINT: joint_soft(s, c, dt, J_A, J_B); break;
  case LW_CONNECTOR_SPRING: spring_soft(s, c, dt, J_A, J_B); break;
  case LW_CONNECTOR_BUSHING: bushing_soft(s, c, dt, J_A, J_B); break;
  case LW_CONNECTOR_COUPLING: break;
  }
}

/* mobility of a body for a force at a distance, and for a torque */
static void body_mobility(const lw_instance* s, int b, const double arm[3], double* point,
                          double* turn)
{
  if (b != LW_GROUND) {
    const double* J    = s->body[b].J;
    const double  mean = 3.0 / (J[0] + J[4] + J[8]);
    *point += 1.0 / s->body[b].mass + lw_dot(arm, arm) * mean;
    *turn += mean;
  }
}

double lw_connector_stiffness(const lw_instance* s, int k, double dt)
{
  const lw_connector* c     = &s->structure->connector[k];
  const double*       value = s->value;
  double              point = 0.0, turn = 0.0, most = 0.0;
  if (c->nsoft == 0 || (c->kind == LW_CONNECTOR_JOINT && !s->acts[c->index])) {
    return 0.0;
  }
  if (c->kind == LW_CONNECTOR_JOINT) {
    const lw_joint* joint = &s->model->joint[c->index];
    body_mobility(s, joint->parent, s->geometry[c->index].s_A, &point, &turn);
    body_mobility(s, joint->child, s->geometry[c->index].s_B, &point, &turn);
    return joint_stiffness(s, c, dt, point, turn);
  }
  const lw_ends* e =
      &s->ends[c->kind == LW_CONNECTOR_SPRING ? c->index : s->model->nspring + c->index];
  body_mobility(s, e->A, e->s_A, &point, &turn);
  body_mobility(s, e->B, e->s_B, &point, &turn);
  if (c->kind == LW_CONNECTOR_SPRING) {
    const lw_spring* spring = &s->model->spring[c->index];
    const double     f      = soft_scale(dt, value[spring->stiffness], value[spring->damping]);
    return f * f * point;
  }
  const lw_bushing* bushing = &s->model->bushing[c->index];
  for (int i = 0; i < 6; i++) {
    const double f = soft_scale(dt, value[bushing->stiffness + i], value[bushing->damping + i]);
    most           = fmax(most, f * f * (i < 3 ? point : turn));
  }
  return most;
}

double lw_connector_overshoot(const lw_instance* s, int k, double dt)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->kind != LW_CONNECTOR_SPRING) {
    return 0.0;
  }
  const lw_ends* e = &s->ends[c->index];
  line           l;
  line_between(s, e, &l);
  /* the three terms of the prediction (3.3); what they leave of each other is not to be relied
   * on */
  const lw_twist* terms[3]  = {s->v, s->a, s->jerk};
  double          overshoot = 0.0, f = dt;
  for (int i = 0; i < 3; i++, f *= 0.5 * dt) {
    const double A = i < 2 || e->A != LW_GROUND ? lw_twist_dot(l.J_A, &terms[i][e->A]) : 0.0;
    const double B = i < 2 || e->B != LW_GROUND ? lw_twist_dot(l.J_B, &terms[i][e->B]) : 0.0;
    overshoot += f * fabs(A + B);
  }
  return l.length > 0.0 ? overshoot / l.length : 0.0;
}

double lw_connector_energy(const lw_instance* s, int k)
{
  const lw_connector* c     = &s->structure->connector[k];
  const double*       value = s->value;
  double              V     = 0.0;
  if (c->kind == LW_CONNECTOR_JOINT && s->model->joint[c->index].stiffness != LW_NONE) {
    const lw_joint_law law = lw_joint_law_of(&s->model->joint[c->index], value);
    lw_coordinate      x;
    if (law.stiffness != 0.0 || law.stop_stiffness != 0.0) {
      V = lw_joint_law_energy(&law, lw_joint_coordinate_value(s, c->index, 0, &x));
    }
  } else if (c->kind == LW_CONNECTOR_SPRING) {
    line l;
    line_between(s, &s->ends[c->index], &l);
    const double e = l.length - s->ends[c->index].length;
    V              = 0.5 * value[s->model->spring[c->index].stiffness] * e * e;
  } else if (c->kind == LW_CONNECTOR_BUSHING) {
    const double* k6 = value + s->model->bushing[c->index].stiffness;
    bushing_place p;
    place_bushing(s, &s->ends[s->model->nspring + c->index], &p);
    for (int i = 0; i < 3; i++) {
      const double e = lw_dot(p.X + 3 * i, p.l.d);
      V += 0.5 * k6[i] * e * e + 0.5 * k6[3 + i] * p.rho[i] * p.rho[i];
    }
  }
  return V;
}
