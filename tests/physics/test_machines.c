/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_machines.c - the machines among the examples against what their geometry and balance say.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "check.h"
#include "mechanism.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>
#include <linkwork/model_io.h>
#include <linkwork/variables.h>

#define PI 3.14159265358979323846

/* An example with its table of variables. */
typedef struct machine {
  lw_model*     model;
  lw_instance*  instance;
  lw_variables* table;
} machine;

static char* read_example(const char* name, size_t* size)
{
  char relative[128], path[LW_TEST_PATH_SIZE];
  snprintf(relative, sizeof relative, "examples/%s.xml", name);
  lw_test_repo_path(relative, path);
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  char* text = malloc(1 << 16);
  assert_non_null(text);
  *size = fread(text, 1, (1 << 16) - 1, file);
  assert_true(*size < (1 << 16) - 1);
  text[*size] = '\0';
  assert_int_equal(fclose(file), 0);
  return text;
}

static machine build(lw_model* model)
{
  lw_diag diag = {0};
  machine m    = {.model = model, .instance = lw_test_instance(model)};
  assert_int_equal(lw_variables_create(model, &diag, &m.table), LW_OK);
  return m;
}

/* Not yet initialised. */
static machine open_example(const char* name)
{
  size_t    size;
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  char*     text  = read_example(name, &size);
  if (lw_mechanism_read_memory(text, size, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", name, diag.line, diag.text);
  }
  free(text);
  return build(model);
}

static void close_example(machine* m)
{
  lw_variables_destroy(m->table);
  lw_test_end(m->instance);
}

static void initialise(machine* m)
{
  lw_diag diag = {0};
  if (lw_instance_initialize(m->instance, 0.0, &diag) != LW_OK) {
    fail_msg("%s", diag.text);
  }
}

static unsigned find(const machine* m, const char* name)
{
  unsigned reference = 0;
  if (!lw_variables_find(m->table, name, &reference)) {
    fail_msg("there is no variable %s", name);
  }
  return reference;
}

static void set(machine* m, const char* name, double value)
{
  lw_diag        diag      = {0};
  const unsigned reference = find(m, name);
  if (lw_variables_set(m->table, m->instance, 1, &reference, &value, &diag) != LW_OK) {
    fail_msg("%s: %s", name, diag.text);
  }
}

static double get(const machine* m, const char* name)
{
  const unsigned reference = find(m, name);
  double         value     = 0.0;
  assert_int_equal(lw_variables_get(m->table, m->instance, 1, &reference, &value), LW_OK);
  return value;
}

/* before, a number, and behind */
static double get_at(const machine* m, const char* before, int i, const char* behind)
{
  char name[128];
  snprintf(name, sizeof name, "%s%d%s", before, i, behind);
  return get(m, name);
}

static void get_vector(const machine* m, const char* name, int n, double out[])
{
  char before[64];
  snprintf(before, sizeof before, "%s[", name);
  for (int k = 0; k < n; k++) out[k] = get_at(m, before, k + 1, "]");
}

/* ---- gears --------------------------------------------------------------------------------- */

/* Speeds have the ratios of the teeth, the sun accelerates with the inertia that it sees, and the
 * drive holds the ring with what the balance of angular momentum leaves to it. */
static void planetary_gears_divide_speed_and_torque(void** state)
{
  (void)state;
  machine m = open_example("planetary");
  set(&m, "motor", 2.0);
  initialise(&m);
  const double a = get(&m, "a"), wc = 24.0 / 84.0, wp = wc - 24.0 / 18.0 * (1.0 - wc);
  const double Jc = get(&m, "Jc") + 3.0 * get(&m, "mp") * a * a, Jp = get(&m, "Jp");
  const double J     = get(&m, "Js") + Jc * wc * wc + 3.0 * Jp * wp * wp;
  const double alpha = 2.0 / J;
  const double L     = get(&m, "Js") + Jc * wc + 3.0 * Jp * wp; /* momentum per speed of the sun */

  /* rounding of sums of ten numbers of that size; measured 7e-12 and 2e-13 */
  assert_near(get(&m, "sun_axle.qdd"), alpha, 1e-9);
  assert_near(get(&m, "hold.effort"), L * alpha - 2.0, 1e-10);

  /* a hundredth of it, so that a turn of dt w = 1.3 mrad in a step is left */
  set(&m, "motor", 0.02);
  lw_test_advance(m.instance, 0.01, 30);
  const double w = 0.003 * alpha;
  /* truncation: (dt w)^2 / 12 of the speed; measured 1.1e-7 */
  assert_near(get(&m, "sun_axle.qd"), w, 1e-6);
  /* iteration: rates are projected to 1e-11; measured 8e-16 */
  assert_near(get(&m, "carrier_axle.qd"), get(&m, "sun_axle.qd") * wc, 1e-10);
  assert_near(get(&m, "pin2.qd"), get(&m, "sun_axle.qd") * (wp - wc), 1e-10);
  assert_near(get(&m, "ring_axle.q"), 0.0, 1e-12);

  /* the planets share: least norm; regularisation leaves a millionth (measured 9e-7) */
  double sum = 0.0;
  for (int i = 1; i <= 3; i++) sum += get_at(&m, "inner", i, ".effort");
  assert_near(sum, get(&m, "Js") * alpha / 100.0 - 0.02, 1e-9);
  for (int i = 1; i <= 3; i++) assert_near(get_at(&m, "inner", i, ".effort"), sum / 3.0, 1e-7);
  close_example(&m);
}

/* ---- rover --------------------------------------------------------------------------------- */

/* Wheel loads are those of the lever arms, on level ground; a lifted wheel lifts
 * the chassis by a sixth. */
static void the_rover_shares_its_load(void** state)
{
  (void)state;
  const double g = 9.81, wheel = 2.0 * g, bogie = 3.0 * g, rocker = 5.0 * g, half = 30.0 * g;
  machine      m = open_example("rocker_bogie");
  initialise(&m);
  for (int s = 1; s <= 2; s++) {
    /* regularisation 1e-7 times the passes that are left; measured 3e-10 N */
    const double third = (rocker + half) / 3.0;
    assert_near(get_at(&m, "contact", s, "_1.force[3]"), third + wheel, 1e-7);
    assert_near(get_at(&m, "contact", s, "_2.force[3]"), third + bogie / 2.0 + wheel, 1e-7);
    assert_near(get_at(&m, "contact", s, "_3.force[3]"), third + bogie / 2.0 + wheel, 1e-7);
  }
  const double level = get(&m, "chassis.r[3]"), h = 0.01;
  for (int w = 1; w <= 3; w++) {
    char name[32];
    snprintf(name, sizeof name, "terrain1_%d", w);
    set(&m, name, h);
    initialise(&m);
    /* of second order in h over arms of 0.3 m: h^2 / 0.3 = 3.3e-4 at most; measured 8e-5 */
    assert_near(get(&m, "chassis.r[3]") - level, h / 6.0, 2e-4);
    /* the differential leaves the chassis the mean of the rockers' pitch */
    assert_near(get(&m, "rocker_pivot1.q") + get(&m, "rocker_pivot2.q"), 0.0, 1e-12);
    set(&m, name, 0.0);
  }
  close_example(&m);
}

/* ---- platform ------------------------------------------------------------------------------ */

/* The lengths of the legs are the distances of the joints on base and platform, in whatever pose
 * the pushes have brought it to. */
static void legs_follow_the_platform(void** state)
{
  (void)state;
  machine m = open_example("stewart");
  initialise(&m);
  const double R = get(&m, "R"), r = get(&m, "r"), b = get(&m, "b"), t = get(&m, "t");
  for (int k = 0; k < 10; k++) {
    for (int i = 1; i <= 6; i++) {
      char name[16];
      snprintf(name, sizeof name, "push%d", i);
      set(&m, name, 800.0 * sin(i * i + 0.7 * k));
    }
    lw_test_advance(m.instance, 0.1, 1);
    double at[3], quat[4], A[9], moved = 0.0;
    get_vector(&m, "platform.r", 3, at);
    get_vector(&m, "platform.quat", 4, quat);
    lw_rotation_matrix(A, quat);
    for (int i = 0; i < 6; i++) {
      const int    pair   = i / 2;
      const double sector = pair * 2.0 * PI / 3.0, side = i % 2 ? 1.0 : -1.0;
      const double base[3] = {R * cos(sector + side * b), R * sin(sector + side * b), 0.0};
      const double top[3]  = {r * cos(sector + side * t), r * sin(sector + side * t), 0.0};
      double       world[3], leg[3];
      lw_mat3_vec(world, A, top);
      for (int c = 0; c < 3; c++) leg[c] = at[c] + world[c] - base[c];
      const double q = get_at(&m, "leg", i + 1, ".q");
      /* iteration: positions are closed to 1e-10; measured 3e-14 */
      assert_near(q, lw_norm(leg) - get(&m, "len"), 1e-10);
      moved = fmax(moved, fabs(q));
    }
    assert_true(moved > 1e-3); /* it does move */
  }
  close_example(&m);
}

/* ---- suspension ---------------------------------------------------------------------------- */

typedef struct point {
  double x[3];
} point;

static point hardpoint(const machine* m, const char* prefix)
{
  point p;
  for (int k = 0; k < 3; k++) {
    char name[16];
    snprintf(name, sizeof name, "%s%c", prefix, "xyz"[k]);
    p.x[k] = get(m, name);
  }
  return p;
}

/* p turned by an angle about the line through a, along the direction n of any length */
static point turn_about(point p, point a, const double n[3], double angle)
{
  double e[3], d[3], out[3], across[3];
  assert_true(lw_normalize3(e, n));
  lw_sub3(d, p.x, a.x);
  lw_cross(across, e, d);
  const double along = lw_dot(e, d) * (1.0 - cos(angle));
  for (int k = 0; k < 3; k++) {
    out[k] = a.x[k] + cos(angle) * d[k] + sin(angle) * across[k] + along * e[k];
  }
  return (point){{out[0], out[1], out[2]}};
}

static double distance(point a, point b)
{
  double d[3];
  lw_sub3(d, a.x, b.x);
  return lw_norm(d);
}

/* Angle near a start at which a function of it is zero, by the secant rule. */
typedef struct linkage {
  point  lower_ball, upper_ball, upper_front, tie_in, tie_out, hub;
  double upper_axis[3];
  double knuckle, rod; /* lengths */
  point  new_lower, new_tie_in;
} linkage;

static double upper_gap(const linkage* l, double angle)
{
  const point ball = turn_about(l->upper_ball, l->upper_front, l->upper_axis, angle);
  return distance(ball, l->new_lower) - l->knuckle;
}

/* A point of the knuckle once its ball joints are at new places and it has
 * turned about their line. */
static point on_knuckle(const linkage* l, point new_upper, point p, double angle)
{
  double was[3], is[3], n[3];
  lw_sub3(was, l->upper_ball.x, l->lower_ball.x);
  lw_sub3(is, new_upper.x, l->new_lower.x);
  lw_cross(n, was, is);
  const double tilt  = atan2(lw_norm(n), lw_dot(was, is));
  point        moved = p;
  if (tilt > 0.0) {
    moved = turn_about(p, l->lower_ball, n, tilt);
  }
  for (int k = 0; k < 3; k++) moved.x[k] += l->new_lower.x[k] - l->lower_ball.x[k];
  return turn_about(moved, l->new_lower, is, angle);
}

static double rod_gap(const linkage* l, point new_upper, double angle)
{
  return distance(on_knuckle(l, new_upper, l->tie_out, angle), l->new_tie_in) - l->rod;
}

/* The centre of the wheel for an angle of the lower arm and a travel of the rack. */
static point wheel_centre(const machine* m, double arm, double rack)
{
  linkage     l  = {.lower_ball  = hardpoint(m, "lb"),
                    .upper_ball  = hardpoint(m, "ub"),
                    .upper_front = hardpoint(m, "uf"),
                    .tie_in      = hardpoint(m, "ti"),
                    .tie_out     = hardpoint(m, "to"),
                    .hub         = {{0.0, get(m, "wy"), get(m, "radius")}}};
  const point lf = hardpoint(m, "lf"), lr = hardpoint(m, "lr"), ur = hardpoint(m, "ur");
  double      lower_axis[3];
  lw_sub3(lower_axis, lf.x, lr.x);
  lw_sub3(l.upper_axis, l.upper_front.x, ur.x);
  l.knuckle    = distance(l.lower_ball, l.upper_ball);
  l.rod        = distance(l.tie_in, l.tie_out);
  l.new_lower  = turn_about(l.lower_ball, lf, lower_axis, arm);
  l.new_tie_in = l.tie_in;
  l.new_tie_in.x[1] += rack;

  double a = 0.0, b = 1e-3;
  for (int i = 0; i < 30 && fabs(b - a) > 1e-15; i++) {
    const double fa = upper_gap(&l, a), fb = upper_gap(&l, b);
    const double c = fb == fa ? b : b - fb * (b - a) / (fb - fa);
    a              = b;
    b              = c;
  }
  const point upper = turn_about(l.upper_ball, l.upper_front, l.upper_axis, b);
  double      p = 0.0, q = 1e-3;
  for (int i = 0; i < 30 && fabs(q - p) > 1e-15; i++) {
    const double fp = rod_gap(&l, upper, p), fq = rod_gap(&l, upper, q);
    const double c = fq == fp ? q : q - fq * (q - p) / (fq - fp);
    p              = q;
    q              = c;
  }
  return on_knuckle(&l, upper, l.hub, q);
}

/* Where the wheel is follows from the hardpoints, the angle of the lower arm and the rack: over
 * bump and steering, also with hardpoints that were moved by parameters. */
static void the_wheel_follows_its_hardpoints(void** state)
{
  (void)state;
  for (int variant = 0; variant < 2; variant++) {
    machine m = open_example("double_wishbone");
    if (variant == 1) {
      set(&m, "toz", 0.26);
      set(&m, "uby", 0.65);
    }
    initialise(&m);
    double travel = 0.0, lock = 0.0;
    for (int k = 1; k <= 40; k++) {
      set(&m, "road", 0.03 * sin(0.3 * k));
      set(&m, "rack", 0.02 * sin(0.2 * k));
      lw_test_advance(m.instance, 0.05, 1);
      double      at[3];
      const point wheel = wheel_centre(&m, get(&m, "lower_arm.q"), get(&m, "rack_guide.q"));
      get_vector(&m, "wheel.r", 3, at);
      /* iteration: positions are closed to 1e-10 m, arms below 10 m; measured 6e-14 */
      assert_close(3, at, wheel.x, 1e-9);
      travel = fmax(travel, fabs(at[2] - get(&m, "radius")));
      lock   = fmax(lock, fabs(at[0]));
    }
    assert_true(travel > 0.02 && lock > 0.004); /* it does move */
    close_example(&m);
  }
}

/* Replace the first occurrence of a text by another one. */
static char* replace(const char* text, const char* old, const char* new)
{
  const char* at = strstr(text, old);
  assert_non_null(at);
  char* out = malloc(strlen(text) + strlen(new) + 1);
  assert_non_null(out);
  sprintf(out, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
  return out;
}

static void run_and_save(machine* m, char** bytes, size_t* size)
{
  initialise(m);
  set(m, "road", 0.02);
  set(m, "rack", 0.01);
  lw_test_advance(m->instance, 0.05, 10);
  *size  = lw_instance_state_size(m->instance);
  *bytes = malloc(*size);
  assert_non_null(*bytes);
  lw_instance_get_state(m->instance, *bytes);
  close_example(m);
}

/* A hardpoint that is moved by its parameter gives the bits of a file with the moved hardpoint: in
 * the program, and from the flat file of an FMU. */
static void a_moved_hardpoint_is_that_of_a_moved_file(void** state)
{
  (void)state;
  size_t    size, n[3];
  lw_diag   diag = {0};
  char*     text = read_example("double_wishbone", &size);
  char*     file = replace(text, "name=\"toz\" value=\"0.25\"", "name=\"toz\" value=\"0.26\"");
  char*     result[3];
  lw_model* model = NULL;

  assert_int_equal(lw_mechanism_read_memory(file, strlen(file), &model, &diag), LW_OK);
  machine moved = build(model);
  run_and_save(&moved, &result[0], &n[0]);

  machine by_parameter = open_example("double_wishbone");
  set(&by_parameter, "toz", 0.26);
  run_and_save(&by_parameter, &result[1], &n[1]);

  unsigned char* flat = NULL;
  char           guid[LW_GUID_SIZE];
  assert_int_equal(lw_mechanism_read_memory(text, size, &model, &diag), LW_OK);
  assert_int_equal(lw_model_write(model, "guid", &flat, &size), LW_OK);
  lw_model_destroy(model);
  assert_int_equal(lw_model_read(flat, size, &model, guid, &diag), LW_OK);
  machine packed = build(model);
  set(&packed, "toz", 0.26);
  run_and_save(&packed, &result[2], &n[2]);

  for (int i = 1; i < 3; i++) {
    assert_int_equal(n[i], n[0]);
    assert_memory_equal(result[i], result[0], n[0]);
  }
  for (int i = 0; i < 3; i++) free(result[i]);
  free(flat);
  free(file);
  free(text);
}

/* ---- ladder -------------------------------------------------------------------------------- */

/* 91.25 phi'' = -593.505 cos phi, from rest at 30 degrees, by the classical Runge-Kutta rule */
static double upright_angle(double t)
{
  const int    n = 20000; /* 1e-13 with steps of 0.25 ms */
  const double h = t / n, k = 593.505 / 91.25;
  double       phi = PI / 6.0, w = 0.0;
  for (int i = 0; i < n; i++) {
    const double a1 = -k * cos(phi), w2 = w + 0.5 * h * a1;
    const double a2 = -k * cos(phi + 0.5 * h * w), w3 = w + 0.5 * h * a2;
    const double a3 = -k * cos(phi + 0.5 * h * w2), w4 = w + h * a3;
    const double a4 = -k * cos(phi + h * w3);
    phi += h / 6.0 * (w + 2.0 * w2 + 2.0 * w3 + w4);
    w += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return phi - PI / 6.0;
}

/* All forty loops move in the same way, through the flat configuration five times in 5 s. */
static void the_ladder_swings_as_one_pendulum(void** state)
{
  (void)state;
  machine m = open_example("ladder40");
  initialise(&m);
  for (int k = 1; k <= 10; k++) {
    lw_test_advance(m.instance, 0.01, 50);
    const double q = get(&m, "A0.q");
    /* truncation, of second order in dt, and of the steps next to the flat
     * configuration; measured 2.3e-5 */
    assert_near(q, upright_angle(0.5 * k), 1e-4);
    assert_near(get(&m, "A40.q"), q, 1e-9);
  }
  close_example(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(planetary_gears_divide_speed_and_torque),
      cmocka_unit_test(the_rover_shares_its_load),
      cmocka_unit_test(legs_follow_the_platform),
      cmocka_unit_test(the_wheel_follows_its_hardpoints),
      cmocka_unit_test(a_moved_hardpoint_is_that_of_a_moved_file),
      cmocka_unit_test(the_ladder_swings_as_one_pendulum),
  };
  return cmocka_run_group_tests_name("test_machines", tests, NULL, NULL);
}
