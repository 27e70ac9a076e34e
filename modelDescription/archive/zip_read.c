/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * zip_read.c - reads zip archives from unknown sources, with libzip.
 */
#define _POSIX_C_SOURCE 200809L /* open, mkdir */

#include "archive/zip_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zip.h>

/* file types in the upper half of the attributes, as Unix has them */
#define TYPE_MASK 0170000u
#define TYPE_FILE 0100000u
#define TYPE_FOLDER 0040000u
#define TYPE_LINK 0120000u

/* longest name: a longer one does not fit into a path below a temporary folder */
#define NAME_LENGTH 1000

struct lw_archive {
  zip_t*        zip;
  size_t        count;
  const char**  name;  /* (count), they belong to libzip   */
  zip_uint64_t* entry; /* their numbers in the zip (count) */
  zip_uint64_t* size;  /* of the content [bytes] (count)   */
};

/* ---- what is refused ---------------------------------------------------------------------- */

/* A part of a name for a message. Names in unknown archives may contain any bytes. */
typedef struct shown {
  char text[80];
} shown;

static shown show(const char* name)
{
  shown  s = {""};
  size_t n = 0;
  for (; *name && n + 1 < sizeof s.text; name++) {
    s.text[n++] = *name >= 0x20 && *name <= 0x7e ? *name : '?';
  }
  return s;
}

/* The reason why a name is refused; NULL if it stays below the folder to which it is unpacked. */
static const char* objection_to_name(const char* name)
{
  const size_t length = strlen(name);
  if (length == 0 || length > NAME_LENGTH) {
    return length == 0 ? "has no name" : "has a name that is too long";
  }
  if (name[0] == '/' || (name[1] == ':' && length > 1)) {
    return "has an absolute path";
  }
  for (const char* c = name; *c; c++) {
    if (*c == '\\' || (unsigned char)*c < 0x20 || *c == 0x7f) {
      return *c == '\\' ? "has a backslash in its path" : "has a control character in its path";
    }
  }
  for (const char* part = name; *part;) {
    const size_t n = strcspn(part, "/");
    if (n == 0 || (n == 1 && part[0] == '.')) {
      return "has an empty part in its path";
    }
    if (n == 2 && part[0] == '.' && part[1] == '.') {
      return "would leave the folder that it is unpacked to";
    }
    part += n + (part[n] == '/' ? 1 : 0);
  }
  return NULL;
}

/* The reason why the type of an entry is refused; NULL if it is a file or a folder. */
static const char* objection_to_kind(zip_t* zip, zip_uint64_t entry, const zip_stat_t* about)
{
  zip_uint8_t  system     = 0;
  zip_uint32_t attributes = 0;
  if ((about->valid & ZIP_STAT_ENCRYPTION_METHOD) && about->encryption_method != ZIP_EM_NONE) {
    return "is encrypted";
  }
  if (zip_file_get_external_attributes(zip, entry, 0, &system, &attributes) != 0 ||
      system != ZIP_OPSYS_UNIX) {
    return NULL;
  }
  const unsigned type = attributes >> 16 & TYPE_MASK;
  if (type == 0 || type == TYPE_FILE || type == TYPE_FOLDER) {
    return NULL;
  }
  return type == TYPE_LINK ? "is a link" : "is a special file";
}

static int compare_texts(const void* a, const void* b)
{
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

/* A name that occurs twice; NULL if there is none, or no memory to find out:
 * then unpacking finds it. */
static const char* find_repeated(const lw_archive* a)
{
  const char** sorted = malloc((a->count + 1) * sizeof *sorted);
  const char*  found  = NULL;
  if (sorted) {
    memcpy((void*)sorted, (const void*)a->name, a->count * sizeof *sorted);
    qsort((void*)sorted, a->count, sizeof *sorted, compare_texts);
    for (size_t i = 1; i < a->count && !found; i++) {
      found = strcmp(sorted[i - 1], sorted[i]) == 0 ? sorted[i] : NULL;
    }
  }
  free((void*)sorted);
  return found;
}

/* ---- opening ------------------------------------------------------------------------------ */

/* A name without "./" at its beginning, which some tools write. */
static const char* without_dot(const char* name)
{
  while (name && name[0] == '.' && name[1] == '/') name += 2;
  return name;
}

/* Check all entries. One that is only "./" is left out. */
static lw_status list_entries(lw_archive* a, size_t nentry, lw_diag* diag)
{
  unsigned long long total = 0;
  for (size_t k = 0; k < nentry; k++) {
    const size_t i     = a->count;
    const char*  whole = zip_get_name(a->zip, k, ZIP_FL_ENC_RAW);
    zip_stat_t   about;
    zip_stat_init(&about);
    a->name[i]  = without_dot(whole);
    a->entry[i] = k;
    if (!whole || zip_stat_index(a->zip, k, ZIP_FL_ENC_RAW, &about) != 0 ||
        !(about.valid & ZIP_STAT_SIZE)) {
      return lw_diag_set(diag, LW_ERR_FILE, 0, "entry %zu of the archive cannot be read", k + 1);
    }
    if (*whole && !*a->name[i]) {
      continue;
    }
    a->count++;
    const char* objection = objection_to_name(a->name[i]);
    objection             = objection ? objection : objection_to_kind(a->zip, k, &about);
    if (objection) {
      return lw_diag_set(diag, LW_ERR_INPUT, 0, "refused: entry \"%s\" %s", show(a->name[i]).text,
                         objection);
    }
    a->size[i] = about.size;
    total += about.size;
    if (about.size > LW_ARCHIVE_MOST_BYTES || total > LW_ARCHIVE_MOST_BYTES) {
      return lw_diag_set(diag, LW_ERR_INPUT, 0,
                         "refused: unpacked, the archive has more than %llu MiB",
                         LW_ARCHIVE_MOST_BYTES >> 20);
    }
  }
  const char* repeated = find_repeated(a);
  return repeated ? lw_diag_set(diag, LW_ERR_INPUT, 0, "refused: entry \"%s\" appears twice",
                                show(repeated).text)
                  : LW_OK;
}

static lw_status open_zip(const char* path, zip_t** zip, lw_diag* diag)
{
  int code = 0;
  *zip     = zip_open(path, ZIP_RDONLY, &code);
  if (!*zip) {
    zip_error_t error;
    if (code == ZIP_ER_NOZIP) {
      return lw_diag_set(diag, LW_ERR_FILE, 0, "this is no zip archive, and so no FMU");
    }
    zip_error_init_with_code(&error, code);
    (void)lw_diag_set(diag, LW_ERR_FILE, 0, "cannot be read as a zip archive: %s",
                      zip_error_strerror(&error));
    zip_error_fini(&error);
    return LW_ERR_FILE;
  }
  return LW_OK;
}

lw_status lw_archive_open(const char* path, lw_archive** archive, lw_diag* diag)
{
  *archive      = NULL;
  lw_archive* a = calloc(1, sizeof *a);
  if (!a) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  lw_status status = open_zip(path, &a->zip, diag);
  if (status == LW_OK) {
    const zip_int64_t count = zip_get_num_entries(a->zip, 0);
    if (count < 0 || count > LW_ARCHIVE_MOST_ENTRIES) {
      status = lw_diag_set(diag, LW_ERR_INPUT, 0, "refused: the archive has more than %d entries",
                           LW_ARCHIVE_MOST_ENTRIES);
    } else {
      const size_t nentry = (size_t)count;
      a->name             = calloc(nentry + 1, sizeof *a->name);
      a->entry            = calloc(nentry + 1, sizeof *a->entry);
      a->size             = calloc(nentry + 1, sizeof *a->size);
      status = a->name && a->entry && a->size ? list_entries(a, nentry, diag) : LW_ERR_MEMORY;
    }
  }
  if (status != LW_OK) {
    lw_archive_close(a);
    return status;
  }
  *archive = a;
  return LW_OK;
}

void lw_archive_close(lw_archive* archive)
{
  if (archive) {
    if (archive->zip) {
      zip_discard(archive->zip);
    }
    free((void*)archive->name);
    free(archive->entry);
    free(archive->size);
    free(archive);
  }
}

size_t lw_archive_count(const lw_archive* archive)
{
  return archive->count;
}

const char* lw_archive_name(const lw_archive* archive, size_t entry)
{
  return archive->name[entry];
}

/* ---- content ------------------------------------------------------------------------------ */

/* Pass the content of an entry on in pieces. It has exactly the size that the archive declares. */
static lw_status read_entry(lw_archive* a, size_t entry, bool (*take)(void*, const char*, size_t),
                            void* data, lw_diag* diag)
{
  char         piece[65536];
  zip_uint64_t left = a->size[entry];
  zip_file_t*  file = zip_fopen_index(a->zip, a->entry[entry], 0);
  zip_int64_t  got  = 0;
  bool         good = file != NULL;
  while (good && (got = zip_fread(file, piece, sizeof piece)) > 0) {
    good = (zip_uint64_t)got <= left && take(data, piece, (size_t)got);
    left -= good ? (zip_uint64_t)got : 0;
  }
  good = good && got == 0 && left == 0;
  /* closing finds a wrong checksum */
  if (file && zip_fclose(file) != 0) {
    good = false;
  }
  return good ? LW_OK
              : lw_diag_set(diag, LW_ERR_FILE, 0,
                            "entry \"%s\" of the archive cannot be read or written",
                            show(a->name[entry]).text);
}

static bool take_text(void* data, const char* bytes, size_t size)
{
  lw_text* text = data;
  lw_text_add_bytes(text, bytes, size);
  return !text->failed;
}

lw_status lw_archive_read(lw_archive* archive, const char* name, lw_text* text, lw_diag* diag)
{
  for (size_t i = 0; i < archive->count; i++) {
    if (strcmp(archive->name[i], name) == 0) {
      return read_entry(archive, i, take_text, text, diag);
    }
  }
  return lw_diag_set(diag, LW_ERR_FILE, 0, "there is no %s in it", name);
}

/* ---- unpacking ---------------------------------------------------------------------------- */

static bool take_file(void* data, const char* bytes, size_t size)
{
  return fwrite(bytes, 1, size, data) == size;
}

/* Make the folders of a path after its first `from` characters. */
static bool make_folders(char* path, size_t from)
{
  for (char* slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash          = '\0';
    const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *slash          = '/';
    if (!made) {
      return false;
    }
  }
  return true;
}

/* Create a new file. It fails if the file exists or a link has that name. */
static FILE* create_file(const char* path)
{
  const int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  FILE*     file       = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
  if (!file && descriptor >= 0) {
    (void)close(descriptor);
  }
  return file;
}

static lw_status unpack_entry(lw_archive* a, size_t entry, char* path, size_t from, lw_diag* diag)
{
  const size_t length = strlen(path);
  if (!make_folders(path, from)) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be created: %s", path, strerror(errno));
  }
  if (path[length - 1] == '/') {
    return LW_OK;
  }
  FILE* file = create_file(path);
  if (!file) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be created: %s", path, strerror(errno));
  }
  lw_status status = read_entry(a, entry, take_file, file, diag);
  if (fclose(file) != 0 && status == LW_OK) {
    status = lw_diag_set(diag, LW_ERR_FILE, 0, "%s cannot be written: %s", path, strerror(errno));
  }
  return status;
}

lw_status lw_archive_unpack(lw_archive* archive, const char* folder, lw_diag* diag)
{
  const size_t from   = strlen(folder) + 1;
  char*        path   = malloc(from + NAME_LENGTH + 1);
  lw_status    status = LW_OK;
  if (!path) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  for (size_t i = 0; i < archive->count && status == LW_OK; i++) {
    (void)snprintf(path, from + NAME_LENGTH + 1, "%s/%s", folder, archive->name[i]);
    status = unpack_entry(archive, i, path, from, diag);
  }
  free(path);
  return status;
}
