/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_joint_space.c - hamiltonian-dca and acceleration-dca against each
 * other and against index3-dca.
 *
 * The three share masses, forces and rows, and nothing of what turns them into motion:
 * coordinates of joints against those of bodies, momenta against accelerations, explicit against
 * implicit. What they agree on to the truncation error of the trapezoidal rule, and that falls
 * with its square, is right.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"

/* ---- comparing ------------------------------------------------------------------------------- */

typedef lw_model* (*maker)(uint32_t seed);

/* What a run ends with: positions of bodies, then forces and torques of joints. */
typedef struct outcome {
  int    nbody, njoint;
  double r[32][3], force[48][3], torque[48][3];
} outcome;

static outcome run(maker make, uint32_t seed, lw_formulation formulation, double tolerance,
                   double step, double stop)
{
  lw_model* m             = make(seed);
  m->settings.formulation = formulation;
  m->settings.rtol = m->settings.atol = tolerance;
  m->value[m->settings.step]          = step;
  m->value[m->settings.tolerance]     = 1e-12;
  lw_instance* s                      = lw_test_start(m);
  outcome      o                      = {.nbody = m->nbody, .njoint = m->njoint};
  lw_test_advance(s, stop / 4, 4);
  for (int b = 0; b < m->nbody; b++) lw_test_get(s, LW_BODY_R, b, o.r[b]);
  for (int j = 0; j < m->njoint; j++) {
    lw_test_get(s, LW_JOINT_FORCE, j, o.force[j]);
    lw_test_get(s, LW_JOINT_TORQUE, j, o.torque[j]);
  }
  lw_test_end(s);
  return o;
}

static double distance(int n, const double a[][3], const double b[][3])
{
  double most = 0.0;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++) {
      const double d = fabs(a[k][i] - b[k][i]);
      most           = d > most || isnan(d) ? d : most;
    }
  }
  return most;
}

/* Both formulations agree to what their tolerance gives; index3-dca comes four times as
 * near with half the step. */
static void compare(const char* name, maker make, uint32_t seed, double stop)
{
  const outcome h    = run(make, seed, LW_HAMILTONIAN_DCA, 1e-10, 1e-3, stop);
  const outcome a    = run(make, seed, LW_ACCELERATION_DCA, 1e-11, 1e-3, stop);
  const outcome full = run(make, seed, LW_INDEX3_DCA, 1e-6, 1e-3, stop);
  const outcome half = run(make, seed, LW_INDEX3_DCA, 1e-6, 5e-4, stop);
  const double  ha = distance(h.nbody, h.r, a.r), hf = distance(h.nbody, h.r, full.r),
               hh = distance(h.nbody, h.r, half.r);
  const double force =
      fmax(distance(h.njoint, h.force, full.force), distance(h.njoint, h.torque, full.torque));
  const double force_half =
      fmax(distance(h.njoint, h.force, half.force), distance(h.njoint, h.torque, half.torque));
  print_message(
      "%s %u: hamiltonian to acceleration %.1e m, to index3 %.1e m, ratio %.2f; forces %.1e N, "
      "ratio %.2f\n",
      name, (unsigned)seed, ha, hf, hf / hh, force, force / force_half);
  /* a tolerance of 1e-10 and 1e-11 per step: measured up to 3e-11 */
  assert_below(ha, 3e-10);
  /* truncation of the trapezoidal rule; below these sizes the explicit integrators show */
  assert_below(hf, 5e-5);
  if (hf > 1e-8) {
    assert_between(hf / hh, 3.8, 4.2);
  }
  assert_below(force, 1e-2);
  if (force > 1e-6) {
    assert_between(force / force_half, 3.8, 4.2);
  }
}

/* ---- mechanisms ------------------------------------------------------------------------------ */

/* Trees of all joint types, joints in both directions, some with the ground as their child. */
static lw_joint_type tree_type;

static lw_model* random_tree(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {2, 1}, {1, 3}, {4, LW_GROUND}, {4, 5}};
  return lw_test_random_mechanism(6, 6, pair, tree_type, seed);
}

static void trees_of_every_joint_type_agree(void** state)
{
  (void)state;
  const lw_joint_type type[] = {LW_FIXED,     LW_REVOLUTE,  LW_PRISMATIC, LW_CYLINDRICAL,
                                LW_UNIVERSAL, LW_SPHERICAL, LW_PLANAR};
  for (int i = 0; i < 7; i++) {
    tree_type = type[i];
    compare(lw_joint_info_get(type[i])->name, random_tree, 3 + (uint32_t)i, 0.2);
  }
}

static void trees_of_mixed_joints_agree(void** state)
{
  (void)state;
  tree_type = LW_JOINT_TYPE_COUNT;
  for (uint32_t seed = 1; seed <= 8; seed++) compare("mixed tree", random_tree, seed, 0.2);
}

/* Nothing on the ground. */
static lw_model* floating_tree(uint32_t seed)
{
  const lw_test_pair pair[] = {{0, 1}, {2, 1}, {1, 3}, {4, 3}};
  return lw_test_random_mechanism(5, 4, pair, LW_REVOLUTE, seed);
}

static void trees_that_float_agree(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 3; seed++) compare("floating", floating_tree, seed, 0.2);
}

/* Coupled loops: one over the ground, one between bodies, one inside another. */
static lw_model* random_loops(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {2, LW_GROUND}, {1, 3},
                               {3, 4},         {4, 2}, {0, 5}, {5, 6},         {6, 3}};
  return lw_test_random_mechanism(7, 10, pair, LW_SPHERICAL, seed);
}

static lw_model* floating_loop(uint32_t seed)
{
  const lw_test_pair pair[] = {{0, 1}, {1, 2}, {3, 2}, {0, 3}};
  return lw_test_random_mechanism(4, 4, pair, LW_UNIVERSAL, seed);
}

static lw_model* rods(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {2, LW_GROUND}};
  return lw_test_random_mechanism(3, 4, pair, LW_DISTANCE, seed);
}

static lw_model* on_lines(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {2, LW_GROUND}};
  return lw_test_random_mechanism(3, 4, pair, LW_POINT_ON_LINE, seed);
}

static lw_model* on_planes(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {2, LW_GROUND}};
  return lw_test_random_mechanism(3, 4, pair, LW_POINT_ON_PLANE, seed);
}

static void loops_of_independent_rows_agree(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 3; seed++) compare("coupled loops", random_loops, seed, 0.1);
  compare("floating loop", floating_loop, 1, 0.1);
  compare("floating loop", floating_loop, 2, 0.1);
  compare("rods", rods, 1, 0.2);
  compare("points on lines", on_lines, 1, 0.2);
  compare("points on planes", on_planes, 1, 0.2);
}

/* A loop of eight on revolutes about one direction: three of the five rows of its cut
 * depend on the others. */
static lw_model* planar_loop(uint32_t seed)
{
  (void)seed;
  return lw_test_loop(8, LW_REVOLUTE, 1e-3);
}

static lw_model* four_windows(uint32_t seed)
{
  (void)seed;
  return lw_test_ladder(4, 0.7, 1e-3);
}

static void loops_of_dependent_rows_agree(void** state)
{
  (void)state;
  compare("planar loop", planar_loop, 0, 0.3);
  compare("ladder", four_windows, 0, 0.3);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Springs and dampers of all kinds, a stop, friction, an actuator and loads. */
static lw_model* with_forces(uint32_t seed)
{
  const lw_test_pair pair[] = {{LW_GROUND, 0}, {0, 1}, {2, 1}, {1, 3}};
  const double       o[3] = {0.0, 0.0, 0.0}, p[3] = {0.3, -0.2, 0.1};
  const double       k[6] = {50, 60, 70, 5, 6, 7}, c[6] = {1, 2, 3, 0.1, 0.2, 0.3};
  lw_model*          m      = lw_test_random_mechanism(4, 4, pair, LW_REVOLUTE, seed);
  const int          ground = lw_test_add_frame(m, LW_GROUND, p, NULL);
  const int          on_3   = lw_test_add_frame(m, 3, p, NULL);
  const int          on_2   = lw_test_add_frame(m, 2, o, NULL);
  lw_test_set_joint_spring(m, 0, 20.0, 0.5, 0.3);
  lw_test_set_joint_spring(m, 1, 0.0, 1.0, 0.0);
  lw_test_add_spring(m, ground, on_3, 30.0, 2.0, 1.0);
  lw_test_add_bushing(m, on_2, on_3, k, c);
  return m;
}

static void springs_dampers_and_bushings_agree(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 3; seed++) compare("forces", with_forces, seed, 0.2);
}

/* A crank at prescribed speed carries a swinging link; with the loop closed,
 * a driven slider-crank. */
static lw_model* driven(uint32_t seed)
{
  const double J[3] = {0.1, 0.2, 0.3}, a[3] = {0.5, 0, 0}, b[3] = {1.5, 0, 0}, o[3] = {0, 0, 0},
               z[3] = {0, 0, 1}, one[3] = {1, 0, 0}, two[3] = {2, 0, 0};
  const double speed = 3.0, poly[4] = {0.0, 0.5, 0.25, -0.1};
  lw_model*    m = lw_test_model(1e-3);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 2.0, J, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, o, z);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, one, z);
  if (seed > 1) {
    const double down[3] = {3, 0, 0};
    lw_test_add_body(m, 1.0, J, down);
    lw_test_add_joint(m, LW_REVOLUTE, 1, 2, two, z);
  }
  if (seed == 1) {
    lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &speed);
  } else {
    lw_test_add_motion(m, 1, LW_MOTION_POLYNOMIAL, 4, poly);
  }
  return m;
}

static void motions_are_part_of_the_tree(void** state)
{
  (void)state;
  compare("driven crank", driven, 1, 0.3);
  compare("driven elbow", driven, 2, 0.3);
}

/* Two cranks that a coupling holds at a ratio, and a third that is geared to a joint
 * two links further out. */
static lw_model* coupled(uint32_t seed)
{
  const lw_test_pair pair[]  = {{LW_GROUND, 0}, {0, 1}, {1, 2}, {LW_GROUND, 3}};
  const double       ratio[] = {1.0, -0.5};
  const int          first[] = {0, 3}, second[] = {1, 2};
  lw_model*          m = lw_test_random_mechanism(4, 4, pair, LW_REVOLUTE, seed);
  lw_test_add_coupling(m, 2, seed % 2 ? first : second, ratio, 0.1);
  return m;
}

static void couplings_are_cuts(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 4; seed++) compare("coupling", coupled, seed, 0.2);
}

/* A crank, two universal joints and a body that slides in a plane of the last one: the planar joint
 * has the fewest rows and is cut, and a coupling ties one of its coordinates, whose direction turns
 * with the body, to the crank. */
static lw_model* coupled_cut(uint32_t seed)
{
  const double J[3] = {0.1, 0.2, 0.3}, z[3] = {0.0, 0.0, 1.0}, tilt[3] = {0.3, 0.2, 1.0};
  const double at[3][3]  = {{0.5, 0.0, 0.0}, {1.5, 0.2, 0.1}, {2.5, 0.1, 0.3}};
  const double pin[4][3] = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {2.0, 0.2, 0.2}, {3.0, 0.0, 0.4}};
  const double ratio[2]  = {1.0, -0.5};
  const int    joint[2]  = {0, 3};
  lw_model*    m         = lw_test_model(1e-3);
  for (int b = 0; b < 3; b++) lw_test_add_body(m, 1.0 + 0.5 * b, J, at[b]);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, pin[0], z);
  lw_test_add_joint(m, LW_UNIVERSAL, 0, 1, pin[1], tilt);
  lw_test_add_joint(m, LW_UNIVERSAL, 1, 2, pin[2], z);
  lw_test_add_joint(m, LW_PLANAR, 2, LW_GROUND, pin[3], tilt);
  const int k = lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  m->coupling_term[m->coupling[k].term + 1].coordinate = (int)seed % 2;
  return m;
}

static void couplings_of_cut_joints_agree(void** state)
{
  (void)state;
  for (uint32_t seed = 0; seed < 2; seed++) compare("coupled cut", coupled_cut, seed, 0.2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trees_of_every_joint_type_agree),
      cmocka_unit_test(trees_of_mixed_joints_agree),
      cmocka_unit_test(trees_that_float_agree),
      cmocka_unit_test(loops_of_independent_rows_agree),
      cmocka_unit_test(loops_of_dependent_rows_agree),
      cmocka_unit_test(springs_dampers_and_bushings_agree),
      cmocka_unit_test(motions_are_part_of_the_tree),
      cmocka_unit_test(couplings_are_cuts),
      cmocka_unit_test(couplings_of_cut_joints_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
