/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_kinematics.c - driven mechanisms without freedoms, whose motion is geometry alone.
 *
 * Nothing is integrated here: positions, velocities and accelerations must be those of the closed
 * form to the tolerance of the constraints, with any step.
 */
#include <math.h>

#include "base/linalg.h"
#include "check.h"
#include "mechanism.h"

#define PI 3.14159265358979323846

static const double origin[3] = {0.0, 0.0, 0.0}, z_axis[3] = {0.0, 0.0, 1.0};
static const double x_axis[3] = {1.0, 0.0, 0.0};

/* Constraints are closed to 1e-10 at most, measured 1e-13; their rates to 1e-11 and accelerations
 * to 1e-9. A mechanism away from its dead points turns these into motions of the same size. */
#define POSITION 1e-10
#define VELOCITY 1e-10
#define ACCELERATION 1e-8

/* ---- slider-crank ---------------------------------------------------------------------------- */

#define CRANK 0.3
#define ROD 1.0

/* slider position and the angle of the rod below the x axis, for a crank angle; all analytic in
 * phi, so that derivatives by differences are good to 1e-9 */
static double slider(double phi)
{
  return CRANK * cos(phi) + sqrt(ROD * ROD - CRANK * CRANK * sin(phi) * sin(phi));
}

static double first(double (*f)(double), double phi)
{
  const double h = 1e-3; /* fourth order: h^4/30 f''''' = 3e-14, rounding 1e-13 */
  return (f(phi - 2 * h) - 8.0 * f(phi - h) + 8.0 * f(phi + h) - f(phi + 2 * h)) / (12.0 * h);
}

static double second(double (*f)(double), double phi)
{
  const double h = 1e-2; /* sixth order: h^6/560 f'''''''' = 2e-14, rounding 1e-12 */
  return (2.0 * (f(phi - 3 * h) + f(phi + 3 * h)) - 27.0 * (f(phi - 2 * h) + f(phi + 2 * h)) +
          270.0 * (f(phi - h) + f(phi + h)) - 490.0 * f(phi)) /
         (180.0 * h * h);
}

#define MASS_CRANK 1.0
#define MASS_ROD 2.0
#define MASS_SLIDER 3.0
#define INERTIA 0.1

/* kinetic energy at unit crank speed, from the closed form */
static double kinetic(double phi)
{
  const double beta = asin(CRANK / ROD * sin(phi)); /* rod below the x axis */
  const double rate = CRANK * cos(phi) / (ROD * cos(beta));
  /* velocities by differentiating the positions by hand */
  const double x  = -CRANK * sin(phi) - ROD * sin(beta) * rate;
  const double rx = -CRANK * sin(phi) - 0.5 * ROD * sin(beta) * rate, ry = 0.5 * CRANK * cos(phi);
  return 0.5 * (INERTIA + MASS_CRANK * 0.25 * CRANK * CRANK) +
         0.5 * (MASS_ROD * (rx * rx + ry * ry) + INERTIA * rate * rate) + 0.5 * MASS_SLIDER * x * x;
}

static lw_model* slider_crank(double step, double rate)
{
  const double J[3] = {INERTIA, INERTIA, INERTIA}, a[3] = {0.5 * CRANK, 0.0, 0.0};
  const double b[3] = {CRANK + 0.5 * ROD, 0.0, 0.0}, c[3] = {CRANK + ROD, 0.0, 0.0};
  const double pin[3] = {CRANK, 0.0, 0.0};
  lw_model*    m      = lw_test_model(step);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, MASS_CRANK, J, a);
  lw_test_add_body(m, MASS_ROD, J, b);
  lw_test_add_body(m, MASS_SLIDER, J, c);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, origin, z_axis);
  lw_test_add_joint(m, LW_REVOLUTE, 0, 1, pin, z_axis);
  lw_test_add_joint(m, LW_REVOLUTE, 1, 2, c, z_axis);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 2, c, x_axis);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  return m;
}

/* the rod's angle, and the places of its centre and of the crank's */
static double rod_angle(double phi)
{
  return -asin(CRANK / ROD * sin(phi));
}

static double rod_x(double phi)
{
  return CRANK * cos(phi) + 0.5 * ROD * cos(rod_angle(phi));
}

static double rod_y(double phi)
{
  return 0.5 * CRANK * sin(phi);
}

static double crank_x(double phi)
{
  return 0.5 * CRANK * cos(phi);
}

static double crank_y(double phi)
{
  return 0.5 * CRANK * sin(phi);
}

/* Forces in the plane on the children of the four joints, at unit speed, from the closed form:
 * Newton's law of each body, and Euler's of the rod for the forces across it. */
static void pin_forces(double phi, double f[4][2])
{
  const double angle = rod_angle(phi), c = 0.5 * ROD * cos(angle), s = 0.5 * ROD * sin(angle);
  const double ax = MASS_ROD * second(rod_x, phi), ay = MASS_ROD * second(rod_y, phi);
  f[2][0] = MASS_SLIDER * second(slider, phi);
  f[1][0] = ax + f[2][0];
  /* moments about the rod's centre: of f1 at (-c, -s), of -f2 at (c, s); with f1y = ay + f2y */
  f[2][1] = -(INERTIA * second(rod_angle, phi) + c * ay - s * (f[1][0] + f[2][0])) / (2.0 * c);
  f[1][1] = ay + f[2][1];
  f[0][0] = MASS_CRANK * second(crank_x, phi) + f[1][0];
  f[0][1] = MASS_CRANK * second(crank_y, phi) + f[1][1];
  f[3][0] = 0.0; /* it slides */
  f[3][1] = -f[2][1];
}

/* The slider moves as geometry requires, through both dead points; the effort of the motor follows
 * from the kinetic energy, and the forces of the pins from the equations of Newton and Euler. */
static void slider_crank_follows_its_closed_form(void** state)
{
  (void)state;
  const double rate = 5.0;
  for (int k = 0; k < 2; k++) {
    const double step = k ? 0.02 : 0.002;
    lw_instance* s    = lw_test_start(slider_crank(step, rate));
    for (int i = 1; i <= 100; i++) {
      const double phi = rate * 0.02 * i;
      double       q, qd, qdd, effort;
      lw_test_advance(s, 0.02, 1);
      lw_test_get(s, LW_JOINT_Q, 3, &q);
      lw_test_get(s, LW_JOINT_QD, 3, &qd);
      lw_test_get(s, LW_JOINT_QDD, 3, &qdd);
      lw_test_get(s, LW_MOTION_EFFORT, 0, &effort);
      assert_near(q, slider(phi) - CRANK - ROD, POSITION);
      assert_near(qd, rate * first(slider, phi), VELOCITY);
      assert_near(qdd, rate * rate * second(slider, phi), ACCELERATION);
      /* power: effort w = w^3 dT/dphi at unit speed; efforts up to 10 N m, with
       * redundant rows. Measured: 3e-9 */
      assert_near(effort, rate * rate * first(kinetic, phi), 1e-7);
      double f[4][2];
      pin_forces(phi, f);
      for (int j = 0; j < 4; j++) {
        double force[3];
        lw_test_get(s, LW_JOINT_FORCE, j, force);
        /* forces up to 50 N, as the effort; measured 1e-8 */
        for (int e = 0; e < 2; e++) assert_near(force[e], rate * rate * f[j][e], 1e-7);
      }
    }
    lw_test_end(s);
  }
}

/* ---- universal joint ------------------------------------------------------------------------- */

#define BEND (PI / 6.0)

/* Two shafts at an angle of 30 degrees, joined by a universal joint whose arm on the driving shaft
 * starts across the plane of the shafts: tan(out) = tan(in) cos(bend), continued over quadrants. */
static double output_angle(double in)
{
  return in + atan2((cos(BEND) - 1.0) * tan(in), 1.0 + cos(BEND) * tan(in) * tan(in));
}

static void universal_joint_turns_unevenly(void** state)
{
  (void)state;
  const double J[3] = {0.2, 0.2, 0.2}, a[3] = {0.0, 0.0, -0.5}, rate = 3.0;
  const double out[3] = {sin(BEND), 0.0, cos(BEND)}, b[3] = {0.5 * sin(BEND), 0.0, 0.5 * cos(BEND)};
  /* the cross: its arm on the first shaft along y, on the second across it and its shaft */
  const double arm_in[3] = {0.0, 1.0, 0.0}, arm_out[3] = {cos(BEND), 0.0, -sin(BEND)};
  lw_model*    m = lw_test_model(0.01);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 1.0, J, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, a, z_axis);
  const int j = lw_test_add_joint(m, LW_UNIVERSAL, 0, 1, origin, arm_in);
  for (int i = 0; i < 3; i++) m->value[m->joint[j].axis2 + i] = arm_out[i];
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 1, b, out);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  for (int i = 1; i <= 100; i++) {
    const double in = rate * 0.02 * i;
    double       q, qd;
    lw_test_advance(s, 0.02, 1);
    lw_test_get(s, LW_JOINT_Q, 2, &q);
    lw_test_get(s, LW_JOINT_QD, 2, &qd);
    assert_near(q, output_angle(in), POSITION);
    const double rate_out =
        rate * cos(BEND) / (cos(in) * cos(in) + cos(BEND) * cos(BEND) * sin(in) * sin(in));
    assert_near(qd, rate_out, VELOCITY);
  }
  lw_test_end(s);
}

/* ---- rod ------------------------------------------------------------------------------------- */

/* A massless rod of 1 m between a crank of 0.3 m and a slider is the same
 * mechanism with a body less. */
static void rod_joint_replaces_a_coupler(void** state)
{
  (void)state;
  const double J[3] = {INERTIA, INERTIA, INERTIA}, a[3] = {0.5 * CRANK, 0.0, 0.0};
  const double c[3] = {CRANK + ROD, 0.0, 0.0}, pin[3] = {CRANK, 0.0, 0.0}, rate = 5.0;
  lw_model*    m = lw_test_model(0.01);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, MASS_CRANK, J, a);
  lw_test_add_body(m, MASS_SLIDER, J, c);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, origin, z_axis);
  lw_test_add_rod(m, 0, 1, pin, c);
  lw_test_add_joint(m, LW_PRISMATIC, LW_GROUND, 1, c, x_axis);
  lw_test_add_motion(m, 0, LW_MOTION_VELOCITY, 1, &rate);
  lw_instance* s = lw_test_start(m);
  for (int i = 1; i <= 100; i++) {
    const double phi = rate * 0.02 * i;
    double       q, qd, qdd, f[3];
    lw_test_advance(s, 0.02, 1);
    lw_test_get(s, LW_JOINT_Q, 2, &q);
    lw_test_get(s, LW_JOINT_QD, 2, &qd);
    lw_test_get(s, LW_JOINT_QDD, 2, &qdd);
    lw_test_get(s, LW_JOINT_FORCE, 1, f);
    assert_near(q, slider(phi) - CRANK - ROD, POSITION);
    assert_near(qd, rate * first(slider, phi), VELOCITY);
    assert_near(qdd, rate * rate * second(slider, phi), ACCELERATION);
    /* only the rod moves the slider along x; its force has the direction of the rod */
    const double beta = asin(CRANK / ROD * sin(phi));
    assert_near(f[0], MASS_SLIDER * qdd, 1e-6);
    assert_near(f[1], -f[0] * tan(beta), 1e-6);
  }
  lw_test_end(s);
}

/* ---- gears ----------------------------------------------------------------------------------- */

/* Two wheels of 40 and 20 teeth: q1 = -2 q0; the second turns backwards, twice as fast, and the
 * torques of the pair are in the inverse ratio. */
static void coupled_wheels_keep_their_ratio(void** state)
{
  (void)state;
  const double J[3] = {0.3, 0.3, 0.4}, a[3] = {0.0, 0.0, 0.0}, b[3] = {1.0, 0.0, 0.0};
  const int    joint[2] = {0, 1};
  const double ratio[2] = {2.0, 1.0};
  lw_model*    m        = lw_test_model(1e-3);
  lw_test_set_gravity(m, 0.0, 0.0, 0.0);
  lw_test_add_body(m, 1.0, J, a);
  lw_test_add_body(m, 1.0, J, b);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 0, a, z_axis);
  lw_test_add_joint(m, LW_REVOLUTE, LW_GROUND, 1, b, z_axis);
  lw_test_add_coupling(m, 2, joint, ratio, 0.0);
  lw_test_add_actuator(m, 0);
  lw_instance* s = lw_test_start(m);
  assert_int_equal(lw_instance_set_input(s, 0, 0, 1.0), LW_OK);
  lw_test_advance(s, 0.01, 500);
  double q[2], qdd, effort;
  for (int j = 0; j < 2; j++) lw_test_get(s, LW_JOINT_Q, j, &q[j]);
  lw_test_get(s, LW_JOINT_QDD, 0, &qdd);
  lw_test_get(s, LW_COUPLING_EFFORT, 0, &effort);
  /* 1 N m on 0.4 + 4 * 0.4 kg m2: 0.5 rad/s2. Truncation: (w dt)^2/12 of the angle,
   * w up to 5 rad/s: 1e-5 */
  assert_near(qdd, 0.5, 1e-9);
  assert_near(q[0], 0.5 * 0.5 * 25.0, 2e-5);
  assert_near(q[1], -2.0 * q[0], 1e-9);
  /* on the second wheel: 0.4 * (-1) rad/s2 = 1 * effort */
  assert_near(effort, -0.4, 1e-8);
  lw_test_end(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slider_crank_follows_its_closed_form),
      cmocka_unit_test(universal_joint_turns_unevenly),
      cmocka_unit_test(rod_joint_replaces_a_coupler),
      cmocka_unit_test(coupled_wheels_keep_their_ratio),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
