/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_result.c - packs a result for a page: second differences of whole numbers, by bytes.
 */
#include "view_result.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "page/json.h"

/* The largest whole number of a value; the one above it stands for what is not finite. */
static const double   TOP    = 4294967294.0;
static const uint32_t ABSENT = 0xffffffffu;

/* What a column is for, by the end of its name: 0: poses, which the picture needs; then what is
 * looked at most. */
static int rank_of(const char* name)
{
  static const char* const order[] = {".r[",      ".quat[",  ".q",  ".force[",
                                      ".torque[", ".effort", ".v[", ".w["};
  const char*              dot     = strrchr(name, '.');
  if (!dot || !strncmp(name, "energy.", 7)) {
    return 1;
  }
  for (int i = 0; i < 8; i++) {
    if (!strncmp(dot, order[i], strlen(order[i]))) {
      return i < 2 ? 0 : i < 6 ? 1 : 2;
    }
  }
  return 3;
}

/* The highest rank that fits, and every how manyth row. */
static int choose(const lw_csv* csv, double most, size_t* stride)
{
  double count[4] = {1.0, 0.0, 0.0, 0.0}; /* of the columns; one is the time */
  for (size_t c = 1; c < csv->ncol; c++) count[rank_of(csv->name[c])] += 1.0;
  double columns = count[0];
  int    rank    = 0;
  while (rank < 3 && (columns + count[rank + 1]) * (double)csv->nrow <= most) {
    columns += count[++rank];
  }
  *stride = (size_t)fmax(1.0, ceil(columns * (double)csv->nrow / most));
  return rank;
}

/* ---- one column --------------------------------------------------------------------------- */

/* A column as whole numbers. */
typedef struct scale {
  double base, step;
  bool   constant; /* all values are equal and finite */
} scale;

/* The step of a column: 2^-24 of its range, which is what a number of single precision resolves;
 * of poses at most 1e-7 [m, 1], so that their rounding is far below what a joint may gape in a
 * picture; never less than the range of whole numbers needs. */
static scale scale_column(const lw_csv* csv, size_t column, bool fine)
{
  double low = INFINITY, high = -INFINITY;
  bool   finite = true;
  for (size_t r = 0; r < csv->nrow; r++) {
    const double v = csv->value[r * csv->ncol + column];
    finite         = finite && isfinite(v);
    if (isfinite(v)) {
      low  = fmin(low, v);
      high = fmax(high, v);
    }
  }
  if (!(high >= low)) {
    return (scale){.base = 0.0, .step = 1.0};
  }
  const double range = high - low;
  double       step  = range / 16777216.0;
  if (fine) {
    step = fmin(step, 1e-7);
  }
  step = fmax(step, range / TOP);
  return (scale){.base = low, .step = step > 0.0 ? step : 1.0, .constant = finite && range == 0.0};
}

static uint32_t quantise(const scale* s, double value)
{
  return isfinite(value) ? (uint32_t)fmin(TOP, floor((value - s->base) / s->step + 0.5)) : ABSENT;
}

/* Append the second differences of a column, byte by byte. */
static bool add_column(const lw_csv* csv, size_t column, const scale* s, size_t stride, size_t n,
                       lw_text* bytes)
{
  if (!lw_text_reserve(bytes, 4 * n)) {
    return false;
  }
  unsigned char* plane  = (unsigned char*)bytes->data + bytes->size;
  uint32_t       before = 0, last = 0; /* the two values before */
  for (size_t i = 0; i < n; i++) {
    const size_t   row = i + 1 < n ? i * stride : csv->nrow - 1;
    const uint32_t q   = quantise(s, csv->value[row * csv->ncol + column]);
    const uint32_t d   = q - 2u * last + before; /* modulo 2^32 */
    const uint32_t z   = d << 1 ^ (d >> 31 ? 0xffffffffu : 0u);
    for (size_t k = 0; k < 4; k++) plane[k * n + i] = (unsigned char)(z >> (24 - 8 * k) & 0xffu);
    before = last;
    last   = q;
  }
  bytes->size += 4 * n;
  return true;
}

/* ---- all ---------------------------------------------------------------------------------- */

static void add_unit(const lw_variables* variables, const char* name, bool time, lw_text* json)
{
  char     unit[64] = "";
  unsigned reference;
  if (time) {
    lw_json_string(json, "unit", "s");
  } else if (variables && lw_variables_find(variables, name, &reference)) {
    (void)lw_variables_unit_name(variables, reference, unit, sizeof unit);
    lw_json_string(json, "unit", unit);
    lw_json_number(json, "reference", reference);
  }
}

lw_status lw_view_pack(const lw_csv* csv, const lw_variables* variables, double most, lw_text* json,
                       lw_text* bytes, size_t* dropped, size_t* stride)
{
  const int    rank = choose(csv, most, stride);
  const size_t n = (csv->nrow - 1 + *stride - 1) / *stride + 1; /* the last row is always there */
  *dropped       = 0;
  lw_json_begin(json, "result", '{');
  lw_json_number(json, "rows", (double)n);
  lw_json_begin(json, "columns", '[');
  for (size_t c = 0; c < csv->ncol; c++) {
    const int own = c == 0 ? 0 : rank_of(csv->name[c]);
    if (own > rank) {
      ++*dropped;
      continue;
    }
    scale s = scale_column(csv, c, own == 0 && c > 0);
    if (c == 0) { /* times: as exact as they can be */
      s.step = s.constant ? 1.0 : (csv->value[(csv->nrow - 1) * csv->ncol] - s.base) / TOP;
    }
    lw_json_begin(json, NULL, '{');
    lw_json_string(json, "name", csv->name[c]);
    add_unit(variables, csv->name[c], c == 0, json);
    lw_json_number(json, "base", s.base);
    lw_json_number(json, "step", s.constant ? 0.0 : s.step);
    lw_json_end(json, '}');
    if (!s.constant && !add_column(csv, c, &s, *stride, n, bytes)) {
      return LW_ERR_MEMORY;
    }
  }
  lw_json_end(json, ']');
  lw_json_end(json, '}');
  return json->failed || bytes->failed ? LW_ERR_MEMORY : LW_OK;
}
