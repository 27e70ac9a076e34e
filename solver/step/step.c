/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * step.c - an internal step of the index-3 method.
 *
 *   reads    the whole state
 *   writes   the whole state
 *   theory   section 3
 */
#include "step/step.h"

#include "mechanics/passes.h"
#include "step/newton.h"
#include "step/project.h"
#include "step/short_step.h"

static lw_status step_index3(lw_instance* s, double dt, double t_end, lw_step_error* error,
                             const lw_threads* threads)
{
  lw_newton  newton;
  lw_levels  levels;
  const bool brief = error->brief;
  /* predict, then iterate on positions and multipliers                          (3.3) to (3.7) */
  lw_status status = lw_newton_solve(s, dt, t_end, error, &newton, threads);
  if (status == LW_OK && brief) {
    lw_short_step_predicted(&newton); /*                                                   (3.18) */
  }
  if (status == LW_OK) {
    status = lw_levels_begin(&levels, &newton); /* the factorisation that serves both levels */
  }
  if (status == LW_OK) {
    status = lw_levels_velocities(&levels); /* project                                   (3.8) */
  }
  if (status == LW_OK) {
    lw_levels_accelerations(&levels); /* solve, with the reactions      (3.9), or project (3.10) */
    status = lw_levels_finish(&levels); /* rates, coordinates, clock, error      (3.11), (3.17) */
  }
  if (status == LW_OK && brief) {
    lw_short_step_rates(&newton);
  }
  return status;
}

/* A penalty that the file gives is scaled by the size of the steps.                        (4.3) */
static void begin_steps(lw_instance* s, double dt)
{
  if (s->model->settings.penalty > 0.0) {
    lw_regularise(s, dt);
  }
}

const lw_method lw_index3_method = {
    .lay_out_work = lw_newton_lay_out_work,
    .begin_steps  = begin_steps,
    .step         = step_index3,
    .estimates    = true,
};
