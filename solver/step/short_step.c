/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * short_step.c - steps that are so short that rounding is all that their iteration changes.
 *
 *   reads    what the prediction has saved
 *   writes   velocities, accelerations, multipliers, rates
 *   theory   section 3.8
 */
#include "step/short_step.h"

#include "base/linalg.h"
#include "mechanics/body.h"

/* u += f x */
static void add_twist(lw_twist* u, double f, const lw_twist* x)
{
  lw_axpy3(u->v, f, x->v);
  lw_axpy3(u->w, f, x->w);
}

void lw_short_step_predicted(lw_newton* w)
{
  lw_instance*        s  = w->s;
  const lw_structure* g  = s->structure;
  const double        dt = w->dt;
  LW_FOR_MY_NODES(g, w->threads, part, i)
  {
    const int b = g->node[i].id;
    if (b >= g->nbody) {
      const lw_connector* c = &g->connector[b - g->nbody];
      double*             l = s->lambda + c->row;
      memcpy(l, lw_saved(s, l), (size_t)c->nrow * sizeof *l);
      continue;
    }
    const lw_pose  q    = s->q[b];
    const lw_twist next = s->next[b];
    lw_body_restore(s, b);
    s->q[b]    = q;
    s->next[b] = next;
    add_twist(&s->v[b], dt, &s->a[b]); /*                                                  (3.18) */
    add_twist(&s->v[b], 0.5 * dt * dt, &s->jerk[b]);
    add_twist(&s->a[b], dt, &s->jerk[b]);
  }
  lw_threads_wait(w->threads);
  w->drift  = 1.0;
  w->closed = true;
}

void lw_short_step_rates(const lw_newton* w)
{
  lw_instance*        s = w->s;
  const lw_structure* g = s->structure;
  LW_FOR_MY_NODES(g, w->threads, part, i)
  {
    const int b = g->node[i].id;
    if (b < g->nbody) {
      lw_body_restore_rates(s, b);
      s->next[b] = s->a[b];
    }
  }
  lw_threads_wait(w->threads);
}
