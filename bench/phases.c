/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * phases.c - the cost of the phases of an internal step.
 *
 * The functions of a step are called from here with a clock between them, so that the solver itself
 * has no clock. The parts of the Newton iteration are separated by timing a factorisation and a
 * solve alone, at the same positions.
 */
#include "phases.h"

#include "clock.h"
#include "instance/instance.h"
#include "mechanics/passes.h"
#include "simulation/advance.h"
#include "simulation/reactions.h"
#include "step/newton.h"
#include "step/project.h"

enum { NEWTON, REFACTOR, PROJECT, REACT, FINISH, OUTPUTS, FACTOR, SOLVE, NPHASE };

/* keep the time since *begin if it is the least; start the next phase */
static void lap(double* begin, double least[], int phase)
{
  const double end = lw_bench_wall_time();
  if (end - *begin < least[phase]) {
    least[phase] = end - *begin;
  }
  *begin = lw_bench_wall_time();
}

/* copy out all quantities; returns a number that depends on all of them, so that the
 * compiler leaves nothing out */
static double read_outputs(lw_instance* s)
{
  double sum = 0.0, out[4];
  for (int b = 0; b < s->model->nbody; b++) {
    for (int q = LW_BODY_R; q <= LW_BODY_Z; q++) {
      lw_instance_get(s, (lw_quantity)q, b, out);
      sum += out[0];
    }
  }
  for (int j = 0; j < s->model->njoint; j++) {
    for (int q = LW_JOINT_Q; q <= LW_JOINT_TORQUE; q++) {
      if (lw_quantity_size(s->model, (lw_quantity)q, j) > 0) {
        lw_instance_get(s, (lw_quantity)q, j, out);
        sum += out[0];
      }
    }
  }
  lw_instance_get(s, LW_ENERGY, 0, out);
  return sum + out[0];
}

/* one step with a clock between its phases, as in solver/step/step.c */
static bool timed_step(lw_instance* s, double dt, double least[])
{
  const lw_threads alone = LW_ALONE;
  lw_newton        newton;
  lw_levels        levels;
  lw_step_error    error = lw_error_before(s);
  double           begin = lw_bench_wall_time();
  if (lw_newton_solve(s, dt, s->head->t + dt, &error, &newton, &alone) != LW_OK) {
    return false;
  }
  lap(&begin, least, NEWTON);
  if (lw_levels_begin(&levels, &newton) != LW_OK) {
    return false;
  }
  lap(&begin, least, REFACTOR);
  if (lw_levels_velocities(&levels) != LW_OK) {
    return false;
  }
  lap(&begin, least, PROJECT);
  lw_levels_accelerations(&levels);
  lw_invalidate(s, LW_REACTIONS);
  lw_reactions_update(s);
  lap(&begin, least, REACT);
  if (lw_levels_finish(&levels) != LW_OK) {
    return false;
  }
  lap(&begin, least, FINISH);
  lw_set_current(s, LW_POSITIONS | LW_COORDINATES);
  const volatile double sum = read_outputs(s);
  (void)sum;
  lap(&begin, least, OUTPUTS);

  lw_pass_factor(s, NULL, &alone);
  lap(&begin, least, FACTOR);
  /* any right-hand side of ordinary numbers */
  for (int i = 0; i < s->structure->nx; i++) s->x[i] = 1.0;
  begin = lw_bench_wall_time();
  lw_pass_solve(s, &alone);
  lap(&begin, least, SOLVE);
  lw_invalidate(s, LW_FACTORISATION);
  return true;
}

/* the time of a phase in which nothing happens */
static double clock_cost(void)
{
  double least[1] = {1.0}, begin = lw_bench_wall_time();
  for (int i = 0; i < 100; i++) lap(&begin, least, 0);
  return least[0];
}

bool lw_bench_measure_phases(lw_instance* s, const void* state, double dt, int repetitions,
                             lw_bench_phases* phases)
{
  const size_t size = lw_instance_state_size(s);
  double       least[NPHASE];
  for (int k = 0; k < NPHASE; k++) least[k] = 1e9;

  /* a whole step shows whether the factorisation of Newton is used again, and how
   * many iterations it takes */
  if (lw_instance_set_state(s, state, size) != LW_OK || lw_instance_advance(s, dt, NULL) != LW_OK) {
    return false;
  }
  const double iterations = s->head->iterations;
  for (int r = 0; r < repetitions; r++) {
    if (lw_instance_set_state(s, state, size) != LW_OK || lw_instance_update(s, NULL) != LW_OK ||
        !timed_step(s, dt, least)) {
      return false;
    }
  }
  const double cost = clock_cost();
  for (int k = 0; k < NPHASE; k++) least[k] = least[k] > cost ? least[k] - cost : 0.0;
  const double inside = least[FACTOR] + iterations * least[SOLVE];
  *phases             = (lw_bench_phases){
                  .positions = least[NEWTON] > inside ? least[NEWTON] - inside : 0.0,
                  .factor    = least[FACTOR] + least[REFACTOR],
                  .solve     = iterations * least[SOLVE],
                  .project   = least[PROJECT],
                  .react     = least[REACT],
                  .finish    = least[FINISH],
                  .outputs   = least[OUTPUTS],
  };
  return true;
}
