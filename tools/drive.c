/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drive.c - inputs over time, from a CSV file to a simulator.
 */
#include "drive.h"

#include <stdlib.h>
#include <string.h>

#include "select.h"

/* Insert a variable: they are ascending, and columns come in any order. */
static lw_status insert(lw_drive* drive, unsigned variable, size_t column, lw_diag* diag)
{
  size_t at = drive->n;
  while (at > 0 && drive->variable[at - 1] > variable) at--;
  if (at > 0 && drive->variable[at - 1] == variable) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "column \"%s\" appears twice",
                       drive->csv.name[column]);
  }
  memmove(drive->variable + at + 1, drive->variable + at,
          (drive->n - at) * sizeof *drive->variable);
  memmove(drive->column + at + 1, drive->column + at, (drive->n - at) * sizeof *drive->column);
  drive->variable[at] = variable;
  drive->column[at]   = column;
  drive->n++;
  return LW_OK;
}

static lw_status find_inputs(const lw_simulator* simulator, lw_drive* drive, lw_diag* diag)
{
  lw_status status = LW_OK;
  for (size_t c = 1; c < drive->csv.ncol && status == LW_OK; c++) {
    const char* name     = drive->csv.name[c];
    unsigned    variable = 0;
    status               = lw_select_one(simulator, name, &variable, diag);
    if (status == LW_OK && simulator->role[variable] != LW_ROLE_INPUT) {
      status = lw_diag_set(
          diag, LW_ERR_INPUT, 0, "column \"%s\" is not an input%s", name,
          simulator->role[variable] == LW_ROLE_PARAMETER ? " but a parameter: use --set" : "");
    }
    if (status == LW_OK) {
      status = insert(drive, variable, c, diag);
    }
  }
  return status;
}

lw_status lw_drive_open(const char* path, const lw_simulator* simulator, lw_drive* drive,
                        lw_diag* diag)
{
  *drive           = (lw_drive){0};
  lw_status status = lw_csv_read(path, &drive->csv, diag);
  if (status != LW_OK) {
    return status;
  }
  const size_t ncol = drive->csv.ncol;
  drive->variable   = calloc(ncol, sizeof *drive->variable);
  drive->column     = calloc(ncol, sizeof *drive->column);
  drive->value      = calloc(ncol, sizeof *drive->value);
  drive->slope      = calloc(ncol, sizeof *drive->slope);
  drive->here       = calloc(ncol, sizeof *drive->here);
  drive->there      = calloc(ncol, sizeof *drive->there);
  drive->unused     = calloc(ncol, sizeof *drive->unused);
  if (!drive->variable || !drive->column || !drive->value || !drive->slope || !drive->here ||
      !drive->there || !drive->unused) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  } else {
    status = find_inputs(simulator, drive, diag);
  }
  if (status != LW_OK) {
    lw_drive_close(drive);
  }
  return status;
}

void lw_drive_close(lw_drive* drive)
{
  lw_csv_free(&drive->csv);
  free(drive->variable);
  free(drive->column);
  free(drive->value);
  free(drive->slope);
  free(drive->here);
  free(drive->there);
  free(drive->unused);
  *drive = (lw_drive){0};
}

lw_status lw_drive_apply(lw_drive* drive, lw_simulator* simulator, double t, double t_next,
                         lw_diag* diag)
{
  if (drive->n == 0) {
    return LW_OK;
  }

  /* from the value after a jump here to the value before a jump there */
  const bool ahead = t_next > t;
  lw_csv_interpolate(&drive->csv, t, drive->here, drive->unused);
  const double* row = drive->csv.value + drive->csv.near * drive->csv.ncol; /* the last before t */
  lw_csv_interpolate(&drive->csv, t_next, drive->unused, drive->there);
  for (size_t i = 0; i < drive->n; i++) {
    const size_t c    = drive->column[i];
    const bool   held = simulator->held && simulator->held[drive->variable[i]];
    drive->value[i]   = held ? row[c] : drive->here[c];
    drive->slope[i]   = ahead ? (drive->there[c] - drive->here[c]) / (t_next - t) : 0.0;
  }
  lw_status status =
      simulator->class->set(simulator, drive->n, drive->variable, drive->value, diag);
  if (status == LW_OK && simulator->interpolates && ahead) {
    status = simulator->class->set_slopes(simulator, drive->n, drive->variable, drive->slope, diag);
  }
  return status;
}
