/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * right_hand_side.c - calls the right-hand side of an integrator, as the integrator does.
 */
#include "right_hand_side.h"

#include "formulations/joint_space/joint_space.h"

bool lw_bench_right_hand_sides(lw_instance* instance, int n)
{
  lw_joint_space* space = lw_joint_space_of(instance);
  bool            ok    = true;
  for (int i = 0; i < n && ok; i++) {
    ok = space->ode.rhs(instance, space->ode.head->t, space->ode.y, space->y) == LW_OK;
  }
  return ok;
}
