/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_assembly.c - every example is assembled again after its bodies have been
 * displaced and turned at random.
 *
 * A joint that is placed in the world would move with the displaced pose, so all joints are first
 * given by frames on their bodies.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "corpus.h"
#include "mechanism.h"
#include "random.h"
#include <linkwork/mechanism_xml.h>

/* ---- from places in the world to frames ---------------------------------------------------- */

static void body_pose(const lw_model* m, int body, double r[3], double p[4], double R[9])
{
  const double identity[4] = {1.0, 0.0, 0.0, 0.0};
  memset(r, 0, 3 * sizeof *r);
  memcpy(p, identity, sizeof identity);
  if (body != LW_GROUND) {
    const lw_body* b = &m->body[body];
    lw_copy3(r, m->value + b->at);
    if (b->rotation.kind == LW_ROTATION_QUAT) {
      memcpy(p, m->value + b->rotation.slot, 4 * sizeof *p);
    } else if (b->rotation.kind == LW_ROTATION_RPY) {
      lw_quat_from_rpy(p, m->value + b->rotation.slot);
    }
  }
  lw_rotation_matrix(R, p);
}

/* A frame on a body, given by its origin and its axes (rows) in the world. */
static int frame_on(lw_model* m, int body, const double at[3], const double axes[9])
{
  double r[3], p[4], R[9], d[3], local[3], F[9], quat[4];
  body_pose(m, body, r, p, R);
  lw_sub3(d, at, r);
  lw_mat3_tvec(local, R, d);
  for (int i = 0; i < 3; i++) {
    double column[3];
    lw_mat3_tvec(column, R, axes + 3 * i);
    for (int k = 0; k < 3; k++) F[3 * k + i] = column[k];
  }
  lw_quat_from_matrix(quat, F);
  return lw_test_add_frame(m, body, local, quat);
}

static void place_by_frames(lw_model* m, lw_joint* joint)
{
  const double up[3]   = {0.0, 0.0, 1.0};
  double       axes[9] = {0.0}, at[3], at2[3], d[3];
  assert_true(lw_normalize3(axes + 6, joint->axis == LW_NONE ? up : m->value + joint->axis));
  lw_perpendicular(axes, axes + 6);
  if (joint->axis2 != LW_NONE) {
    double x[3];
    lw_copy3(x, m->value + joint->axis2);
    lw_axpy3(x, -lw_dot(x, axes + 6), axes + 6);
    assert_true(lw_normalize3(axes, x));
  }
  lw_cross(axes + 3, axes + 6, axes);
  lw_copy3(at, m->value + joint->at);
  lw_copy3(at2, m->value + (joint->at2 == LW_NONE ? joint->at : joint->at2));
  if (joint->type == LW_DISTANCE && joint->length == LW_NONE) {
    lw_sub3(d, at2, at);
    const double length = lw_norm(d);
    joint->length       = lw_model_add_values(m, 1, &length);
  }
  joint->parent_frame = frame_on(m, joint->parent, at, axes);
  joint->child_frame  = frame_on(m, joint->child, at2, axes);
  joint->at = joint->axis = joint->axis2 = joint->at2 = LW_NONE;
}

/* Mean distance of the frames on bodies from their origins: the size of a link [m]. */
static double link_size(const lw_model* m)
{
  double sum = 0.0;
  int    n   = 0;
  for (int f = 0; f < m->nframe; f++) {
    const double d = lw_norm(m->value + m->frame[f].at);
    if (m->frame[f].body != LW_GROUND && d > 0.0) {
      sum += d;
      n++;
    }
  }
  return n > 0 ? sum / n : 1.0;
}

/* Displace every body by a tenth of a link, and turn it by a tenth of a radian,
 * in random directions. */
static double disturb(lw_model* m, uint32_t* seed)
{
  const double size = 0.1 * link_size(m);
  for (int b = 0; b < m->nbody; b++) {
    double r[3], p[4], R[9], move[3], turn[3], q[4], out[4];
    body_pose(m, b, r, p, R);
    lw_test_random_fill(seed, 3, 1.0, move);
    lw_test_random_fill(seed, 3, 1.0, turn);
    assert_true(lw_normalize3(move, move) && lw_normalize3(turn, turn));
    q[0] = cos(0.05);
    for (int i = 0; i < 3; i++) q[1 + i] = sin(0.05) * turn[i];
    lw_quat_mul(out, q, p);
    for (int i = 0; i < 3; i++) m->value[m->body[b].at + i] = r[i] + size * move[i];
    lw_test_set_quat(m, b, out);
  }
  return size;
}

static void check_example(const char* path, uint32_t seed)
{
  lw_model* m    = NULL;
  lw_diag   diag = {0};
  assert_int_equal(lw_mechanism_read(path, &m, &diag), LW_OK);
  /* what followed from parameters stays as it is */
  m->nformula = 0;
  free(m->computed);
  m->computed = NULL;
  for (int j = 0; j < m->njoint; j++) {
    if (m->joint[j].parent_frame == LW_NONE) {
      lw_joint joint = m->joint[j];
      place_by_frames(m, &joint);
      m->joint[j] = joint;
    }
  }
  const double size = disturb(m, &seed);
  lw_test_finish(m);
  lw_instance* s = lw_test_instance(m);
  if (lw_instance_initialize(s, 0.0, &diag) != LW_OK) {
    fail_msg("%s, seed %u: %s", path, seed, diag.text);
  }
  double      violation[3];
  lw_assembly assembly;
  lw_test_get(s, LW_SOLVER_VIOLATION, 0, violation);
  lw_instance_assembly(s, &assembly);
  print_message("%s: violations %.1e %.1e, moved %.3g m, turned %.3g rad; displaced by %.3g m\n",
                strrchr(path, '/') + 1, violation[0], violation[1], assembly.moved, assembly.turned,
                size);
  /* iteration: 1e-10 for each row is promised */
  assert_below(violation[0], 1e-9);
  assert_below(violation[1], 1e-8);
  if (m->njoint > 0 && m->nbody > 1) {
    /* it was open, and what closed it is no more than some times the disturbance */
    assert_true(assembly.moved > 0.1 * size);
    assert_true(assembly.moved < 10.0 * size && assembly.turned < 1.0);
  }
  lw_test_end(s);
}

/* Three disturbances of each example. */
static void every_example_is_assembled_from_a_disturbed_pose(void** state)
{
  (void)state;
  corpus files = corpus_list("examples", 13);
  for (size_t i = 0; i < files.n; i++) {
    for (uint32_t seed = 1; seed <= 3; seed++) check_example(files.path[i], seed);
  }
  corpus_free(&files);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_example_is_assembled_from_a_disturbed_pose),
  };
  return cmocka_run_group_tests_name("test_assembly", tests, NULL, NULL);
}
