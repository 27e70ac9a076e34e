/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture.c - draws the motion that `linkwork run` computed: snapshots and the path of a point.
 *
 *   lw_picture MECHANISM.xml RESULT.csv [-o PICTURE.svg] [--view xy|xz|...|iso] [--snapshots N]
 *              [--trace BODY] [--title TEXT] [--size WIDTHxHEIGHT] [--ascii]
 *
 * With -o it writes an SVG file, without it a drawing of characters on standard output.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "output_file.h"
#include "picture_outline.h"
#include "picture_scene.h"
#include "picture_track.h"
#include "picture_write.h"
#include "report.h"
#include <linkwork/mechanism_xml.h>

static const char usage[] =
    "usage: lw_picture MECHANISM.xml RESULT.csv [-o PICTURE.svg] [--view xy|xz|yz|...|iso]\n"
    "                  [--snapshots N] [--trace BODY|none] [--title TEXT]\n"
    "                  [--size WIDTHxHEIGHT] [--ascii]\n"
    "Draws the motion in RESULT.csv, which needs the columns *.r and *.quat. Without -o it draws\n"
    "with characters on standard output.\n";

typedef struct options {
  const char* mechanism;
  const char* result;
  const char* output; /* NULL: characters on standard output    */
  const char* view;   /* NULL: chosen                           */
  const char* trace;  /* NULL: the last body                    */
  const char* title;  /* NULL: the mechanism's description      */
  int         snapshots;
  int         width, height; /* in characters */
  bool        ascii;
} options;

/* one option with a value; false where there is none of that name, or the value is wrong */
static bool set_option(options* o, const char* name, const char* value)
{
  char rest;
  if (strcmp(name, "-o") == 0) {
    o->output = value;
  } else if (strcmp(name, "--view") == 0) {
    o->view = value;
  } else if (strcmp(name, "--trace") == 0) {
    o->trace = value;
  } else if (strcmp(name, "--title") == 0) {
    o->title = value;
  } else if (strcmp(name, "--snapshots") == 0) {
    /* more than 1000 would be one black spot */
    return sscanf(value, "%d%c", &o->snapshots, &rest) == 1 && o->snapshots >= 0 &&
           o->snapshots <= 1000;
  } else if (strcmp(name, "--size") == 0) {
    return sscanf(value, "%dx%d%c", &o->width, &o->height, &rest) == 2 && o->width >= 10 &&
           o->height >= 5 && o->width <= 1000 && o->height <= 1000;
  } else {
    return false;
  }
  return true;
}

static bool read_options(int argc, char** argv, options* o)
{
  /* a terminal is 80 x 24 at least, and a line each is for the prompt and the title */
  *o = (options){.snapshots = 12, .width = 78, .height = 22};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--ascii") == 0) {
      o->ascii = true;
    } else if (argv[i][0] == '-') {
      if (i + 1 == argc || !set_option(o, argv[i], argv[i + 1])) {
        return false;
      }
      i++;
    } else if (!o->mechanism) {
      o->mechanism = argv[i];
    } else if (!o->result) {
      o->result = argv[i];
    } else {
      return false;
    }
  }
  return o->result != NULL;
}

/* the body whose path is drawn; LW_NONE for "none" */
static lw_status find_traced(const options* o, const lw_model* model, int* body, lw_diag* diag)
{
  *body = model->nbody - 1;
  if (o->trace) {
    *body = lw_model_find_body(model, o->trace);
    if (*body == LW_NONE && strcmp(o->trace, "none") != 0) {
      return lw_diag_set(diag, LW_ERR_INPUT, 0, "there is no body \"%s\"", o->trace);
    }
  }
  return LW_OK;
}

/* the title of an SVG file: the option's, or else what the mechanism says about itself */
static const char* choose_title(const options* o, const lw_model* model)
{
  const char* description = lw_model_name(model, model->description);
  if (o->title) {
    return o->title;
  }
  return description[0] ? description : lw_model_name(model, model->name);
}

static lw_status write_scene(const options* o, const lw_model* model, const lw_track* track,
                             const lw_scene* scene, lw_diag* diag)
{
  lw_output_file file;
  lw_status      status = lw_output_file_open(o->output, &file, diag);
  if (status != LW_OK) {
    return status;
  }
  const double start = track->time[0], stop = track->time[track->nrow - 1];
  const bool   written =
      o->output ? lw_scene_write_svg(scene, choose_title(o, model), start, stop, file.stream)
                  : lw_scene_write_text(scene, o->width, o->height, o->ascii, file.stream);
  if (!written) {
    lw_output_file_discard(&file);
    return lw_diag_set(diag, LW_ERR_FILE, 0, "the picture cannot be written");
  }
  return lw_output_file_commit(&file, diag);
}

static lw_status draw(const options* o, const lw_model* model, lw_diag* diag)
{
  lw_track    track    = {0};
  lw_outlines outlines = {0};
  lw_scene    scene    = {0};
  lw_view     view;
  int         traced;

  lw_status status = lw_track_read(o->result, model, &track, diag);
  if (status == LW_OK) {
    status = lw_outlines_create(model, &track, &outlines, diag);
  }
  if (status == LW_OK) {
    status = find_traced(o, model, &traced, diag);
  }
  if (status == LW_OK) {
    lw_view_choose(model, &track, &outlines, &view);
    if (o->view && !lw_view_by_name(model, o->view, &view)) {
      status = lw_diag_set(diag, LW_ERR_INPUT, 0, "there is no view \"%s\"", o->view);
    }
  }
  if (status == LW_OK) {
    status = lw_scene_create(model, &track, &outlines, &view, o->snapshots, traced, &scene, diag);
  }
  if (status == LW_OK) {
    status = write_scene(o, model, &track, &scene, diag);
  }
  lw_scene_free(&scene);
  lw_outlines_free(&outlines);
  lw_track_free(&track);
  return status;
}

int main(int argc, char** argv)
{
  options o;
  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    fputs(usage, stdout);
    return LW_EXIT_OK;
  }
  if (!read_options(argc, argv, &o)) {
    fputs(usage, stderr);
    return LW_EXIT_MISUSE;
  }
  lw_diag     diag   = {0};
  lw_model*   model  = NULL;
  const char* file   = o.mechanism; /* what a message is about */
  lw_status   status = lw_mechanism_read(o.mechanism, &model, &diag);
  if (status == LW_OK) {
    file   = o.result;
    status = draw(&o, model, &diag);
  }
  lw_model_destroy(model);
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(file, status, &diag);
}
