/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * package.h - a mechanism as an FMU: the archive with everything in it.
 *
 *   modelDescription.xml
 *   binaries/PLATFORM/NAME.so           the same library for every mechanism
 *   resources/mechanism.lwm             the model, for that library
 *   documentation/index.html
 *   documentation/externalDependencies.txt
 *   documentation/licenses/license.txt
 */
#ifndef LW_PACKAGE_H
#define LW_PACKAGE_H

#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/model_io.h>
#include <linkwork/status.h>
#include <linkwork/text.h>

/* What goes into every FMU. */
typedef struct lw_package {
  const char*          tool;     /* name and version of the program         */
  const char*          platform; /* such as "linux64"                       */
  const char*          suffix;   /* of a library there, such as ".so"       */
  const unsigned char* library;  /* (library_size)                          */
  size_t               library_size;
  const unsigned char* license; /* text (license_size)                     */
  size_t               license_size;
} lw_package;

/* Append the FMU of a finished model. The same arguments give the same bytes. guid gets its GUID,
 * which is a hash of all that the FMU's behaviour depends on.
 *   Changes     fmu, which is of no use after a failure
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_package_write(const lw_model* model, const lw_package* package, lw_text* fmu,
                           char guid[LW_GUID_SIZE], lw_diag* diag);

#endif
