/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * factor.c - the memory of a factor; the order in which parts are factored and solved.
 *
 *   reads    structure, matrix
 *   writes   the factor, right-hand sides
 *   theory   sections 5.1 and 5.3
 *
 * Parts do not depend on each other: all threads work on theirs, then the first thread on the
 * separator, then, in a solve, all threads on their parts again.
 */
#include "factor/factor_revolute.h"
#include "factor/kernels.h"
#include "structure/fronts.h"

void lw_factor_lay_out(const lw_structure* s, bool portable, lw_arena* arena, lw_factor* factor)
{
  /* links stand where the blocks of fronts do, which are not there at the same time */
  const size_t nrevolute = s->revolute ? (size_t)s->nrevolute + 1 : 0;
  const size_t links =
      nrevolute * (sizeof *factor->revolute + sizeof *factor->motion) / sizeof(double);
  const size_t nblock = (size_t)s->nfactor > links ? (size_t)s->nfactor : links;
  factor->kernels     = lw_factor_kernels_choose(portable);
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
    for (int k = 0; k < s->npart; k++) {
      most = s->term_size[kind][k] > most ? s->term_size[kind][k] : most;
    }
    /* from one thread's to the next as far as between large pieces */
    factor->scratch_size[kind] = (most + 7) / 8 * 8 + (int)(LW_PREFETCH_GAP / sizeof(double));
    factor->scratch[kind] =
        lw_arena_take(arena, (size_t)s->npart * (size_t)factor->scratch_size[kind],
                      sizeof *factor->scratch[kind]);
    factor->separator[kind] =
        lw_arena_take(arena, (size_t)s->term_size[kind][s->npart], sizeof *factor->separator[kind]);
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
      bad |= factor->kernels->factor(s, matrix, factor, k, scratch);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    bad |= factor->kernels->factor(s, matrix, factor, s->npart, 0);
  }
  lw_threads_wait(threads);
  return bad;
}

static void solve(const lw_structure* s, const lw_factor* factor, double x[], bool rows_only,
                  const lw_threads* threads)
{
  const lw_factor_kernels* kernels = factor->kernels;
  const int                scratch = lw_threads_first_part(threads, s->npart);
  for (int k = 0; k < s->npart; k++) {
    if (lw_threads_mine(threads, k, s->npart)) {
      kernels->forward(s, factor, x, rows_only, k, scratch);
    }
  }
  lw_threads_wait(threads);
  if (threads->id == 0) {
    kernels->forward(s, factor, x, rows_only, s->npart, 0);
    kernels->backward(s, factor, x, rows_only, s->npart);
  }
  lw_threads_wait(threads);
  for (int k = 0; k < s->npart; k++) {
    if (lw_threads_mine(threads, k, s->npart)) {
      kernels->backward(s, factor, x, rows_only, k);
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
