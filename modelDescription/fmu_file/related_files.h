/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * related_files.h - what an FMU carries beside itself: the file that it was made from, and an
 * experiment with its result, by which any importer can test whether it runs the FMU as we do.
 *
 * The files are in a folder of their own, with a manifest, as the layered standard FMI-LS-REF
 * (1.0.0-alpha.1) wants them.
 */
#ifndef LW_RELATED_FILES_H
#define LW_RELATED_FILES_H

#include <linkwork/package.h>
#include <linkwork/text.h>
#include <linkwork/variables.h>

#define LW_RELATED_FOLDER "extra/org.fmi-standard.fmi-ls-ref/"
#define LW_RELATED_MANIFEST "fmi-ls-manifest.xml"

/* The files, all empty at first. Without an origin its name is empty, and the experiment is empty
 * where the mechanism cannot be simulated. */
typedef struct lw_related_files {
  lw_text manifest;    /* fmi-ls-manifest.xml        */
  lw_text experiment;  /* smoke-test.xml             */
  lw_text result;      /* smoke-test.csv             */
  char    origin[120]; /* the name in the archive of the file that the FMU was made from */
} lw_related_files;

#define LW_RELATED_EXPERIMENT "smoke-test.xml"
#define LW_RELATED_RESULT "smoke-test.csv"
/* most of them beside the manifest */
#define LW_RELATED_FILES 3

/* Simulate the first communication steps of the experiment with inputs at zero, and write all
 * files.
 *   Returns     LW_OK, LW_ERR_MEMORY */
lw_status lw_related_files_write(const lw_variables* variables, const lw_package* package,
                                 lw_related_files* files);

void lw_related_files_free(lw_related_files* files);

#endif
