/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conjugate_gradients.h - the loop of preconditioned conjugate gradients for E y = r.
 *
 * The loop is a template: the caller passes the operations as constants, so that the compiler
 * inlines them. With several threads each of them runs the loop; the operations then return the
 * same number on every thread.
 */
#ifndef LW_CONJUGATE_GRADIENTS_H
#define LW_CONJUGATE_GRADIENTS_H

/* Operations of a system, with its context. r is the residual, p the direction. */
typedef struct lw_cg {
  /* Compute z = C r with the preconditioner C. Returns r . z. */
  double (*precondition)(void* system);
  /* Compute p = z + beta p and E p. Returns p . E p, or 0 to end the loop. */
  double (*set_direction)(void* system, double beta);
  /* Compute y += alpha p, r -= alpha E p. Returns the norm of r. */
  double (*move)(void* system, double alpha);
} lw_cg;

/* How the loop has ended. */
typedef struct lw_cg_end {
  int    n;      /* iterations */
  double norm;   /* norm of the residual */
  int    closed; /* 1: the norm is at most the target; 0: r . z is at most rz_min or p . E p is not
                  * positive, which is rounding or rows that contradict each other, or n is n_max */
} lw_cg_end;

/* Iterate until the norm of the residual, which is `norm` at the beginning, is at most the
 * target. */
static inline lw_cg_end lw_conjugate_gradients(const lw_cg* cg, void* system, double norm,
                                               double target, double rz_min, int n_max)
{
  double rz_before = 0.0;
  int    n         = 0;
  for (; n < n_max && norm > target; n++) {
    const double rz  = cg->precondition(system);
    const double pEp = rz > rz_min ? cg->set_direction(system, n > 0 ? rz / rz_before : 0.0) : 0.0;
    if (!(pEp > 0.0)) {
      break;
    }
    norm      = cg->move(system, rz / pEp);
    rz_before = rz;
  }
  return (lw_cg_end){n, norm, norm <= target};
}

#endif
