/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mechanism_xml.h - mechanism files to models. docs/mechanism-format.md describes the format.
 */
#ifndef LW_MECHANISM_XML_H
#define LW_MECHANISM_XML_H

#include <stddef.h>

#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Read a mechanism file. The first mistake in it is reported: diag->line is the line of the
 * element, 0 where the file cannot be read at all; the text does not name the file.
 *   Allocates   a finished model, to be freed with lw_model_destroy()
 *   Returns     LW_OK, LW_ERR_INPUT, LW_ERR_FILE, LW_ERR_MEMORY; *model is NULL on failure
 *   Nullable    diag */
lw_status lw_mechanism_read(const char* path, lw_model** model, lw_diag* diag);

/* The same for the text of a file, of size bytes.
 *   Allocates   as lw_mechanism_read()
 *   Returns     as lw_mechanism_read()
 *   Nullable    diag */
lw_status lw_mechanism_read_memory(const char* text, size_t size, lw_model** model, lw_diag* diag);

#ifdef __cplusplus
}
#endif

#endif
