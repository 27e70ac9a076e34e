/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_track.h - the poses of all bodies over time, from a result of `linkwork run`.
 */
#ifndef LW_PICTURE_TRACK_H
#define LW_PICTURE_TRACK_H

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

typedef struct lw_picture_pose {
  double r[3];    /* frame origin in the world [m]    */
  double quat[4]; /* body to world, w x y z           */
} lw_picture_pose;

typedef struct lw_track {
  int              nrow, nbody;
  double*          time; /* [s]          (nrow)               */
  lw_picture_pose* pose; /* row by row   (nrow x nbody)       */
} lw_track;

/* Read the columns B.r[1..3] and B.quat[1..4] of every body; all others are passed over.
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY; the track is empty on failure */
lw_status lw_track_read(const char* path, const lw_model* model, lw_track* track, lw_diag* diag);

/* Free what a track holds. */
void lw_track_free(lw_track* track);

/* Pose of a body in a row; that of the ground for LW_GROUND. */
lw_picture_pose lw_track_pose(const lw_track* track, int row, int body);

/* World coordinates of a point given in the body frame. */
void lw_picture_pose_to_world(const lw_picture_pose* pose, const double local[3], double world[3]);

/* Body coordinates of a point given in the world. */
void lw_picture_pose_to_local(const lw_picture_pose* pose, const double world[3], double local[3]);

#endif
