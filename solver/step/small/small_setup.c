/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * small_setup.c - lay out and fill what the steps of small mechanisms need.
 *
 *   reads    model, structure, constants of bodies and joints
 *   writes   lw_small
 *   theory   section 5.4
 */
#include "step/small/small.h"

#include <string.h>

#include "simd/target.h"

bool lw_small_runs(bool portable)
{
  return lw_uses_avx2(portable);
}

/* Nothing but bodies and joints that hold a point, in the default way of solving. Forces of
 * joints and inputs are left to the general way. */
static bool is_small(const lw_model* m, const lw_structure* g)
{
  const lw_settings* set = &m->settings;
  bool fits = set->formulation == LW_INDEX3_DCA && m->nbody >= 1 && m->nbody <= LW_SMALL &&
              m->njoint >= 1 && m->njoint <= LW_SMALL && g->nconnector == m->njoint &&
              m->nmotion == 0 && m->nload == 0 && !set->realtime && !set->project_accelerations &&
              set->rotation == LW_ROTATION_MOMENTUM && !(set->penalty > 0.0);
  for (int k = 0; k < g->nconnector && fits; k++) {
    fits = g->connector[k].point && g->connector[k].nrow <= LW_SMALL_ROWS;
  }
  return fits && lw_small_runs(set->portable);
}

void lw_small_lay_out(lw_instance* s, const lw_model* m, const lw_structure* g, lw_arena* arena)
{
  s->small = NULL;
  if (is_small(m, g)) {
    s->small = lw_arena_take(arena, 1, sizeof *s->small);
  }
}

static void set_mask(lw_four mask, int lane, bool on)
{
  memset(&mask[lane], on ? 0xff : 0, sizeof mask[lane]);
}

static void set_pick(lw_pick* pick, int lane, int from)
{
  const int source          = from < 0 ? 0 : from;
  pick->index[2 * lane]     = 2 * source;
  pick->index[2 * lane + 1] = 2 * source + 1;
  set_mask(pick->mask, lane, from >= 0);
}

static int body_of(const lw_instance* s, int j, int side)
{
  const lw_joint* joint = &s->model->joint[j];
  return j >= s->model->njoint ? LW_GROUND : side ? joint->child : joint->parent;
}

static void load_bodies(lw_instance* s, lw_small* z)
{
  static const int at[6] = {0, 1, 2, 4, 5, 8};
  for (int l = 0; l < LW_SMALL; l++) {
    const lw_body_constants* b = &s->body[l < s->model->nbody ? l : s->model->nbody - 1];
    z->mass[l]                 = b->mass;
    z->m_inv[l]                = 1.0 / b->mass;
    z->move_scale[l]           = b->move_scale;
    z->turn_scale[l]           = b->turn_scale;
    z->gyroscopic[l]           = b->gyroscopic;
    for (int i = 0; i < 6; i++) {
      z->J[i][l]     = b->J[at[i]];
      z->J_inv[i][l] = b->J_inv[at[i]];
    }
  }
}

static void load_joint(lw_instance* s, lw_small* z, int j)
{
  const lw_connector*      c     = &s->structure->connector[lw_structure_joint(j)];
  const lw_joint_geometry* g     = &s->geometry[j];
  const lw_turns*          turns = lw_joint_turns(s->model->joint[j].type);
  for (int i = 0; i < 3; i++) {
    z->s[0][i][j] = g->s_A[i];
    z->s[1][i][j] = g->s_B[i];
    for (int r = 0; r < turns->n; r++) {
      z->axis[0][r][i][j] = g->R_A[3 * turns->i[r] + i];
      z->axis[1][r][i][j] = g->R_B[3 * turns->j[r] + i];
    }
  }
  z->nturn             = turns->n > 0 ? LW_SMALL_TURNS : z->nturn;
  z->turn_per_force[j] = s->turn_per_force[j];
  for (int r = 0; r < c->nrow; r++) {
    z->eps[r][j]    = s->eps[c->row + r];
    z->lambda[r][j] = s->lambda + c->row + r;
  }
}

/* the k-th joint of which a body is on a side, or -1 */
static int joint_of(const lw_instance* s, int body, int side, int k)
{
  for (int j = 0; j < s->model->njoint; j++) {
    if (body_of(s, j, side) == body && k-- == 0) {
      return j;
    }
  }
  return -1;
}

static void load_sums(lw_instance* s, lw_small* z)
{
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < LW_SMALL; k++) {
      bool any = k == 0;
      for (int l = 0; l < LW_SMALL; l++) {
        const int b = l < s->model->nbody ? l : s->model->nbody - 1, j = joint_of(s, b, side, k);
        set_pick(&z->sum[side][k], l, j);
        any = any || j >= 0;
      }
      z->nsum[side] += any;
    }
  }
}

static void load_pairs(lw_instance* s, lw_small* z)
{
  for (int k = 0; k < LW_SMALL_PAIRS; k++) {
    const int      offset = k / 4, one = k / 2 % 2, other = k % 2;
    lw_small_pair* pair = &z->pair[z->npair];
    bool           any  = false;
    for (int j = 0; j < LW_SMALL; j++) {
      const int  b  = body_of(s, j, one);
      const bool on = b != LW_GROUND && b == body_of(s, (j + offset) % LW_SMALL, other) &&
                      (offset > 0 || one == other);
      set_mask(pair->mask, j, on);
      pair->mass[j] = on ? (one == other ? 1.0 : -1.0) / s->body[b].mass : 0.0;
      any           = any || on;
    }
    pair->offset = offset;
    pair->s      = one;
    pair->t      = other;
    z->npair += any;
    z->far = z->far || (any && offset == 2);
  }
}

void lw_small_load(lw_instance* s)
{
  lw_small* z = s->small;
  memset(z, 0, sizeof *z);
  load_bodies(s, z);
  for (int l = 0; l < LW_SMALL; l++) {
    for (int r = 0; r < LW_SMALL_ROWS; r++) {
      z->eps[r][l]    = 1.0;
      z->lambda[r][l] = &z->none[l];
    }
    for (int side = 0; side < 2; side++) {
      set_pick(&z->body[side], l, body_of(s, l, side));
      z->ground[side][l] = body_of(s, l, side) == LW_GROUND ? 1.0 : 0.0;
    }
  }
  for (int j = 0; j < s->model->njoint; j++) load_joint(s, z, j);
  load_sums(s, z);
  load_pairs(s, z);
}

#if !defined(LW_HAVE_AVX2) /* small_step.c is compiled for that target only */
lw_status lw_small_step(lw_instance* s, double dt, double t_end, double limit, lw_step_error* error)
{
  (void)s;
  (void)dt;
  (void)t_end;
  (void)limit;
  (void)error;
  return LW_RETRY_NEWTON;
}
#endif
