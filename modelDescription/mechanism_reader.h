/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanism_reader.h - what the readers of the single elements share; for mechanism_*.c only.
 *
 * Every number of the file passes through lw_read_numbers(), and every number that shapes the motion
 * through lw_read_values() on top of it.
 */
#ifndef LW_MECHANISM_READER_H
#define LW_MECHANISM_READER_H

#include <stdbool.h>

#include "diag.h"
#include "model.h"
#include "name_index.h"
#include "status.h"
#include "xml_tree.h"

/* Where names are looked up. The frames of body b have the scope LW_SCOPE_FRAMES + 1 + b, those of
 * the ground LW_SCOPE_FRAMES + 1 + LW_GROUND. */
enum { LW_SCOPE_BODY = 1, LW_SCOPE_JOINT, LW_SCOPE_MOTION, LW_SCOPE_COUPLING, LW_SCOPE_FRAMES };

typedef struct lw_reader {
  lw_model*     model;
  lw_diag*      diag; /* may be NULL */
  lw_name_index names;
} lw_reader;

/* How many numbers an attribute holds, and in which unit. */
typedef struct lw_numbers {
  const char* attribute;
  int         least, most;
  bool        either; /* least or most, nothing between  */
  const char* unit;   /* "" where there is none          */
} lw_numbers;

enum { LW_MOST_NUMBERS = 64 }; /* in one attribute: a polynomial of degree 63 is beyond all use */

/* ---- attributes -------------------------------------------------------------------------- */

/* Read the numbers of an attribute. Where it is missing, *n is 0. */
lw_status lw_read_numbers(lw_reader* reader, const lw_xml_element* element,
                          const lw_numbers* numbers, double value[LW_MOST_NUMBERS], int* n);

/* Read the numbers of an attribute into the model's values. Where it is missing, *slot stays; where
 * *slot has values, those are replaced. */
lw_status lw_read_values(lw_reader* reader, const lw_xml_element* element,
                         const lw_numbers* numbers, lw_slot* slot);

/* Read a whole number between two limits. Where the attribute is missing, *value stays. */
lw_status lw_read_whole(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int least, int most, int* value);

/* Read one of some words, a list that ends with NULL. Where the attribute is missing, *index stays. */
lw_status lw_read_word(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* const words[], int* index);

/* Read `true` or `false`. Where the attribute is missing, *value stays. */
lw_status lw_read_bool(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       bool* value);

/* Read `quat` or `rpy`; neither: identity. A quaternion that is nearly one of unit length is made
 * one, any other is an error. */
lw_status lw_read_rotation(lw_reader* reader, const lw_xml_element* element, lw_rotation* rotation);

/* The same as plain numbers w x y z. */
lw_status lw_read_quat(lw_reader* reader, const lw_xml_element* element, double quat[4]);

/* Copy the name of an element into the model. */
lw_status lw_read_name(lw_reader* reader, const lw_xml_element* element, lw_name* name);

/* ---- references -------------------------------------------------------------------------- */

/* Make an element known under its name; index is what lw_model_add_...() returned, LW_NONE: no
 * memory. */
lw_status lw_reader_add(lw_reader* reader, const lw_xml_element* element, int scope, int index);

/* Find the joint that the attribute `joint` names. */
lw_status lw_find_joint(lw_reader* reader, const lw_xml_element* element, int* joint);

/* Find the body, or the ground, that an attribute names. what: for messages, such as `child body`. */
lw_status lw_find_body(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* what, int* body);

/* Find the frame on a known body that an attribute names; LW_NONE where the attribute is missing. */
lw_status lw_find_frame_on(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                           int body, int* frame);

/* Find the frame that an attribute names as `body.frame` or `ground.frame`. */
lw_status lw_find_frame(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int* frame);

/* Find the element that an output belongs to: `energy`, or the name of one that has outputs. */
lw_status lw_find_output(lw_reader* reader, const lw_xml_element* element, lw_output* output);

/* Out of memory. */
lw_status lw_reader_no_memory(lw_reader* reader);

/* ---- elements ---------------------------------------------------------------------------- */

/* Add one element to the model. Those of lower ranks come first: they are referred to. */
lw_status lw_read_solver(lw_reader* reader, const lw_xml_element* element);     /* rank 0 */
lw_status lw_read_experiment(lw_reader* reader, const lw_xml_element* element); /* rank 0 */
lw_status lw_read_ground(lw_reader* reader, const lw_xml_element* element);     /* rank 0 */
lw_status lw_read_body(lw_reader* reader, const lw_xml_element* element);       /* rank 0 */
lw_status lw_read_joint(lw_reader* reader, const lw_xml_element* element);      /* rank 1 */
lw_status lw_read_actuator(lw_reader* reader, const lw_xml_element* element);   /* rank 2 */
lw_status lw_read_force(lw_reader* reader, const lw_xml_element* element);      /* rank 2 */
lw_status lw_read_torque(lw_reader* reader, const lw_xml_element* element);     /* rank 2 */
lw_status lw_read_spring(lw_reader* reader, const lw_xml_element* element);     /* rank 2 */
lw_status lw_read_bushing(lw_reader* reader, const lw_xml_element* element);    /* rank 2 */
lw_status lw_read_motion(lw_reader* reader, const lw_xml_element* element);     /* rank 2 */
lw_status lw_read_coupling(lw_reader* reader, const lw_xml_element* element);   /* rank 2 */
lw_status lw_read_outputs(lw_reader* reader, const lw_xml_element* element);    /* rank 3 */

#endif
