/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearby.c - move to configurations near the present one.
 *
 *   lw_nearby_go: leading body -> wander: admissible direction -> displacement -> assembly with one
 *   body held; with smaller displacements where that fails
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

/* Increase the mass and inertia of a body by a factor, until lw_derive_update(). */
static void increase_mass(lw_instance* s, int b, double f)
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

/* Factor of the mass of the leading body. The assembly moves heavy bodies least and so leaves it
 * where it was moved to. A larger factor would come close to the regularisation. */
#define LEADER_MASS 1e4

/* Set the velocities to a random motion that the constraints allow: the projection of a random
 * motion of all bodies, or of the leader alone. */
static bool random_motion(lw_instance* s, uint32_t seed, int leader)
{
  const lw_threads alone = LW_ALONE;
  const double     t = s->head->t, rate = lw_rate(s);
  lw_pass_positions(s, t, &alone);
  const bool factored = lw_pass_factor(s, NULL, &alone);
  for (int b = 0; b < s->model->nbody; b++) {
    const double moves = leader == LW_NONE || leader == b ? 1.0 : 0.0;
    for (int i = 0; i < 3; i++) {
      s->v[b].v[i] = moves * s->length * rate * lw_nearby_random(&seed);
      s->v[b].w[i] = moves * rate * lw_nearby_random(&seed);
    }
  }
  return factored && isfinite(lw_project_velocities(s, t, &alone));
}

/* Move all bodies along an admissible direction, by at most `size`, and assemble them with one
 * body held: the leader or, for a random motion of all bodies, the one that moves most. Without
 * that the assembly would return to a singular configuration, from which most directions violate
 * the constraints. */
static bool wander(lw_instance* s, double size, uint32_t seed, int leader)
{
  int    held    = leader;
  double largest = 0.0;
  if (leader != LW_NONE) {
    increase_mass(s, leader, LEADER_MASS);
  }
  bool ok = random_motion(s, seed, leader);
  for (int b = 0; b < s->model->nbody; b++) {
    const double d = fmax(lw_norm(s->v[b].v) / s->length, lw_norm(s->v[b].w));
    held           = leader == LW_NONE && d > largest ? b : held;
    largest        = fmax(largest, d);
  }
  /* otherwise no motion is admissible: this is the only configuration */
  if (ok && largest > 1e-6 * lw_rate(s)) {
    for (int b = 0; b < s->model->nbody; b++) {
      double theta[3];
      lw_scale3(theta, size / largest, s->v[b].w);
      lw_axpy3(s->q[b].r, size / largest, s->v[b].v);
      lw_rotation_add(s->q[b].p, theta);
    }
    if (leader == LW_NONE) {
      increase_mass(s, held, LEADER_MASS);
    }
    ok = lw_assemble_positions(s, s->head->t) <= 1e-10;
  }
  return lw_derive_update(s, NULL) == LW_OK && ok;
}

/* Remove the connectors of a body from the loops. Returns whether there were any. */
static bool remove_connectors(const lw_structure* g, int b, char* in_loop, int* degree)
{
  bool any = false;
  for (int i = g->body_side[b]; i < g->body_side[b + 1]; i++) {
    const int           k = g->side[g->body_side_list[i]].connector;
    const lw_connector* c = &g->connector[k];
    for (int q = c->side; in_loop[k] && q < c->side + c->nside; q++) {
      if (g->side[q].body != LW_GROUND) {
        degree[g->side[q].body]--;
      }
    }
    any        = any || in_loop[k];
    in_loop[k] = 0;
  }
  return any;
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
      changed = (degree[b] == 1 && remove_connectors(g, b, in_loop, degree)) || changed;
    }
  }
}

/* The leading body of the k-th direction, of the bodies in loops that are joined to the ground:
 * the first, the last, and some between them. LW_NONE: none, all bodies move at random. */
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
  /* far enough from a singular configuration, near enough to be assembled */
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
