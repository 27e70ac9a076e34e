/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elements.h - one view of all elements of a model: kind, name, and the slots of their values.
 *
 * Rules for every element (names, slots, finite numbers) iterate over this view, so that each
 * element lists its values in one place.
 */
#ifndef LW_MODEL_ELEMENTS_H
#define LW_MODEL_ELEMENTS_H

#include <stdbool.h>

#include <linkwork/model.h>

/* X(kind, count): the kinds in the order in which the rules check them. The names of all kinds
 * before FRAME become FMU variables. */
/* clang-format off */
#define LW_ELEMENT_LIST(X)            \
  X(PARAMETER, nparameter)            \
  X(BODY,     nbody)                  \
  X(JOINT,    njoint)                 \
  X(ACTUATOR, nactuator)              \
  X(LOAD,     nload)                  \
  X(SPRING,   nspring)                \
  X(BUSHING,  nbushing)               \
  X(MOTION,   nmotion)                \
  X(COUPLING, ncoupling)              \
  X(FRAME,    nframe)
/* clang-format on */

typedef enum lw_element_kind {
#define X(kind, count) LW_ELEMENT_##kind,
  LW_ELEMENT_LIST(X)
#undef X
      LW_ELEMENT_TERM,  /* term of a coupling */
  LW_ELEMENT_MECHANISM, /* gravity */
  LW_ELEMENT_SETTINGS,  /* settings of the solver */
  LW_ELEMENT_KIND_COUNT,
  LW_ELEMENT_VARIABLE_COUNT = LW_ELEMENT_FRAME /* kinds that name FMU variables */
} lw_element_kind;

/* One attribute of an element. */
typedef struct lw_element_value {
  const char* attribute; /* as in the mechanism file */
  lw_slot     slot;      /* LW_NONE: left out */
  int         n;         /* number of values */
  bool        optional;  /* may be left out even in a finished model */
} lw_element_value;

typedef struct lw_element {
  const char*      kind; /* as in the mechanism file: "body", "torque", ... */
  const char*      name; /* "" if the kind has no names */
  int              line;
  int              nvalue;
  lw_element_value value[16]; /* a joint has fifteen */
} lw_element;

/* Number of elements of a kind. */
int lw_model_element_count(const lw_model* model, lw_element_kind kind);

/* The view of one element; valid until the next name is added. */
lw_element lw_model_element(const lw_model* model, lw_element_kind kind, int index);

/* Sort the outputs by their elements and merge the entries of an element, so that
 * lw_model_outputs() can use a binary search. */
void lw_model_sort_outputs(lw_model* model);

/* Fill model->owner from the elements. Returns false: no memory. */
bool lw_model_find_owners(lw_model* model);

/* Find the element that owns a value. Returns false if there is none.
 *   Needs       a finished model */
bool lw_model_owner(const lw_model* model, lw_slot slot, lw_element_kind* kind, int* index);

/* A number as text for a message, with a decimal point in every locale. */
typedef struct lw_shown {
  char text[32];
} lw_shown;

lw_shown lw_show(double x);

/* Record a broken rule of an element as `joint "B": ` and the text. Returns LW_ERR_INPUT.
 *   Nullable    diag */
lw_status lw_element_error(lw_diag* diag, const lw_element* element, const char* format, ...)
    LW_PRINTF(3, 4);

#endif
