/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * joint_coordinates.c - coordinates of joints over any number of turns, and what motions
 * prescribe of them.
 *
 *   reads    place, coordinate, values, inputs
 *   writes   coordinate
 *   theory   sections 2.2 and 2.3
 */
#include "mechanics/joint_coordinates.h"

#include <math.h>
#include <string.h>

#include "mechanics/body.h"

#define TWO_PI 6.283185307179586477

/* q of coordinate i of joint j, an angle on the turn nearest to the last one or, in a fast step, to
 * the one that its rate leads to, or to the one that a motion prescribes  (2.14), (2.19), (2.20) */
static inline double continue_turns(const lw_instance* s, lw_joint_type type, int j, int i,
                                    double q)
{
  const int    k    = LW_COORDS_MAX * j + i;
  const double last = s->coordinate[k] + s->turn[k], step = q - last;
  const bool   angle = lw_joint_info_get(type)->angles >> i & 1u;
  return !angle || fabs(step) <= 0.5 * TWO_PI ? q : last + remainder(step, TWO_PI);
}

double lw_joint_coordinate_value(const lw_instance* s, int j, int i, lw_coordinate* c)
{
  const lw_joint_type type = s->model->joint[j].type;
  lw_joint_coordinate(type, i, &s->place[j], c);
  c->q = continue_turns(s, type, j, i, c->q);
  return c->q;
}

static bool is_driven(const lw_instance* s, int j)
{
  return s->structure->connector[lw_structure_joint(j)].motion != LW_NONE;
}

void lw_joint_turn_to(lw_instance* s, int j, double q)
{
  s->turn[LW_COORDS_MAX * j] = q - s->coordinate[LW_COORDS_MAX * j];
}

void lw_joint_update_coordinates(lw_instance* s, int j)
{
  const lw_joint_type type = s->model->joint[j].type;
  const int           nq   = lw_joint_info_get(type)->nq;
  for (int i = 0; i < nq; i++) {
    s->coordinate[LW_COORDS_MAX * j + i] =
        continue_turns(s, type, j, i, lw_joint_coordinate_alone(type, i, &s->place[j]));
  }
  if (is_driven(s, j)) {
    s->turn[LW_COORDS_MAX * j] = 0.0;
  }
}

void lw_predict_turns(lw_instance* s, double dt)
{
  for (int j = 0; j < s->model->njoint; j++) {
    const lw_joint*      joint = &s->model->joint[j];
    const lw_joint_info* info  = lw_joint_info_get(joint->type);
    for (int i = 0; i < info->nq; i++) {
      if (info->angles >> i & 1u) {
        lw_coordinate c;
        double        rate = 0.0, acceleration = 0.0;
        lw_joint_coordinate(joint->type, i, &s->place[j], &c);
        for (int k = 0; k < 3; k++) {
          rate += c.J_A[3 + k] * s->v[joint->parent].w[k] + c.J_B[3 + k] * s->v[joint->child].w[k];
          acceleration +=
              c.J_A[3 + k] * s->a[joint->parent].w[k] + c.J_B[3 + k] * s->a[joint->child].w[k];
        }
        s->turn[LW_COORDS_MAX * j + i] = dt * (rate + 0.5 * dt * acceleration);
      }
    }
  }
}

void lw_clear_turns(lw_instance* s)
{
  memset(s->turn, 0, (size_t)(LW_COORDS_MAX * s->model->njoint) * sizeof *s->turn);
}

/* A position smaller than this fraction of what it is computed from is rounding. */
#define ROUNDING 1e-13

/* What a motion by an input with derivatives still lacks where the input has jumped: the jump fades
 * away over the communication step.                                                      (2.21) */
static lw_drive fading_jump(const double memory[6], const double u[4], double t)
{
  const double jump = memory[2] - u[0], H = memory[1];
  if (!(fabs(jump) > ROUNDING * (fabs(u[0]) + fabs(u[1] * t)))) {
    return (lw_drive){0.0, 0.0, 0.0};
  }
  if (!(H > 0.0)) { /* the communication step has not begun */
    return (lw_drive){jump, 0.0, 0.0};
  }
  const double x = fmin((t - memory[0]) / H, 1.0);
  return (lw_drive){.f  = jump * (1.0 - x * x * (3.0 - 2.0 * x)),
                    .f1 = jump * -6.0 * x * (1.0 - x) / H,
                    .f2 = jump * (12.0 * x - 6.0) / (H * H)};
}

lw_drive lw_motion_at(const lw_instance* s, int k, double t)
{
  const lw_motion* motion = &s->model->motion[k];
  const double*    memory = s->drive + LW_DRIVE_NUMBERS * k;
  const double*    u      = s->input + 4 * (motion->input == LW_NONE ? 0 : motion->input);
  lw_drive         f      = {0.0, 0.0, 0.0};
  switch (motion->kind) {
  case LW_MOTION_VELOCITY:
    f.f1 = s->value[motion->coef];
    f.f  = memory[0] + f.f1 * (t - memory[1]);
    break;
  case LW_MOTION_POLYNOMIAL:
    for (int i = motion->ncoef - 1; i >= 0; i--) {
      f.f2 = 2.0 * f.f1 + t * f.f2;
      f.f1 = f.f + t * f.f1;
      f.f  = s->value[motion->coef + i] + t * f.f;
    }
    break;
  case LW_MOTION_INPUT:
    if (u[3] > 0.0) {
      f = fading_jump(memory, u, t);
      f.f += lw_input_at(s, motion->input, t);
      f.f1 += u[1] + u[2] * (t - s->head->t_input);
      f.f2 += u[2];
    } else {
      /* cubic from the last value and slope to the new value, linear after it */
      const double d = t - memory[0] < memory[1] ? t - memory[0] : memory[1];
      f.f            = memory[2] + d * (memory[3] + d * (memory[4] + d * memory[5]));
      f.f1           = memory[3] + d * (2.0 * memory[4] + 3.0 * d * memory[5]);
      f.f2           = 2.0 * memory[4] + 6.0 * d * memory[5];
    }
    break;
  }
  return f;
}
