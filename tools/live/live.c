/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.c - the solver for a page that simulates: the functions that its scripts call.
 *
 * This file is compiled to WebAssembly, together with the solver and the table of variables. A
 * pointer is a number for the page, which writes into the memory of the module and reads from it.
 */
#include <stdlib.h>

#include <linkwork/linkwork.h>
#include <linkwork/model_io.h>
#include <linkwork/variables.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/* A mechanism that is simulated. */
typedef struct live {
  lw_model*     model;
  lw_variables* variables;
  lw_instance*  instance;
  lw_diag       diag; /* why the last call failed */
} live;

void*       EXPORT(live_memory)(size_t size);
live*       EXPORT(live_open)(const unsigned char* bytes, size_t size);
const char* EXPORT(live_message)(const live* l);
void        EXPORT(live_close)(live* l);
int         EXPORT(live_initialize)(live* l, double start);
int         EXPORT(live_step)(live* l, double time, double step);
int         EXPORT(live_set)(live* l, size_t n, const unsigned reference[], const double value[]);
int         EXPORT(live_get)(live* l, size_t n, const unsigned reference[], double value[]);

/* Memory for what the page passes; it is kept for as long as the page. */
void* live_memory(size_t size)
{
  return malloc(size);
}

/* Read a model (.lwm) and make an instance.
 *   Returns     NULL: no memory; else it is simulated if live_message() is empty */
live* live_open(const unsigned char* bytes, size_t size)
{
  char  guid[LW_GUID_SIZE];
  live* l = calloc(1, sizeof *l);
  if (!l) {
    return NULL;
  }
  lw_status status = lw_model_read(bytes, size, &l->model, guid, &l->diag);
  if (status == LW_OK) {
    status = lw_variables_create(l->model, &l->diag, &l->variables);
  }
  if (status == LW_OK) {
    (void)lw_instance_create(l->model, &l->diag, &l->instance);
  }
  return l;
}

void live_close(live* l)
{
  lw_instance_destroy(l->instance);
  lw_variables_destroy(l->variables);
  lw_model_destroy(l->model);
  free(l);
}

/* Why the last call failed; empty: it did not. */
const char* live_message(const live* l)
{
  return l->diag.text;
}

/* All of these return whether they failed. Times and steps are those of lw_instance_advance(), so
 * that a page computes what `linkwork run` does. */

int live_initialize(live* l, double start)
{
  return lw_instance_initialize(l->instance, start, &l->diag) != LW_OK;
}

int live_step(live* l, double time, double step)
{
  (void)lw_instance_set_time(l->instance, time);
  return lw_instance_advance(l->instance, step, &l->diag) != LW_OK;
}

int live_set(live* l, size_t n, const unsigned reference[], const double value[])
{
  return lw_variables_set(l->variables, l->instance, n, reference, value, &l->diag) != LW_OK;
}

int live_get(live* l, size_t n, const unsigned reference[], double value[])
{
  return lw_variables_get(l->variables, l->instance, n, reference, value) != LW_OK;
}
