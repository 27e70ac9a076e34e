/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kernel.c - choose between the compiled versions of eliminate.c.
 */
#include "kernel.h"

/* the versions, see the end of eliminate.c */
int  lw_factor_compute_portable(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                                const lw_team* team);
void lw_factor_solve_portable(const lw_structure* s, const lw_factor* factor, double x[],
                              bool rows_only, const lw_team* team);
int  lw_factor_compute_avx2(const lw_structure* s, const lw_matrix* matrix, lw_factor* factor,
                            const lw_team* team);
void lw_factor_solve_avx2(const lw_structure* s, const lw_factor* factor, double x[],
                          bool rows_only, const lw_team* team);

static const lw_kernel portable_kernel = {"portable", lw_factor_compute_portable,
                                          lw_factor_solve_portable};

#if defined(LW_HAVE_AVX2)

static const lw_kernel avx2_kernel = {"avx2", lw_factor_compute_avx2, lw_factor_solve_avx2};

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
