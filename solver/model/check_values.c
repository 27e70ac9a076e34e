/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_values.c - rules for the numbers of a mechanism, one function per rule.
 *
 *   check_element: finite numbers, then the rules of its kind from the table value_rules
 *
 *   reads    the structure of a model, and a vector of values that need not be the model's own
 *   cost     linear; a few eigenvalues of 3 x 3 matrices
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "model/check.h"
#include "model/elements.h"
#include "model/formulas.h"
#include <linkwork/elementary.h>

/* Axes written with three digits are off by at most 5e-4 in each component, so perpendicular ones
 * have a cosine of at most 2 sqrt(3) 5e-4 = 1.7e-3. Assembly makes them perpendicular. */
#define PERPENDICULAR 2e-3

/* Sine of the angle between two axes below which the component of axis2 perpendicular to axis
 * has lost six of its sixteen digits. */
#define PARALLEL 1e-6

/* Principal moments obey a + b >= c up to this fraction of c (rounding in the file). */
#define TRIANGLE 1e-6

/* The length of a rod that is shorter than this fraction of the coordinates of its ends is
 * rounding. */
#define ROD 1e-12

/* Most iterations, to bound the work of a step; a Newton iteration that needs more does not
 * converge. */
#define ITERATIONS_MAX 1e6

/* ---- geometry ---------------------------------------------------------------------------- */

/* r = R(rotation) a */
static void rotate(lw_rotation rotation, const double* value, const double a[3], double r[3])
{
  double q[4], R[9];
  if (rotation.kind == LW_ROTATION_NONE) {
    lw_copy3(r, a);
    return;
  }
  if (rotation.kind == LW_ROTATION_QUAT) {
    memcpy(q, value + rotation.slot, sizeof q);
  } else {
    lw_quat_from_rpy(q, value + rotation.slot);
  }
  lw_rotation_matrix(R, q);
  lw_mat3_vec(r, R, a);
}

void lw_model_frame_origin(const lw_model* model, const double* value, int frame, double r[3])
{
  const lw_frame* f = &model->frame[frame];
  lw_copy3(r, value + f->at);
  if (f->body != LW_GROUND) {
    const lw_body* body = &model->body[f->body];
    rotate(body->rotation, value, value + f->at, r);
    lw_add3(r, r, value + body->at);
  }
}

/* ---- bodies ------------------------------------------------------------------------------ */

static lw_status check_mass(const lw_model* model, const double* value, int b, lw_diag* diag)
{
  const double mass = value[model->body[b].mass];
  if (!(mass > 0.0)) {
    const lw_element element = lw_model_element(model, LW_ELEMENT_BODY, b);
    return lw_element_error(diag, &element, "mass must be positive [kg], found %s",
                            lw_show(mass).text);
  }
  return LW_OK;
}

/* Eigenvalues, ascending, of the symmetric matrix with the entries xx yy zz xy xz yz, by Jacobi
 * rotations, each of which makes one entry beside the diagonal zero. */
static void principal_moments(const double inertia[6], double moment[3])
{
  const double* I       = inertia;
  double        A[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};

  /* convergence is quadratic: six cycles of three rotations reach rounding from any matrix,
   * twelve are safe */
  for (int rotation = 0; rotation < 36; rotation++) {
    const int    p = rotation % 3 == 2 ? 1 : 0;
    const int    q = rotation % 3 == 0 ? 1 : 2;
    const int    k = 3 - p - q;
    const double a = A[p][q];
    if (a == 0.0) {
      continue;
    }
    /* the smaller root t = tan of  t^2 + 2 theta t - 1 = 0 */
    const double theta = (A[q][q] - A[p][p]) / (2.0 * a);
    const double t     = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    const double c     = 1.0 / sqrt(t * t + 1.0);
    const double s     = t * c;
    const double akp = A[k][p], akq = A[k][q];
    A[p][p] -= t * a;
    A[q][q] += t * a;
    A[p][q] = A[q][p] = 0.0;
    A[k][p] = A[p][k] = c * akp - s * akq;
    A[k][q] = A[q][k] = s * akp + c * akq;
  }
  for (int i = 0; i < 3; i++) {
    int j = i;
    for (; j > 0 && moment[j - 1] > A[i][i]; j--) moment[j] = moment[j - 1];
    moment[j] = A[i][i];
  }
}

static lw_status check_inertia(const lw_model* model, const double* value, int b, lw_diag* diag)
{
  const lw_body* body = &model->body[b];
  double         moment[3];
  principal_moments(value + body->inertia, moment);
  const double a = moment[0], bb = moment[1], c = moment[2];

  /* rounding leaves a few units of the largest in the smallest eigenvalue of a singular matrix */
  const bool definite = a > 4.0 * DBL_EPSILON * c;
  const bool triangle = a + bb >= c * (1.0 - TRIANGLE);
  if (definite && (triangle || !body->physical)) {
    return LW_OK;
  }
  const lw_element element = lw_model_element(model, LW_ELEMENT_BODY, b);
  if (!definite) {
    return lw_element_error(
        diag, &element,
        "inertia must be positive definite, found principal moments %s, %s, %s [kg m2]",
        lw_show(a).text, lw_show(bb).text, lw_show(c).text);
  }
  return lw_element_error(diag, &element,
                          "inertia has principal moments %s, %s, %s [kg m2]; in a rigid body none "
                          "exceeds the sum of the others (physical=\"false\" allows it)",
                          lw_show(a).text, lw_show(bb).text, lw_show(c).text);
}

/* The moments are positive. With one that is not, no other entries give a valid inertia. */
static lw_status check_moments(const lw_model* model, const double* value, int b, lw_diag* diag)
{
  const double* I = value + model->body[b].inertia;
  return I[0] > 0.0 && I[1] > 0.0 && I[2] > 0.0 ? LW_OK : check_inertia(model, value, b, diag);
}

/* ---- rotations --------------------------------------------------------------------------- */

static lw_status check_unit_length(const lw_element* element, lw_rotation rotation,
                                   const double* value, lw_diag* diag)
{
  if (rotation.kind != LW_ROTATION_QUAT) {
    return LW_OK;
  }
  const double* q      = value + rotation.slot;
  const double  length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(fabs(length - 1.0) < LW_UNIT_LENGTH_TOLERANCE)) {
    return lw_element_error(diag, element, "quat must have length 1 within %s, found length %s",
                            lw_show(LW_UNIT_LENGTH_TOLERANCE).text, lw_show(length).text);
  }
  return LW_OK;
}

static lw_status check_body_quat(const lw_model* model, const double* value, int b, lw_diag* diag)
{
  const lw_element element = lw_model_element(model, LW_ELEMENT_BODY, b);
  return check_unit_length(&element, model->body[b].rotation, value, diag);
}

static lw_status check_frame_quat(const lw_model* model, const double* value, int f, lw_diag* diag)
{
  const lw_element element = lw_model_element(model, LW_ELEMENT_FRAME, f);
  return check_unit_length(&element, model->frame[f].rotation, value, diag);
}

/* ---- joints ------------------------------------------------------------------------------ */

/* Axes have a length; two axes are perpendicular for a universal joint, not parallel for others. */
static lw_status check_axes(const lw_model* model, const double* value, int j, lw_diag* diag)
{
  const lw_joint*  joint   = &model->joint[j];
  const lw_element element = lw_model_element(model, LW_ELEMENT_JOINT, j);
  double           e[3] = {0.0, 0.0, 0.0}, e2[3] = {0.0, 0.0, 0.0}, across[3];
  if (joint->axis != LW_NONE && !lw_normalize3(e, value + joint->axis)) {
    return lw_element_error(diag, &element, "axis must have a length greater than zero");
  }
  if (joint->axis2 != LW_NONE && !lw_normalize3(e2, value + joint->axis2)) {
    return lw_element_error(diag, &element, "axis2 must have a length greater than zero");
  }
  if (joint->axis == LW_NONE || joint->axis2 == LW_NONE) {
    return LW_OK;
  }
  lw_cross(across, e, e2);
  if (joint->type == LW_UNIVERSAL && !(fabs(lw_dot(e, e2)) <= PERPENDICULAR)) {
    return lw_element_error(diag, &element,
                            "axis and axis2 must be perpendicular, found an angle of %s rad",
                            lw_show(lw_atan2(lw_norm(across), lw_dot(e, e2))).text);
  }
  if (!(lw_norm(across) > PARALLEL)) {
    return lw_element_error(diag, &element, "axis2 must not be parallel to axis");
  }
  return LW_OK;
}

/* The ends of a rod with its bodies in the pose of the values. */
static void rod_ends(const lw_model* model, const double* value, const lw_joint* joint, double a[3],
                     double b[3])
{
  if (joint->parent_frame != LW_NONE) {
    lw_model_frame_origin(model, value, joint->parent_frame, a);
    lw_model_frame_origin(model, value, joint->child_frame, b);
  } else {
    lw_copy3(a, value + joint->at);
    lw_copy3(b, value + joint->at2);
  }
}

/* A rod has a positive length, and its ends are apart, so that it has a direction. */
static lw_status check_rod(const lw_model* model, const double* value, int j, lw_diag* diag)
{
  const lw_joint* joint = &model->joint[j];
  if (joint->type != LW_DISTANCE) {
    return LW_OK;
  }
  const lw_element element = lw_model_element(model, LW_ELEMENT_JOINT, j);
  if (joint->length != LW_NONE && !(value[joint->length] > 0.0)) {
    return lw_element_error(diag, &element, "length must be positive [m], found %s",
                            lw_show(value[joint->length]).text);
  }
  double a[3], b[3], d[3];
  rod_ends(model, value, joint, a, b);
  lw_sub3(d, b, a);
  if (!(lw_norm(d) > ROD * (lw_norm(a) + lw_norm(b)))) {
    return lw_element_error(diag, &element, "its two points coincide: the rod has no %s",
                            joint->length == LW_NONE ? "length" : "direction");
  }
  return LW_OK;
}

/* ---- springs and dampers ----------------------------------------------------------------- */

/* Damping is not negative: dampers dissipate energy. Negative stiffness is allowed, since
 * preloaded parts have it. */
static lw_status check_damping(const lw_element* element, const double* value, lw_diag* diag)
{
  for (int k = 0; k < element->nvalue; k++) {
    const lw_element_value* v = &element->value[k];
    if (strcmp(v->attribute, "damping") != 0 || v->slot == LW_NONE) {
      continue;
    }
    for (int i = 0; i < v->n; i++) {
      if (!(value[v->slot + i] >= 0.0)) {
        return lw_element_error(diag, element, "damping must not be negative, found %s",
                                lw_show(value[v->slot + i]).text);
      }
    }
  }
  return LW_OK;
}

/* Stiffness and damping of stops and friction are not negative: stops repel, friction dissipates
 * energy. */
static lw_status check_joint_law(const lw_model* model, const double* value, int j, lw_diag* diag)
{
  const lw_joint*  joint   = &model->joint[j];
  const lw_element element = lw_model_element(model, LW_ELEMENT_JOINT, j);
  const struct {
    const char* attribute;
    lw_slot     slot;
  } positive[]     = {{"stop-stiffness", joint->stop_stiffness},
                      {"stop-damping", joint->stop_damping},
                      {"friction", joint->friction}};
  lw_status status = check_damping(&element, value, diag);
  for (size_t i = 0; i < sizeof positive / sizeof *positive && status == LW_OK; i++) {
    if (positive[i].slot != LW_NONE && !(value[positive[i].slot] >= 0.0)) {
      status = lw_element_error(diag, &element, "%s must not be negative, found %s",
                                positive[i].attribute, lw_show(value[positive[i].slot]).text);
    }
  }
  return status;
}

/* The lower end of a range is not above the upper one. */
static lw_status check_range(const lw_model* model, const double* value, int j, lw_diag* diag)
{
  const lw_joint* joint = &model->joint[j];
  if (joint->lower != LW_NONE && joint->upper != LW_NONE &&
      value[joint->lower] > value[joint->upper]) {
    const lw_element element = lw_model_element(model, LW_ELEMENT_JOINT, j);
    return lw_element_error(diag, &element, "lower must not exceed upper, found %s and %s",
                            lw_show(value[joint->lower]).text, lw_show(value[joint->upper]).text);
  }
  return LW_OK;
}

static lw_status check_spring(const lw_model* model, const double* value, int i, lw_diag* diag)
{
  const lw_element element = lw_model_element(model, LW_ELEMENT_SPRING, i);
  const lw_slot    length  = model->spring[i].length;
  if (length != LW_NONE && !(value[length] >= 0.0)) {
    return lw_element_error(diag, &element, "length must not be negative [m], found %s",
                            lw_show(value[length]).text);
  }
  return check_damping(&element, value, diag);
}

static lw_status check_bushing(const lw_model* model, const double* value, int i, lw_diag* diag)
{
  const lw_element element = lw_model_element(model, LW_ELEMENT_BUSHING, i);
  return check_damping(&element, value, diag);
}

/* ---- couplings, settings ----------------------------------------------------------------- */

static lw_status check_ratios(const lw_model* model, const double* value, int i, lw_diag* diag)
{
  const lw_coupling* coupling = &model->coupling[i];
  for (int k = 0; k < coupling->nterm; k++) {
    if (value[model->coupling_term[coupling->term + k].ratio] != 0.0) {
      return LW_OK;
    }
  }
  const lw_element element = lw_model_element(model, LW_ELEMENT_COUPLING, i);
  return lw_element_error(diag, &element, "every ratio is zero, so nothing is coupled");
}

static lw_status check_settings(const lw_model* model, const double* value, int index,
                                lw_diag* diag)
{
  const lw_element   element    = lw_model_element(model, LW_ELEMENT_SETTINGS, index);
  const lw_settings* settings   = &model->settings;
  const double       step       = value[settings->step];
  const double       tolerance  = value[settings->tolerance];
  const double       iterations = value[settings->iterations];
  if (!(step > 0.0)) {
    return lw_element_error(diag, &element, "step must be positive [s], found %s",
                            lw_show(step).text);
  }
  if (!(tolerance > 0.0 && tolerance < 1.0)) {
    return lw_element_error(diag, &element, "tolerance must be between 0 and 1, found %s",
                            lw_show(tolerance).text);
  }
  if (!(iterations >= 1.0 && iterations <= ITERATIONS_MAX) || iterations != floor(iterations)) {
    return lw_element_error(diag, &element,
                            "iterations must be a whole number from 1 to %s, found %s",
                            lw_show(ITERATIONS_MAX).text, lw_show(iterations).text);
  }
  return LW_OK;
}

/* ---- all of them ------------------------------------------------------------------------- */

static lw_status check_finite(const lw_element* element, const double* value, lw_diag* diag)
{
  for (int k = 0; k < element->nvalue; k++) {
    const lw_element_value* v = &element->value[k];
    for (int i = 0; v->slot != LW_NONE && i < v->n; i++) {
      if (!isfinite(value[v->slot + i])) {
        return lw_element_error(diag, element, "%s must be finite, found %s", v->attribute,
                                lw_show(value[v->slot + i]).text);
      }
    }
  }
  return LW_OK;
}

typedef struct value_rule {
  lw_element_kind kind;
  bool            single; /* the rule is for single numbers, whatever the others are */
  lw_status (*check)(const lw_model* model, const double* value, int index, lw_diag* diag);
} value_rule;

/* in the order of the kinds */
static const value_rule value_rules[] = {
    {LW_ELEMENT_BODY, true, check_mass},         {LW_ELEMENT_BODY, true, check_moments},
    {LW_ELEMENT_BODY, false, check_inertia},     {LW_ELEMENT_BODY, false, check_body_quat},
    {LW_ELEMENT_JOINT, false, check_axes},       {LW_ELEMENT_JOINT, false, check_rod},
    {LW_ELEMENT_JOINT, true, check_joint_law},   {LW_ELEMENT_JOINT, false, check_range},
    {LW_ELEMENT_SPRING, true, check_spring},     {LW_ELEMENT_BUSHING, true, check_bushing},
    {LW_ELEMENT_COUPLING, false, check_ratios},  {LW_ELEMENT_FRAME, false, check_frame_quat},
    {LW_ELEMENT_SETTINGS, true, check_settings},
};

/* Check all rules of one element, or only those for single numbers. */
static lw_status check_element(const lw_model* model, const double* value, lw_element_kind kind,
                               int index, bool single, lw_diag* diag)
{
  const lw_element element = lw_model_element(model, kind, index);
  lw_status        status  = check_finite(&element, value, diag);
  for (size_t r = 0; r < sizeof value_rules / sizeof *value_rules && status == LW_OK; r++) {
    if (value_rules[r].kind == kind && (value_rules[r].single || !single)) {
      status = value_rules[r].check(model, value, index, diag);
    }
  }
  if (status != LW_OK) {
    lw_model_add_formula_texts(model, &element, diag);
  }
  return status;
}

lw_status lw_model_check_values(const lw_model* model, const double* value, lw_diag* diag)
{
  lw_status status = LW_OK;
  for (int k = 0; k < LW_ELEMENT_KIND_COUNT; k++) {
    const lw_element_kind kind  = (lw_element_kind)k;
    const int             count = lw_model_element_count(model, kind);
    for (int i = 0; i < count && status == LW_OK; i++) {
      status = check_element(model, value, kind, i, false, diag);
    }
  }
  return status;
}

/* Check the elements that own one of n values. */
static lw_status check_owners(const lw_model* model, const double* value, lw_slot slot, int n,
                              bool single, lw_diag* diag)
{
  lw_element_kind last_kind  = LW_ELEMENT_KIND_COUNT;
  int             last_index = LW_NONE;
  lw_status       status     = LW_OK;
  for (int i = 0; i < n && status == LW_OK; i++) {
    lw_element_kind kind;
    int             index;
    if (!lw_model_owner(model, slot + i, &kind, &index) ||
        (kind == last_kind && index == last_index)) {
      continue;
    }
    status     = check_element(model, value, kind, index, single, diag);
    last_kind  = kind;
    last_index = index;
  }
  return status;
}

lw_status lw_model_check_slots(const lw_model* model, const double* value, lw_slot slot, int n,
                               lw_diag* diag)
{
  return check_owners(model, value, slot, n, false, diag);
}

lw_status lw_model_check_single(const lw_model* model, const double* value, lw_slot slot, int n,
                                lw_diag* diag)
{
  return check_owners(model, value, slot, n, true, diag);
}
