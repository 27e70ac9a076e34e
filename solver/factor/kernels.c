/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernels.c - choose between the compiled versions of factor_fronts.c; the order in which parts are factored and solved.
 */
#include "factor/kernels.h"

#include "factor/factor_revolute.h"
#include "structure/fronts.h"

/* what a version consists of, see factor_fronts.c, bodies_simd.c and joints_simd.c */
#define DECLARE(version)                                                                            \
  int    lw_part_factor_##version(const lw_structure*, const lw_matrix*, lw_factor*, int, int);     \
  void   lw_part_forward_##version(const lw_structure*, const lw_factor*, double*, bool, int, int); \
  void   lw_part_backward_##version(const lw_structure*, const lw_factor*, double*, bool, int);     \
  void   lw_batch_place_##version(lw_instance*, const lw_batch*, int, double*);                     \
  void   lw_batch_invert_##version(lw_instance*, const lw_batch*, int, double*, double, double*);   \
  double lw_batch_predict_##version(lw_instance*, const lw_batch*, int, double*, double,            \
                                    lw_prediction, bool, double*);                                  \
  double lw_batch_residual_##version(lw_instance*, const lw_batch*, int, double*, double, bool);    \
  double lw_batch_update_##version(lw_instance*, const lw_batch*, int, double*, double,             \
                                   const double*);                                                  \
  double lw_batch_add_velocity_##version(const lw_batch*, int, const double*, double,               \
                                         const double*, lw_twist*, double*);                        \
  double lw_batch_finish_##version(lw_instance*, const lw_batch*, int, double*, double, double*);   \
  double lw_batch_rows_##version(lw_instance*, const lw_batch*, int, double*, int);                 \
  void   lw_batch_separator_arms_##version(lw_instance*, const lw_separator_arm*, int);             \
  void   lw_batch_jacobian_##version(lw_instance*, const lw_batch*, int, const double*);            \
  void   lw_batch_write_wrenches_##version(lw_instance*, const lw_batch*, int, const double*,       \
                                           lw_wrench_mask);                                         \
  double lw_batch_largest_force_##version(lw_instance*, const lw_batch*, int, const double*);       \
  void   lw_batch_gamma_##version(lw_instance*, const lw_batch*, int, const double*);               \
  void   lw_batch_clear_prescribed_##version(lw_instance*, const lw_batch*, int);                   \
  double lw_batch_row_residual_##version(lw_instance*, const lw_batch*, int, const double*,         \
                                         const lw_twist*);                                          \
  void   lw_batch_add_multipliers_##version(const lw_batch*, int, double, const double*, double*)

#define TABLE(version, small)                                                                      \
  {                                                                                                \
#version, lw_part_factor_##version, lw_part_forward_##version, lw_part_backward_##version,     \
        lw_batch_place_##version, lw_batch_invert_##version, lw_batch_predict_##version,           \
        lw_batch_residual_##version, lw_batch_update_##version, lw_batch_add_velocity_##version,   \
        lw_batch_finish_##version, lw_batch_rows_##version, lw_batch_separator_arms_##version,     \
        lw_batch_jacobian_##version, lw_batch_write_wrenches_##version,                            \
        lw_batch_largest_force_##version, lw_batch_gamma_##version,                                \
        lw_batch_clear_prescribed_##version, lw_batch_row_residual_##version,                      \
        lw_batch_add_multipliers_##version, small                                                  \
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
  /* links stand where the blocks of fronts do, which are not there at the same time */
  const size_t nrevolute = s->revolute ? (size_t)s->nrevolute + 1 : 0;
  const size_t links =
      nrevolute * (sizeof *factor->revolute + sizeof *factor->motion) / sizeof(double);
  const size_t nblock = (size_t)s->nfactor > links ? (size_t)s->nfactor : links;
  factor->kernel      = lw_kernel_choose(portable);
  factor->J           = NULL;
  factor->block       = lw_arena_take(arena, nblock, sizeof *factor->block);
  factor->d           = lw_arena_take(arena, (size_t)s->nnode, sizeof *factor->d);
  factor->batch       = lw_arena_take(arena, (size_t)s->nbatch_numbers, sizeof *factor->batch);
  factor->wrench      = lw_arena_take(arena, ((size_t)s->nside + 1) * 8, sizeof *factor->wrench);
  factor->workspace   = lw_arena_take(arena, (size_t)s->nworkspace, sizeof *factor->workspace);
  factor->revolute    = (void*)factor->block;
  factor->motion      = factor->revolute ? (void*)(factor->revolute + nrevolute) : NULL;
  for (int kind = 0; kind < LW_TERM_KINDS; kind++) {
    int most = 0;
    for (int k = 0; k < s->npart; k++) most = s->room[kind][k] > most ? s->room[kind][k] : most;
    /* from one thread's to the next as far as between large pieces */
    factor->scratch_size[kind] = (most + 7) / 8 * 8 + (int)(LW_APART / sizeof(double));
    factor->scratch[kind] =
        lw_arena_take(arena, (size_t)s->npart * (size_t)factor->scratch_size[kind],
                      sizeof *factor->scratch[kind]);
    factor->separator[kind] =
        lw_arena_take(arena, (size_t)s->room[kind][s->npart], sizeof *factor->separator[kind]);
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
                       const lw_threads* threads)
{
  const bool inward = lw_revolute_take(s, matrix);
  if (factor->J == matrix->J && factor->soft == matrix->soft && factor->inward == inward) {
    return;
  }
  lw_threads_wait(threads); /* all have looked */
  if (threads->id == 0) {
    factor->J      = matrix->J;
    factor->soft   = matrix->soft;
    factor->inward = inward;
    for (int i = 0; i < s->nnode; i++) factor->d[i] = node_size(s, matrix, &s->node[i]);
  }
  lw_threads_wait(threads);
}

int lw_factor_compute(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                      const lw_threads* threads)
{
  const int scratch = lw_threads_first_part(threads, s->npart);
  int       bad     = 0;
  lw_threads_wait(threads);
  lw_factor_prepare(s, matrix, factor, threads);
  for (int k = 0; k < s->npart; k++) {
    if (lw_threads_mine(threads, k, s->npart)) {
      bad |= factor->kernel->factor(s, matrix, factor, k, scratch);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    bad |= factor->kernel->factor(s, matrix, factor, s->npart, 0);
  }
  lw_threads_wait(threads);
  return bad;
}

static void solve(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  const lw_threads* threads)
{
  const lw_kernel* kernel  = factor->kernel;
  const int        scratch = lw_threads_first_part(threads, s->npart);
  for (int k = 0; k < s->npart; k++) {
    if (lw_threads_mine(threads, k, s->npart)) {
      kernel->forward(s, factor, x, rows_only, k, scratch);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    kernel->forward(s, factor, x, rows_only, s->npart, 0);
    kernel->backward(s, factor, x, rows_only, s->npart);
  }
  lw_threads_wait(threads);
  for (int k = 0; k < s->npart; k++) {
    if (lw_threads_mine(threads, k, s->npart)) {
      kernel->backward(s, factor, x, rows_only, k);
    }
  }
}

void lw_factor_solve(const lw_structure* s, const lw_factor* factor, double x[],
                     const lw_threads* threads)
{
  solve(s, factor, x, false, threads);
}

void lw_factor_solve_rows(const lw_structure* s, const lw_factor* factor, double x[],
                          const lw_threads* threads)
{
  solve(s, factor, x, true, threads);
}
