/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearby.c - goes to configurations near the present one.
 *
 *   theory   section 4.4
 *   cost     that of some assemblies
 */
#include "simulation/nearby.h"

#include <math.h>

#include "base/linalg.h"
#include "base/rotation.h"
#include "mechanics/passes.h"
#include "simulation/assemble.h"
#include "step/project.h"

double lw_nearby_random(uint32_t* seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

/* Make a body heavier by a factor, until lw_derive_update(). */
static void weigh_down(lw_instance* s, int b, double f)
{
  s->body[b].mass *= f;
  s->inertia[b].m *= f;
  s->inertia[b].m_inv /= f;
  for (int i = 0; i < 9; i++) {
    s->body[b].J[i] *= f;
    s->body[b].J_inv[i] /= f;
  }
  lw_body_set_number(s, b, LW_BODY_M_INV, s->inertia[b].m_inv);
}

/* How heavy the body is that shows the way: assembly, which moves heavy bodies least, leaves it
 * where it was moved to. More would come close to the regularisation. */
#define HEAVY 1e4

/* Move all bodies along a direction that the constraints allow, by at most `size`, and assemble
 * them with one body held. The direction is random, and the body that moves most in it is held;
 * or it is that of a random motion of a given leader, which is held. In a singular posture most
 * directions lead nowhere, and assembly would come back to where it started. */
static bool wander(lw_instance* s, double size, uint32_t seed, int leader)
{
  const lw_threads alone = LW_ALONE;
  const double     t     = s->head->t;
  int              held  = leader;
  if (leader != LW_NONE) {
    weigh_down(s, leader, HEAVY);
  }
  lw_pass_positions(s, t, &alone);
  bool ok = lw_pass_factor(s, NULL, &alone);
  for (int b = 0; b < s->model->nbody; b++) {
    const double moves = leader == LW_NONE || leader == b ? 1.0 : 0.0;
    for (int i = 0; i < 3; i++) {
      s->v[b].v[i] = moves * s->length * lw_nearby_random(&seed);
      s->v[b].w[i] = moves * lw_nearby_random(&seed);
    }
  }
  ok          = ok && isfinite(lw_project_velocities(s, t, &alone));
  double most = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    const double d = fmax(lw_norm(s->v[b].v) / s->length, lw_norm(s->v[b].w));
    held           = leader == LW_NONE && d > most ? b : held;
    most           = fmax(most, d);
  }
  if (ok && most > 1e-6) { /* else nothing can move: this is the only configuration */
    for (int b = 0; b < s->model->nbody; b++) {
      double theta[3];
      lw_scale3(theta, size / most, s->v[b].w);
      lw_axpy3(s->q[b].r, size / most, s->v[b].v);
      lw_rotation_add(s->q[b].p, theta);
    }
    if (leader == LW_NONE) {
      weigh_down(s, held, HEAVY);
    }
    ok = lw_assemble_positions(s, t) <= 1e-10;
  }
  return lw_derive_update(s, NULL) == LW_OK && ok;
}

void lw_nearby_mark_loops(const lw_structure* g, char* in_loop, int* degree)
{
  for (int k = 0; k < g->nconnector; k++) in_loop[k] = g->connector[k].nrow > 0;
  for (int b = 0; b < g->nbody; b++) degree[b] = 0;
  for (int q = 0; q < g->nside; q++) {
    if (g->side[q].body != LW_GROUND && in_loop[g->side[q].connector]) {
      degree[g->side[q].body]++;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int b = 0; b < g->nbody; b++) {
      if (degree[b] != 1) {
        continue;
      }
      for (int i = g->body_side[b]; i < g->body_side[b + 1]; i++) {
        const int k = g->side[g->body_side_list[i]].connector;
        if (in_loop[k]) {
          in_loop[k] = 0;
          changed    = true;
          for (int q = g->connector[k].side; q < g->connector[k].side + g->connector[k].nside;
               q++) {
            if (g->side[q].body != LW_GROUND) {
              degree[g->side[q].body]--;
            }
          }
        }
      }
    }
  }
}

/* The k-th leader, of bodies in loops that are joined to the ground: the first, the last, and
 * some between them; LW_NONE: none, so that all bodies move as they like. */
static int choose_leader(const lw_instance* s, const char* in_loop, int k)
{
  static const double place[LW_NEARBY_DIRECTIONS] = {-1.0, 0.0, 1.0, -1.0, 0.5, 0.25, 0.75, -1.0};
  const lw_model*     m                           = s->model;
  int                 n                           = 0;
  for (int pass = 0; pass < 2 && place[k] >= 0.0; pass++) {
    int wanted = pass == 1 ? (int)(place[k] * (n - 1)) : -1;
    n          = 0;
    for (int j = 0; j < m->njoint; j++) {
      const lw_joint* joint = &m->joint[j];
      const int       body  = joint->parent == LW_GROUND ? joint->child : joint->parent;
      if (in_loop[lw_structure_joint(j)] &&
          (joint->parent == LW_GROUND || joint->child == LW_GROUND)) {
        if (n == wanted) {
          return body;
        }
        n++;
      }
    }
  }
  return LW_NONE;
}

bool lw_nearby_go(lw_instance* s, const void* state, const char* in_loop, int k)
{
  /* far enough from a singular posture, near enough to be assembled */
  static const double size[] = {0.2, 0.05, 0.0125};
  const lw_threads    alone  = LW_ALONE;
  const int           leader = choose_leader(s, in_loop, k);
  bool                found  = false;
  for (int i = 0; i < 3 && !found; i++) {
    lw_instance_set_state(s, state, s->state_size);
    found = wander(s, size[i], 20180920u + (uint32_t)(i + 100 * k), leader);
  }
  if (!found) {
    lw_instance_set_state(s, state, s->state_size);
  }
  lw_pass_positions(s, s->head->t, &alone);
  return found;
}
