/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * math.h - places of frames, and inertias, as a robot's file needs them.
 *
 * A place is where a frame is in another one. Quaternions are w x y z, matrices are by rows.
 */
#ifndef LW_URDF_MATH_H
#define LW_URDF_MATH_H

#include <stdbool.h>

typedef struct lw_place {
  double at[3];   /* origin [m]                                                         */
  double quat[4]; /* orientation, unit length                                           */
  bool   has_rpy; /* rpy says the same, in the numbers of the file: it is written then  */
  double rpy[3];  /* R = Rz(y) Ry(p) Rx(r) [rad]                                        */
} lw_place;

/* ---- vectors ------------------------------------------------------------------------------ */

double lw_vector_dot(const double a[3], const double b[3]);
double lw_vector_length(const double a[3]);
void   lw_vector_cross(double out[3], const double a[3], const double b[3]);

/* ---- rotations ---------------------------------------------------------------------------- */

bool lw_quat_is_identity(const double quat[4]);
void lw_quat_from_rpy(double quat[4], const double rpy[3]);
void lw_quat_product(double out[4], const double a[4], const double b[4]);

/* Turn a vector; back: by the inverse rotation. */
void lw_quat_turn(double out[3], const double quat[4], const double v[3]);
void lw_quat_turn_back(double out[3], const double quat[4], const double v[3]);

/* A rotation that takes z to a unit vector; plain numbers for the six axes of the frame. */
void lw_quat_to_axis(double quat[4], const double axis[3]);

/* The rotation whose matrix has these columns, unit and perpendicular. */
void lw_quat_from_columns(double quat[4], const double x[3], const double y[3], const double z[3]);

/* ---- places ------------------------------------------------------------------------------- */

lw_place lw_place_identity(void);
bool     lw_place_is_identity(const lw_place* place);

/* A place as URDF gives it. */
lw_place lw_place_of(const double xyz[3], const double rpy[3]);

/* The place of inner in the frame in which outer is given, where inner is given in the frame of
 * outer. If one is the identity, the numbers of the other do not change. */
lw_place lw_place_compose(const lw_place* outer, const lw_place* inner);

lw_place lw_place_inverse(const lw_place* place);

/* A point given in the frame of a place. */
void lw_place_point(double out[3], const lw_place* place, const double point[3]);

/* ---- symmetric matrices xx yy zz xy xz yz -------------------------------------------------- */

/* R I R^T */
void lw_inertia_turn(double out[6], const double quat[4], const double inertia[6]);

/* Add the inertia of a mass at a distance d. */
void lw_inertia_shift(double inertia[6], double mass, const double d[3]);

/* Eigenvalues in ascending order, and unit eigenvectors as rows. */
void lw_inertia_principal(const double inertia[6], double moment[3], double axis[9]);

/* The matrix with these eigenvalues and eigenvectors. */
void lw_inertia_assemble(double inertia[6], const double moment[3], const double axis[9]);

#endif
