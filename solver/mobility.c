/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mobility.c - count freedoms and redundant constraints.
 *
 *   reads    the state of an initialised instance, which it leaves as it was
 *   theory   section 4.4
 *   cost     a dense factorisation of the rows that take part in loops
 *
 * In a singular posture the rank of the constraints is lower than around it. So the mechanism is moved
 * a little along a random admissible direction and assembled again; the rank there is the generic one.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "initialize.h"
#include "instance.h"
#include "linalg.h"
#include "project.h"
#include "rotation.h"
#include "step.h"
#include "sweep.h"

/* Rows are scaled to about unit length, assembled to about 1e-13, and the nearest singular posture is
 * some 1e-2 away: dependent rows leave about 1e-12, independent ones more than 1e-4. */
#define RANK_TOLERANCE 1e-8

/* numbers between -1 and 1 that are the same on every machine */
static double random_number(uint32_t* seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1.0;
}

/* move all bodies along a random direction that the constraints allow, by at most `size` */
static bool wander(lw_instance* s, double size)
{
  const lw_team alone = {0, 1};
  const double  t     = s->head->t;
  uint32_t      seed  = 20180920u;
  lw_sweep_positions(s, t, &alone);
  if (!lw_sweep_factor(s, NULL, &alone)) {
    return false;
  }
  for (int b = 0; b < s->model->nbody; b++) {
    for (int i = 0; i < 3; i++) {
      s->v[b].v[i] = s->length * random_number(&seed);
      s->v[b].w[i] = random_number(&seed);
    }
  }
  lw_project_velocities(s, t, false, &alone);
  double most = 0.0;
  for (int b = 0; b < s->model->nbody; b++) {
    most = fmax(most, fmax(lw_norm(s->v[b].v) / s->length, lw_norm(s->v[b].w)));
  }
  if (!(most > 1e-6)) {
    return true; /* nothing can move: this is the only configuration */
  }
  for (int b = 0; b < s->model->nbody; b++) {
    double theta[3];
    lw_scale3(theta, size / most, s->v[b].w);
    lw_axpy3(s->q[b].r, size / most, s->v[b].v);
    lw_rotation_add(s->q[b].p, theta);
  }
  return lw_assemble_positions(s, t) <= 1e-10;
}

/* Bodies held by one connector only, again and again, take no part in loops: the rows of that
 * connector are independent of all others. Marks the connectors that are left. */
static void mark_loops(const lw_structure* g, char* in_loop, int* degree)
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

/* rank of the rows a (nrow x ncol): Gram-Schmidt, always with the longest row that is left */
static int rank_of(double* a, int nrow, int ncol)
{
  int rank = 0;
  for (; rank < nrow; rank++) {
    int    longest = rank;
    double most    = 0.0;
    for (int i = rank; i < nrow; i++) {
      double n = 0.0;
      for (int k = 0; k < ncol; k++)
        n += a[(size_t)i * (size_t)ncol + (size_t)k] * a[(size_t)i * (size_t)ncol + (size_t)k];
      if (n > most) {
        most    = n;
        longest = i;
      }
    }
    if (!(sqrt(most) > RANK_TOLERANCE)) {
      break;
    }
    double *p = a + (size_t)rank * (size_t)ncol, *q = a + (size_t)longest * (size_t)ncol;
    for (int k = 0; k < ncol; k++) {
      const double x = p[k];
      p[k]           = q[k] / sqrt(most);
      if (longest != rank) {
        q[k] = x;
      }
    }
    /* twice is enough to be orthogonal to rounding */
    for (int i = rank + 1; i < nrow; i++) {
      double* r = a + (size_t)i * (size_t)ncol;
      for (int pass = 0; pass < 2; pass++) {
        double dot = 0.0;
        for (int k = 0; k < ncol; k++) dot += r[k] * p[k];
        for (int k = 0; k < ncol; k++) r[k] -= dot * p[k];
      }
    }
  }
  return rank;
}

/* rows of the loops, scaled by the masses and by their own size, as a dense matrix */
static void fill_rows(const lw_instance* s, const char* in_loop, const int* column, int ncol,
                      double* a)
{
  const lw_structure* g = s->structure;
  for (int k = 0, row = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int r = 0; in_loop[k] && r < c->nrow; r++, row++) {
      double* out    = a + (size_t)row * (size_t)ncol;
      double  length = 0.0;
      for (int q = c->side; q < c->side + c->nside; q++) {
        const int b = g->side[q].body;
        if (b == LW_GROUND) {
          continue;
        }
        const double* J     = s->J + g->side[q].jac + 6 * r;
        const double* I     = s->body[b].J;
        const double  point = 1.0 / sqrt(s->body[b].mass);
        const double  turn  = 1.0 / sqrt((I[0] + I[4] + I[8]) / 3.0);
        for (int i = 0; i < 6; i++) {
          const double x = J[i] * (i < 3 ? point : turn);
          out[column[b] + i] += x;
          length += x * x;
        }
      }
      const double f = length > 0.0 ? 1.0 / sqrt(length) : 0.0;
      for (int i = 0; i < ncol; i++) out[i] *= f;
    }
  }
}

static lw_status count_rank(const lw_instance* s, int* redundant)
{
  const lw_structure* g       = s->structure;
  lw_status           status  = LW_ERR_MEMORY;
  char*               in_loop = malloc((size_t)g->nconnector + 1);
  int*                column  = malloc(((size_t)g->nbody + 1) * sizeof *column);
  double*             a       = NULL;
  int                 nrow = 0, ncol = 0;
  if (!in_loop || !column) {
    goto cleanup;
  }
  mark_loops(g, in_loop, column);
  for (int b = 0; b < g->nbody; b++) column[b] = LW_NONE;
  for (int k = 0; k < g->nconnector; k++) {
    const lw_connector* c = &g->connector[k];
    for (int q = c->side; in_loop[k] && q < c->side + c->nside; q++) {
      const int b = g->side[q].body;
      if (b != LW_GROUND && column[b] == LW_NONE) {
        column[b] = ncol;
        ncol += 6;
      }
    }
    nrow += in_loop[k] ? c->nrow : 0;
  }
  a = calloc((size_t)nrow * (size_t)ncol + 1, sizeof *a);
  if (!a) {
    goto cleanup;
  }
  fill_rows(s, in_loop, column, ncol, a);
  *redundant = nrow - rank_of(a, nrow, ncol);
  status     = LW_OK;

cleanup:
  free(a);
  free(column);
  free(in_loop);
  return status;
}

lw_status lw_instance_mobility(lw_instance* s, lw_mobility* mobility)
{
  const lw_structure* g = s->structure;
  if (!(s->head->initialised > 0.0)) {
    return LW_ERR_USAGE;
  }
  mobility->height    = g->height;
  mobility->redundant = 0;
  lw_status status    = lw_instance_update(s, NULL);
  void*     state     = malloc(s->state_size);
  if (status == LW_OK && !state) {
    status = LW_ERR_MEMORY;
  }
  if (status == LW_OK && !g->is_tree) {
    const lw_team alone = {0, 1};
    lw_instance_get_state(s, state);
    /* far enough from a singular posture, near enough to be assembled */
    static const double size[] = {0.2, 0.05, 0.0125};
    bool                found  = false;
    for (int i = 0; i < 3 && !found; i++) {
      lw_instance_set_state(s, state, s->state_size);
      found = wander(s, size[i]);
    }
    if (!found) {
      lw_instance_set_state(s, state, s->state_size);
    }
    lw_sweep_positions(s, s->head->t, &alone);
    status = count_rank(s, &mobility->redundant);
    lw_instance_set_state(s, state, s->state_size);
  }
  mobility->freedoms = 6 * g->nbody - (g->nrow - mobility->redundant);
  free(state);
  return status;
}
