/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * failure.c - why a mechanism cannot go on, in words.
 *
 *   reads    the state of the last good step
 *   writes   a message
 *   theory   section 3.7
 */
#include "step/failure.h"

#include <math.h>

#include "base/linalg.h"
#include "model/elements.h"

/* In motion without a singular configuration accelerations are some times speed^2 / length. Towards
 * a lockup they grow with the third power of the speed: at 1e-5 of the time left they are 300. */
#define SUDDEN 30.0

/* Largest velocity of a body and, squared, the largest acceleration, in lengths and radians. */
typedef struct extremes {
  double speed, acceleration;
  int    body; /* with the largest acceleration */
} extremes;

static extremes find_extremes(const lw_instance* s)
{
  extremes x = {.body = LW_NONE};
  for (int b = 0; b < s->model->nbody; b++) {
    const double v = fmax(lw_norm(s->v[b].v) / s->length, lw_norm(s->v[b].w));
    const double a = fmax(lw_norm(s->a[b].v) / s->length, lw_norm(s->a[b].w));
    x.speed        = fmax(x.speed, v);
    if (x.body == LW_NONE || a > x.acceleration) {
      x.acceleration = a;
      x.body         = b;
    }
  }
  return x;
}

/* The joint with the largest reaction, as an acceleration of the bodies; LW_NONE: there is none.
 * With `driven` only those with a motion, and only the reaction of the motion. */
static int most_loaded(const lw_instance* s, bool driven)
{
  const lw_structure* g     = s->structure;
  double              most  = -1.0;
  int                 joint = LW_NONE;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c     = &g->connector[k];
    const int           first = driven ? c->nrow - 1 : 0;
    if (c->kind != LW_CONNECTOR_JOINT || (driven && c->motion == LW_NONE)) {
      continue;
    }
    for (int r = c->row + first; r < c->row + c->nrow; r++) {
      const double load = fabs(s->lambda[r]) * s->row_scale[r];
      if (load > most) {
        most  = load;
        joint = c->index;
      }
    }
  }
  return joint;
}

lw_status lw_failure_report(const lw_instance* s, lw_status status, int halvings, lw_diag* diag)
{
  const lw_model* m      = s->model;
  const extremes  x      = find_extremes(s);
  const bool      rows   = status == LW_RETRY_NEWTON || status == LW_RETRY_OPEN;
  const bool      sudden = x.acceleration > SUDDEN * x.speed * x.speed;
  const int       driven = m->nmotion > 0 ? most_loaded(s, true) : LW_NONE;
  const int       joint  = most_loaded(s, false);
  const char*     text   = lw_status_text(status);
  const bool      free   = m->njoint == 0 || s->structure->is_tree;
  const double    t      = s->head->t;
  if (rows && sudden && driven != LW_NONE) {
    return lw_diag_set(diag, status, m->joint[driven].line,
                       "the mechanism locks up at t = %.9g s, after %d halvings of the internal "
                       "step: the motion of joint \"%s\" cannot go on (%s)",
                       t, halvings, lw_model_name(m, m->joint[driven].name), text);
  }
  if (!free && (rows || sudden) && joint != LW_NONE) {
    return lw_diag_set(diag, status, 0,
                       "%s at t = %.9g s, after %d halvings of the internal step: the mechanism is "
                       "close to a singular configuration, joint \"%s\" is loaded most; "
                       "formulation=\"augmented-lagrangian\", formulation=\"hamiltonian-dca\" or a "
                       "smaller solver.step may go on",
                       text, t, halvings, lw_model_name(m, m->joint[joint].name));
  }
  if (status == LW_RETRY_ACCURACY && x.body != LW_NONE) {
    return lw_diag_set(diag, status, 0,
                       "%s at t = %.9g s, after %d halvings of the internal step: body \"%s\" "
                       "whips; formulation=\"hamiltonian-dca\" or a smaller solver.step may go on",
                       text, t, halvings, lw_model_name(m, m->body[x.body].name));
  }
  return lw_diag_set(diag, status, 0, "%s at t = %.9g s, after %d halvings of the internal step",
                     text, t, halvings);
}
