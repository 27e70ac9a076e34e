/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel.c - choose between the compiled versions of eliminate.c.
 */
#include "kernel.h"

#include "cells.h"
#include "limbs.h"

/* what a version consists of, see eliminate.c, quad_bodies.c and quad_points.c */
#define DECLARE(version)                                                                           \
  int    lw_factor_compute_##version(const lw_structure*, const lw_matrix*, lw_factor*,            \
                                     const lw_team*);                                              \
  void   lw_factor_solve_##version(const lw_structure*, const lw_factor*, double*, bool,           \
                                   const lw_team*);                                                \
  void   lw_quad_place_##version(lw_instance*, const lw_quad*, int, double*);                      \
  void   lw_quad_invert_##version(lw_instance*, const lw_quad*, int, double*, double);             \
  double lw_quad_predict_##version(lw_instance*, const lw_quad*, int, double*, double, bool, bool, \
                                   double*);                                                       \
  double lw_quad_residual_##version(lw_instance*, const lw_quad*, int, double*, double, bool);     \
  double lw_quad_update_##version(lw_instance*, const lw_quad*, int, double*, double,              \
                                  const double*);                                                  \
  double lw_quad_move_##version(const lw_quad*, int, double, const double*, lw_twist*);            \
  double lw_quad_finish_##version(lw_instance*, const lw_quad*, int, double*, double);             \
  double lw_quad_rows_##version(lw_instance*, const lw_quad*, int, double*, int);                  \
  void   lw_quad_react_##version(lw_instance*, const lw_quad*, int, const double*, bool);          \
  double lw_quad_pull_##version(lw_instance*, const lw_quad*, int, const double*);                 \
  void   lw_quad_gamma_##version(lw_instance*, const lw_quad*, int, const double*);                \
  void   lw_quad_rest_##version(lw_instance*, const lw_quad*, int);                                \
  double lw_quad_open_##version(lw_instance*, const lw_quad*, int, const double*,                  \
                                const lw_twist*);                                                  \
  void   lw_quad_press_##version(const lw_quad*, int, double, const double*, double*)

#define TABLE(version, small)                                                                      \
  {                                                                                                \
#version, lw_factor_compute_##version, lw_factor_solve_##version, lw_quad_place_##version,     \
        lw_quad_invert_##version, lw_quad_predict_##version, lw_quad_residual_##version,           \
        lw_quad_update_##version, lw_quad_move_##version, lw_quad_finish_##version,                \
        lw_quad_rows_##version, lw_quad_react_##version, lw_quad_pull_##version,                   \
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
  /* limbs stand where the blocks of cells do, which are not there at the same time, but for their zeros */
  const size_t nlimb = s->limb ? (size_t)s->nlimb + 1 : 0;
  const size_t limbs =
      LW_ZEROS_FACTOR + nlimb * (sizeof *factor->limb + sizeof *factor->motion) / sizeof(double);
  const size_t nblock = (size_t)s->nfactor > limbs ? (size_t)s->nfactor : limbs;
  factor->kernel      = lw_kernel_choose(portable);
  factor->block       = lw_arena_take(arena, nblock, sizeof *factor->block);
  factor->d           = lw_arena_take(arena, (size_t)s->nnode, sizeof *factor->d);
  factor->quad        = lw_arena_take(arena, (size_t)s->nquad, sizeof *factor->quad);
  factor->wrench      = lw_arena_take(arena, ((size_t)s->nside + 1) * 8, sizeof *factor->wrench);
  factor->workspace   = lw_arena_take(arena, (size_t)s->nworkspace, sizeof *factor->workspace);
  factor->limb        = factor->block ? (void*)(factor->block + LW_ZEROS_FACTOR) : NULL;
  factor->motion      = factor->limb ? (void*)(factor->limb + nlimb) : NULL;
}

int lw_factor_compute(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                      const lw_team* team)
{
  return factor->kernel->compute(s, matrix, factor, team);
}

void lw_factor_solve(const lw_structure* s, const lw_factor* factor, double x[],
                     const lw_team* team)
{
  factor->kernel->solve(s, factor, x, false, team);
}

void lw_factor_solve_rows(const lw_structure* s, const lw_factor* factor, double x[],
                          const lw_team* team)
{
  factor->kernel->solve(s, factor, x, true, team);
}
