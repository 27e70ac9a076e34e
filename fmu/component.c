/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * component.c - the life of a component: from a folder of resources to an instance, and back.
 */
#include "component.h"

#include <stdlib.h>
#include <string.h>

#include "fmu_state.h"
#include "keep_threads.h"
#include "resource.h"

static const char MODEL_FILE[] = "mechanism.lwm";

/* ---- the model ---------------------------------------------------------------------------- */

/* Read the model at a path and check that it is the right one. */
static lw_status read_model(lw_component* c, const char* path, const char* guid, lw_diag* diag)
{
  unsigned char* bytes  = NULL;
  size_t         size   = 0;
  lw_status      status = lw_resource_read(path, &bytes, &size, diag);
  if (status != LW_OK) {
    return status;
  }
  lw_diag reason = {0};
  memset(c->guid, 0, sizeof c->guid); /* all of it is compared with that of saved states */
  status = lw_model_read(bytes, size, &c->model, c->guid, &reason);
  free(bytes);
  if (status != LW_OK) {
    return lw_diag_set(diag, status, 0, "%s: %s", path, reason.text);
  }
  if (strcmp(c->guid, guid) != 0) {
    lw_model_destroy(c->model);
    c->model = NULL;
    return lw_diag_set(diag, LW_ERR_USAGE, 0,
                       "the GUID %.80s of the model description is not %s, that of %s", guid,
                       c->guid, path);
  }
  return LW_OK;
}

/* Try all ways to find the folder of resources. The first failure is the one that is reported,
 * because the later ways are guesses. */
static lw_status find_model(lw_component* c, const char* guid, const char* uri, lw_diag* diag)
{
  lw_diag   reason  = {0};
  lw_status status  = LW_ERR_FILE;
  bool      located = false; /* the location gives a path */
  for (int way = 0; way < LW_RESOURCE_WAY_COUNT && status != LW_OK; way++) {
    char* path = lw_resource_path(uri, (lw_resource_way)way, MODEL_FILE);
    if (path) {
      status  = read_model(c, path, guid, *reason.text ? NULL : &reason);
      located = located || way != LW_RESOURCE_BESIDE;
      free(path);
    }
  }
  if (status != LW_OK && !located) {
    return lw_diag_set(diag, status, 0, "the resource location \"%.300s\" is no file URI%s%s",
                       uri ? uri : "(null)", *reason.text ? "; beside the library, " : "",
                       reason.text);
  }
  return status == LW_OK ? LW_OK : lw_diag_set(diag, status, 0, "%s", reason.text);
}

/* ---- life --------------------------------------------------------------------------------- */

static char* copy_text(const char* text)
{
  const size_t size = strlen(text) + 1;
  char*        copy = malloc(size);
  if (copy) {
    memcpy(copy, text, size);
  }
  return copy;
}

static lw_status fill(lw_component* c, const lw_component_order* order, lw_diag* diag)
{
  c->name = copy_text(order->name);
  if (!c->name) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  c->log.instance  = c->name;
  c->interface     = order->interface;
  c->state_name    = order->state_name;
  lw_status status = find_model(c, order->guid, order->resources, diag);
  if (status == LW_OK) {
    status = lw_variables_create(c->model, diag, &c->variables);
  }
  if (status == LW_OK && c->interface == LW_MODEL_EXCHANGE) {
    status      = lw_continuous_create(c->model, diag, &c->continuous);
    c->instance = status == LW_OK ? lw_continuous_instance(c->continuous) : NULL;
  } else if (status == LW_OK) {
    status = lw_instance_create(c->model, diag, &c->instance);
    if (status == LW_OK && lw_instance_pays_threads(c->instance) && !lw_keep_threads()) {
      lw_instance_set_threads(c->instance, 1);
    }
  }
  if (status == LW_OK) {
    c->head.start = c->model->settings.start;
  }
  return status;
}

lw_component* lw_component_create(const lw_component_order* order, const lw_fmu_log* log)
{
  lw_diag       diag = {0};
  lw_component* c    = calloc(1, sizeof *c);
  if (!c) {
    (void)lw_fmu_log_text(log, LW_CALL_ERROR, lw_status_text(LW_ERR_MEMORY));
    return NULL;
  }
  c->log                 = *log;
  const lw_status status = fill(c, order, &diag);
  if (status != LW_OK) {
    (void)lw_fmu_log_write(log, LW_CALL_ERROR, "cannot be instantiated: %s",
                           *diag.text ? diag.text : lw_status_text(status));
    lw_component_destroy(c);
    return NULL;
  }
  return c;
}

void lw_component_destroy(lw_component* c)
{
  if (c) {
    lw_saved_states_free(c);
    lw_reading_free(&c->reading);
    if (c->continuous) {
      lw_continuous_destroy(c->continuous);
    } else {
      lw_instance_destroy(c->instance);
    }
    lw_variables_destroy(c->variables);
    lw_model_destroy(c->model);
    free(c->scalar);
    free(c->name);
    free(c);
  }
}

void lw_component_reset(lw_component* c)
{
  lw_instance_reset(c->instance);
  c->warned     = false;
  c->head       = (lw_component_head){0};
  c->head.start = c->model->settings.start;
}

/* ---- state of the calls ------------------------------------------------------------------- */

void lw_component_set_state(lw_component* c, lw_call_state state)
{
  c->head.state = (double)state;
}

lw_outcome lw_component_assemble(lw_component* c)
{
  lw_diag         diag   = {0};
  const lw_status status = c->continuous
                               ? lw_continuous_initialize(c->continuous, c->head.start, &diag)
                               : lw_instance_initialize(c->instance, c->head.start, &diag);
  if (status != LW_OK) {
    lw_component_set_state(c, LW_STATE_ERROR);
    return lw_fmu_log_write(&c->log, LW_CALL_ERROR, "cannot be initialised: %s",
                            *diag.text ? diag.text : lw_status_text(status));
  }
  c->head.settled = 1.0;
  return lw_fmu_log_write(&c->log, LW_CALL_OK, "assembled at t = %.9g s", c->head.start);
}

lw_outcome lw_component_evaluate(lw_component* c)
{
  lw_diag         diag   = {0};
  const lw_status status = lw_continuous_update(c->continuous, &diag);
  return status == LW_OK
             ? LW_CALL_OK
             : lw_fmu_log_text(&c->log,
                               lw_status_is_retry(status) ? LW_CALL_DISCARD : LW_CALL_ERROR,
                               *diag.text ? diag.text : lw_status_text(status));
}

void lw_component_unsettle(lw_component* c)
{
  if (lw_component_is_open(c)) {
    c->head.settled = 0.0;
  }
}
