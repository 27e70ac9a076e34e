/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * package.c - a mechanism as an FMU: the archive with everything in it.
 *
 *   cost     deflating: 20 ms per megabyte
 */
#include <linkwork/package.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/zip_write.h"
#include "fmu_file/description_structure.h"
#include "fmu_file/documentation.h"
#include "fmu_file/related_files.h"
#include "fmu_file/write_description.h"
#include "fmu_file/write_description3.h"
#include "text/sha256.h"
#include <linkwork/variables.h>

/* ---- GUID --------------------------------------------------------------------------------- */

/* 16 bytes of a hash as a UUID of version 8, "what an implementation likes"
 * (RFC 9562), in braces */
static void format_guid(const unsigned char hash[LW_SHA256_SIZE], char guid[LW_GUID_SIZE])
{
  static const int length[] = {4, 2, 2, 2, 6};
  unsigned char    b[16];
  memcpy(b, hash, sizeof b);
  b[6]     = (unsigned char)((b[6] & 0x0fu) | 0x80u);
  b[8]     = (unsigned char)((b[8] & 0x3fu) | 0x80u);
  char* at = guid;
  *at++    = '{';
  for (int group = 0, i = 0; group < 5; group++) {
    for (int k = 0; k < length[group]; k++) at += snprintf(at, 3, "%02x", b[i++]);
    *at++ = group < 4 ? '-' : '}';
  }
  *at = '\0';
}

/* The length is hashed first, so that two lists of pieces differ if one byte
 * moves to the next piece. */
static void add_piece(lw_sha256* sha, const void* bytes, size_t size)
{
  unsigned char length[8];
  for (int i = 0; i < 8; i++) length[i] = (unsigned char)((uint64_t)size >> (8 * i) & 0xffu);
  lw_sha256_add(sha, length, sizeof length);
  lw_sha256_add(sha, bytes, size);
}

/* A placeholder of the same length for a GUID that is not known yet. */
static const char NO_GUID[] = "{00000000-0000-0000-0000-000000000000}";

/* Hash the model, its description, and the FMU libraries. */
static lw_status make_guid(const lw_model* model, const lw_package* package,
                           const lw_text* description, char guid[LW_GUID_SIZE])
{
  unsigned char*  bytes  = NULL;
  size_t          size   = 0;
  const lw_status status = lw_model_write(model, NO_GUID, &bytes, &size);
  if (status == LW_OK) {
    unsigned char hash[LW_SHA256_SIZE];
    lw_sha256     sha;
    lw_sha256_begin(&sha);
    add_piece(&sha, bytes, size);
    add_piece(&sha, description->data, description->size);
    for (size_t i = 0; i < package->nlibrary; i++) {
      add_piece(&sha, package->library[i].bytes, package->library[i].size);
    }
    for (size_t i = 0; package->with_sources && i < package->nsource; i++) {
      add_piece(&sha, package->source[i].text, package->source[i].size);
    }
    lw_sha256_end(&sha, hash);
    format_guid(hash, guid);
  }
  free(bytes);
  return status;
}

/* Replace the placeholder in the description by the GUID. It is in the head, which is short. */
static bool insert_guid(lw_text* description, const char* guid)
{
  const size_t length = sizeof NO_GUID - 1;
  for (size_t i = 0; i + length <= description->size; i++) {
    if (memcmp(description->data + i, NO_GUID, length) == 0) {
      memcpy(description->data + i, guid, length);
      return true;
    }
  }
  return false;
}

/* ---- platforms ---------------------------------------------------------------------------- */

/* The library for a platform with a name of n characters; NULL: there is none. */
static const lw_package_library* find_library(const lw_package* package, const char* name, size_t n)
{
  for (size_t i = 0; i < package->nlibrary; i++) {
    const char* platform = package->library[i].platform;
    if (strlen(platform) == n && strncmp(platform, name, n) == 0) {
      return &package->library[i];
    }
  }
  return NULL;
}

static lw_status no_library(const lw_package* package, const char* name, size_t n, lw_diag* diag)
{
  char   there[200] = "";
  size_t used       = 0;
  for (size_t i = 0; i < package->nlibrary && used < sizeof there; i++) {
    const int more = snprintf(there + used, sizeof there - used, "%s%s", i > 0 ? ", " : "",
                              package->library[i].platform);
    used += more > 0 ? (size_t)more : 0;
  }
  return lw_diag_set(diag, LW_ERR_INPUT, 0,
                     "there is no library for the platform \"%.*s\"; there are host, all, %s",
                     n < 40 ? (int)n : 40, name, there);
}

lw_status lw_package_choose(lw_package* package, const char* platforms, lw_diag* diag)
{
  const lw_package all = *package;
  if (strcmp(platforms, "all") == 0) {
    return LW_OK;
  }
  package->nlibrary = 0;
  for (const char* name = platforms;; name += strcspn(name, ",") + 1) {
    const size_t              n    = strcspn(name, ",");
    const bool                host = n == 4 && strncmp(name, "host", n) == 0;
    const lw_package_library* library =
        host && all.nlibrary > 0 ? &all.library[0] : find_library(&all, name, n);
    if (!library) {
      *package = all;
      return no_library(&all, name, n, diag);
    }
    if (!find_library(package, library->platform, strlen(library->platform))) {
      package->library[package->nlibrary++] = *library;
    }
    if (name[n] == '\0') {
      return LW_OK;
    }
  }
}

/* ---- the archive -------------------------------------------------------------------------- */

/* The parts of the FMU that depend on the mechanism. */
typedef struct parts {
  lw_text          description, documentation, dependencies, terminals;
  unsigned char*   model;
  size_t           model_size;
  const char**     units; /* of the sources, NULL-terminated */
  lw_related_files related;
} parts;

static int compare_texts(const void* a, const void* b)
{
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

/* List the units among the sources, in the order of their names. */
static lw_status list_units(const lw_package* package, parts* p)
{
  p->units = calloc(package->nsource + 1, sizeof *p->units);
  if (!p->units) {
    return LW_ERR_MEMORY;
  }
  size_t n = 0;
  for (size_t i = 0; package->with_sources && i < package->nsource; i++) {
    const char* name = package->source[i].name;
    if (strlen(name) > 2 && strcmp(name + strlen(name) - 2, ".c") == 0) {
      p->units[n++] = name;
    }
  }
  qsort(p->units, n, sizeof *p->units, compare_texts);
  return LW_OK;
}

static lw_status make_parts(const lw_variables* variables, const lw_package* package,
                            char guid[LW_GUID_SIZE], parts* p)
{
  const unsigned       kinds  = package->interfaces ? package->interfaces : LW_INTERFACE_CS;
  const lw_description head   = {.fmi              = package->fmi,
                                 .guid             = NO_GUID,
                                 .tool             = package->tool,
                                 .sources          = p->units,
                                 .model_exchange   = (kinds & LW_INTERFACE_ME) != 0,
                                 .no_co_simulation = (kinds & LW_INTERFACE_CS) == 0};
  lw_status            status = lw_description_write(variables, &head, &p->description);
  if (status == LW_OK) {
    status = make_guid(variables->model, package, &p->description, guid);
  }
  if (status == LW_OK) {
    status = insert_guid(&p->description, guid)
                 ? lw_model_write(variables->model, guid, &p->model, &p->model_size)
                 : LW_ERR_USAGE;
  }
  if (status == LW_OK) {
    status =
        lw_documentation_write(variables, guid, package->tool, package->page, &p->documentation);
  }
  if (status == LW_OK && package->fmi == 3) {
    status = lw_terminals_write(variables, &p->terminals);
  }
  if (status == LW_OK) {
    status = lw_dependencies_note_write(package->nlibrary, package->library, &p->dependencies);
  }
  if (status == LW_OK) {
    status = lw_related_files_write(variables, package, &p->related);
  }
  return status;
}

/* A library and a source in the archive; `name` is where its name is written to. */
static lw_archive_file library_file(const lw_package_library* library, int fmi,
                                    const char* identifier, char* name, size_t size)
{
  (void)snprintf(name, size, "binaries/%s/%s%s", fmi == 3 ? library->folder3 : library->folder2,
                 identifier, library->suffix);
  return (lw_archive_file){name, library->bytes, library->size, true};
}

static lw_archive_file source_file(const lw_package_source* source, char* name, size_t size)
{
  (void)snprintf(name, size, "sources/%s", source->name);
  return (lw_archive_file){name, source->text, source->size, false};
}

/* The related files but their manifest. Returns how many there are. */
static size_t related_files(const lw_package* package, const lw_related_files* related,
                            lw_archive_file file[LW_RELATED_FILES])
{
  size_t n = 0;
  if (*related->origin) {
    file[n++] = (lw_archive_file){related->origin, package->origin, package->origin_size, false};
  }
  if (related->experiment.size > 0) {
    file[n++] = (lw_archive_file){LW_RELATED_FOLDER LW_RELATED_EXPERIMENT, related->experiment.data,
                                  related->experiment.size, false};
    file[n++] = (lw_archive_file){LW_RELATED_FOLDER LW_RELATED_RESULT, related->result.data,
                                  related->result.size, false};
  }
  return n;
}

static lw_status make_archive(const lw_model* model, const lw_package* package, const parts* p,
                              lw_text* fmu, lw_diag* diag)
{
  enum { NAME = 320 }; /* that of a mechanism has at most 200 characters */
  const lw_archive_file always[] = {
      {"modelDescription.xml", p->description.data, p->description.size, false},
      {"resources/mechanism.lwm", p->model, p->model_size, false},
      {"documentation/index.html", p->documentation.data, p->documentation.size, false},
      {"documentation/externalDependencies.txt", p->dependencies.data, p->dependencies.size, false},
      {"documentation/licenses/license.txt", package->license, package->license_size, false},
      {LW_RELATED_FOLDER LW_RELATED_MANIFEST, p->related.manifest.data, p->related.manifest.size,
       false},
      {"terminalsAndIcons/terminalsAndIcons.xml", p->terminals.data, p->terminals.size, false},
  };
  const size_t     nsource = package->with_sources ? package->nsource : 0;
  const size_t     more    = package->nlibrary + nsource + LW_RELATED_FILES;
  size_t           n       = sizeof always / sizeof always[0] - (package->fmi == 3 ? 0 : 1);
  lw_archive_file* file    = malloc((n + 1 + more) * sizeof *file);
  char(*name)[NAME]        = malloc((more + 1) * sizeof *name);
  lw_status status         = LW_OK;
  if (!file || !name) {
    status = lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (file && name) {
    memcpy(file, always, sizeof always);
    for (size_t i = 0; i < package->nlibrary; i++) {
      file[n++] = library_file(&package->library[i], package->fmi,
                               lw_model_name(model, model->name), name[i], NAME);
    }
    for (size_t i = 0; i < nsource; i++) {
      file[n++] = source_file(&package->source[i], name[package->nlibrary + i], NAME);
    }
    n += related_files(package, &p->related, file + n);
    status = lw_archive_write(n, file, fmu, diag);
  }
  free(file);
  free(name);
  return status;
}

lw_status lw_package_interfaces(const lw_model* model, unsigned* interfaces, lw_diag* diag)
{
  lw_variables* variables = NULL;
  bool          fits      = false;
  *interfaces             = LW_INTERFACE_CS;
  if (lw_continuous_try(model, diag) != LW_OK) {
    return LW_OK;
  }
  lw_status status = lw_variables_create(model, diag, &variables);
  if (status == LW_OK) {
    status = lw_description_fits(variables, &fits);
    lw_variables_destroy(variables);
  }
  if (fits) {
    *interfaces = LW_INTERFACE_CS | LW_INTERFACE_ME;
  } else if (status == LW_OK) {
    (void)lw_diag_set(diag, LW_OK, 0,
                      "the lists of the states on which outputs depend are too long");
  }
  return status;
}

lw_status lw_package_write(const lw_model* model, const lw_package* package, lw_text* fmu,
                           char guid[LW_GUID_SIZE], lw_diag* diag)
{
  parts         p         = {0};
  lw_variables* variables = NULL;
  lw_status     status    = lw_variables_create(model, diag, &variables);
  if (status == LW_OK) {
    status = list_units(package, &p);
  }
  if (status == LW_OK) {
    status = make_parts(variables, package, guid, &p);
  }
  if (status == LW_OK) {
    status = make_archive(model, package, &p, fmu, diag);
  } else if (status == LW_ERR_MEMORY) {
    (void)lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
  }
  lw_text_free(&p.description);
  lw_text_free(&p.documentation);
  lw_text_free(&p.dependencies);
  lw_related_files_free(&p.related);
  lw_text_free(&p.terminals);
  free(p.model);
  free(p.units);
  lw_variables_destroy(variables);
  return status;
}
