/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * schema.h - what mechanism.xsd says about a text.
 */
#ifndef LW_TEST_SCHEMA_H
#define LW_TEST_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct schema schema;

/* Load modelDescription/mechanism/mechanism.xsd; fails the test where it is not a schema. */
schema* schema_create(void);
void    schema_destroy(schema* s);

/* Whether the text is valid. The first error is copied to `complaint`, of the given size. */
bool schema_accepts(schema* s, const char* text, size_t size, char* complaint, size_t room);

#endif
