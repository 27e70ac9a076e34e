/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * reader.h - functions that the readers of the elements share; for this folder only.
 *
 * Every number of the file is read by lw_read_components(), so each may be an expression. Numbers
 * that shape the motion then follow the parameters in it.
 */
#ifndef LW_MECHANISM_READER_H
#define LW_MECHANISM_READER_H

#include <stdbool.h>

#include "mechanism/expression_parse.h"
#include "text/name_index.h"
#include "xml/tree.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

/* The scopes of names. The frames of body b have the scope LW_SCOPE_FRAMES + 1 + b, those of the
 * ground LW_SCOPE_FRAMES + 1 + LW_GROUND. */
enum {
  LW_SCOPE_PARAMETER,
  LW_SCOPE_BODY,
  LW_SCOPE_JOINT,
  LW_SCOPE_MOTION,
  LW_SCOPE_COUPLING,
  LW_SCOPE_FRAMES
};

enum { LW_MOST_NUMBERS = 64 };  /* in one attribute: a polynomial of degree 63 is beyond all use */
enum { LW_POOLED_TEXTS = 256 }; /* more attributes with expressions than one repetition has */

/* A text that is in the model's pool already. */
typedef struct lw_pooled_text {
  const char* text; /* where it is in the tree */
  lw_name     name;
} lw_pooled_text;

typedef struct lw_chunk lw_chunk; /* see repeat.c */

typedef struct lw_reader {
  lw_model*      model;
  lw_diag*       diag; /* may be NULL */
  lw_name_index  names;
  lw_slot        first_parameter;  /* the values of all parameters stand in a row */
  bool           parameters_known; /* and are computed                            */
  lw_expression  expression;       /* the one that was read last                  */
  lw_pooled_text pooled[LW_POOLED_TEXTS];
  lw_chunk*      chunks; /* memory of what repetitions wrote out, for lw_repeat_free() */
} lw_reader;

/* The numbers that an attribute may have, and their unit. */
typedef struct lw_numbers {
  const char* attribute;
  int         least, most;
  bool        either; /* least or most, nothing between  */
  const char* unit;   /* "" where there is none          */
} lw_numbers;

/* The numbers of an attribute. */
typedef struct lw_components {
  int    n;
  double value[LW_MOST_NUMBERS];                        /* for the parameters of the file      */
  int    code[LW_MOST_NUMBERS], ncode[LW_MOST_NUMBERS]; /* instructions in the model; none: 0  */
  bool   computed;                                      /* any of them has instructions        */
} lw_components;

/* ---- attributes -------------------------------------------------------------------------- */

/* Read the numbers of an attribute. If it is missing, c->n is 0. */
lw_status lw_read_components(lw_reader* reader, const lw_xml_element* element,
                             const lw_numbers* numbers, lw_components* c);

/* Store components in the values of the model, with room for `size` of them, followed by zeros. If
 * *slot has values already, they are replaced. */
lw_status lw_store_components(lw_reader* reader, const lw_xml_element* element,
                              const char* attribute, const lw_components* c, int size,
                              lw_slot* slot);

/* Read numbers of an attribute that do not follow parameters: expressions keep the value that they
 * have in the file. If the attribute is missing, *n is 0. */
lw_status lw_read_numbers(lw_reader* reader, const lw_xml_element* element,
                          const lw_numbers* numbers, double value[LW_MOST_NUMBERS], int* n);

/* Read the numbers of an attribute into the values of the model. If it is missing, *slot does not
 * change; if *slot has values already, they are replaced. */
lw_status lw_read_values(lw_reader* reader, const lw_xml_element* element,
                         const lw_numbers* numbers, lw_slot* slot);

/* Report an expression that is not finite, after `before` characters of the attribute.
 * Returns LW_ERR_INPUT. */
lw_status lw_report_infinite(lw_reader* reader, const lw_xml_element* element,
                             const char* attribute, size_t before, double value);

/* Read a whole number between two limits. If the attribute is missing, *value does not change. */
lw_status lw_read_whole(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int least, int most, int* value);

/* Read an expression into reader->expression. Returns false: the text is not an expression. */
bool lw_read_expression(lw_reader* reader, const lw_xml_element* element, const char* text,
                        size_t length, lw_expression_mistake* mistake);

/* Read a piece of the text of an attribute: an expression for a whole number that is a count or a
 * part of a name. The parameters in it become fixed. */
lw_status lw_read_count(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        const char* text, size_t begin, size_t length, double* value);

/* Read a word of a list that ends with NULL. If the attribute is missing,
 * *index does not change. */
lw_status lw_read_word(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* const words[], int* index);

/* Read `true` or `false`. If the attribute is missing, *value does not change. */
lw_status lw_read_bool(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       bool* value);

/* Read `quat` or `rpy`; identity if both are missing. A quaternion that is nearly of unit length is
 * normalised, any other is an error. */
lw_status lw_read_rotation(lw_reader* reader, const lw_xml_element* element, lw_rotation* rotation);

/* The same as plain numbers w x y z. */
lw_status lw_read_quat(lw_reader* reader, const lw_xml_element* element, double quat[4]);

/* Copy the name of an element into the model. */
lw_status lw_read_name(lw_reader* reader, const lw_xml_element* element, lw_name* name);

/* ---- references -------------------------------------------------------------------------- */

/* Register the name of an element. index is the result of
 * lw_model_add_...(); LW_NONE: no memory. */
lw_status lw_reader_add(lw_reader* reader, const lw_xml_element* element, int scope, int index);

/* Find the joint that the attribute `joint` names. */
lw_status lw_find_joint(lw_reader* reader, const lw_xml_element* element, int* joint);

/* Find the body, or the ground, that an attribute names. what: for messages,
 * such as `child body`. */
lw_status lw_find_body(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                       const char* what, int* body);

/* Find the frame on a known body that an attribute names; LW_NONE where the
 * attribute is missing. */
lw_status lw_find_frame_on(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                           int body, int* frame);

/* Find the frame that an attribute names as `body.frame` or `ground.frame`. */
lw_status lw_find_frame(lw_reader* reader, const lw_xml_element* element, const char* attribute,
                        int* frame);

/* Find the element that an output belongs to: `energy`, or the name of one that has outputs. */
lw_status lw_find_output(lw_reader* reader, const lw_xml_element* element, lw_output* output);

/* Report that there is no memory. Returns LW_ERR_MEMORY. */
static inline lw_status lw_reader_no_memory(lw_reader* reader)
{
  (void)lw_diag_set(reader->diag, LW_ERR_MEMORY, 0, "out of memory");
  return LW_ERR_MEMORY;
}

/* ---- parameters and repetitions ----------------------------------------------------------- */

/* Read all parameters of a mechanism, in any order, and compute those that follow from others. */
lw_status lw_read_parameters(lw_reader* reader, const lw_xml_element* root);

/* Parameters from which fixed parameters are computed become fixed as well. Call it when
 * everything has been read. */
void lw_fix_parameters(lw_reader* reader);

/* Write out the repetitions of a tree, and the braces in names. The new elements live
 * until lw_repeat_free(). */
lw_status lw_repeat_expand(lw_reader* reader, lw_xml_element* root);
void      lw_repeat_free(lw_reader* reader);

/* ---- elements ---------------------------------------------------------------------------- */

/* Add one element to the model. Elements of lower ranks come first, because those of
 * higher ranks refer to them. */
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
