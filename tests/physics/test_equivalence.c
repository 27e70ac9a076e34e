/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_equivalence.c - joints against the same joints built from others, with a
 * light body between them.
 *
 * A body of mass e between the two joints changes the motion by an amount that is linear in e: that
 * is the only difference allowed.
 */
#include <math.h>

#include "base/linalg.h"
#include "check.h"
#include "mechanism.h"

static const double J[3] = {0.05, 0.06, 0.08};

/* Two bodies on a spherical joint, spinning; the joint between them is added by the caller. */
static lw_model* two_bodies(void)
{
  const double a[3] = {0.4, 0.1, 0.0}, b[3] = {1.1, 0.3, 0.2}, o[3] = {0.0, 0.0, 0.0};
  const double w[3] = {0.5, -1.0, 2.0};
  double       va[3], vb[3];
  lw_model*    m = lw_test_model(1e-3);
  lw_cross(va, w, a);
  lw_cross(vb, w, b);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 0.7, J, b);
  lw_test_set_velocity(m, 0, va, w);
  lw_test_set_velocity(m, 1, vb, w);
  lw_test_add_joint(m, LW_SPHERICAL, LW_GROUND, 0, o, NULL);
  return m;
}

/* A light body between the two, moving with them, of the size of a hand. */
static int add_between(lw_model* m, double e, const double at[3])
{
  const double I[3] = {e * 1e-2, e * 1e-2, e * 1e-2}, w[3] = {0.5, -1.0, 2.0};
  double       v[3];
  const int    b = lw_test_add_body(m, e, I, at);
  lw_cross(v, w, at);
  lw_test_set_velocity(m, b, v, w);
  return b;
}

static const double AT[3] = {0.8, 0.2, 0.1}, AXIS[3] = {0.0, 0.6, 0.8}, AXIS2[3] = {1.0, 0.0, 0.0};
static const double FAR[3] = {0.9, -0.8, 0.3}; /* other end of a rod */

/* How the bodies are joined: one joint, or two with a body of mass e between them. */
typedef void (*join)(lw_model* m, double e);

static void universal(lw_model* m, double e)
{
  if (e == 0.0) {
    const int j = lw_test_add_joint(m, LW_UNIVERSAL, 0, 1, AT, AXIS);
    for (int i = 0; i < 3; i++) m->value[m->joint[j].axis2 + i] = AXIS2[i];
    return;
  }
  const int cross = add_between(m, e, AT);
  lw_test_add_joint(m, LW_REVOLUTE, 0, cross, AT, AXIS);
  lw_test_add_joint(m, LW_REVOLUTE, cross, 1, AT, AXIS2);
}

static void cylindrical(lw_model* m, double e)
{
  if (e == 0.0) {
    lw_test_add_joint(m, LW_CYLINDRICAL, 0, 1, AT, AXIS);
    return;
  }
  const int sleeve = add_between(m, e, AT);
  lw_test_add_joint(m, LW_REVOLUTE, 0, sleeve, AT, AXIS);
  lw_test_add_joint(m, LW_PRISMATIC, sleeve, 1, AT, AXIS);
}

static void distance(lw_model* m, double e)
{
  if (e == 0.0) {
    lw_test_add_rod(m, 0, 1, FAR, AT);
    return;
  }
  double middle[3];
  for (int i = 0; i < 3; i++) middle[i] = 0.5 * (FAR[i] + AT[i]);
  const int rod = add_between(m, e, middle);
  lw_test_add_joint(m, LW_SPHERICAL, 0, rod, FAR, NULL);
  lw_test_add_joint(m, LW_SPHERICAL, rod, 1, AT, NULL);
}

static void spherical(lw_model* m, double e)
{
  if (e == 0.0) {
    lw_test_add_joint(m, LW_SPHERICAL, 0, 1, AT, NULL);
    return;
  }
  const int hook = add_between(m, e, AT);
  lw_test_add_joint(m, LW_UNIVERSAL, 0, hook, AT, AXIS);
  lw_test_add_joint(m, LW_REVOLUTE, hook, 1, AT, (double[3]){0.0, -0.8, 0.6});
}

static void planar(lw_model* m, double e)
{
  if (e == 0.0) {
    lw_test_add_joint(m, LW_PLANAR, 0, 1, AT, AXIS);
    return;
  }
  /* a plate that slides along x of the plane, another one on it along y, which turns */
  const double y[3]  = {0.0, 0.8, -0.6};
  const int    plate = add_between(m, e, AT), other = add_between(m, e, AT);
  lw_test_add_joint(m, LW_PRISMATIC, 0, plate, AT, AXIS2);
  lw_test_add_joint(m, LW_PRISMATIC, plate, other, AT, y);
  lw_test_add_joint(m, LW_REVOLUTE, other, 1, AT, AXIS);
}

/* Places of both bodies after 0.5 s. */
static void run(join joined, double e, double out[14])
{
  lw_model* m = two_bodies();
  joined(m, e);
  lw_instance* s = lw_test_start(m);
  lw_test_advance(s, 0.01, 50);
  for (int b = 0; b < 2; b++) {
    lw_test_get(s, LW_BODY_R, b, out + 7 * b);
    lw_test_get(s, LW_BODY_QUAT, b, out + 7 * b + 3);
  }
  lw_test_end(s);
}

static double difference(const double a[14], const double b[14])
{
  double most = 0.0;
  for (int i = 0; i < 14; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* Masses of 1e-4 and 1e-5 kg between bodies of 1 kg: a difference of a few times the mass, and a
 * tenth of it for a tenth of the mass. */
static void check(join joined, double factor)
{
  double exact[14], near[14], nearer[14], file[14];
  run(joined, 0.0, exact);
  run(joined, 1e-4, near);
  run(joined, 1e-5, nearer);
  const double d4 = difference(near, exact), d5 = difference(nearer, exact);
  print_message("differences %.3g and %.3g for 1e-4 and 1e-5 kg\n", d4, d5);
  assert_below(d5, factor * 1e-5);
  /* linear: up to the square of the mass, and the tolerance of the iteration, 1e-10 */
  assert_between(d4 / d5, 9.5, 10.5);

  /* and it is a motion: the bodies are far from where they began */
  lw_model* m = two_bodies();
  joined(m, 0.0);
  lw_instance* s = lw_test_start(m);
  for (int b = 0; b < 2; b++) {
    lw_test_get(s, LW_BODY_R, b, file + 7 * b);
    lw_test_get(s, LW_BODY_QUAT, b, file + 7 * b + 3);
  }
  lw_test_end(s);
  assert_true(difference(exact, file) > 0.3);
}

static void universal_is_two_revolutes(void** state)
{
  (void)state;
  check(universal, 5.0);
}

static void cylindrical_is_revolute_and_prismatic(void** state)
{
  (void)state;
  check(cylindrical, 5.0);
}

static void distance_is_a_rod_on_two_balls(void** state)
{
  (void)state;
  check(distance, 5.0);
}

static void spherical_is_universal_and_revolute(void** state)
{
  (void)state;
  check(spherical, 5.0);
}

static void planar_is_two_prismatic_and_a_revolute(void** state)
{
  (void)state;
  check(planar, 10.0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(universal_is_two_revolutes),
      cmocka_unit_test(cylindrical_is_revolute_and_prismatic),
      cmocka_unit_test(distance_is_a_rod_on_two_balls),
      cmocka_unit_test(spherical_is_universal_and_revolute),
      cmocka_unit_test(planar_is_two_prismatic_and_a_revolute),
  };
  return cmocka_run_group_tests_name("test_equivalence", tests, NULL, NULL);
}
