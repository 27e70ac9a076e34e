/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file.c - write and read a finished model as a flat file: head, sections, checksum.
 *
 *   head   magic, version, number of sections, size, checksum
 *   each section   tag, size of a record, number of records; the records, padded to eight bytes
 *
 *   cost     linear in the size of the file
 */
#include <linkwork/model_io.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/file_records.h"

enum { HEAD_SIZE = 32, CHECKSUM_AT = 24, SECTION_HEAD = 16 };

static const unsigned char MAGIC[8] = {0x89, 'L', 'W', 'M', 0x0d, 0x0a, 0x1a, 0x0a};

unsigned long long lw_fnv(unsigned long long hash, const void* bytes, size_t size)
{
  const unsigned char* b = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ b[i]) * 1099511628211ull;
  return hash;
}

/* ---- sections ---------------------------------------------------------------------------- */

/* A section: all records with one tag, from an array of the model or, with one record, the model
 * itself. */
typedef struct section {
  char tag[5];
  int (*count)(const lw_model* model);
  /* Measure, write or read record i; a record that was read is appended. Returns false: no
   * memory. */
  bool (*record)(lw_stream* io, lw_model* model, int i);
} section;

#define X(tag, member)                                                                             \
  static int member##_count(const lw_model* model)                                                 \
  {                                                                                                \
    return model->n##member;                                                                       \
  }                                                                                                \
  static bool member##_record(lw_stream* io, lw_model* model, int i)                               \
  {                                                                                                \
    lw_##member element;                                                                           \
    memset(&element, 0, sizeof element);                                                           \
    if (io->mode != LW_READ) {                                                                     \
      element = model->member[i];                                                                  \
    }                                                                                              \
    lw_fields_##member(io, &element);                                                              \
    return io->mode != LW_READ || io->bad || lw_model_add_##member(model, &element) >= 0;          \
  }
LW_RECORD_LIST(X)
#undef X

static int model_count(const lw_model* model)
{
  (void)model;
  return 1;
}

static bool model_record(lw_stream* io, lw_model* model, int i)
{
  (void)i;
  lw_fields_model(io, model);
  return true;
}

static int value_count(const lw_model* model)
{
  return model->nvalue;
}

static bool value_record(lw_stream* io, lw_model* model, int i)
{
  double x = io->mode == LW_READ ? 0.0 : model->value[i];
  lw_stream_real(io, &x);
  return io->mode != LW_READ || lw_model_add_values(model, 1, &x) >= 0;
}

/* names first, then the values that elements refer to */
static const section SECTIONS[] = {{"MODL", model_count, model_record},
                                   {"VALU", value_count, value_record},
#define X(tag, member) {#tag, member##_count, member##_record},
                                   LW_RECORD_LIST(X)
#undef X
};

enum { NSECTION = sizeof SECTIONS / sizeof SECTIONS[0] };

/* sections of plain bytes */
static const char TAG_GUID[] = "GUID", TAG_NAMES[] = "NAME";

static size_t padded(size_t size)
{
  return (size + 7) / 8 * 8;
}

/* ---- writing ----------------------------------------------------------------------------- */

/* Write the head of a section; end_section() fills up with zeros to the next one. */
static void begin_section(lw_stream* io, const char* tag, size_t record, size_t count)
{
  for (int i = 0; i < 4; i++) (void)lw_stream_number(io, 1, (unsigned char)tag[i]);
  (void)lw_stream_number(io, 4, record);
  (void)lw_stream_number(io, 8, count);
}

static void end_section(lw_stream* io)
{
  while (io->used % 8 != 0) (void)lw_stream_number(io, 1, 0);
}

static void write_bytes(lw_stream* io, const char* tag, const char* bytes, size_t size)
{
  begin_section(io, tag, 1, size);
  for (size_t i = 0; i < size; i++) (void)lw_stream_number(io, 1, (unsigned char)bytes[i]);
  end_section(io);
}

/* Measure or write all sections. The model is not changed, that happens only while reading. */
static void write_sections(lw_stream* io, lw_model* model, const char* guid)
{
  write_bytes(io, TAG_GUID, guid, strlen(guid));
  write_bytes(io, TAG_NAMES, model->pool, model->npool);
  for (int k = 0; k < NSECTION; k++) {
    const section* s     = &SECTIONS[k];
    const int      count = s->count(model);
    lw_stream      one   = {.mode = LW_MEASURE};
    if (count > 0) {
      (void)s->record(&one, model, 0);
    }
    begin_section(io, s->tag, one.used, (size_t)count);
    for (int i = 0; i < count; i++) (void)s->record(io, model, i);
    end_section(io);
  }
}

static uint64_t checksum(const unsigned char* bytes, size_t size)
{
  const unsigned long long head = lw_fnv(LW_FNV_BEGIN, bytes, CHECKSUM_AT);
  return lw_fnv(head, bytes + HEAD_SIZE, size - HEAD_SIZE);
}

lw_status lw_model_write(const lw_model* model, const char* guid, unsigned char** bytes,
                         size_t* size)
{
  /* a shallow copy, because the functions of fields take a model that they may change while
   * reading */
  lw_model  copy    = *model;
  lw_stream measure = {.mode = LW_MEASURE};
  write_sections(&measure, &copy, guid);

  *size  = HEAD_SIZE + measure.used;
  *bytes = malloc(*size);
  if (!*bytes) {
    return LW_ERR_MEMORY;
  }
  memcpy(*bytes, MAGIC, sizeof MAGIC);
  lw_bytes_put(*bytes + 8, 4, LW_FILE_VERSION);
  lw_bytes_put(*bytes + 12, 4, NSECTION + 2);
  lw_bytes_put(*bytes + 16, 8, *size);
  lw_stream io = {.mode = LW_WRITE, .out = *bytes + HEAD_SIZE};
  write_sections(&io, &copy, guid);
  lw_bytes_put(*bytes + CHECKSUM_AT, 8, checksum(*bytes, *size));
  return LW_OK;
}

/* ---- reading ----------------------------------------------------------------------------- */

/* The state of reading a file. */
typedef struct reader {
  const unsigned char* at;   /* next byte */
  size_t               left; /* bytes from there on */
  lw_model*            model;
  char*                guid;
  lw_diag*             diag;
} reader;

/* A section that was found in the file. */
typedef struct found {
  char                 tag[5];
  size_t               record, count;
  const unsigned char* bytes;
} found;

static lw_status damaged(const reader* r, const char* tag)
{
  return lw_diag_set(r->diag, LW_ERR_FILE, 0, "the model file is damaged in section %s", tag);
}

static bool printable(const char* text)
{
  for (; *text; text++) {
    if (*text < 0x20 || *text > 0x7e) {
      return false;
    }
  }
  return true;
}

/* Read the head of the next section and skip its records. */
static lw_status next_section(reader* r, found* f)
{
  memset(f, 0, sizeof *f);
  if (r->left < SECTION_HEAD) {
    return damaged(r, "list");
  }
  for (int i = 0; i < 4; i++) f->tag[i] = (char)(r->at[i] & 0x7f);
  const uint64_t record = lw_bytes_get(r->at + 4, 4), count = lw_bytes_get(r->at + 8, 8);
  r->at += SECTION_HEAD;
  r->left -= SECTION_HEAD;
  if (strlen(f->tag) != 4 || !printable(f->tag)) {
    return damaged(r, "list");
  }
  /* all records must be in the file, which bounds their number; and it must fit an int */
  if (count > INT_MAX / 2 || (record > 0 && count > r->left / record) ||
      (record == 0 && count > 0) || padded((size_t)(record * count)) > r->left) {
    return damaged(r, f->tag);
  }
  f->record = (size_t)record;
  f->count  = (size_t)count;
  f->bytes  = r->at;
  r->at += padded(f->record * f->count);
  r->left -= padded(f->record * f->count);
  return LW_OK;
}

static lw_status read_guid(const reader* r, const found* f)
{
  if (f->record != 1 || f->count >= LW_GUID_SIZE || memchr(f->bytes, '\0', f->count)) {
    return damaged(r, f->tag);
  }
  memcpy(r->guid, f->bytes, f->count);
  r->guid[f->count] = '\0';
  return LW_OK;
}

/* The pool begins with the empty name and ends with a terminator. */
static lw_status read_names(const reader* r, const found* f)
{
  lw_model* model = r->model;
  if (f->record != 1 || f->count == 0 || f->bytes[0] != '\0' || f->bytes[f->count - 1] != '\0') {
    return damaged(r, f->tag);
  }
  char* pool = malloc(f->count);
  if (!pool) {
    return LW_ERR_MEMORY;
  }
  memcpy(pool, f->bytes, f->count);
  free(model->pool);
  model->pool     = pool;
  model->npool    = f->count;
  model->pool_cap = f->count;
  return LW_OK;
}

static lw_status read_records(const reader* r, const found* f, const section* s)
{
  if (s->record == model_record && f->count != 1) {
    return damaged(r, f->tag);
  }
  for (size_t i = 0; i < f->count; i++) {
    lw_stream io = {.mode = LW_READ, .in = f->bytes + i * f->record, .left = f->record};
    if (!s->record(&io, r->model, (int)i)) {
      return LW_ERR_MEMORY;
    }
    if (io.bad) {
      return damaged(r, f->tag);
    }
  }
  return LW_OK;
}

/* Bit of a tag among the tags that a file must have once; 0: any other tag. */
static unsigned tag_bit(const char* tag)
{
  if (!strcmp(tag, TAG_GUID)) {
    return 1u;
  }
  if (!strcmp(tag, TAG_NAMES)) {
    return 2u;
  }
  for (unsigned k = 0; k < NSECTION; k++) {
    if (!strcmp(tag, SECTIONS[k].tag)) {
      return 4u << k;
    }
  }
  return 0u;
}

static lw_status read_section(const reader* r, const found* f)
{
  if (!strcmp(f->tag, TAG_GUID)) {
    return read_guid(r, f);
  }
  if (!strcmp(f->tag, TAG_NAMES)) {
    return read_names(r, f);
  }
  for (int k = 0; k < NSECTION; k++) {
    if (!strcmp(f->tag, SECTIONS[k].tag)) {
      return read_records(r, f, &SECTIONS[k]);
    }
  }
  /* sections with lower-case tags are optional */
  if (f->tag[0] >= 'a' && f->tag[0] <= 'z') {
    return LW_OK;
  }
  return lw_diag_set(r->diag, LW_ERR_FILE, 0,
                     "the model file has a section %s, which a newer version of Linkwork wrote",
                     f->tag);
}

static lw_status read_sections(reader* r, uint64_t count)
{
  const unsigned all  = (4u << NSECTION) - 1u;
  unsigned       seen = 0;
  for (uint64_t k = 0; k < count; k++) {
    found     f;
    lw_status status = next_section(r, &f);
    if (status == LW_OK && (seen & tag_bit(f.tag))) {
      status = damaged(r, f.tag);
    }
    if (status == LW_OK) {
      seen |= tag_bit(f.tag);
      status = read_section(r, &f);
    }
    if (status != LW_OK) {
      return status;
    }
  }
  return r->left == 0 && seen == all ? LW_OK : damaged(r, "list");
}

/* Check that the bytes are a complete and undamaged file of this version. */
static lw_status check_head(const unsigned char* bytes, size_t size, lw_diag* diag)
{
  if (size < HEAD_SIZE || memcmp(bytes, MAGIC, sizeof MAGIC) != 0) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "this is not a Linkwork model file");
  }
  const uint64_t version = lw_bytes_get(bytes + 8, 4);
  if (version != LW_FILE_VERSION) {
    return lw_diag_set(diag, LW_ERR_FILE, 0,
                       "the model file has version %llu, this program reads version %d",
                       (unsigned long long)version, LW_FILE_VERSION);
  }
  if (lw_bytes_get(bytes + 16, 8) != size) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "the model file is cut: it has %zu of %llu bytes",
                       size, (unsigned long long)lw_bytes_get(bytes + 16, 8));
  }
  if (lw_bytes_get(bytes + CHECKSUM_AT, 8) != checksum(bytes, size)) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "the model file is damaged: its checksum is wrong");
  }
  return LW_OK;
}

lw_status lw_model_read(const unsigned char* bytes, size_t size, lw_model** model,
                        char guid[LW_GUID_SIZE], lw_diag* diag)
{
  *model           = NULL;
  guid[0]          = '\0';
  lw_status status = check_head(bytes, size, diag);
  if (status != LW_OK) {
    return status;
  }
  reader r = {.at    = bytes + HEAD_SIZE,
              .left  = size - HEAD_SIZE,
              .model = lw_model_create(),
              .guid  = guid,
              .diag  = diag};
  if (!r.model) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  r.model->nvalue = 0; /* the file contains the values of lw_model_create(), too */
  status          = read_sections(&r, lw_bytes_get(bytes + 12, 4));
  if (status == LW_OK) {
    status = lw_model_finish(r.model, diag);
  } else if (status == LW_ERR_MEMORY) {
    (void)lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
  }
  if (status != LW_OK) {
    lw_model_destroy(r.model);
    return status;
  }
  *model = r.model;
  return LW_OK;
}
