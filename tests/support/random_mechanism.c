/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * random_mechanism.c - random mechanisms that keep their energy.
 */
#include "random_mechanism.h"

#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanism.h"
#include "random.h"
#include <linkwork/elementary.h>

#define MOST_BODIES 60

/* The drawing of one mechanism. */
typedef struct draw {
  lw_model* m;
  uint32_t  seed;
  double    at[MOST_BODIES][3];   /* frame origin of each body, world */
  double    quat[MOST_BODIES][4]; /* body to world                    */
} draw;

/* ---- numbers --------------------------------------------------------------------------------- */

static double between(draw* d, double low, double high)
{
  return low + 0.5 * (high - low) * (1.0 + lw_test_random(&d->seed));
}

static bool chance(draw* d, double probability)
{
  return between(d, 0.0, 1.0) < probability;
}

/* a whole number from 0 to n - 1 */
static int pick(draw* d, int n)
{
  const int i = (int)between(d, 0.0, n);
  return i < n ? i : n - 1;
}

static double power_of_ten(draw* d, double low, double high)
{
  return lw_pow(10.0, between(d, low, high));
}

static void direction(draw* d, double u[3])
{
  double x[3];
  do {
    lw_test_random_fill(&d->seed, 3, 1.0, x);
  } while (!(lw_norm(x) < 1.0 && lw_norm(x) > 0.1) || !lw_normalize3(u, x));
}

static lw_slot three(draw* d, double size)
{
  double x[3];
  lw_test_random_fill(&d->seed, 3, size, x);
  const lw_slot slot = lw_model_add_values(d->m, 3, x);
  assert_true(slot >= 0);
  return slot;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Moments of a body of random extents, in random axes for every other body. */
static void draw_inertia(draw* d, double mass, double I[6])
{
  double square[3], p[4] = {1.0, 0.0, 0.0, 0.0}, R[9], J[9], RJ[9];
  for (int i = 0; i < 3; i++) square[i] = mass * lw_pow(between(d, 0.1, 0.6), 2.0) / 3.0;
  if (chance(d, 0.5)) {
    lw_test_random_quat(&d->seed, p);
  }
  lw_rotation_matrix(R, p);
  for (int i = 0; i < 9; i++) J[i] = 0.0;
  for (int i = 0; i < 3; i++) J[4 * i] = square[(i + 1) % 3] + square[(i + 2) % 3];
  lw_mat3_mul(RJ, R, J);
  lw_mat3_mul_nt(J, RJ, R);
  const double entry[6] = {J[0], J[4], J[8], J[1], J[2], J[5]};
  for (int i = 0; i < 6; i++) I[i] = entry[i];
}

static void draw_body(draw* d, int parent, double ratio)
{
  const int    b    = d->m->nbody;
  const double mass = ratio > 2.0 ? lw_pow(ratio, between(d, 0.0, 1.0)) : between(d, 1.0, ratio);
  double       I[6], step[3];
  direction(d, step);
  lw_scale3(step, between(d, 0.1, 1.2), step);
  lw_copy3(d->at[b], step);
  if (parent != LW_GROUND) {
    lw_add3(d->at[b], d->at[parent], step);
  }
  draw_inertia(d, mass, I);
  lw_test_add_body(d->m, mass, I, d->at[b]);
  lw_test_random_quat(&d->seed, d->quat[b]);
  lw_test_set_quat(d->m, b, d->quat[b]);
  for (int i = 0; i < 6; i++) d->m->value[d->m->body[b].inertia + i] = I[i];
  d->m->body[b].com      = chance(d, 0.5) ? three(d, 0.3) : LW_NONE;
  d->m->body[b].velocity = three(d, 3.0);
  d->m->body[b].spin     = three(d, 5.0);
}

/* ---- joints ---------------------------------------------------------------------------------- */

/* A frame on a body at a place and orientation in the world. */
static int add_frame(draw* d, int body, const double at[3], const double quat[4])
{
  double local[3], relative[4], R[9], arm[3];
  if (body == LW_GROUND) {
    return lw_test_add_frame(d->m, body, at, quat);
  }
  const double back[4] = {d->quat[body][0], -d->quat[body][1], -d->quat[body][2],
                          -d->quat[body][3]};
  lw_sub3(arm, at, d->at[body]);
  lw_rotation_matrix(R, d->quat[body]);
  lw_mat3_tvec(local, R, arm);
  lw_quat_mul(relative, back, quat);
  return lw_test_add_frame(d->m, body, local, relative);
}

/* A spring along or about the coordinate that swings its heavier body several times a second. */
static void draw_joint_spring(draw* d, int j)
{
  const lw_joint* joint = &d->m->joint[j];
  const double    mass  = d->m->value[d->m->body[joint->child].mass];
  const double    rate  = power_of_ten(d, 0.0, 1.7);
  lw_test_set_joint_spring(d->m, j, mass * rate * rate, 0.0, between(d, -0.5, 0.5));
}

static void draw_joint(draw* d, int parent, int child)
{
  const lw_joint_type  type = (lw_joint_type)pick(d, LW_JOINT_TYPE_COUNT);
  const lw_joint_info* info = lw_joint_info_get(type);
  double               at[3], axis[3];
  int                  j;
  /* between the two bodies, some near one of them, some aside */
  const double part = between(d, 0.0, 1.0);
  for (int i = 0; i < 3; i++) {
    const double from = parent == LW_GROUND ? 0.0 : d->at[parent][i];
    at[i]             = from + part * (d->at[child][i] - from) + between(d, -0.1, 0.1);
  }
  direction(d, axis);
  if (type == LW_DISTANCE) {
    double at2[3];
    direction(d, at2);
    lw_scale3(at2, between(d, 0.1, 0.8), at2);
    lw_add3(at2, at, at2);
    j = lw_test_add_rod(d->m, parent, child, at, at2);
  } else if (chance(d, 0.5)) {
    double quat[4];
    lw_test_random_quat(&d->seed, quat);
    const int from = add_frame(d, parent, at, quat), to = add_frame(d, child, at, quat);
    j = lw_test_add_frame_joint(d->m, type, from, to);
  } else {
    j = lw_test_add_joint(d->m, type, parent, child, at, info->needs_axis ? axis : NULL);
  }
  if (info->drivable && chance(d, 0.2)) {
    draw_joint_spring(d, j);
  }
}

/* ---- springs --------------------------------------------------------------------------------- */

/* A spring or bushing between two bodies, the first one perhaps the ground. */
static void draw_spring(draw* d)
{
  const int to = pick(d, d->m->nbody), other = pick(d, d->m->nbody + 1) - 1;
  const int from = other == to ? LW_GROUND : other;
  double    at[3], shift[3], quat[4];
  direction(d, shift);
  lw_scale3(shift, 0.3, shift);
  lw_add3(at, d->at[to], shift);
  lw_test_random_quat(&d->seed, quat);
  double       mass = d->m->value[d->m->body[to].mass];
  const double rate = power_of_ten(d, 0.0, 1.7);
  if (from != LW_GROUND) {
    mass = fmin(mass, d->m->value[d->m->body[from].mass]);
  }
  const double k = mass * rate * rate;
  if (chance(d, 0.3)) {
    const double stiffness[6] = {k, 2.0 * k, k, 0.1 * k, 0.1 * k, 0.2 * k}, none[6] = {0.0};
    const int    a = add_frame(d, from, at, quat), b = add_frame(d, to, at, quat);
    lw_test_add_bushing(d->m, a, b, stiffness, none);
    return;
  }
  direction(d, shift);
  const int b = add_frame(d, to, at, quat);
  lw_axpy3(at, between(d, 0.3, 1.0), shift);
  lw_test_add_spring(d->m, add_frame(d, from, at, quat), b, k, 0.0,
                     chance(d, 0.5) ? -1.0 : between(d, 0.2, 1.0));
}

/* ---- mechanisms ------------------------------------------------------------------------------ */

static int draw_parent(draw* d)
{
  const int n = d->m->nbody;
  return n == 0 || chance(d, 0.15) ? LW_GROUND : chance(d, 0.5) ? n - 1 : pick(d, n);
}

lw_model* lw_test_conservative_mechanism(uint32_t seed, lw_test_kind kind)
{
  draw      d = {.m = lw_test_model(1e-3), .seed = seed};
  const int most =
      kind.most_bodies > 0 && kind.most_bodies < MOST_BODIES ? kind.most_bodies : MOST_BODIES;
  /* small mechanisms are as frequent as large ones */
  const int n     = (int)lw_pow(most + 0.99, between(&d, 0.0, 1.0));
  double    ratio = kind.mass_ratio;
  if (!(ratio > 0.0)) {
    ratio = chance(&d, 0.6) ? 2.0 : power_of_ten(&d, 1.0, 6.0);
  }
  double g[3];
  direction(&d, g);
  lw_scale3(g, between(&d, 0.0, 20.0), g);
  lw_test_set_gravity(d.m, g[0], g[1], g[2]);
  for (int b = 0; b < n; b++) {
    const int parent = draw_parent(&d);
    draw_body(&d, parent, ratio);
    draw_joint(&d, parent, b);
  }
  const int loops = kind.tree || n < 2 || chance(&d, 0.5) ? 0 : 1 + pick(&d, 1 + n / 6);
  for (int i = 0; i < loops; i++) {
    const int child = pick(&d, n), other = pick(&d, n + 1) - 1;
    draw_joint(&d, other == child ? LW_GROUND : other, child);
  }
  const int springs = chance(&d, 0.6) ? 0 : 1 + pick(&d, 1 + n / 4);
  for (int i = 0; i < springs; i++) draw_spring(&d);
  return d.m;
}

/* ---- as a file ------------------------------------------------------------------------------- */

static void write_numbers(const lw_model* m, FILE* f, const char* name, lw_slot slot, int n)
{
  if (slot != LW_NONE) {
    fprintf(f, " %s=\"", name);
    for (int i = 0; i < n; i++) fprintf(f, "%s%.17g", i > 0 ? " " : "", m->value[slot + i]);
    fprintf(f, "\"");
  }
}

static void write_rotation(const lw_model* m, FILE* f, lw_rotation rotation)
{
  const bool quat = rotation.kind == LW_ROTATION_QUAT;
  write_numbers(m, f, quat ? "quat" : "rpy", rotation.slot, quat ? 4 : 3);
}

static void write_frames(const lw_model* m, FILE* f, int body)
{
  for (int k = 0; k < m->nframe; k++) {
    const lw_frame* frame = &m->frame[k];
    if (frame->body == body) {
      fprintf(f, "    <frame name=\"%s\"", lw_model_name(m, frame->name));
      write_numbers(m, f, "at", frame->at, 3);
      write_rotation(m, f, frame->rotation);
      fprintf(f, "/>\n");
    }
  }
}

static const char* body_name(const lw_model* m, int body)
{
  return body == LW_GROUND ? "ground" : lw_model_name(m, m->body[body].name);
}

static void write_ends(const lw_model* m, FILE* f, int from, int to)
{
  const lw_frame *a = &m->frame[from], *b = &m->frame[to];
  fprintf(f, " from=\"%s.", body_name(m, a->body));
  fprintf(f, "%s\"", lw_model_name(m, a->name));
  fprintf(f, " to=\"%s.", body_name(m, b->body));
  fprintf(f, "%s\"", lw_model_name(m, b->name));
}

static void write_body(const lw_model* m, FILE* f, int b)
{
  const lw_body* body = &m->body[b];
  fprintf(f, "  <body name=\"%s\"", body_name(m, b));
  write_numbers(m, f, "mass", body->mass, 1);
  write_numbers(m, f, "inertia", body->inertia, 6);
  write_numbers(m, f, "com", body->com, 3);
  write_numbers(m, f, "at", body->at, 3);
  write_rotation(m, f, body->rotation);
  write_numbers(m, f, "velocity", body->velocity, 3);
  write_numbers(m, f, "spin", body->spin, 3);
  fprintf(f, ">\n");
  write_frames(m, f, b);
  fprintf(f, "  </body>\n");
}

static void write_joint(const lw_model* m, FILE* f, int j)
{
  const lw_joint*      joint = &m->joint[j];
  const lw_joint_info* info  = lw_joint_info_get(joint->type);
  fprintf(f, "  <joint name=\"%s\" type=\"%s\"", lw_model_name(m, joint->name), info->name);
  fprintf(f, " parent=\"%s\"", body_name(m, joint->parent));
  fprintf(f, " child=\"%s\"", body_name(m, joint->child));
  if (joint->parent_frame != LW_NONE) {
    fprintf(f, " parent-frame=\"%s\"", lw_model_name(m, m->frame[joint->parent_frame].name));
    fprintf(f, " child-frame=\"%s\"", lw_model_name(m, m->frame[joint->child_frame].name));
  }
  write_numbers(m, f, "at", joint->at, 3);
  write_numbers(m, f, "axis", joint->axis, 3);
  write_numbers(m, f, "axis2", joint->axis2, 3);
  write_numbers(m, f, "at2", joint->at2, 3);
  write_numbers(m, f, "length", joint->length, 1);
  write_numbers(m, f, "stiffness", joint->stiffness, 1);
  write_numbers(m, f, "damping", joint->damping, 1);
  write_numbers(m, f, "rest", joint->rest, 1);
  fprintf(f, "/>\n");
}

void lw_test_write_mechanism(const lw_model* m, FILE* f)
{
  fprintf(f, "<mechanism name=\"%s\"", lw_model_name(m, m->name));
  write_numbers(m, f, "gravity", m->gravity, 3);
  fprintf(f, ">\n  <solver");
  write_numbers(m, f, "step", m->settings.step, 1);
  fprintf(f, "/>\n  <ground>\n");
  write_frames(m, f, LW_GROUND);
  fprintf(f, "  </ground>\n");
  for (int b = 0; b < m->nbody; b++) write_body(m, f, b);
  for (int j = 0; j < m->njoint; j++) write_joint(m, f, j);
  for (int k = 0; k < m->nspring; k++) {
    const lw_spring* s = &m->spring[k];
    fprintf(f, "  <spring name=\"%s\"", lw_model_name(m, s->name));
    write_ends(m, f, s->from, s->to);
    write_numbers(m, f, "stiffness", s->stiffness, 1);
    write_numbers(m, f, "damping", s->damping, 1);
    write_numbers(m, f, "length", s->length, 1);
    fprintf(f, "/>\n");
  }
  for (int k = 0; k < m->nbushing; k++) {
    const lw_bushing* u = &m->bushing[k];
    fprintf(f, "  <bushing name=\"%s\"", lw_model_name(m, u->name));
    write_ends(m, f, u->from, u->to);
    write_numbers(m, f, "stiffness", u->stiffness, 6);
    write_numbers(m, f, "damping", u->damping, 6);
    fprintf(f, "/>\n");
  }
  fprintf(f, "</mechanism>\n");
}
