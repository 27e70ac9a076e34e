/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * connectors.c - constraint rows, compliant rows and wrenches of joints, springs, bushings, couplings.
 *
 *   reads    placement, v, values, inputs
 *   writes   place, Phi, J, prescribed, wrench of the connector
 *   theory   sections 2 and 4
 */
#include "connectors.h"

#include "bodies.h"
#include "joint_law.h"
#include "kernel.h"
#include "linalg.h"
#include "quad_points.h"
#include "rotation.h"

#define TWO_PI 6.283185307179586477

/* ---- small helpers ------------------------------------------------------------------------ */

static double dot6(const double a[6], const lw_twist* v)
{
  return lw_dot(a, v->v) + lw_dot(a + 3, v->w);
}

static void axpy6(double y[6], double s, const double x[6])
{
  for (int i = 0; i < 6; i++) y[i] += s * x[i];
}

/* q of coordinate i of joint j, an angle on the turn nearest to the last one: a step never turns a joint by more than
 * half a turn */
static inline double continue_turns(const lw_instance* s, lw_joint_type type, int j, int i,
                                    double q)
{
  const double last = s->coordinate[LW_COORDS_MAX * j + i], step = q - last;
  const bool   angle = lw_joint_info_get(type)->angles >> i & 1u;
  return !angle || fabs(step) <= 0.5 * TWO_PI ? q : last + remainder(step, TWO_PI);
}

double lw_joint_coordinate_value(const lw_instance* s, int j, int i, lw_coordinate* c)
{
  const lw_joint_type type = s->model->joint[j].type;
  lw_joint_coordinate(type, i, &s->place[j], c);
  c->q = continue_turns(s, type, j, i, c->q);
  return c->q;
}

void lw_joint_update_coordinates(lw_instance* s, int j)
{
  const lw_joint_type type = s->model->joint[j].type;
  const int           nq   = lw_joint_info_get(type)->nq;
  for (int i = 0; i < nq; i++) {
    s->coordinate[LW_COORDS_MAX * j + i] =
        continue_turns(s, type, j, i, lw_joint_coordinate_alone(type, i, &s->place[j]));
  }
}

lw_drive lw_motion_at(const lw_instance* s, int k, double t)
{
  const lw_motion* motion = &s->model->motion[k];
  const double*    memory = s->drive + 6 * k;
  const double*    u      = motion->input == LW_NONE ? NULL : s->input + 4 * motion->input;
  lw_drive         f      = {0.0, 0.0, 0.0};
  switch (motion->kind) {
  case LW_MOTION_VELOCITY:
    f.f1 = s->value[motion->coef];
    f.f  = memory[0] + f.f1 * (t - memory[1]);
    break;
  case LW_MOTION_POLYNOMIAL:
    for (int i = motion->ncoef - 1; i >= 0; i--) {
      f.f2 = 2.0 * f.f1 + t * f.f2;
      f.f1 = f.f + t * f.f1;
      f.f  = s->value[motion->coef + i] + t * f.f;
    }
    break;
  case LW_MOTION_INPUT:
    if (u[3] > 0.0) {
      f.f  = lw_input_at(s, motion->input, t);
      f.f1 = u[1] + u[2] * (t - s->head->t_input);
      f.f2 = u[2];
    } else {
      /* cubic from the last value and slope to the new value, linear after it */
      const double d = t - memory[0] < memory[1] ? t - memory[0] : memory[1];
      f.f            = memory[2] + d * (memory[3] + d * (memory[4] + d * memory[5]));
      f.f1           = memory[3] + d * (2.0 * memory[4] + 3.0 * d * memory[5]);
      f.f2           = 2.0 * memory[4] + 6.0 * d * memory[5];
    }
    break;
  }
  return f;
}

/* ---- constraint rows ---------------------------------------------------------------------- */

/* the row of a motion */
static void drive_position(lw_instance* s, const lw_connector* c, double t)
{
  const lw_joint_type   type  = s->model->joint[c->index].type;
  const lw_joint_place* place = &s->place[c->index];
  const lw_drive        drive = lw_motion_at(s, c->motion, t);
  const int             last  = c->nrow - 1;
  s->Phi[c->row + last]       = lw_drive_residual(type, place, &drive);
  lw_drive_jacobian(type, place, &drive, s->J + s->structure->side[c->side].jac + 6 * last,
                    s->J + s->structure->side[c->side + 1].jac + 6 * last);
}

static void joint_position(lw_instance* s, const lw_connector* c, double t)
{
  const lw_joint* joint = &s->model->joint[c->index];
  lw_joint_place* place = &s->place[c->index];
  lw_joint_place_compute(joint->type, &s->geometry[c->index], &s->placement[joint->parent],
                         &s->placement[joint->child], place);
  lw_joint_residual(joint->type, place, s->Phi + c->row);
  lw_joint_jacobian(joint->type, place, s->J + s->structure->side[c->side].jac,
                    s->J + s->structure->side[c->side + 1].jac);
  if (c->motion != LW_NONE) {
    drive_position(s, c, t);
  }
}

/* gradient of a coupling on the side of a body */
static double* coupling_side(lw_instance* s, const lw_connector* c, int body)
{
  for (int q = c->side; q < c->side + c->nside; q++) {
    if (s->structure->side[q].body == body) {
      return s->J + s->structure->side[q].jac;
    }
  }
  return NULL;
}

/* sum of ratio q - offset                                                            (2.17) */
static void coupling_position(lw_instance* s, const lw_connector* c)
{
  const lw_coupling* coupling = &s->model->coupling[c->index];
  double             Phi      = -s->value[coupling->offset];
  for (int q = c->side; q < c->side + c->nside; q++) {
    memset(s->J + s->structure->side[q].jac, 0, 6 * sizeof *s->J);
  }
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
    const lw_joint*         joint = &s->model->joint[term->joint];
    const double            ratio = s->value[term->ratio];
    lw_coordinate           x;
    Phi += ratio * lw_joint_coordinate_value(s, term->joint, term->coordinate, &x);
    if (joint->parent != LW_GROUND) {
      axpy6(coupling_side(s, c, joint->parent), ratio, x.J_A);
    }
    if (joint->child != LW_GROUND) {
      axpy6(coupling_side(s, c, joint->child), ratio, x.J_B);
    }
  }
  s->Phi[c->row] = Phi;
}

void lw_connector_position(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->kind == LW_CONNECTOR_JOINT) {
    joint_position(s, c, t);
  } else if (c->kind == LW_CONNECTOR_COUPLING) {
    coupling_position(s, c);
  }
}

void lw_connector_prescribe_rate(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  for (int r = 0; r < c->nrow; r++) s->prescribed[c->row + r] = 0.0;
  if (c->motion != LW_NONE) {
    const lw_drive drive = lw_motion_at(s, c->motion, t);
    s->prescribed[c->row + c->nrow - 1] =
        -lw_drive_rate(s->model->joint[c->index].type, &s->place[c->index], &drive);
  }
}

void lw_connector_prescribe_gamma(lw_instance* s, int k, double t)
{
  const lw_connector* c     = &s->structure->connector[k];
  double*             gamma = s->prescribed + c->row;
  if (c->kind == LW_CONNECTOR_JOINT) {
    const lw_joint* joint = &s->model->joint[c->index];
    const lw_twist *A = &s->v[joint->parent], *B = &s->v[joint->child];
    lw_joint_gamma(joint->type, &s->place[c->index], A, B, gamma);
    if (c->motion != LW_NONE) {
      const lw_drive drive = lw_motion_at(s, c->motion, t);
      gamma[c->nrow - 1]   = lw_drive_gamma(joint->type, &s->place[c->index], &drive, A, B);
    }
  } else if (c->kind == LW_CONNECTOR_COUPLING) {
    const lw_coupling* coupling = &s->model->coupling[c->index];
    gamma[0]                    = 0.0;
    for (int i = 0; i < coupling->nterm; i++) {
      const lw_coupling_term* term  = &s->model->coupling_term[coupling->term + i];
      const lw_joint*         joint = &s->model->joint[term->joint];
      gamma[0] -= s->value[term->ratio] *
                  lw_joint_coordinate_bias(joint->type, term->coordinate, &s->place[term->joint],
                                           &s->v[joint->parent], &s->v[joint->child]);
    }
  }
}

/* ---- springs between points --------------------------------------------------------------- */

/* A line between two points on two bodies. */
typedef struct line {
  double a[3], b[3], d[3], u[3]; /* arms, difference, unit direction */
  double length;
  double J_A[6], J_B[6]; /* gradient of the length */
} line;

static void line_along(const line* l, const double n[3], double J_A[6], double J_B[6])
{
  lw_cross(J_A + 3, n, l->a);
  lw_cross(J_B + 3, l->b, n);
  for (int i = 0; i < 3; i++) {
    J_A[i] = -n[i];
    J_B[i] = n[i];
  }
}

static void line_between(const lw_instance* s, const lw_ends* e, line* l)
{
  const lw_placement *A = &s->placement[e->A], *B = &s->placement[e->B];
  lw_mat3_vec(l->a, A->R, e->s_A);
  lw_mat3_vec(l->b, B->R, e->s_B);
  for (int i = 0; i < 3; i++) l->d[i] = (B->r[i] - A->r[i]) + (l->b[i] - l->a[i]);
  l->length = lw_norm(l->d);
  if (!lw_normalize3(l->u, l->d)) {
    l->u[0] = l->u[1] = l->u[2] = 0.0; /* coincident points: no direction, no force */
  }
  line_along(l, l->u, l->J_A, l->J_B);
}

static void spring_force(lw_instance* s, const lw_connector* c)
{
  const lw_spring* spring = &s->model->spring[c->index];
  const lw_ends*   e      = &s->ends[c->index];
  line             l;
  line_between(s, e, &l);
  const double rate = dot6(l.J_A, &s->v[e->A]) + dot6(l.J_B, &s->v[e->B]);
  const double effort =
      -s->value[spring->stiffness] * (l.length - e->length) - s->value[spring->damping] * rate;
  axpy6(s->wrench + LW_WRENCH * c->side, effort, l.J_A);
  axpy6(s->wrench + LW_WRENCH * (c->side + 1), effort, l.J_B);
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
      line_along(&l, n[i], J_A + 6 + 6 * i, J_B + 6 + 6 * i);
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
  const double c = t > 1e-4 ? (1.0 - 0.5 * t * (1.0 + cos(t)) / sin(t)) / (t * t) : 1.0 / 12.0;
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
  line_along(l, n, J_A, J_B);
  lw_cross(J_A + 3, n, arm);
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
    const double rate   = dot6(J_A, &s->v[e->A]) + dot6(J_B, &s->v[e->B]);
    const double effort = -k[i] * lw_dot(p.X + 3 * i, p.l.d) - d[i] * rate;
    axpy6(f_A, effort, J_A);
    axpy6(f_B, effort, J_B);
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
  *rate                 = dot6(x->J_A, &s->v[joint->parent]) + dot6(x->J_B, &s->v[joint->child]);
  return q;
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
  double        effort = lw_joint_law_effort(&law, q, rate);
  for (int i = first; i < end; i++) {
    effort += lw_input_at(s, s->model->actuator[s->joint_actuator_list[i]].input, t);
  }
  axpy6(s->wrench + LW_WRENCH * c->side, effort, x.J_A);
  axpy6(s->wrench + LW_WRENCH * (c->side + 1), effort, x.J_B);
}

static void joint_soft(lw_instance* s, const lw_connector* c, double dt, double* J_A, double* J_B)
{
  const lw_joint_law    law = lw_joint_law_of(&s->model->joint[c->index], s->value);
  lw_coordinate         x;
  double                rate;
  const double          q      = coordinate_and_rate(s, c->index, &x, &rate);
  const lw_joint_slopes slopes = lw_joint_law_slopes(&law, q, rate);
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
  const lw_joint*    joint = &s->model->joint[c->index];
  const lw_twist *   A = &s->v[joint->parent], *B = &s->v[joint->child];
  const bool         slides = joint->type == LW_PRISMATIC;
  const lw_joint_law law    = lw_joint_law_of(joint, s->value);
  double             d[3];
  lw_sub3(d, slides ? B->v : B->w, slides ? A->v : A->w);
  const lw_joint_slopes slopes =
      lw_joint_law_steepest(&law, s->coordinate[LW_COORDS_MAX * c->index], dt * lw_norm(d));
  const double f = soft_scale(dt, slopes.stiffness, slopes.damping);
  return f * f * (slides ? point : turn);
}

/* ---- dispatch ----------------------------------------------------------------------------- */

/* add to the wrenches of the sides what acts on them */
static void add_force(lw_instance* s, const lw_connector* c, double t)
{
  switch (c->kind) {
  case LW_CONNECTOR_JOINT: joint_force(s, c, t); break;
  case LW_CONNECTOR_SPRING: spring_force(s, c); break;
  case LW_CONNECTOR_BUSHING: bushing_force(s, c); break;
  case LW_CONNECTOR_COUPLING: break;
  }
}

void lw_connector_force(lw_instance* s, int k, double t)
{
  const lw_connector* c = &s->structure->connector[k];
  memset(s->wrench + LW_WRENCH * c->side, 0, (size_t)(LW_WRENCH * c->nside) * sizeof *s->wrench);
  add_force(s, c, t);
}

void lw_connector_react(lw_instance* s, int k)
{
  const lw_structure* g      = s->structure;
  const lw_connector* c      = &g->connector[k];
  const double*       lambda = s->lambda + c->row;
  for (int q = c->side; q < c->side + c->nside; q++) {
    for (int r = 0; r < c->nrow; r++) {
      axpy6(s->wrench + LW_WRENCH * q, -lambda[r], s->J + g->side[q].jac + 6 * r);
    }
  }
}

/* ---- all of a share ------------------------------------------------------------------------ */

/* the row of a motion, also among the numbers of the quads */
static void drive_points(lw_instance* s, int share, double t)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[share]; q < g->points.first[share + 1]; q++) {
    const lw_quad* quad    = &g->points.quad[q];
    double*        numbers = s->point_quad + 4 * LW_POINT_NUMBERS * (size_t)q;
    for (int i = 0; i < quad->n && g->connector[quad->id[i]].motion != LW_NONE; i++) {
      const int     last = quad->nrow - 1;
      const double* J    = s->J + quad->at[LW_AT_JAC_A][i] + 6 * last + 3;
      drive_position(s, &g->connector[quad->id[i]], t);
      /* the last member stands in all places that are left */
      for (int l = i; l < (i + 1 < quad->n ? i + 1 : 4); l++) {
        for (int k = 0; k < 3; k++) numbers[4 * (LW_POINT_AXIS + 3 * (last - 3) + k) + l] = J[k];
      }
    }
  }
}

double lw_connectors_position(lw_instance* s, int share, double t, int what)
{
  const lw_structure* g   = s->structure;
  const double        sum = s->factor.kernel->rows(s, LW_POINTS_OF(s, share), what);
  if (what & LW_ROWS_JACOBIAN) {
    s->factor.kernel->jacobian(s, LW_POINTS_OF(s, share));
  }
  if (s->model->nmotion > 0) {
    drive_points(s, share, t);
  }
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    if (g->connector[g->others.id[i]].kind != LW_CONNECTOR_COUPLING) {
      lw_connector_position(s, g->others.id[i], t);
    }
  }
  return sum;
}

void lw_connectors_act(lw_instance* s, int share, double t, bool react)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[share]; q < g->points.first[share + 1] && s->acting; q++) {
    const lw_quad* quad = &g->points.quad[q];
    for (int i = 0; i < quad->n; i++) {
      const lw_connector* c = &g->connector[quad->id[i]];
      if (s->acts[c->index]) {
        joint_force(s, c, t);
      }
    }
  }
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    lw_connector_force(s, g->others.id[i], t);
    if (react) {
      lw_connector_react(s, g->others.id[i]);
    }
  }
}

void lw_connectors_force(lw_instance* s, int share, double t, bool react)
{
  s->factor.kernel->react(s, LW_POINTS_OF(s, share), react);
  lw_connectors_act(s, share, t, react);
}

/* what motions prescribe for the joints of quads */
static void drive_level(lw_instance* s, int share, double t, bool acceleration)
{
  const lw_structure* g = s->structure;
  for (int q = g->points.first[share]; q < g->points.first[share + 1]; q++) {
    const lw_quad* quad = &g->points.quad[q];
    for (int i = 0; i < quad->n && g->connector[quad->id[i]].motion != LW_NONE; i++) {
      const lw_connector*   c     = &g->connector[quad->id[i]];
      const lw_joint*       joint = &s->model->joint[c->index];
      const lw_joint_place* place = &s->place[c->index];
      const lw_drive        drive = lw_motion_at(s, c->motion, t);
      s->prescribed[c->row + c->nrow - 1] =
          acceleration ? lw_drive_gamma(joint->type, place, &drive, &s->v[joint->parent],
                                        &s->v[joint->child])
                       : -lw_drive_rate(joint->type, place, &drive);
    }
  }
}

void lw_connectors_prescribe(lw_instance* s, int share, double t, bool acceleration)
{
  const lw_structure* g = s->structure;
  if (acceleration) {
    s->factor.kernel->gamma(s, LW_POINTS_OF(s, share));
  } else {
    s->factor.kernel->rest(s, LW_QUADS_OF(g->points, share));
  }
  if (s->model->nmotion > 0) {
    drive_level(s, share, t, acceleration);
  }
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    if (acceleration) {
      lw_connector_prescribe_gamma(s, g->others.id[i], t);
    } else {
      lw_connector_prescribe_rate(s, g->others.id[i], t);
    }
  }
}

void lw_connectors_press(const lw_instance* s, int share, double f, const double* x, double* lambda)
{
  const lw_structure* g = s->structure;
  s->factor.kernel->press(LW_QUADS_OF(g->points, share), f, x, lambda);
  for (int i = g->others.first[share]; i < g->others.first[share + 1]; i++) {
    const lw_connector* c = &g->connector[g->others.id[i]];
    const double*       d = x + g->offset[g->nbody + g->others.id[i]];
    for (int r = 0; r < c->nrow; r++) lambda[c->row + r] += f * d[r];
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

double lw_connector_leap(const lw_instance* s, int k, double dt)
{
  const lw_connector* c = &s->structure->connector[k];
  if (c->kind != LW_CONNECTOR_SPRING) {
    return 0.0;
  }
  const lw_ends* e = &s->ends[c->index];
  line           l;
  line_between(s, e, &l);
  /* the three terms of the prediction (3.3); what they leave of each other is not to be relied on */
  const lw_twist* terms[3] = {s->v, s->a, s->jerk};
  double          leap = 0.0, f = dt;
  for (int i = 0; i < 3; i++, f *= 0.5 * dt) {
    const double A = i < 2 || e->A != LW_GROUND ? dot6(l.J_A, &terms[i][e->A]) : 0.0;
    const double B = i < 2 || e->B != LW_GROUND ? dot6(l.J_B, &terms[i][e->B]) : 0.0;
    leap += f * fabs(A + B);
  }
  return l.length > 0.0 ? leap / l.length : 0.0;
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
