/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * accuracy.c - the estimated error of an internal step.
 *
 *   reads    head of the state, values
 *   writes   head of the state
 *   theory   section 3.7
 */
#include "step/accuracy.h"

#include "base/linalg.h"

/* Velocities below this fraction of the largest velocity so far, and of the natural velocity
 * sqrt(|gravity| L), carry a millionth of the energy: smaller ones are no scale for an error. */
#define VELOCITY_FRACTION 0.1

/* A body that moves by less than this, in lengths and radians, in the largest step is at rest: its
 * motion is that of what iterations leave open, 1e-12 of a length. */
#define REST 1e-9

/* What an iteration leaves acts in the same direction over many steps: it must be small against the
 * error of the step. */
#define LEFT_FRACTION 0.01

static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

lw_step_error lw_error_before(const lw_instance* s)
{
  return (lw_step_error){.accuracy   = lw_accuracy(s),
                         .jerk_step  = s->head->jerk_step,
                         .speed      = s->head->speed,
                         .truncation = s->head->truncation};
}

void lw_error_estimate(const lw_instance* s, double dt, const double square[LW_ERROR_SQUARES],
                       lw_step_error* error)
{
  const double cube   = dt * dt * dt;
  const double speed  = sqrt(square[LW_ERROR_SPEED]);
  const double change = error->jerk_step > 0.0 ? sqrt(square[LW_ERROR_JERK_CHANGE]) : 0.0;
  const double rest   = REST / s->value[s->model->settings.step];
  const double least  = larger(rest, VELOCITY_FRACTION * larger(s->natural_speed, error->speed));
  /* the second derivative of the accelerations from two rates, dt and jerk_step apart    (3.16) */
  const double position = cube / 12.0 * sqrt(square[LW_ERROR_JERK]);
  const double velocity = cube / (6.0 * (dt + error->jerk_step)) * change;
  error->share          = larger(position, velocity / larger(speed, least));
  error->truncation     = velocity / cube;
  error->turning        = speed;
  error->speed          = larger(error->speed, speed);
}

void lw_error_note(lw_instance* s, double dt, const lw_step_error* error)
{
  s->head->error   = error->accuracy > 0.0 ? error->share / error->accuracy : 0.0;
  s->head->speed   = error->speed;
  s->head->turning = error->turning;
  if (!error->brief) { /* else it has measured no rates */
    s->head->truncation = error->truncation;
    s->head->jerk_step  = dt;
  }
}

void lw_note_missed(lw_instance* s, double dt, const lw_step_error* error)
{
  double most = -1.0;
  if (s->missed.step > 0.0) {
    return;
  }
  s->missed = (lw_missed_accuracy){.t = s->head->t, .step = dt, .share = error->share};
  for (int b = 0; b < s->model->nbody; b++) {
    const lw_twist* jerk = &s->jerk[b];
    const double    size = fmax(lw_norm(jerk->v) / s->length, lw_norm(jerk->w));
    s->missed.body       = size > most ? b : s->missed.body;
    most                 = fmax(most, size);
  }
}

bool lw_error_shows(const lw_instance* s, double dt, const lw_step_error* error, double left)
{
  const double truncated = 0.5 * dt * (dt * dt * dt) * error->truncation;
  return s->structure->has_free_bodies || !(left <= LEFT_FRACTION * truncated);
}
