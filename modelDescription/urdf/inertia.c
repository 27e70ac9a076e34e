/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inertia.c - give moving bodies an inertia that can be simulated.
 *
 * Many published files have others. A body without inertia or with a negative moment is refused,
 * unless an option says what to do. A point mass gets moments that are too small to matter. Moments
 * that no real body has are simulated as they are.
 *
 *   reads    bodies of the plan
 *   writes   mass, inertia, physical, change
 */
#include <string.h>

#include "urdf/plan.h"

/* A point mass gets the moments of a mass with this radius of gyration [m]. A smaller
 * one is closer to the file; at a tenth of it, mass matrices of whole robots become
 * singular in double precision. */
#define POINT_RADIUS 1e-4

/* A negative moment is rounding if it is below this fraction of the largest, or that of the
 * mass within a micrometre. */
#define ROUNDING 1e-9
#define ROUNDING_RADIUS 1e-6

/* Slack of the triangle inequality, as for bodies of a mechanism file. */
#define TRIANGLE 1e-6

static const lw_urdf_link* first_link(const lw_plan* plan, const lw_plan_body* body)
{
  return &plan->robot->link[body->link];
}

static bool is_massless(const lw_plan_body* body)
{
  bool any = body->mass != 0.0;
  for (int i = 0; i < 6; i++) any = any || body->inertia[i] != 0.0;
  return !any;
}

/* ---- no mass ----------------------------------------------------------------------------- */

static lw_status refuse_massless(const lw_plan* plan, const lw_plan_body* body)
{
  const lw_urdf_link* link = first_link(plan, body);
  if (body->joint == LW_NONE) {
    return lw_diag_set(plan->diag, LW_ERR_INPUT, link->line,
                       "link \"%s\": the root has neither mass nor inertia, so it cannot float; "
                       "--massless EPS gives it some",
                       lw_xml_shorten(link->name).text);
  }
  return lw_diag_set(
      plan->diag, LW_ERR_INPUT, link->line,
      "link \"%s\": joint \"%s\" moves it, but it has neither mass nor inertia, and %s; --massless "
      "EPS gives it some",
      lw_xml_shorten(link->name).text,
      lw_xml_shorten(plan->robot->joint[plan->joint[body->joint].urdf].name).text,
      body->unfused ? body->unfused : "cannot be part of a joint");
}

/* Give mass to a body without any. */
static lw_status give_mass(const lw_plan* plan, lw_plan_body* body)
{
  const lw_urdf_link* link     = first_link(plan, body);
  const double        eps      = plan->options->massless;
  const bool          massless = is_massless(body);
  if (eps == 0.0 && massless) {
    return refuse_massless(plan, body);
  }
  if (eps == 0.0) {
    return lw_diag_set(
        plan->diag, LW_ERR_INPUT, link->line,
        "link \"%s\": it has moments of inertia but no mass; --massless EPS gives it "
        "some",
        lw_xml_shorten(link->name).text);
  }
  body->mass = eps;
  for (int i = 0; i < 3 && massless; i++) body->inertia[i] = eps;
  body->change = massless ? "neither mass nor inertia in the URDF: given by --massless"
                          : "no mass in the URDF: given by --massless";
  lw_plan_warn(plan, link->line, "link \"%s\": it has no %s; given %g kg%s",
               lw_xml_shorten(link->name).text, massless ? "mass and no inertia" : "mass", eps,
               massless ? " and as many kg m2" : "");
  return LW_OK;
}

/* ---- moments ----------------------------------------------------------------------------- */

/* Raise all moments to a smallest one. */
static void raise_moments(lw_plan_body* body, double moment[3], const double axis[9], double least)
{
  const bool all = moment[2] < least;
  for (int i = 0; i < 3; i++) moment[i] = moment[i] < least ? least : moment[i];
  if (all) {
    const double point[6] = {least, least, least, 0.0, 0.0, 0.0};
    memcpy(body->inertia, point, sizeof point);
  } else {
    lw_inertia_assemble(body->inertia, moment, axis);
  }
}

static lw_status check_moments(const lw_plan* plan, lw_plan_body* body)
{
  const lw_urdf_link* link = first_link(plan, body);
  double              moment[3], axis[9];
  lw_inertia_principal(body->inertia, moment, axis);
  const double was[3]   = {moment[0], moment[1], moment[2]};
  const double point    = POINT_RADIUS * POINT_RADIUS * body->mass;
  const double repair   = plan->options->repair;
  const double least    = repair > 0.0 ? repair : point;
  const double rounding = ROUNDING_RADIUS * ROUNDING_RADIUS * body->mass + ROUNDING * moment[2];
  const bool   negative = !(moment[0] >= -rounding);
  if (negative && repair == 0.0) {
    return lw_diag_set(
        plan->diag, LW_ERR_INPUT, link->line,
        "link \"%s\": its principal moments of inertia are %g, %g and %g kg m2, and none "
        "may be negative; --repair EPS raises them",
        lw_xml_shorten(link->name).text, was[0], was[1], was[2]);
  }
  if (moment[0] < point) {
    raise_moments(body, moment, axis, least);
    body->change = repair > 0.0
                       ? "moments of inertia raised by --repair"
                       : "moments of inertia raised: those of the URDF are next to nothing";
    lw_plan_warn(
        plan, link->line,
        "link \"%s\": its principal moments of inertia are %g, %g and %g kg m2; raised to at "
        "least %g%s",
        lw_xml_shorten(link->name).text, was[0], was[1], was[2], least,
        repair > 0.0 ? "" : ", those of its mass within a tenth of a millimetre");
  }
  body->physical = moment[0] + moment[1] >= moment[2] * (1.0 - TRIANGLE);
  if (!body->physical) {
    lw_plan_warn(plan, link->line,
                 "link \"%s\": no body has its principal moments of inertia, %g, %g and %g kg m2; "
                 "taken as they are, with physical=\"false\"",
                 lw_xml_shorten(link->name).text, moment[0], moment[1], moment[2]);
  }
  return LW_OK;
}

lw_status lw_plan_check_inertias(lw_plan* plan)
{
  lw_status status = LW_OK;
  for (int b = 0; b < plan->nbody && status == LW_OK; b++) {
    lw_plan_body* body = &plan->body[b];
    if (body->fused) {
      continue;
    }
    if (body->mass == 0.0) {
      status = give_mass(plan, body);
    }
    if (status == LW_OK) {
      status = check_moments(plan, body);
    }
  }
  return status;
}
