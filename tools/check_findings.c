/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_findings.c - the findings of linkwork check: reactions that are not unique, and warnings.
 */
#include "check_findings.h"

#include <math.h>
#include <stdio.h>

/* If masses differ by more than this factor, digits are lost: reactions of the light bodies are
 * differences of large reactions. */
#define MASS_RATIO 1e6

/* If assembly moves a body by more than this fraction of the size of the mechanism, or turns it
 * by more than this angle, the cause is not rounding in the file: the pose may belong to
 * another assembly mode. */
#define FAR_MOVE 0.05
#define FAR_TURN 0.1

/* Tolerance for coordinates that have the start value of the file. */
#define SAME 1e-6

enum { MOST_NAMES = 20 }; /* in one line; more would not be read */

/* ---- lists ------------------------------------------------------------------------------- */

/* A list of names in one line, with an end after the first few. */
typedef struct list {
  int n;
} list;

static void add_name(list* l, const char* kind, const char* name)
{
  if (l->n < MOST_NAMES) {
    printf("%s %s%s", l->n > 0 ? "," : "", kind, name);
  }
  l->n++;
}

static void end_list(const list* l)
{
  if (l->n > MOST_NAMES) {
    printf(", and %d more", l->n - MOST_NAMES);
  }
}

/* ---- constraints ------------------------------------------------------------------------- */

static void print_redundant(const lw_model* m, const lw_redundancy* joint,
                            const lw_redundancy* coupling)
{
  list l = {0};
  for (int j = 0; j < m->njoint; j++) {
    if (joint[j].rows > 0) {
      printf("%s", l.n == 0 ? "not unique" : "");
      add_name(&l, "", lw_model_name(m, m->joint[j].name));
      if (l.n <= MOST_NAMES) {
        printf(" (%d)", joint[j].rows);
      }
    }
  }
  for (int c = 0; c < m->ncoupling; c++) {
    if (coupling[c].rows > 0) {
      printf("%s", l.n == 0 ? "not unique" : "");
      add_name(&l, "", lw_model_name(m, m->coupling[c].name));
      if (l.n <= MOST_NAMES) {
        printf(" (%d)", coupling[c].rows);
      }
    }
  }
  end_list(&l);
  printf("%s", l.n > 0 ? "\n" : "");
}

static void warn_nearly(const lw_model* m, const lw_mobility* mobility, const lw_redundancy* joint,
                        const lw_redundancy* coupling)
{
  if (!(mobility->weakest < 1.0)) {
    return;
  }
  list l = {0};
  printf(
      "warning: constraints are nearly dependent (to %.2g), so small errors in the geometry cause "
      "large reactions; it concerns",
      mobility->weakest);
  for (int j = 0; j < m->njoint; j++) {
    if (joint[j].nearly) {
      add_name(&l, "joint ", lw_model_name(m, m->joint[j].name));
    }
  }
  for (int c = 0; c < m->ncoupling; c++) {
    if (coupling[c].nearly) {
      add_name(&l, "coupling ", lw_model_name(m, m->coupling[c].name));
    }
  }
  end_list(&l);
  printf("\n");
  if (mobility->near[0] != LW_NONE) {
    printf("warning: the axes of joints %s and %s differ by %.2g rad; if they are meant to be "
           "parallel, write them with more digits\n",
           lw_model_name(m, m->joint[mobility->near[0]].name),
           lw_model_name(m, m->joint[mobility->near[1]].name), mobility->near_angle);
  }
}

static void warn_singular(const lw_mobility* mobility)
{
  if (mobility->singular > 0) {
    printf(
        "warning: the mechanism starts in a singular configuration: it has %d degree%s of freedom "
        "there and %d nearby; the motion may continue in several ways\n",
        mobility->freedoms + mobility->singular,
        mobility->freedoms + mobility->singular == 1 ? "" : "s", mobility->freedoms);
  }
}

/* ---- bodies ------------------------------------------------------------------------------ */

static void warn_masses(const lw_instance* instance)
{
  const lw_model* m     = lw_instance_model(instance);
  int             light = LW_NONE, heavy = LW_NONE;
  double          least = 0.0, most = 0.0;
  for (int b = 0; b < m->nbody; b++) {
    double mass;
    lw_instance_get_value(instance, m->body[b].mass, 1, &mass);
    if (light == LW_NONE || mass < least) {
      light = b;
      least = mass;
    }
    if (heavy == LW_NONE || mass > most) {
      heavy = b;
      most  = mass;
    }
  }
  if (m->nbody > 0 && most / least >= MASS_RATIO) {
    printf("warning: masses differ by a factor of %.2g: body %s has %.3g kg, body %s %.3g kg\n",
           most / least, lw_model_name(m, m->body[light].name), least,
           lw_model_name(m, m->body[heavy].name), most);
  }
}

/* The largest distance of the origin of a body from that of the first body, at least that from
 * the origin of the world. */
static lw_status size_of(lw_instance* instance, double* size)
{
  const lw_model* m        = lw_instance_model(instance);
  double          first[3] = {0}, r[3] = {0};
  lw_status       status = LW_OK;
  *size                  = 0.0;
  for (int b = 0; b < m->nbody && status == LW_OK; b++) {
    status = lw_instance_get(instance, LW_BODY_R, b, b == 0 ? first : r);
    if (b > 0) {
      *size = fmax(*size, hypot(hypot(r[0] - first[0], r[1] - first[1]), r[2] - first[2]));
    }
  }
  return status;
}

static lw_status warn_assembly(lw_instance* instance)
{
  const lw_model* m = lw_instance_model(instance);
  lw_assembly     a;
  double          size;
  const lw_status status = size_of(instance, &size);
  lw_instance_assembly(instance, &a);
  if (status == LW_OK && m->nbody > 1 && a.moved > FAR_MOVE * size) {
    printf("warning: assembly moved body %s by %.3g m; is the pose in the file the intended "
           "one?\n",
           lw_model_name(m, m->body[a.moved_body].name), a.moved);
  }
  if (status == LW_OK && m->nbody > 0 && a.turned > FAR_TURN) {
    printf("warning: assembly turned body %s by %.3g rad; is the pose in the file the intended "
           "one?\n",
           lw_model_name(m, m->body[a.turned_body].name), a.turned);
  }
  return status;
}

/* ---- coordinates ------------------------------------------------------------------------- */

/* Warn of coordinates (q0) or rates (qd0) of a joint that the assembled mechanism does not have. */
static lw_status warn_start(lw_instance* instance, int j, lw_quantity quantity, lw_slot slot,
                            const char* symbol)
{
  const lw_model* m  = lw_instance_model(instance);
  const int       nq = lw_quantity_size(m, quantity, j);
  double          is[3], wanted[3];
  if (slot == LW_NONE) {
    return LW_OK;
  }
  const lw_status status = lw_instance_get(instance, quantity, j, is);
  lw_instance_get_value(instance, slot, nq, wanted);
  for (int i = 0; i < nq && status == LW_OK; i++) {
    if (!(fabs(is[i] - wanted[i]) <= SAME * (1.0 + fabs(wanted[i])))) {
      printf(
          "warning: joint %s starts with %s = %.6g, not with %s0 = %.6g: constraints do not allow "
          "it\n",
          lw_model_name(m, m->joint[j].name), symbol, is[i], symbol, wanted[i]);
    }
  }
  return status;
}

lw_status lw_check_findings(lw_instance* instance, const lw_mobility* mobility,
                            const lw_redundancy* joint, const lw_redundancy* coupling)
{
  const lw_model* m = lw_instance_model(instance);
  print_redundant(m, joint, coupling);
  warn_nearly(m, mobility, joint, coupling);
  warn_singular(mobility);
  warn_masses(instance);
  lw_status status = warn_assembly(instance);
  for (int j = 0; j < m->njoint && status == LW_OK; j++) {
    status = warn_start(instance, j, LW_JOINT_Q, m->joint[j].q0, "q");
    if (status == LW_OK) {
      status = warn_start(instance, j, LW_JOINT_QD, m->joint[j].qd0, "qd");
    }
  }
  return status;
}
