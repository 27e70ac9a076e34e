/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * outputs.c - every quantity of the mechanism, from the state and the workspace.
 *
 *   lw_instance_get, lw_instance_get_all: update of what the quantity reads -> quantity -> finite
 *   check
 *
 *   reads    state, placement, place, J
 *   writes   quantities that were not current, by lw_instance_update()
 *   theory   section 6
 */
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "instance/instance.h"
#include "mechanics/connectors.h"
#include "simulation/advance.h"
#include "simulation/mobility.h"
#include "simulation/reactions.h"
#include "step/project.h"

/* ---- kinds and sizes --------------------------------------------------------------------- */

/* The kind of element to which a quantity belongs. */
typedef enum owner_kind { OF_BODY, OF_JOINT, OF_MOTION, OF_COUPLING, OF_MECHANISM } owner_kind;

/* Sizes that depend on the type of a joint: as many numbers as it has coordinates, or four if it
 * has an orientation. */
enum { COORDINATES = -1, ORIENTATION = -2 };

static const struct {
  owner_kind owner;
  int        size;
} infos[LW_QUANTITY_COUNT] = {
    [LW_BODY_R]              = {OF_BODY, 3},
    [LW_BODY_QUAT]           = {OF_BODY, 4},
    [LW_BODY_V]              = {OF_BODY, 3},
    [LW_BODY_W]              = {OF_BODY, 3},
    [LW_BODY_A]              = {OF_BODY, 3},
    [LW_BODY_Z]              = {OF_BODY, 3},
    [LW_JOINT_Q]             = {OF_JOINT, COORDINATES},
    [LW_JOINT_QD]            = {OF_JOINT, COORDINATES},
    [LW_JOINT_QDD]           = {OF_JOINT, COORDINATES},
    [LW_JOINT_QUAT]          = {OF_JOINT, ORIENTATION},
    [LW_JOINT_FORCE]         = {OF_JOINT, 3},
    [LW_JOINT_TORQUE]        = {OF_JOINT, 3},
    [LW_JOINT_UNIQUE]        = {OF_JOINT, 1},
    [LW_MOTION_EFFORT]       = {OF_MOTION, 1},
    [LW_COUPLING_EFFORT]     = {OF_COUPLING, 1},
    [LW_ENERGY]              = {OF_MECHANISM, 3},
    [LW_SOLVER_ITERATIONS]   = {OF_MECHANISM, 1},
    [LW_SOLVER_RESIDUAL]     = {OF_MECHANISM, 1},
    [LW_SOLVER_ERROR]        = {OF_MECHANISM, 1},
    [LW_SOLVER_STEPS]        = {OF_MECHANISM, 1},
    [LW_SOLVER_VIOLATION]    = {OF_MECHANISM, 3},
    [LW_BODY_QUAT_RATE]      = {OF_BODY, 4},
    [LW_JOINT_FORCE_UNIQUE]  = {OF_JOINT, 3},
    [LW_JOINT_TORQUE_UNIQUE] = {OF_JOINT, 3},
};

static bool exists(lw_quantity quantity)
{
  return (int)quantity >= 0 && quantity < LW_QUANTITY_COUNT;
}

/* Number of elements to which a quantity belongs. */
static int element_count(const lw_model* m, lw_quantity quantity)
{
  switch (infos[quantity].owner) {
  case OF_BODY: return m->nbody;
  case OF_JOINT: return m->njoint;
  case OF_MOTION: return m->nmotion;
  case OF_COUPLING: return m->ncoupling;
  case OF_MECHANISM: break;
  }
  return 1;
}

int lw_quantity_size(const lw_model* m, lw_quantity quantity, int index)
{
  if (!exists(quantity)) {
    return 0;
  }
  const bool of_mechanism = infos[quantity].owner == OF_MECHANISM;
  if (!of_mechanism && (index < 0 || index >= element_count(m, quantity))) {
    return 0;
  }
  const int size = infos[quantity].size;
  if (size > 0) {
    return size;
  }
  const lw_joint_info* info = lw_joint_info_get(m->joint[index].type);
  return size == COORDINATES ? info->nq : info->has_quat ? 4 : 0;
}

/* ---- bodies ------------------------------------------------------------------------------ */

/* vector from the centre of mass to the frame origin, world axes */
static void arm_of(const lw_instance* s, int b, double arm[3])
{
  double c[3];
  lw_mat3_vec(c, s->placement[b].R, s->body[b].com);
  lw_scale3(arm, -1.0, c);
}

/* Tell whether the frame origin is not the centre of mass. In most bodies it is. */
static inline bool has_offset(const lw_instance* s, int b)
{
  const double* com = s->body[b].com;
  return com[0] != 0.0 || com[1] != 0.0 || com[2] != 0.0;
}

static void body_quantity(const lw_instance* s, lw_quantity quantity, int b, double out[])
{
  double arm[3], x[3], c[3];
  switch (quantity) {
  case LW_BODY_R:
    if (!has_offset(s, b)) {
      lw_copy3(out, s->q[b].r);
      break;
    }
    arm_of(s, b, arm);
    lw_add3(out, s->q[b].r, arm);
    break;
  case LW_BODY_V: /* v + w x arm                                                        (6.1) */
    if (!has_offset(s, b)) {
      lw_copy3(out, s->v[b].v);
      break;
    }
    arm_of(s, b, arm);
    lw_cross(x, s->v[b].w, arm);
    lw_add3(out, s->v[b].v, x);
    break;
  case LW_BODY_A: /* a + alpha x arm + w x (w x arm)                                    (6.2) */
    if (!has_offset(s, b)) {
      lw_copy3(out, s->a[b].v);
      break;
    }
    arm_of(s, b, arm);
    lw_cross(x, s->a[b].w, arm);
    lw_centripetal(c, s->v[b].w, arm);
    for (int i = 0; i < 3; i++) out[i] = s->a[b].v[i] + x[i] + c[i];
    break;
  case LW_BODY_QUAT: memcpy(out, s->q[b].p, sizeof s->q[b].p); break;
  case LW_BODY_W: lw_copy3(out, s->v[b].w); break;
  default: lw_copy3(out, s->a[b].w); break;
  }
}

/* ---- joints ------------------------------------------------------------------------------ */

static void joint_coordinates(const lw_instance* s, lw_quantity quantity, int j, double out[])
{
  const lw_joint* joint = &s->model->joint[j];
  const lw_twist *vA = &s->v[joint->parent], *vB = &s->v[joint->child];
  const lw_twist *aA = &s->a[joint->parent], *aB = &s->a[joint->child];
  const int       nq = lw_joint_info_get(joint->type)->nq;
  for (int i = 0; i < nq; i++) {
    lw_coordinate c;
    lw_joint_coordinate(joint->type, i, &s->place[j], &c);
    if (quantity == LW_JOINT_Q) {
      out[i] = s->coordinate[LW_COORDS_MAX * j + i];
    } else if (quantity == LW_JOINT_QD) {
      out[i] = lw_row_rate(c.J_A, vA->v, vA->w) + lw_row_rate(c.J_B, vB->v, vB->w);
    } else {
      out[i] = lw_row_rate(c.J_A, aA->v, aA->w) + lw_row_rate(c.J_B, aB->v, aB->w) +
               lw_joint_coordinate_bias(joint->type, i, &s->place[j], vA, vB);
    }
  }
}

/* orientation of a joint frame in the world */
static void frame_quat(const lw_instance* s, int body, const double rows[9], double out[4])
{
  double R[9], f[4];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) R[3 * i + k] = rows[3 * k + i];
  }
  lw_quat_from_matrix(f, R);
  if (body == LW_GROUND) {
    memcpy(out, f, sizeof f);
  } else {
    lw_quat_mul(out, s->q[body].p, f);
  }
}

static void joint_quat(const lw_instance* s, int j, double out[4])
{
  const lw_joint* joint = &s->model->joint[j];
  double          a[4], b[4];
  frame_quat(s, joint->parent, s->geometry[j].R_A, a);
  frame_quat(s, joint->child, s->geometry[j].R_B, b);
  for (int i = 1; i < 4; i++) a[i] = -a[i];
  lw_quat_mul(out, a, b);
}

/* With the mean of an impulse in the last communication step.                            (2.23) */
static double motion_effort(const lw_instance* s, int k)
{
  const lw_connector* c = &s->structure->connector[lw_structure_joint(s->model->motion[k].joint)];
  return s->drive[LW_DRIVE_NUMBERS * k + LW_DRIVE_MEAN] - s->reaction[c->row + c->nrow - 1];
}

static double coupling_effort(const lw_instance* s, int k)
{
  const lw_structure* g = s->structure;
  return -s->reaction[g->connector[g->nconnector - s->model->ncoupling + k].row];
}

/* ---- energy ------------------------------------------------------------------------------ */

static void energy(const lw_instance* s, double out[3])
{
  const double* gravity = s->value + s->model->gravity;
  double        T = 0.0, V = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double  m = s->body[b].mass;
    const double *v = s->v[b].v, *w = s->v[b].w;
    double        own[3], Jw[3]; /* in body axes */
    lw_mat3_tvec(own, s->placement[b].R, w);
    lw_mat3_vec(Jw, s->body[b].J, own);
    T += 0.5 * (m * lw_dot(v, v) + lw_dot(own, Jw));
    V -= m * lw_dot(gravity, s->q[b].r);
  }
  for (int k = 0; k < s->structure->nconnector; k++) V += lw_connector_energy(s, k);
  out[0] = T;
  out[1] = V;
  out[2] = T + V;
}

/* ---- access ------------------------------------------------------------------------------ */

/* Tell whether a quantity reads placements, frames of joints or Jacobians that are not current.
 * All others are part of the state. */
static bool reads_lazy(const lw_instance* s, lw_quantity quantity, int index)
{
  switch (quantity) {
  case LW_BODY_R:
  case LW_BODY_V:
  case LW_BODY_A: return !lw_is_current(s, LW_POSITIONS) && has_offset(s, index);
  case LW_BODY_QUAT:
  case LW_BODY_W:
  case LW_BODY_Z:
  case LW_BODY_QUAT_RATE:
  case LW_SOLVER_ITERATIONS:
  case LW_SOLVER_RESIDUAL:
  case LW_SOLVER_ERROR:
  case LW_SOLVER_STEPS: return false;
  case LW_JOINT_FORCE:
  case LW_JOINT_TORQUE: {
    /* without loops the multipliers are the reactions, those of the rows of a point are its
     * force */
    const lw_connector* c     = &s->structure->connector[lw_structure_joint(index)];
    const bool          force = c->point && (quantity == LW_JOINT_FORCE || c->nrow == 3);
    return !lw_is_current(s, LW_POSITIONS) && !(s->structure->is_tree && force);
  }
  case LW_ENERGY: /* coordinates of joints that store energy are not lazy */
  case LW_SOLVER_VIOLATION: return !lw_is_current(s, LW_POSITIONS);
  default: return !lw_is_current(s, LW_COORDINATES);
  }
}

/* Update the instance if the quantity reads something that is not current; between most calls it
 * is. */
static inline lw_status update_for(lw_instance* s, lw_quantity quantity, int index)
{
  const bool current = lw_is_current(s, LW_CONSTANTS | LW_ACCELERATIONS) &&
                       (lw_is_current(s, LW_COORDINATES) || !reads_lazy(s, quantity, index));
  return !(s->head->initialised > 0.0) ? LW_ERR_USAGE
         : current                     ? LW_OK
                                       : lw_instance_update(s, NULL);
}

/* Check that all numbers are finite: only finite ones are zero when multiplied by zero. */
static inline lw_status check_finite(int n, const double out[])
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += 0.0 * out[i];
  return sum == 0.0 ? LW_OK : LW_RETRY_SINGULAR;
}

const double* lw_instance_stored(const lw_instance* s, lw_quantity quantity, int index,
                                 const double** offset)
{
  *offset = NULL;
  if (lw_quantity_size(s->model, quantity, index) == 0) {
    return NULL;
  }
  if (quantity == LW_BODY_R || quantity == LW_BODY_V || quantity == LW_BODY_A) {
    *offset = s->body[index].com;
  }
  switch (quantity) {
  case LW_BODY_R: return s->q[index].r;
  case LW_BODY_V: return s->v[index].v;
  case LW_BODY_A: return s->a[index].v;
  case LW_BODY_QUAT: return s->q[index].p;
  case LW_BODY_W: return s->v[index].w;
  case LW_BODY_Z: return s->a[index].w;
  /* lazy coordinates may not be current */
  case LW_JOINT_Q: return s->small || s->may_be_lazy ? NULL : &s->coordinate[LW_COORDS_MAX * index];
  case LW_SOLVER_ITERATIONS: return &s->head->iterations;
  case LW_SOLVER_RESIDUAL: return &s->head->residual;
  case LW_SOLVER_ERROR: return &s->head->error;
  case LW_SOLVER_STEPS: return &s->head->steps;
  default: return NULL;
  }
}

/* Compute a quantity that is not of a body. */
static lw_status other_quantity(lw_instance* s, lw_quantity quantity, int index, double out[])
{
  double other[3];
  switch (quantity) {
  case LW_JOINT_Q:
  case LW_JOINT_QD:
  case LW_JOINT_QDD: joint_coordinates(s, quantity, index, out); break;
  case LW_JOINT_QUAT: joint_quat(s, index, out); break;
  case LW_JOINT_FORCE: lw_joint_reaction(s, index, out, other); break;
  case LW_JOINT_TORQUE: lw_joint_reaction(s, index, other, out); break;
  case LW_JOINT_UNIQUE: {
    const lw_status status = lw_unique_update(s);
    out[0]                 = s->unique[index].all ? 1.0 : 0.0;
    return status;
  }
  case LW_JOINT_FORCE_UNIQUE:
  case LW_JOINT_TORQUE_UNIQUE: {
    const lw_status status = lw_unique_update(s);
    const bool* unique = s->unique[index].component + (quantity == LW_JOINT_FORCE_UNIQUE ? 0 : 3);
    for (int i = 0; i < 3; i++) out[i] = unique[i] ? 1.0 : 0.0;
    return status;
  }
  case LW_BODY_QUAT_RATE: lw_rotation_dot(out, s->q[index].p, s->v[index].w); break;
  case LW_MOTION_EFFORT: out[0] = motion_effort(s, index); break;
  case LW_COUPLING_EFFORT: out[0] = coupling_effort(s, index); break;
  case LW_ENERGY: energy(s, out); break;
  case LW_SOLVER_ITERATIONS: out[0] = s->head->iterations; break;
  case LW_SOLVER_RESIDUAL: out[0] = s->head->residual; break;
  case LW_SOLVER_ERROR: out[0] = s->head->error; break;
  case LW_SOLVER_STEPS: out[0] = s->head->steps; break;
  case LW_SOLVER_VIOLATION:
    if (!lw_is_current(s, LW_VIOLATION)) {
      lw_measure_violation(s, s->head->t);
    }
    memcpy(out, s->violation, 3 * sizeof *out);
    break;
  default: break;
  }
  return LW_OK;
}

lw_status lw_instance_get(lw_instance* s, lw_quantity quantity, int index, double out[])
{
  const bool body   = quantity <= LW_BODY_Z;
  const int  n      = !body ? lw_quantity_size(s->model, quantity, index)
                      : index < 0 || index >= s->model->nbody ? 0
                      : quantity == LW_BODY_QUAT              ? 4
                                                              : 3;
  lw_status  status = n > 0 ? update_for(s, quantity, index) : LW_ERR_USAGE;
  if (status != LW_OK) {
    return status;
  }
  if (body) {
    body_quantity(s, quantity, index, out);
  } else {
    if (quantity >= LW_JOINT_FORCE && quantity <= LW_COUPLING_EFFORT) {
      lw_reactions_update(s);
    }
    status = other_quantity(s, quantity, index, out);
  }
  return status == LW_OK ? check_finite(n, out) : status;
}

/* Forces or torques of all joints; the reactions are current. */
static void joint_reactions(const lw_instance* s, lw_quantity quantity, double out[])
{
  const lw_structure* g      = s->structure;
  const bool          torque = quantity == LW_JOINT_TORQUE;
  for (int j = 0; j < s->model->njoint; j++, out += 3) {
    const lw_connector* c = &g->connector[lw_structure_joint(j)];
    const double*       l = s->reaction + c->row;
    double              other[3];
    if (!c->point) {
      lw_joint_reaction(s, j, torque ? other : out, torque ? out : other);
    } else if (!torque) {
      for (int i = 0; i < 3; i++) out[i] = -l[i];
    } else {
      lw_point_torque(s, c, c->nrow - (c->motion != LW_NONE), out);
    }
  }
}

/* Forces or torques of all joints, after an update for each of them. */
static lw_status get_all_reactions(lw_instance* s, lw_quantity quantity, double out[])
{
  const int count  = s->model->njoint;
  lw_status status = LW_OK;
  for (int k = 0; k < count && status == LW_OK; k++) status = update_for(s, quantity, k);
  if (status == LW_OK) {
    lw_reactions_update(s);
    joint_reactions(s, quantity, out);
  }
  return status == LW_OK ? check_finite(3 * count, out) : status;
}

/* Compute a quantity of an element that has it.
 *   Needs       update_for() */
static lw_status compute(lw_instance* s, lw_quantity quantity, int index, double out[])
{
  if (quantity <= LW_BODY_Z) {
    body_quantity(s, quantity, index, out);
    return LW_OK;
  }
  if (quantity >= LW_JOINT_FORCE && quantity <= LW_COUPLING_EFFORT) {
    lw_reactions_update(s);
  }
  return other_quantity(s, quantity, index, out);
}

lw_status lw_instance_get_all(lw_instance* s, lw_quantity quantity, double out[])
{
  if (!exists(quantity) || !(s->head->initialised > 0.0)) {
    return LW_ERR_USAGE;
  }
  if (quantity == LW_JOINT_FORCE || quantity == LW_JOINT_TORQUE) {
    return get_all_reactions(s, quantity, out);
  }
  const int count  = element_count(s->model, quantity);
  lw_status status = LW_OK;
  int       n      = 0;
  for (int k = 0; k < count && status == LW_OK; k++) {
    const int size = lw_quantity_size(s->model, quantity, k);
    if (size > 0) {
      status = update_for(s, quantity, k);
      status = status == LW_OK ? compute(s, quantity, k, out + n) : status;
      n += size;
    }
  }
  return status == LW_OK ? check_finite(n, out) : status;
}
