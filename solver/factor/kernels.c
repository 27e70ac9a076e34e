/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.c - choose between the compiled versions of factor_fronts.c; the order in which shares are factored and solved.
 */
#include "factor/kernels.h"

#include "factor/factor_revolute.h"
#include "structure/fronts.h"

/* what a version consists of, see factor_fronts.c, bodies_simd.c and joints_simd.c */
#define DECLARE(version)                                                                             \
  int    lw_share_factor_##version(const lw_structure*, const lw_matrix*, lw_factor*, int, int);     \
  void   lw_share_forward_##version(const lw_structure*, const lw_factor*, double*, bool, int, int); \
  void   lw_share_backward_##version(const lw_structure*, const lw_factor*, double*, bool, int);     \
  void   lw_quad_place_##version(lw_instance*, const lw_quad*, int, double*);                        \
  void   lw_quad_invert_##version(lw_instance*, const lw_quad*, int, double*, double, double*);      \
  double lw_quad_predict_##version(lw_instance*, const lw_quad*, int, double*, double,               \
                                   lw_prediction, bool, double*);                                    \
  double lw_quad_residual_##version(lw_instance*, const lw_quad*, int, double*, double, bool);       \
  double lw_quad_update_##version(lw_instance*, const lw_quad*, int, double*, double,                \
                                  const double*);                                                    \
  double lw_quad_move_##version(const lw_quad*, int, const double*, double, const double*,           \
                                lw_twist*, double*);                                                 \
  double lw_quad_finish_##version(lw_instance*, const lw_quad*, int, double*, double, double*);      \
  double lw_quad_rows_##version(lw_instance*, const lw_quad*, int, double*, int);                    \
  void   lw_quad_reach_##version(lw_instance*, const lw_reach*, int);                                \
  void   lw_quad_jacobian_##version(lw_instance*, const lw_quad*, int, const double*);               \
  void   lw_quad_react_##version(lw_instance*, const lw_quad*, int, const double*, lw_reacting);     \
  double lw_quad_pull_##version(lw_instance*, const lw_quad*, int, const double*);                   \
  void   lw_quad_gamma_##version(lw_instance*, const lw_quad*, int, const double*);                  \
  void   lw_quad_rest_##version(lw_instance*, const lw_quad*, int);                                  \
  double lw_quad_open_##version(lw_instance*, const lw_quad*, int, const double*,                    \
                                const lw_twist*);                                                    \
  void   lw_quad_press_##version(const lw_quad*, int, double, const double*, double*)

#define TABLE(version, small)                                                                      \
  {                                                                                                \
#version, lw_share_factor_##version, lw_share_forward_##version, lw_share_backward_##version,  \
        lw_quad_place_##version, lw_quad_invert_##version, lw_quad_predict_##version,              \
        lw_quad_residual_##version, lw_quad_update_##version, lw_quad_move_##version,              \
        lw_quad_finish_##version, lw_quad_rows_##version, lw_quad_reach_##version,                 \
        lw_quad_jacobian_##version, lw_quad_react_##version, lw_quad_pull_##version,               \
        lw_quad_gamma_##version, lw_quad_rest_##version, lw_quad_open_##version,                   \
        lw_quad_press_##version, small                                                             \
  }

DECLARE(portable);

static const lw_kernel portable_kernel = TABLE(portable, NULL);

#if defined(LW_HAVE_AVX2)

DECLARE(avx2);
bool lw_small_step_avx2(lw_instance*, double, double);

static const lw_kernel avx2_kernel = TABLE(avx2, lw_small_step_avx2);

const lw_kernel* lw_kernel_choose(bool portable)
{
  __builtin_cpu_init();
  const bool able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return able && !portable ? &avx2_kernel : &portable_kernel;
}

#else

const lw_kernel* lw_kernel_choose(bool portable)
{
  (void)portable;
  return &portable_kernel;
}

#endif

void lw_factor_lay_out(const lw_structure* s, bool portable, lw_arena* arena, lw_factor* factor)
{
  /* limbs stand where the blocks of cells do, which are not there at the same time */
  const size_t nlimb  = s->limb ? (size_t)s->nlimb + 1 : 0;
  const size_t limbs  = nlimb * (sizeof *factor->limb + sizeof *factor->motion) / sizeof(double);
  const size_t nblock = (size_t)s->nfactor > limbs ? (size_t)s->nfactor : limbs;
  factor->kernel      = lw_kernel_choose(portable);
  factor->J           = NULL;
  factor->block       = lw_arena_take(arena, nblock, sizeof *factor->block);
  factor->d           = lw_arena_take(arena, (size_t)s->nnode, sizeof *factor->d);
  factor->quad        = lw_arena_take(arena, (size_t)s->nquad, sizeof *factor->quad);
  factor->wrench      = lw_arena_take(arena, ((size_t)s->nside + 1) * 8, sizeof *factor->wrench);
  factor->workspace   = lw_arena_take(arena, (size_t)s->nworkspace, sizeof *factor->workspace);
  factor->limb        = (void*)factor->block;
  factor->motion      = factor->limb ? (void*)(factor->limb + nlimb) : NULL;
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) {
    int most = 0;
    for (int k = 0; k < s->npart; k++) most = s->room[kind][k] > most ? s->room[kind][k] : most;
    /* from one thread's to the next as far as between large pieces */
    factor->desk_size[kind] = (most + 7) / 8 * 8 + (int)(LW_APART / sizeof(double));
    factor->desk[kind] = lw_arena_take(arena, (size_t)s->npart * (size_t)factor->desk_size[kind],
                                       sizeof *factor->desk[kind]);
    factor->top[kind] =
        lw_arena_take(arena, (size_t)s->room[kind][s->npart], sizeof *factor->top[kind]);
  }
}

/* present size of a node */
static int node_size(const lw_structure* s, const lw_matrix* matrix, const lw_node* v)
{
  if (v->id < s->nbody) {
    return 6;
  }
  const lw_connector* c = &s->connector[v->id - s->nbody];
  return matrix->soft ? c->nrow + c->nsoft : c->nrow;
}

void lw_factor_prepare(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                       const lw_team* team)
{
  const bool inward = lw_limbs_take(s, matrix);
  if (factor->J == matrix->J && factor->soft == matrix->soft && factor->inward == inward) {
    return;
  }
  lw_team_wait(team); /* all have looked */
  if (team->id == 0) {
    factor->J      = matrix->J;
    factor->soft   = matrix->soft;
    factor->inward = inward;
    for (int i = 0; i < s->nnode; i++) factor->d[i] = node_size(s, matrix, &s->node[i]);
  }
  lw_team_wait(team);
}

int lw_factor_compute(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                      const lw_team* team)
{
  const int desk = lw_team_first(team, s->npart);
  int       bad  = 0;
  lw_team_wait(team);
  lw_factor_prepare(s, matrix, factor, team);
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      bad |= factor->kernel->factor(s, matrix, factor, k, desk);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    bad |= factor->kernel->factor(s, matrix, factor, s->npart, 0);
  }
  lw_team_wait(team);
  return bad;
}

static void solve(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  const lw_team* team)
{
  const lw_kernel* kernel = factor->kernel;
  const int        desk   = lw_team_first(team, s->npart);
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      kernel->forward(s, factor, x, rows_only, k, desk);
    }
  }
  lw_team_wait(team);
  if (team->id == 0) {
    kernel->forward(s, factor, x, rows_only, s->npart, 0);
    kernel->backward(s, factor, x, rows_only, s->npart);
  }
  lw_team_wait(team);
  for (int k = 0; k < s->npart; k++) {
    if (lw_team_mine(team, k, s->npart)) {
      kernel->backward(s, factor, x, rows_only, k);
    }
  }
}

void lw_factor_solve(const lw_structure* s, const lw_factor* factor, double x[],
                     const lw_team* team)
{
  solve(s, factor, x, false, team);
}

void lw_factor_solve_rows(const lw_structure* s, const lw_factor* factor, double x[],
                          const lw_team* team)
{
  solve(s, factor, x, true, team);
}
