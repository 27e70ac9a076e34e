/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * energy.c - the energy of conservative mechanisms under watch.
 */
#include "energy.h"

#include <math.h>

#include "check.h"
#include <linkwork/model.h>

/* The error of a step is at most the accuracy, as a share of lengths and velocities. Errors of many
 * steps add up: a whip loses or gains in the few steps in which it whips. Measured over all tests:
 * at most half of it. */
#define STEPS_IN_ONE_DIRECTION 100.0
/* That of an integrator is its tolerance, step by step. Measured: at most a third of it. */
#define INTEGRATOR_STEPS 1000.0

/* A mechanism that has hardly begun to fall has this fraction of the energy of a fall by its size,
 * or of its energy in springs: velocities below a tenth of that speed are no scale of an error. */
#define FALL 0.01

static double number(const lw_instance* s, lw_slot slot)
{
  double value = 0.0;
  if (slot != LW_NONE) {
    lw_instance_get_value(s, slot, 1, &value);
  }
  return value;
}

bool lw_test_is_conservative(const lw_instance* s)
{
  const lw_model* m   = lw_instance_model(s);
  bool            any = m->nmotion > 0;
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint* joint = &m->joint[j];
    any = any || number(s, joint->damping) != 0.0 || number(s, joint->stop_damping) != 0.0 ||
          number(s, joint->friction) != 0.0;
  }
  for (int k = 0; k < m->nspring; k++) any = any || number(s, m->spring[k].damping) != 0.0;
  for (int k = 0; k < 6 * m->nbushing; k++) {
    any = any || number(s, m->bushing[k / 6].damping + k % 6) != 0.0;
  }
  for (int k = 0; k < m->ninput; k++) any = any || lw_instance_get_input(s, k) != 0.0;
  return !any;
}

double lw_test_energy_allowed(const lw_instance* s)
{
  const lw_settings* settings = &lw_instance_model(s)->settings;
  switch (settings->formulation) {
  case LW_INDEX3_DCA:
    return settings->realtime || !(settings->accuracy > 0.0)
               ? (double)HUGE_VAL
               : STEPS_IN_ONE_DIRECTION * lw_model_accuracy(lw_instance_model(s));
  case LW_HAMILTONIAN_DCA:
  case LW_ACCELERATION_DCA:
  case LW_COORDINATE_PARTITIONING:
    return INTEGRATOR_STEPS * lw_model_accuracy(lw_instance_model(s));
  default: return (double)HUGE_VAL;
  }
}

/* Energy of a fall by the extent of the mechanism: distances of its bodies from the first one. */
static double energy_of_a_fall(lw_instance* s)
{
  const lw_model* m        = lw_instance_model(s);
  double          first[3] = {0.0}, r[3] = {0.0}, gravity[3], size = 0.0, mass = 0.0;
  lw_instance_get_value(s, m->gravity, 3, gravity);
  for (int b = 0; b < m->nbody; b++) {
    assert_int_equal(lw_instance_get(s, LW_BODY_R, b, b == 0 ? first : r), LW_OK);
    mass += number(s, m->body[b].mass);
    if (b > 0) {
      size = fmax(size, hypot(hypot(r[0] - first[0], r[1] - first[1]), r[2] - first[2]));
    }
  }
  return mass * size * hypot(hypot(gravity[0], gravity[1]), gravity[2]);
}

static struct {
  const lw_instance* instance; /* NULL: none */
  double             begin;    /* total energy when the watch began, and at the last look */
  double             last;
  double             kinetic; /* largest so far */
} watch;

void lw_test_forget_energy(void)
{
  watch.instance = NULL;
}

/* Read kinetic, potential and total energy. Returns whether they are to be watched. */
static bool read_energy(lw_instance* s, double E[3])
{
  if (!isfinite(lw_test_energy_allowed(s)) || !lw_test_is_conservative(s)) {
    watch.instance = NULL;
    return false;
  }
  assert_int_equal(lw_instance_get(s, LW_ENERGY, 0, E), LW_OK);
  return true;
}

void lw_test_begin_energy(lw_instance* s)
{
  double E[3];
  if (read_energy(s, E) && (s != watch.instance || E[2] != watch.last)) {
    watch.instance = s;
    watch.begin    = E[2];
    watch.kinetic  = fmax(E[0], FALL * (energy_of_a_fall(s) + fabs(E[1])));
    watch.last     = E[2];
  }
}

void lw_test_watch_energy(lw_instance* s)
{
  double E[3];
  if (read_energy(s, E)) {
    watch.kinetic = fmax(watch.kinetic, E[0]);
    watch.last    = E[2];
    assert_near(E[2], watch.begin, lw_test_energy_allowed(s) * watch.kinetic);
  }
}
