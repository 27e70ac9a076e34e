/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model_io.h - a finished model as the bytes of a flat file (.lwm), which every FMU has in its
 * resources.
 *
 * All numbers are little-endian and have the same sizes on every machine:
 *
 *   magic        8   89 'L' 'W' 'M' 0D 0A 1A 0A, which a transfer that changes line ends damages
 *   version      4   LW_FILE_VERSION
 *   sections     4
 *   size         8   of the whole file
 *   checksum     8   FNV-1a, 64 bits, of all other bytes
 *   section ...      tag (4), bytes of a record (4), records (8), records, zeros up to 8 bytes
 *
 * Later versions may append fields to a record; a reader ignores fields that it does not know. It
 * skips a section that it does not know if the tag starts with a small letter, and refuses the file
 * otherwise. Line numbers of the mechanism file are not kept, so that line breaks in it do not
 * change these bytes.
 */
#ifndef LW_MODEL_IO_H
#define LW_MODEL_IO_H

#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the format that is written, and the newest that is read. */
#define LW_FILE_VERSION 3

/* Room for the GUID, a text by which an FMU recognises that its description and its model belong
 * together, with its terminator. A UUID in braces has 38 characters. */
#define LW_GUID_SIZE 64

/* Write a finished model. The same model and GUID give the same bytes.
 *   Needs       strlen(guid) < LW_GUID_SIZE
 *   Allocates   *bytes, for free()
 *   Returns     LW_OK, LW_ERR_MEMORY; *bytes is NULL on failure */
lw_status lw_model_write(const lw_model* model, const char* guid, unsigned char** bytes,
                         size_t* size);

/* Read a model. Whatever the bytes are, the result obeys all rules of lw_model_finish().
 *   Allocates   a finished model, for lw_model_destroy(); never more than some multiple of size
 *   Returns     LW_OK; LW_ERR_FILE where this is no such file, or a damaged or a newer
 *               one; LW_ERR_INPUT where its content breaks a rule; LW_ERR_MEMORY;
 *               *model is NULL on failure
 *   Nullable    diag */
lw_status lw_model_read(const unsigned char* bytes, size_t size, lw_model** model,
                        char guid[LW_GUID_SIZE], lw_diag* diag);

/* The hash of no bytes, to start lw_fnv() with. */
#define LW_FNV_BEGIN 14695981039346656037ull

/* The hash FNV-1a, 64 bits, of size more bytes after those that gave `hash`. Two texts of the same
 * length that differ in a single byte have different hashes. */
unsigned long long lw_fnv(unsigned long long hash, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
