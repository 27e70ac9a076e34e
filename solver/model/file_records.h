/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_records.h - measure, write and read the records of a model file.
 *
 * One function per record does all three, so that they cannot differ: it visits the fields in the
 * order of the file.
 */
#ifndef LW_MODEL_RECORDS_H
#define LW_MODEL_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linkwork/model.h>

typedef enum lw_stream_mode { LW_MEASURE, LW_WRITE, LW_READ } lw_stream_mode;

/* The state of visiting the fields of a record. It is initialised with the mode and, for writing or
 * reading, with the bytes. */
typedef struct lw_stream {
  lw_stream_mode       mode;
  unsigned char*       out;  /* the next byte to write */
  const unsigned char* in;   /* the next byte to read */
  size_t               left; /* bytes of the record from there on */
  size_t               used; /* bytes of the fields visited */
  bool                 bad;  /* the record is too short, or a field has an impossible value */
} lw_stream;

/* Numbers of 1 to 8 bytes, least significant first. */
void     lw_bytes_put(unsigned char* at, int n, uint64_t x);
uint64_t lw_bytes_get(const unsigned char* at, int n);

/* Visit a number of n bytes. Returns it, or the number that was read; 0 where the record is too
 * short. */
uint64_t lw_stream_number(lw_stream* io, int n, uint64_t x);
void     lw_stream_real(lw_stream* io, double* x);

/* X(tag, member): the arrays of a model, in the order of the file. */
/* clang-format off */
#define LW_RECORD_LIST(X)       \
  X(PARA, parameter)            \
  X(FORM, formula)              \
  X(CODE, instruction)          \
  X(BODY, body)                 \
  X(FRAM, frame)                \
  X(SHAP, shape)                \
  X(JOIN, joint)                \
  X(ACTU, actuator)             \
  X(LOAD, load)                 \
  X(SPRI, spring)               \
  X(BUSH, bushing)              \
  X(MOTN, motion)               \
  X(COUP, coupling)             \
  X(TERM, coupling_term)        \
  X(OUTP, output)
/* clang-format on */

/* Visit the fields of a record of each kind. */
#define X(tag, member) void lw_fields_##member(lw_stream* io, lw_##member* record);
LW_RECORD_LIST(X)
#undef X

/* The same for the fields of the model itself: name, gravity, settings. */
void lw_fields_model(lw_stream* io, lw_model* model);

#endif
