/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu.c - an FMU of any tool for co-simulation, FMI 2.0: unpacked, loaded and instantiated.
 */
#include "fmu.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/zip_read.h"
#include "fmu_log_text.h"
#include "report.h"

/* ---- messages ----------------------------------------------------------------------------- */

/* The logger that the FMU calls. The text may be a format. */
static void take_message(fmi2ComponentEnvironment environment, fmi2String instance,
                         fmi2Status status, fmi2String category, fmi2String message, ...)
{
  lw_fmu* f = environment;
  char    raw[sizeof f->message], text[sizeof f->message];
  (void)instance;
  (void)category;
  if (!f || !message) {
    return;
  }
  va_list arguments;
  va_start(arguments, message);
  (void)vsnprintf(raw, sizeof raw, message, arguments);
  va_end(arguments);
  lw_fmu_log_translate(&f->description, raw, text, sizeof text);
  if (status == fmi2Warning) {
    (void)lw_report(f->path, 0, "warning: %s", text);
  } else if (status > fmi2Warning) {
    memcpy(f->message, text, sizeof text);
  }
}

/* The result of a call to the FMU: its last message, or else the status that it returned. */
lw_status lw_fmu_finish(lw_fmu* f, const char* call, fmi2Status status, lw_diag* diag)
{
  static const char* const name[] = {"fmi2OK",    "fmi2Warning", "fmi2Discard",
                                     "fmi2Error", "fmi2Fatal",   "fmi2Pending"};
  if (status == fmi2OK || status == fmi2Warning) {
    f->message[0] = '\0';
    return LW_OK;
  }
  f->unusable        = f->unusable || status == fmi2Error || status == fmi2Fatal;
  const bool known   = (int)status >= 0 && (size_t)status < sizeof name / sizeof name[0];
  const bool says    = f->message[0] != '\0';
  lw_status  outcome = status == fmi2Discard ? LW_RETRY_NEWTON : LW_ERR_USAGE;
  outcome            = lw_diag_set(diag, outcome, 0, "fmi2%s returned %s%s%s", call,
                        known ? name[status] : "an unknown status", says ? ": " : "", f->message);
  f->message[0]      = '\0';
  return outcome;
}

/* ---- opening ------------------------------------------------------------------------------ */

/* Whether this program can run the FMU. */
static lw_status check_description(const lw_fmu_description* d, lw_diag* diag)
{
  if (strncmp(d->version, "2.", 2) != 0) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0,
                       "this is an FMU of FMI %.20s; only those of FMI 2.0 can be run", d->version);
  }
  if (!d->co_simulation) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0,
                       "this FMU is for model exchange only; only co-simulation can be run");
  }
  /* numbers of variables are int in the index of names */
  if (d->count > INT_MAX / 2) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "it has too many variables");
  }
  return LW_OK;
}

static lw_status read_description(lw_fmu* f, lw_archive* archive, lw_diag* diag)
{
  lw_text   text   = {0};
  lw_status status = lw_archive_read(archive, "modelDescription.xml", &text, diag);
  if (status == LW_OK) {
    lw_diag reason = {0};
    status         = lw_fmu_description_read(text.data, text.size, &f->description, &reason);
    if (status != LW_OK) {
      status =
          lw_diag_set(diag, status, 0, "modelDescription.xml:%d: %s", reason.line, reason.text);
    }
  }
  lw_text_free(&text);
  return status == LW_OK ? check_description(&f->description, diag) : status;
}

/* The URI of the folder of resources, for free(): "file://" and the path, with all
 * special characters encoded. */
static char* resource_uri(const char* folder)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  static const char begin[] = "file://", end[] = "/resources";
  char*             uri = malloc(sizeof begin + 3 * strlen(folder) + sizeof end);
  if (!uri) {
    return NULL;
  }
  char* at = uri + sprintf(uri, "%s", begin);
  for (; *folder; folder++) {
    if (strchr(plain, *folder)) {
      *at++ = *folder;
    } else {
      at += sprintf(at, "%%%02X", (unsigned char)*folder);
    }
  }
  memcpy(at, end, sizeof end);
  return uri;
}

static lw_status instantiate(lw_fmu* f, lw_diag* diag)
{
  char* uri    = resource_uri(f->scratch.path);
  f->callbacks = (fmi2CallbackFunctions){.logger               = take_message,
                                         .allocateMemory       = calloc,
                                         .freeMemory           = free,
                                         .stepFinished         = NULL,
                                         .componentEnvironment = f};
  if (!uri) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  const char* name = *f->description.name ? f->description.name : "fmu";
  f->component     = f->library.Instantiate(name, fmi2CoSimulation, f->description.guid, uri,
                                            &f->callbacks, fmi2False, fmi2False);
  free(uri);
  if (!f->component) {
    const bool says = f->message[0] != '\0';
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "it cannot be instantiated%s%s", says ? ": " : "",
                       f->message);
  }
  return LW_OK;
}

/* Enable the messages that say why a call fails, by the names that the standard
 * gives to their categories. */
static void ask_for_reasons(const lw_fmu* f)
{
  static const char* const wanted[] = {"logStatusWarning", "logStatusDiscard", "logStatusError",
                                       "logStatusFatal"};
  enum { WANTED = sizeof wanted / sizeof wanted[0] };
  fmi2String category[WANTED];
  size_t     n = 0;
  for (size_t i = 0; i < WANTED; i++) {
    if (lw_fmu_has_category(&f->description, wanted[i])) {
      category[n++] = wanted[i];
    }
  }
  if (n > 0 && f->library.SetDebugLogging) {
    (void)f->library.SetDebugLogging(f->component, fmi2True, n, category);
  }
}

static lw_status unpack(lw_fmu* f, const char* path, lw_diag* diag)
{
  lw_archive* archive = NULL;
  lw_status   status  = lw_archive_open(path, &archive, diag);
  if (status == LW_OK) {
    status = read_description(f, archive, diag);
  }
  if (status == LW_OK) {
    status = lw_scratch_create(&f->scratch, diag);
  }
  if (status == LW_OK) {
    status = lw_archive_unpack(archive, f->scratch.path, diag);
  }
  lw_archive_close(archive);
  return status;
}

lw_status lw_fmu_open(const char* path, lw_fmu* fmu, lw_diag* diag)
{
  *fmu             = (lw_fmu){.path = path, .scratch = {.line = -1}};
  lw_status status = unpack(fmu, path, diag);
  if (status == LW_OK) {
    status =
        lw_fmu_library_open(fmu->scratch.path, fmu->description.identifier, &fmu->library, diag);
  }
  if (status == LW_OK) {
    status = instantiate(fmu, diag);
  }
  if (status == LW_OK) {
    ask_for_reasons(fmu);
  }
  return status;
}

void lw_fmu_close(lw_fmu* fmu)
{
  if (fmu->component) {
    fmu->library.FreeInstance(fmu->component);
    fmu->component = NULL;
  }
  lw_fmu_library_close(&fmu->library);
  lw_scratch_remove(&fmu->scratch);
  lw_fmu_description_free(&fmu->description);
}
