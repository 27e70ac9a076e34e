/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * range_warnings.c - warnings of joints that start outside their range.
 *
 * Nothing is wrong with such a start, but it is seldom meant: a stop throws the joint back, and a
 * range without a stop is one of a drawing that the mechanism does not fit.
 */
#include "range_warnings.h"

#include <math.h>
#include <stdio.h>

#include "report.h"

/* A coordinate that is beyond its range by less than this fraction of what it is compared with is
 * at its end: assembly and numbers in a file have such errors. */
#define AT_THE_END 1e-6

static double end_of(const lw_instance* instance, lw_slot slot, double otherwise)
{
  double end = otherwise;
  if (slot != LW_NONE) {
    lw_instance_get_value(instance, slot, 1, &end);
  }
  return end;
}

static void warn(const char* file, const lw_model* m, const lw_joint* joint, double q, double lower,
                 double upper)
{
  const char* name = lw_model_name(m, joint->name);
  const char* unit = joint->type == LW_PRISMATIC ? "m" : "rad";
  if (!isfinite(upper)) {
    (void)lw_report(file, 0, "warning: joint %s starts at %.6g %s, below its range from %.6g", name,
                    q, unit, lower);
  } else if (!isfinite(lower)) {
    (void)lw_report(file, 0, "warning: joint %s starts at %.6g %s, above its range up to %.6g",
                    name, q, unit, upper);
  } else {
    (void)lw_report(file, 0, "warning: joint %s starts at %.6g %s, outside its range %.6g to %.6g",
                    name, q, unit, lower, upper);
  }
}

void lw_warn_ranges(const char* file, lw_instance* instance)
{
  const lw_model* m = lw_instance_model(instance);
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint* joint = &m->joint[j];
    const double    lower = end_of(instance, joint->lower, -HUGE_VAL);
    const double    upper = end_of(instance, joint->upper, HUGE_VAL);
    double          q     = 0.0;
    if (lw_quantity_size(m, LW_JOINT_Q, j) != 1 ||
        lw_instance_get(instance, LW_JOINT_Q, j, &q) != LW_OK) {
      continue;
    }
    const double width = isfinite(upper - lower) ? upper - lower : 0.0;
    const double least = AT_THE_END * fmax(fabs(q), width);
    if (q < lower - least || q > upper + least) {
      warn(file, m, joint, q, lower, upper);
    }
  }
}
