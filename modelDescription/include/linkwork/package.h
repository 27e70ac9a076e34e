/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * package.h - a mechanism as an FMU: the archive with everything in it.
 *
 *   modelDescription.xml
 *   binaries/PLATFORM/NAME.so           for each platform; the same library for every mechanism
 *   resources/mechanism.lwm             the model, for that library
 *   sources/                            of that library, where they are asked for
 *   documentation/index.html
 *   documentation/externalDependencies.txt
 *   documentation/licenses/license.txt
 *   terminalsAndIcons/terminalsAndIcons.xml     in FMI 3
 */
#ifndef LW_PACKAGE_H
#define LW_PACKAGE_H

#include <stdbool.h>
#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/model_io.h>
#include <linkwork/page.h>
#include <linkwork/status.h>
#include <linkwork/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an FMU is for, as bits. */
enum {
  LW_INTERFACE_CS = 1, /* co-simulation: steps by the solver of the mechanism  */
  LW_INTERFACE_ME = 2  /* model exchange: an integrator of the importer        */
};

/* The FMU library for a platform. */
typedef struct lw_package_library {
  const char*          platform; /* "linux64", "win64", "aarch64"                         */
  const char*          folder2;  /* below binaries/ in FMI 2.0, such as "aarch64-linux"   */
  const char*          folder3;  /* below binaries/ in FMI 3.0, such as "x86_64-windows"  */
  const char*          suffix;   /* of a library there, such as ".so"                     */
  const unsigned char* bytes;    /* the library (size)                                    */
  size_t               size;     /* its bytes                                             */
} lw_package_library;

/* A file below sources/ in an FMU. */
typedef struct lw_package_source {
  const char* name; /* such as "step/step.c"; units end in ".c" */
  const char* text; /* its content (size)                       */
  size_t      size; /* its bytes                                */
} lw_package_source;

/* Most libraries of an FMU. */
enum { LW_PACKAGE_LIBRARIES = 4 };

/* What goes into every FMU; lw_embedded_package() has that of this version of Linkwork. */
typedef struct lw_package {
  const char*              tool;                          /* name and version of the program   */
  size_t                   nlibrary;                      /* platforms                         */
  lw_package_library       library[LW_PACKAGE_LIBRARIES]; /* of each of them (nlibrary) */
  const unsigned char*     license;                       /* a text (license_size)             */
  size_t                   license_size;                  /* its bytes                         */
  unsigned                 interfaces;                    /* LW_INTERFACE_... ; 0: co-simulation */
  int                      fmi;                           /* 3; any other number: 2            */
  const lw_package_source* source;                        /* of the library (nsource)  */
  size_t                   nsource;                       /* files                     */
  bool                     with_sources;                  /* the FMU carries them, too */
  const char*              origin_name; /* of the file that the model was read from; NULL: none */
  const char*              origin;      /* its text (origin_size)                              */
  size_t                   origin_size; /* bytes of that                                       */
  const lw_page*           page; /* draws the mechanism in its documentation; NULL: no picture */
} lw_package;

/* Leave only those libraries that are wanted: "all" that there are, "host" for the first one, or
 * names of platforms, separated by commas.
 *   Returns     LW_OK; LW_ERR_INPUT where a platform is unknown, not there, or none is named
 *   Nullable    diag */
lw_status lw_package_choose(lw_package* package, const char* platforms, lw_diag* diag);

/* The interfaces that the FMU of a finished model has unless somebody asks for others: both, or
 * co-simulation alone, with the reason in diag.
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_package_interfaces(const lw_model* model, unsigned* interfaces, lw_diag* diag);

/* Append the FMU of a finished model to a text. The same arguments give the same bytes. guid
 * receives its GUID, which is a hash of all that the behaviour of the FMU depends on.
 *   Changes     fmu, which is of no use after a failure
 *   Returns     LW_OK, LW_ERR_FILE, LW_ERR_MEMORY
 *   Nullable    diag */
lw_status lw_package_write(const lw_model* model, const lw_package* package, lw_text* fmu,
                           char guid[LW_GUID_SIZE], lw_diag* diag);

#ifdef __cplusplus
}
#endif

#endif
