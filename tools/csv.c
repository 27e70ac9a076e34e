/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * csv.c - a table of numbers over time from a CSV file.
 *
 *   cost     about 50 ns per number; an interpolation is one pass over two rows
 */
#include "csv.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/number_parse.h"

/* ---- the file as text -------------------------------------------------------------------- */

/* Read a whole file; the text is terminated. NULL: the reason is in errno. */
static char* read_text(const char* path, size_t* size)
{
  FILE* file = fopen(path, "rb");
  if (!file) {
    return NULL;
  }
  char*  text = NULL;
  size_t cap  = 0;
  *size       = 0;
  for (;;) {
    if (*size + 1 >= cap) { /* one for the terminator */
      cap        = cap ? 2 * cap : 65536;
      char* more = realloc(text, cap);
      if (!more) {
        errno = ENOMEM;
        break;
      }
      text = more;
    }
    const size_t n = fread(text + *size, 1, cap - *size - 1, file);
    *size += n;
    if (n == 0) {
      if (ferror(file)) {
        break;
      }
      text[*size] = '\0';
      (void)fclose(file);
      return text;
    }
  }
  const int reason = errno;
  free(text);
  (void)fclose(file);
  errno = reason;
  return NULL;
}

/* Take the next line from the text and terminate it; NULL at the end of the text. */
static char* next_line(char** rest)
{
  char* line = *rest;
  if (!line || *line == '\0') {
    return NULL;
  }
  char* end = strchr(line, '\n');
  *rest     = end ? end + 1 : NULL;
  if (end) {
    *end = '\0';
  }
  const size_t length = strlen(line);
  if (length > 0 && line[length - 1] == '\r') {
    line[length - 1] = '\0';
  }
  return line;
}

static bool is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* Whether a line is empty or a comment. */
static bool is_passed_over(const char* line)
{
  while (is_blank(*line)) line++;
  return *line == '\0' || *line == '#';
}

/* Take the next field from a line and terminate it, without blanks and quotes around it; NULL after
 * the last. Commas between brackets, apostrophes or quotes belong to the field. */
static char* next_field(char** rest)
{
  char* field = *rest;
  if (!field) {
    return NULL;
  }
  int   depth = 0;
  char  quote = '\0';
  char* end   = field;
  for (; *end && (*end != ',' || depth > 0 || quote); end++) {
    if (quote) {
      quote = *end == quote ? '\0' : quote;
    } else if (*end == '\'' || *end == '"') {
      quote = *end;
    } else {
      depth += (*end == '[') - (*end == ']');
    }
  }
  *rest = *end ? end + 1 : NULL;

  while (is_blank(*field)) field++;
  while (end > field && is_blank(end[-1])) end--;
  *end = '\0';
  if (*field == '"' && end > field + 1 && end[-1] == '"') {
    field++;
    end[-1] = '\0';
  }
  return field;
}

/* ---- names and numbers ------------------------------------------------------------------- */

static lw_status read_names(char* line, int number, lw_csv* csv, lw_diag* diag)
{
  size_t columns = 1;
  for (const char* c = line; *c; c++) columns += *c == ',';
  csv->name = malloc(columns * sizeof *csv->name);
  if (!csv->name) {
    return LW_ERR_MEMORY;
  }
  for (char* name = next_field(&line); name; name = next_field(&line)) {
    if (*name == '\0') {
      return lw_diag_set(diag, LW_ERR_INPUT, number, "column %zu has no name", csv->ncol + 1);
    }
    csv->name[csv->ncol++] = name;
  }
  /* NOLINTNEXTLINE(clang-analyzer-core.*): a line has at least one field */
  if (strcmp(csv->name[0], "time") != 0) {
    return lw_diag_set(diag, LW_ERR_INPUT, number,
                       "the first column must be \"time\", found \"%s\"", csv->name[0]);
  }
  return LW_OK;
}

/* Make room for one more row. */
static bool reserve_row(lw_csv* csv, size_t* cap)
{
  if (csv->nrow < *cap) {
    return true;
  }
  const size_t rows = *cap ? 2 * *cap : 64;
  if (rows > SIZE_MAX / sizeof *csv->value / csv->ncol) {
    return false;
  }
  double* more = realloc(csv->value, rows * csv->ncol * sizeof *more);
  if (!more) {
    return false;
  }
  csv->value = more;
  *cap       = rows;
  return true;
}

static lw_status read_row(char* line, int number, lw_csv* csv, lw_diag* diag)
{
  double* row = csv->value + csv->nrow * csv->ncol;
  size_t  n   = 0;
  for (char* field = next_field(&line); field; field = next_field(&line), n++) {
    if (n < csv->ncol && lw_number_read(field, strlen(field), &row[n]) != LW_NUMBER_OK) {
      return lw_diag_set(diag, LW_ERR_INPUT, number, "column \"%s\": \"%s\" is not a number",
                         csv->name[n], field);
    }
  }
  if (n != csv->ncol) {
    return lw_diag_set(diag, LW_ERR_INPUT, number, "%zu values where the heading has %zu names", n,
                       csv->ncol);
  }
  if (csv->nrow > 0 && row[0] < row[0 - (ptrdiff_t)csv->ncol]) {
    return lw_diag_set(diag, LW_ERR_INPUT, number, "the time goes backwards, to %g s", row[0]);
  }
  csv->nrow++;
  return LW_OK;
}

static lw_status read_table(char* rest, lw_csv* csv, lw_diag* diag)
{
  lw_status status = LW_OK;
  size_t    cap    = 0;
  int       number = 0;
  for (char* line = next_line(&rest); line && status == LW_OK; line = next_line(&rest)) {
    number++;
    if (is_passed_over(line)) {
      continue;
    }
    if (!csv->name) {
      status = read_names(line, number, csv, diag);
    } else {
      status = reserve_row(csv, &cap) ? read_row(line, number, csv, diag) : LW_ERR_MEMORY;
    }
  }
  if (status == LW_OK && csv->nrow == 0) {
    status = lw_diag_set(diag, LW_ERR_INPUT, 0, "there are no values in it");
  }
  return status;
}

lw_status lw_csv_read(const char* path, lw_csv* csv, lw_diag* diag)
{
  *csv        = (lw_csv){0};
  size_t size = 0;
  char*  text = read_text(path, &size);
  return text ? lw_csv_parse(text, size, csv, diag)
              : lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be read: %s", strerror(errno));
}

lw_status lw_csv_parse(char* text, size_t size, lw_csv* csv, lw_diag* diag)
{
  lw_status status = LW_OK;
  *csv             = (lw_csv){.text = text};
  if (strlen(csv->text) != size) {
    status = lw_diag_set(diag, LW_ERR_INPUT, 0, "this is not a text file");
  } else {
    const bool marked = !strncmp(csv->text, "\xef\xbb\xbf", 3); /* byte order mark of UTF-8 */
    status            = read_table(csv->text + (marked ? 3 : 0), csv, diag);
  }
  if (status != LW_OK) {
    lw_csv_free(csv);
  }
  return status == LW_ERR_MEMORY ? lw_diag_set(diag, status, 0, "%s", lw_status_text(status))
                                 : status;
}

void lw_csv_free(lw_csv* csv)
{
  free(csv->value);
  free(csv->name);
  free(csv->text);
  *csv = (lw_csv){0};
}

/* ---- looking up -------------------------------------------------------------------------- */

/* the last row that is not later than the time; row 0 if all are later */
static size_t find_row(lw_csv* csv, double time)
{
  const size_t  n = csv->ncol;
  const double* v = csv->value;
  size_t        i = v[csv->near * n] > time ? 0 : csv->near;
  while (i + 1 < csv->nrow && v[(i + 1) * n] <= time) i++;
  csv->near = i;
  return i;
}

void lw_csv_interpolate(lw_csv* csv, double time, double value[], double before[])
{
  const size_t  n = csv->ncol, i = find_row(csv, time);
  const double* v = csv->value;

  const double* a  = v + i * n;
  const double* b  = i + 1 < csv->nrow ? a + n : a;
  const double  dt = b[0] - a[0];
  const double  w  = time > a[0] && dt > 0.0 ? (time - a[0]) / dt : 0.0;
  for (size_t k = 0; k < n; k++) value[k] = a[k] + w * (b[k] - a[k]);

  /* of several rows with this time, the first one belongs to the time before the jump */
  size_t first = i;
  while (first > 0 && v[(first - 1) * n] == time) first--;
  memcpy(before, a[0] == time ? v + first * n : value, n * sizeof *before);
  value[0]  = time;
  before[0] = time;
}
