/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_track.c - the poses of all bodies over time, from a result of `linkwork run`.
 */
#include "picture_track.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

/* column of that name, or 0, the time: none */
static size_t find_column(const lw_csv* csv, const char* name)
{
  for (size_t i = 1; i < csv->ncol; i++) {
    if (strcmp(csv->name[i], name) == 0) {
      return i;
    }
  }
  return 0;
}

/* copy one column of the file to its place among the seven numbers of a body */
static lw_status copy_column(const lw_csv* csv, const char* name, int body, int number,
                             lw_track* track, lw_diag* diag)
{
  const size_t column = find_column(csv, name);
  if (column == 0) {
    return lw_diag_set(diag, LW_ERR_FILE, 1, "the result has no column %s", name);
  }
  for (int row = 0; row < track->nrow; row++) {
    lw_picture_pose* pose  = &track->pose[(size_t)row * (size_t)track->nbody + (size_t)body];
    const double     value = csv->value[(size_t)row * csv->ncol + column];
    if (number < 3) {
      pose->r[number] = value;
    } else {
      pose->quat[number - 3] = value;
    }
  }
  return LW_OK;
}

/* copy what belongs to the bodies */
static lw_status copy_poses(const lw_csv* csv, const lw_model* model, lw_track* track,
                            lw_diag* diag)
{
  lw_status status = LW_OK;
  for (int b = 0; b < model->nbody; b++) {
    const char* body = lw_model_name(model, model->body[b].name);
    for (int k = 0; k < 7 && status == LW_OK; k++) {
      /* longer names than this are cut, and then not found */
      char name[512];
      snprintf(name, sizeof name, k < 3 ? "%s.r[%d]" : "%s.quat[%d]", body, k < 3 ? k + 1 : k - 2);
      status = copy_column(csv, name, b, k, track, diag);
    }
  }
  return status;
}

lw_status lw_track_read(const char* path, const lw_model* model, lw_track* track, lw_diag* diag)
{
  lw_csv csv = {0};
  *track     = (lw_track){.nbody = model->nbody};

  lw_status status = lw_csv_read(path, &csv, diag);
  if (status == LW_OK && csv.nrow == 0) {
    (void)lw_diag_set(diag, LW_ERR_FILE, 1, "the result has no rows");
    status = LW_ERR_FILE;
  }
  if (status != LW_OK) {
    goto cleanup;
  }
  track->nrow = (int)csv.nrow;
  track->time = malloc(csv.nrow * sizeof *track->time);
  track->pose = malloc(csv.nrow * ((size_t)model->nbody + 1) * sizeof *track->pose);
  if (!track->time || !track->pose) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "out of memory");
    goto cleanup;
  }
  for (size_t row = 0; row < csv.nrow; row++) track->time[row] = csv.value[row * csv.ncol];
  status = copy_poses(&csv, model, track, diag);

cleanup:
  if (status != LW_OK) {
    lw_track_free(track);
  }
  lw_csv_free(&csv);
  return status;
}

void lw_track_free(lw_track* track)
{
  free(track->time);
  free(track->pose);
  *track = (lw_track){0};
}

lw_picture_pose lw_track_pose(const lw_track* track, int row, int body)
{
  if (body == LW_GROUND) {
    return (lw_picture_pose){.quat = {1.0, 0.0, 0.0, 0.0}};
  }
  return track->pose[(size_t)row * (size_t)track->nbody + (size_t)body];
}

/* c = a + 2 w (u x a) + 2 u x (u x a): a turned by the quaternion (w, u) */
static void rotate(double w, const double u[3], const double a[3], double c[3])
{
  const double t[3] = {2.0 * (u[1] * a[2] - u[2] * a[1]), 2.0 * (u[2] * a[0] - u[0] * a[2]),
                       2.0 * (u[0] * a[1] - u[1] * a[0])};
  c[0]              = a[0] + w * t[0] + u[1] * t[2] - u[2] * t[1];
  c[1]              = a[1] + w * t[1] + u[2] * t[0] - u[0] * t[2];
  c[2]              = a[2] + w * t[2] + u[0] * t[1] - u[1] * t[0];
}

void lw_picture_pose_to_world(const lw_picture_pose* pose, const double local[3], double world[3])
{
  rotate(pose->quat[0], pose->quat + 1, local, world);
  for (int i = 0; i < 3; i++) world[i] += pose->r[i];
}

void lw_picture_pose_to_local(const lw_picture_pose* pose, const double world[3], double local[3])
{
  const double away[3] = {world[0] - pose->r[0], world[1] - pose->r[1], world[2] - pose->r[2]};
  rotate(-pose->quat[0], pose->quat + 1, away, local);
}
