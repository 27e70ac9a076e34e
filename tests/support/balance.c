/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * balance.c - whether reported reactions balance the loads.
 */
#include "balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/linalg.h"
#include "check.h"
#include "mechanics/passes.h"
#include "mechanism.h"

/* The larger one of a force and a torque over a length. */
static double size_of(const double force[3], const double torque[3], double length)
{
  return fmax(lw_norm(force), lw_norm(torque) / length);
}

double lw_test_unbalanced(lw_instance* s)
{
  const lw_model*  m       = s->model;
  const lw_threads alone   = LW_ALONE;
  const size_t     rows    = (size_t)s->structure->nrow_all;
  double           largest = 0.0, open = 0.0, energy[3];
  lw_test_get(s, LW_ENERGY, 0, energy); /* brings positions up to date, too */
  for (int j = 0; j < m->njoint; j++) {
    double f[3], n[3];
    lw_test_get(s, LW_JOINT_FORCE, j, f);
    lw_test_get(s, LW_JOINT_TORQUE, j, n);
    largest = fmax(largest, size_of(f, n, s->length));
  }
  double* lambda = malloc((rows + 1) * sizeof *lambda);
  assert_non_null(lambda);
  memcpy(lambda, s->lambda, rows * sizeof *lambda);
  memcpy(s->lambda, s->reaction, rows * sizeof *lambda);
  lw_pass_forces(s, s->head->t, LW_WRENCHES_ALL, &alone);
  for (int part = 0; part <= s->structure->npart; part++) {
    lw_part_residual(s, part, s->head->t, 1.0, 0.0);
  }
  memcpy(s->lambda, lambda, rows * sizeof *lambda);
  free(lambda);
  for (int b = 0; b < m->nbody; b++) {
    const double* x = s->x + s->structure->node[s->structure->position[b]].x;
    open            = fmax(open, size_of(x, x + 3, s->length));
    double weight[3];
    lw_scale3(weight, s->body[b].mass, s->value + m->gravity);
    largest = fmax(largest, lw_norm(weight));
  }
  return largest > 0.0 ? open / largest : open;
}
