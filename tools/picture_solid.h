/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_solid.h - the bodies at one time as solids: lit faces, sorted from back to front.
 */
#ifndef LW_PICTURE_SOLID_H
#define LW_PICTURE_SOLID_H

#include <stdbool.h>

#include "picture_outline.h"
#include "picture_scene.h"
#include "picture_track.h"
#include <linkwork/model.h>

/* Append the strokes of all bodies, springs and rods as they are in one row of the track.
 *   Returns     false: no memory */
bool lw_scene_add_solids(lw_scene* scene, const lw_model* model, const lw_track* track,
                         const lw_outlines* outlines, const lw_view* view, int row);

#endif
