/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table.c - a CSV file of numbers with a line of column names.
 */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* the whole file as text, terminated */
static char* read_text(const char* path)
{
  FILE* file = fopen(path, "rb");
  if (!file) {
    fail_msg("%s: cannot be opened", path);
  }
  size_t size = 0, room = 1 << 16;
  char*  text = malloc(room);
  assert_non_null(text);
  size_t got;
  while ((got = fread(text + size, 1, room - size - 1, file)) > 0) {
    size += got;
    if (size + 1 == room) {
      room *= 2;
      char* larger = realloc(text, room);
      assert_non_null(larger);
      text = larger;
    }
  }
  fclose(file);
  text[size] = '\0';
  return text;
}

/* cut the heading into names; the rest of the text starts where *rest says */
static void read_heading(lw_test_table* table, const char* path, char** rest)
{
  char* end = strchr(table->text, '\n');
  if (!end) {
    fail_msg("%s: has no line of numbers", path);
  }
  *end  = '\0';
  *rest = end + 1;
  if (end > table->text && end[-1] == '\r') {
    end[-1] = '\0';
  }
  table->ncol = 1;
  for (const char* c = table->text; *c; c++) table->ncol += *c == ',';
  table->name = malloc((size_t)table->ncol * sizeof *table->name);
  assert_non_null(table->name);
  char* name = table->text;
  for (int i = 0; i < table->ncol; i++) {
    table->name[i] = name;
    char* comma    = strchr(name, ',');
    if (comma) {
      *comma = '\0';
      name   = comma + 1;
    }
  }
}

lw_test_table lw_test_table_read(const char* path)
{
  lw_test_table table = {.text = read_text(path)};
  char*         rest;
  read_heading(&table, path, &rest);

  int nline = 1;
  for (const char* c = rest; *c; c++) nline += *c == '\n';
  table.value = malloc((size_t)nline * (size_t)table.ncol * sizeof *table.value);
  assert_non_null(table.value);

  while (*rest) {
    double* row = table.value + (size_t)table.nrow * (size_t)table.ncol;
    for (int i = 0; i < table.ncol; i++) {
      char* end;
      row[i]           = strtod(rest, &end);
      const char after = i + 1 < table.ncol ? ',' : '\n';
      if (end == rest || (*end != after && *end != '\r' && *end != '\0')) {
        fail_msg("%s: row %d, column %s: not a number", path, table.nrow + 1, table.name[i]);
      }
      rest = end + (*end == '\r') + (*end != '\0');
    }
    table.nrow++;
  }
  return table;
}

void lw_test_table_free(lw_test_table* table)
{
  free(table->text);
  free(table->name);
  free(table->value);
  *table = (lw_test_table){0};
}

int lw_test_table_column(const lw_test_table* table, const char* name)
{
  for (int i = 0; i < table->ncol; i++) {
    if (strcmp(table->name[i], name) == 0) {
      return i;
    }
  }
  fail_msg("the table has no column %s", name);
  return -1;
}

int lw_test_table_row(const lw_test_table* table, double t)
{
  for (int row = 0; row < table->nrow; row++) {
    /* times are written with at least 9 decimals where they are not round */
    if (fabs(table->value[(size_t)row * (size_t)table->ncol] - t) < 1e-9) {
      return row;
    }
  }
  fail_msg("the table has no row for t = %g", t);
  return -1;
}

double lw_test_table_at(const lw_test_table* table, int row, const char* name)
{
  return table
      ->value[(size_t)row * (size_t)table->ncol + (size_t)lw_test_table_column(table, name)];
}
