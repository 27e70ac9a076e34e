/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * life.c - the calls from instantiation to the end.
 */
#include "life.h"

#include <math.h>
#include <string.h>

/* ---- instances ---------------------------------------------------------------------------- */

static bool is_blank(const char* text)
{
  return !text || text[strspn(text, " \t\r\n")] == '\0';
}

const char* lw_life_name(const char* name)
{
  return is_blank(name) ? "?" : name;
}

lw_component* lw_life_begin(const char* call, const lw_component_order* order,
                            const lw_fmu_log* log)
{
  const char* complaint = is_blank(order->name) ? "the instance has no name"
                          : !order->guid        ? "the GUID is missing"
                                                : NULL;
  if (complaint) {
    (void)lw_fmu_log_write(log, LW_CALL_ERROR, "%s: %s", call, complaint);
    return NULL;
  }
  return lw_component_create(order, log);
}

lw_outcome lw_life_log(lw_component* c, const lw_call* call, bool on, size_t n,
                       const char* const category[])
{
  if (n > 0 && !category) {
    return lw_fail(c, call, LW_CALL_ERROR, "the list of categories is missing");
  }
  const char* unknown = lw_fmu_log_switch(&c->log, on, n, category);
  return unknown ? lw_fail(c, call, LW_CALL_ERROR, "there is no category \"%.100s\"", unknown)
                 : LW_CALL_OK;
}

/* ---- initialisation ----------------------------------------------------------------------- */

lw_outcome lw_life_experiment(lw_component* c, const lw_call* call, const lw_experiment* e)
{
  const bool has_stop = !isnan(e->stop);
  if (!isfinite(e->start)) {
    return lw_fail(c, call, LW_CALL_ERROR, "the start time must be finite");
  }
  if (has_stop && !(e->stop >= e->start)) {
    return lw_fail(c, call, LW_CALL_ERROR, "the stop time %.9g s lies before the start time %.9g s",
                   e->stop, e->start);
  }
  if (lw_instance_set_accuracy(c->instance, e->accuracy) != LW_OK) {
    return lw_fail(c, call, LW_CALL_ERROR, "the tolerance must be between %g and 1, found %.9g",
                   LW_TOLERANCE_MIN, e->accuracy);
  }
  c->head.start    = e->start;
  c->head.has_stop = has_stop ? 1.0 : 0.0;
  c->head.stop     = has_stop ? e->stop : 0.0;
  return LW_CALL_OK;
}

void lw_life_initialize(lw_component* c)
{
  /* values and inputs may still change, so the mechanism is assembled when an output is read */
  lw_component_set_state(c, LW_STATE_INITIALIZATION);
  lw_component_unsettle(c);
}

lw_outcome lw_life_initialized(lw_component* c)
{
  const lw_outcome outcome = lw_component_settle(c);
  if (outcome == LW_CALL_OK) {
    lw_component_set_state(c, c->interface == LW_MODEL_EXCHANGE ? LW_STATE_EVENT
                                                                : LW_STATE_STEP_COMPLETE);
  }
  return outcome;
}
