/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture_write.h - a scene as an SVG file, or as text for a terminal.
 */
#ifndef LW_PICTURE_WRITE_H
#define LW_PICTURE_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "picture_scene.h"

/* Write an SVG file; title and the times of the first and the last snapshot are shown.
 *   Returns     false where the file cannot be written */
bool lw_scene_write_svg(const lw_scene* scene, const char* title, double start, double stop,
                        FILE* file);

/* Draw with characters, at most so many wide and high: Braille patterns, eight dots in each, or
 * plain ASCII. Returns false where it cannot be written, or no memory. */
bool lw_scene_write_text(const lw_scene* scene, int width, int height, bool ascii, FILE* file);

#endif
