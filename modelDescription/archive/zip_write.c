/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * zip_write.c - writes a zip archive, in memory, with libzip.
 */
#include "archive/zip_write.h"

#include <stdlib.h>
#include <string.h>

#include <zip.h>

/* the first day that a zip archive can have: 1980-01-01, 00:00 */
enum { DOS_TIME = 0, DOS_DATE = 1 << 5 | 1 };

/* at level 6 an FMU is 2 % smaller, and compression takes twice as long */
enum { LEVEL = 4 };

/* regular files that everybody may read, in the upper half of the attributes */
#define MODE_PLAIN (0100644u << 16)
#define MODE_EXECUTABLE (0100755u << 16)

static int compare_names(const void* a, const void* b)
{
  const lw_archive_file* x = a;
  const lw_archive_file* y = b;
  return strcmp(x->name, y->name);
}

static bool add_file(zip_t* zip, const lw_archive_file* file)
{
  zip_source_t* source = zip_source_buffer(zip, file->bytes, file->size, 0);
  if (!source) {
    return false;
  }
  const zip_int64_t added = zip_file_add(zip, file->name, source, 0);
  if (added < 0) {
    zip_source_free(source);
    return false;
  }
  const zip_uint64_t index = (zip_uint64_t)added;
  return zip_set_file_compression(zip, index, ZIP_CM_DEFLATE, LEVEL) == 0 &&
         zip_file_set_dostime(zip, index, DOS_TIME, DOS_DATE, 0) == 0 &&
         zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX,
                                          file->executable ? MODE_EXECUTABLE : MODE_PLAIN) == 0;
}

/* Append the content of a source of libzip. */
static bool read_source(zip_source_t* source, lw_text* text)
{
  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_source_stat(source, &about) != 0 || !(about.valid & ZIP_STAT_SIZE) ||
      zip_source_open(source) != 0) {
    return false;
  }
  zip_int64_t got = -1;
  if (lw_text_reserve(text, about.size)) {
    got = zip_source_read(source, text->data + text->size, about.size);
    text->size += got > 0 ? (size_t)got : 0;
  }
  (void)zip_source_close(source);
  return got >= 0 && (zip_uint64_t)got == about.size;
}

static lw_status failed(lw_diag* diag, zip_error_t* error)
{
  const bool memory = zip_error_code_zip(error) == ZIP_ER_MEMORY;
  return lw_diag_set(diag, memory ? LW_ERR_MEMORY : LW_ERR_FILE, 0,
                     "the archive cannot be written: %s", zip_error_strerror(error));
}

lw_status lw_archive_write(size_t n, lw_archive_file file[], lw_text* archive, lw_diag* diag)
{
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* target = zip_source_buffer_create(NULL, 0, 0, &error);
  zip_t*        zip    = target ? zip_open_from_source(target, ZIP_TRUNCATE, &error) : NULL;
  if (!zip) {
    const lw_status status = failed(diag, &error);
    zip_source_free(target);
    zip_error_fini(&error);
    return status;
  }
  zip_source_keep(target); /* zip_close() gives it back, and its content is the result */

  lw_status status = LW_OK;
  qsort(file, n, sizeof *file, compare_names);
  for (size_t i = 0; i < n && status == LW_OK; i++) {
    status = add_file(zip, &file[i]) ? LW_OK : failed(diag, zip_get_error(zip));
  }
  if (status == LW_OK && zip_close(zip) != 0) {
    status = failed(diag, zip_get_error(zip));
    zip_discard(zip);
  } else if (status != LW_OK) {
    zip_discard(zip);
  }
  if (status == LW_OK && !read_source(target, archive)) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  zip_source_free(target);
  zip_error_fini(&error);
  return status;
}
