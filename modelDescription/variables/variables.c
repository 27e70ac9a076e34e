/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * variables.c - the table of the variables that a mechanism exposes: look-up, get, set.
 *
 *   reads    the rows of rows.c
 *   writes   an index from value references to rows, and a hash of the names
 *   cost     a look-up by reference is one load, by name one hash and one comparison
 */
#include <linkwork/variables.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variables/rows.h"

/* no quantity of the solver has more numbers: the longest are quaternions */
enum { QUANTITY_MAX = 8 };

/* ---- names ------------------------------------------------------------------------------- */

/* FNV-1a, 32 bits */
static uint32_t hash_text(const char* text, size_t length)
{
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++) {
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  }
  return hash;
}

/* The index in the hash of the name of a row, or of the empty place for it. */
static size_t find_place(const lw_variables* t, const char* text, size_t length, bool indexed)
{
  size_t place = hash_text(text, length) & (t->nhash - 1);
  while (t->hash[place] >= 0) {
    const lw_variable* row  = &t->row[t->hash[place]];
    const char*        name = t->names + row->name;
    if (row->indexed == indexed && !strncmp(name, text, length) && name[length] == '\0') {
      break;
    }
    place = (place + 1) & (t->nhash - 1);
  }
  return place;
}

/* Split "name[12]" into the length of the name and the index; false if the text
 * does not have this form. */
static bool split_index(const char* text, size_t length, size_t* name, int* index)
{
  if (length < 4 || text[length - 1] != ']') {
    return false;
  }
  size_t first = length - 1;
  while (first > 0 && text[first - 1] >= '0' && text[first - 1] <= '9') first--;

  /* one spelling only: a first digit that is not zero; nine digits stay below INT_MAX */
  const bool number = text[first] >= '1' && text[first] <= '9' && length - 1 - first <= 9;
  if (!number || first < 2 || text[first - 1] != '[') {
    return false;
  }
  *name  = first - 1;
  *index = 0;
  for (size_t i = first; i < length - 1; i++) *index = *index * 10 + (text[i] - '0');
  return true;
}

static bool build_hash(lw_variables* t)
{
  /* at most half full, so that a search stays short */
  t->nhash = 64;
  while (t->nhash < 2 * (size_t)t->nrow) t->nhash *= 2;
  t->hash = malloc(t->nhash * sizeof *t->hash);
  if (!t->hash) {
    return false;
  }
  for (size_t i = 0; i < t->nhash; i++) t->hash[i] = -1;
  for (int i = 0; i < t->nrow; i++) {
    const char* name                                              = t->names + t->row[i].name;
    t->hash[find_place(t, name, strlen(name), t->row[i].indexed)] = i;
  }
  return true;
}

/* ---- life -------------------------------------------------------------------------------- */

/* Note the value references of states and their derivatives, all of which are in the table. */
static void list_states(lw_variables* t)
{
  for (int i = 0; i < t->nrow; i++) {
    const lw_variable* row = &t->row[i];
    if (row->source == LW_FROM_QUANTITY) {
      const int state = lw_state_list_find(&t->states, row->quantity, row->index, false);
      const int rate  = lw_state_list_find(&t->states, row->quantity, row->index, true);
      if (state != LW_NONE) {
        t->state[state] = row->reference;
      }
      if (rate != LW_NONE) {
        t->state_rate[rate] = row->reference;
      }
    }
  }
}

lw_status lw_variables_create(const lw_model* model, lw_diag* diag, lw_variables** variables)
{
  *variables       = NULL;
  lw_variables* t  = calloc(1, sizeof *t);
  bool          ok = t != NULL;
  if (ok) {
    t->model = model;
    ok = lw_state_list_build(model, &t->states) == LW_OK && lw_variable_rows_build(t) == LW_OK &&
         build_hash(t);
  }
  if (ok) {
    t->row_of     = malloc((size_t)t->count * sizeof *t->row_of);
    t->state      = malloc(((size_t)t->states.nblock + 1) * sizeof *t->state);
    t->state_rate = malloc(((size_t)t->states.nblock + 1) * sizeof *t->state_rate);
    ok            = t->row_of && t->state && t->state_rate;
  }
  if (!ok) {
    lw_variables_destroy(t);
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  list_states(t);
  for (int i = 0; i < t->nrow; i++) {
    lw_variable* row = &t->row[i];
    row->whole       = row->source == LW_FROM_QUANTITY &&
                 row->size == lw_quantity_size(model, row->quantity, row->index);
    for (int k = 0; k < row->size; k++) t->row_of[row->reference + (unsigned)k] = i;
  }
  *variables = t;
  return LW_OK;
}

void lw_variables_destroy(lw_variables* variables)
{
  if (variables) {
    lw_state_list_free(&variables->states);
    free(variables->row);
    free(variables->row_of);
    free(variables->state);
    free(variables->state_rate);
    free(variables->hash);
    free(variables->names);
    free(variables);
  }
}

/* ---- looking up -------------------------------------------------------------------------- */

const lw_variable* lw_variables_row(const lw_variables* variables, unsigned reference)
{
  return reference < (unsigned)variables->count ? &variables->row[variables->row_of[reference]]
                                                : NULL;
}

bool lw_variables_find(const lw_variables* variables, const char* name, unsigned* reference)
{
  const lw_variables* t      = variables;
  size_t              length = strlen(name);
  int                 index  = 1;
  const bool          vector = split_index(name, length, &length, &index);
  const int           row    = t->hash[find_place(t, name, length, vector)];
  if (row < 0 || index > t->row[row].size) {
    return false;
  }
  *reference = t->row[row].reference + (unsigned)(index - 1);
  return true;
}

size_t lw_variables_name(const lw_variables* variables, unsigned reference, char* text, size_t size)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row) {
    if (size > 0) {
      text[0] = '\0';
    }
    return 0;
  }
  const char* name   = variables->names + row->name;
  const int   length = row->indexed
                           ? snprintf(text, size, "%s[%u]", name, reference - row->reference + 1)
                           : snprintf(text, size, "%s", name);
  return length > 0 ? (size_t)length : 0;
}

size_t lw_variables_describe(const lw_variables* variables, unsigned reference, char* text,
                             size_t size)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row) {
    if (size > 0) {
      text[0] = '\0';
    }
    return 0;
  }
  const unsigned k      = reference - row->reference;
  int            length = 0;
  if (row->polynomial) {
    length = snprintf(text, size, "%s, t^%u", row->text, k);
  } else if (row->indexed) {
    const char* axis = row->angles >> k & 1u ? "angle" : "displacement";
    length = snprintf(text, size, "%s, %s", row->text, row->component ? row->component[k] : axis);
  } else {
    length = snprintf(text, size, "%s", row->text);
  }
  return length > 0 ? (size_t)length : 0;
}

lw_unit lw_variables_unit(const lw_variables* variables, unsigned reference)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row) {
    return LW_UNIT_ONE;
  }
  const unsigned k = reference - row->reference;
  if (row->polynomial) {
    static const lw_unit rate[3][2] = {{LW_UNIT_LENGTH, LW_UNIT_ANGLE},
                                       {LW_UNIT_VELOCITY, LW_UNIT_ANGULAR_VELOCITY},
                                       {LW_UNIT_ACCELERATION, LW_UNIT_ANGULAR_ACCEL}};
    const unsigned       angle      = row->angles & 1u;
    return k < 3 ? rate[k][angle] : (lw_unit)(LW_UNIT_COUNT + 2 * k + angle);
  }
  return row->angles >> k & 1u ? row->unit_angle : row->unit;
}

size_t lw_variables_unit_name(const lw_variables* variables, unsigned reference, char* text,
                              size_t size)
{
  const lw_variable* row    = lw_variables_row(variables, reference);
  const lw_unit_info info   = lw_unit_get_info(lw_variables_unit(variables, reference));
  const char*        name   = row && row->unit_text ? row->unit_text : info.name;
  const int          length = snprintf(text, size, "%s", name);
  return length > 0 ? (size_t)length : 0;
}

lw_unit_info lw_unit_get_info(lw_unit unit)
{
  static const lw_unit_info list[] = {
#define X(name, text, display, kg, m, s, rad) {text, display, kg, m, s, rad},
      LW_UNIT_LIST(X)
#undef X
  };
  if (unit >= 0 && unit < LW_UNIT_COUNT) {
    return list[unit];
  }
  /* a coefficient of t^k */
  const int    k     = (unit - LW_UNIT_COUNT) / 2;
  const int    angle = (unit - LW_UNIT_COUNT) % 2;
  lw_unit_info info  = {.m = 1 - angle, .s = -k, .rad = angle};
  (void)snprintf(info.name, sizeof info.name, "%s/s%d", angle ? "rad" : "m", k);
  return info;
}

/* The quantity whose time derivative is the given one; LW_QUANTITY_COUNT where there is none. */
static lw_quantity integral_of(lw_quantity quantity)
{
  switch (quantity) {
  case LW_BODY_V: return LW_BODY_R;
  case LW_BODY_QUAT_RATE: return LW_BODY_QUAT;
  case LW_BODY_A: return LW_BODY_V;
  case LW_BODY_Z: return LW_BODY_W;
  case LW_JOINT_QD: return LW_JOINT_Q;
  case LW_JOINT_QDD: return LW_JOINT_QD;
  default: return LW_QUANTITY_COUNT;
  }
}

bool lw_variables_derivative_of(const lw_variables* variables, unsigned reference,
                                unsigned* integral)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row || row->source != LW_FROM_QUANTITY) {
    return false;
  }

  /* the rows of an element are next to each other; a derivative comes after its integral */
  const lw_quantity wanted = integral_of(row->quantity);
  for (const lw_variable* r = row; r-- > variables->row;) {
    if (r->source != LW_FROM_QUANTITY || r->index != row->index) {
      break;
    }
    if (r->quantity == wanted) {
      *integral = r->reference + (reference - row->reference);
      return true;
    }
  }
  return false;
}

int lw_variables_state_index(const lw_variables* variables, unsigned reference)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row || row->source != LW_FROM_QUANTITY) {
    return LW_NONE;
  }
  const int block = lw_state_list_find(&variables->states, row->quantity, row->index, false);
  return block == LW_NONE
             ? LW_NONE
             : variables->states.block[block].first + (int)(reference - row->reference);
}

/* ---- values ------------------------------------------------------------------------------ */

double lw_variables_start(const lw_variables* variables, unsigned reference)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row || row->source != LW_FROM_VALUE) {
    return 0.0;
  }
  return variables->model->value[row->first + (int)(reference - row->reference)];
}

/* The number of references from the first one on that are consecutive components of a row. */
static size_t run_length(const lw_variable* row, size_t n, const unsigned reference[])
{
  const unsigned end = row->reference + (unsigned)row->size;
  size_t         run = 1;
  while (run < n && reference[run] == reference[0] + run && reference[run] < end) run++;
  return run;
}

/* Get part of a quantity. The quantity that was computed last is not computed again. */
typedef struct lw_looked_up {
  double             number[QUANTITY_MAX];
  const lw_variable* row; /* that it belongs to, NULL: none yet */
} lw_looked_up;

static lw_status get_part(lw_instance* instance, const lw_variable* row, int first, size_t n,
                          lw_looked_up* last, double value[])
{
  const lw_variable* r      = last->row;
  lw_status          status = LW_OK;
  if (!r || r->quantity != row->quantity || r->index != row->index) {
    status    = lw_instance_get(instance, row->quantity, row->index, last->number);
    last->row = status == LW_OK ? row : NULL;
  }
  for (size_t i = 0; i < n && status == LW_OK; i++) value[i] = last->number[(size_t)first + i];
  return status;
}

lw_status lw_variables_get(const lw_variables* variables, lw_instance* instance, size_t n,
                           const unsigned reference[], double value[])
{
  lw_looked_up last;
  lw_status    status = LW_OK;
  last.row            = NULL;
  for (size_t i = 0, run = 1; i < n && status == LW_OK; i += run) {
    const lw_variable* row = lw_variables_row(variables, reference[i]);
    if (!row) {
      return LW_ERR_USAGE;
    }
    const int k = row->first + (int)(reference[i] - row->reference);
    run         = run_length(row, n - i, reference + i);
    if (row->source == LW_FROM_INPUT) {
      for (size_t j = 0; j < run; j++) value[i + j] = lw_instance_get_input(instance, k + (int)j);
    } else if (row->source == LW_FROM_RATE) {
      value[i] = lw_instance_get_input_rate(instance, k, row->order);
    } else if (row->source == LW_FROM_VALUE) {
      lw_instance_get_value(instance, k, (int)run, &value[i]);
    } else if (row->whole && run == (size_t)row->size) {
      status = lw_instance_get(instance, row->quantity, row->index, &value[i]);
    } else {
      status = get_part(instance, row, k, run, &last, &value[i]);
    }
  }
  return status;
}

/* Whether all of them can be set to these values. */
static lw_status check_set(const lw_variables* t, size_t n, const unsigned reference[],
                           const double value[], lw_diag* diag)
{
  for (size_t i = 0; i < n; i++) {
    const lw_variable* row = lw_variables_row(t, reference[i]);
    if (!row) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0, "there is no variable with value reference %u",
                         reference[i]);
    }
    const int         k    = (int)(reference[i] - row->reference) + 1;
    const char* const name = t->names + row->name;
    if (row->causality == LW_OUTPUT || row->causality == LW_LOCAL) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0, "variable %s: %s cannot be set", name,
                         row->causality == LW_OUTPUT ? "an output" : "a local variable");
    }
    if (row->causality == LW_CALCULATED) {
      return lw_diag_set(diag, LW_ERR_USAGE, 0,
                         "variable %s: it follows from other parameters and cannot be set", name);
    }
    if (!isfinite(value[i])) {
      return row->indexed ? lw_diag_set(diag, LW_ERR_INPUT, 0,
                                        "variable %s[%d]: the value must be finite", name, k)
                          : lw_diag_set(diag, LW_ERR_INPUT, 0,
                                        "variable %s: the value must be finite", name);
    }
  }
  return LW_OK;
}

lw_status lw_variables_set(const lw_variables* variables, lw_instance* instance, size_t n,
                           const unsigned reference[], const double value[], lw_diag* diag)
{
  lw_status status = check_set(variables, n, reference, value, diag);

  for (size_t i = 0, run = 1; i < n && status == LW_OK; i += run) {
    const lw_variable* row = lw_variables_row(variables, reference[i]);
    const int          k   = row->first + (int)(reference[i] - row->reference);

    run = run_length(row, n - i, reference + i);
    if (row->source == LW_FROM_VALUE) {
      status = lw_instance_set_value(instance, k, (int)run, &value[i], diag);
      continue;
    }
    if (row->source == LW_FROM_RATE) {
      status = lw_instance_set_input_rate(instance, k, row->order, value[i]);
      continue;
    }
    for (size_t j = 0; j < run && status == LW_OK; j++) {
      status = lw_instance_set_input(instance, k + (int)j, 0, value[i + j]);
    }
  }
  return status;
}

/* out = 1/2 (0, w) p: the derivative of a quaternion p that turns with w in world axes */
static void quaternion_rate(const double w[3], const double p[4], double out[4])
{
  out[0] = 0.5 * (-w[0] * p[1] - w[1] * p[2] - w[2] * p[3]);
  out[1] = 0.5 * (w[0] * p[0] + w[1] * p[3] - w[2] * p[2]);
  out[2] = 0.5 * (w[1] * p[0] + w[2] * p[1] - w[0] * p[3]);
  out[3] = 0.5 * (w[2] * p[0] + w[0] * p[2] - w[1] * p[1]);
}

/* First or second derivative of a body's quaternion:
 *   p' = 1/2 (0, w) p,   p'' = 1/2 (0, z) p + 1/2 (0, w) p' */
static lw_status derive_orientation(lw_instance* instance, int body, int order, double out[4])
{
  double    p[4] = {0}, w[3] = {0}, z[3] = {0}, rate[4], turn[4];
  lw_status status = lw_instance_get(instance, LW_BODY_QUAT, body, p);
  if (status == LW_OK) {
    status = lw_instance_get(instance, LW_BODY_W, body, w);
  }
  if (status == LW_OK && order == 2) {
    status = lw_instance_get(instance, LW_BODY_Z, body, z);
  }
  quaternion_rate(w, p, rate);
  if (order == 1) {
    memcpy(out, rate, sizeof rate);
    return status;
  }
  quaternion_rate(z, p, out);
  quaternion_rate(w, rate, turn);
  for (int i = 0; i < 4; i++) out[i] += turn[i];
  return status;
}

lw_status lw_variables_get_derivative(const lw_variables* variables, lw_instance* instance,
                                      unsigned reference, int order, double* value)
{
  const lw_variable* row = lw_variables_row(variables, reference);
  if (!row || (row->causality != LW_OUTPUT && row->causality != LW_LOCAL) || order < 1 ||
      order > 2) {
    return LW_ERR_USAGE;
  }
  const int k                 = row->first + (int)(reference - row->reference);
  double    out[QUANTITY_MAX] = {0};
  *value                      = 0.0;

  if (row->quantity == LW_BODY_QUAT) {
    const lw_status status = derive_orientation(instance, row->index, order, out);
    *value                 = out[k];
    return status;
  }

  /* go from the quantity to its derivative, as many times as the order */
  lw_quantity quantity = row->quantity;
  for (int i = 0; i < order; i++) {
    lw_quantity next = LW_BODY_R;
    while (next < LW_QUANTITY_COUNT && integral_of(next) != quantity) next++;
    if (next == LW_QUANTITY_COUNT) {
      return LW_OK;
    }
    quantity = next;
  }
  const lw_status status = lw_instance_get(instance, quantity, row->index, out);
  *value                 = out[k];
  return status;
}
