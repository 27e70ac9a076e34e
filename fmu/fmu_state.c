/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmu_state.c - states of a component: saved, restored, as bytes.
 */
#include "fmu_state.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct lw_saved_state {
  lw_component_head head;
  double            instance[]; /* what lw_instance_get_state() gives */
};

/* The head of a state as bytes; the numbers of the state follow. */
typedef struct envelope {
  char     magic[8];           /* "LWSTATE" */
  uint32_t version;            /* VERSION   */
  uint32_t order;              /* ORDER in the byte order of this machine, which all numbers have */
  uint64_t size;               /* of all bytes */
  char     guid[LW_GUID_SIZE]; /* of the model */
  uint64_t checksum;           /* FNV-1a of all bytes but its own */
} envelope;

enum { VERSION = 2, ORDER = 0x01020304 };

static const char MAGIC[8] = "LWSTATE";

/* ---- the list of states ------------------------------------------------------------------- */

/* The index of a state in the list; nsaved if it is not in the list. */
static size_t find(const lw_component* c, const lw_saved_state* state)
{
  size_t i = 0;
  while (i < c->nsaved && c->saved[i] != state) i++;
  return i;
}

bool lw_saved_state_known(const lw_component* c, const lw_saved_state* state)
{
  return state && find(c, state) < c->nsaved;
}

/* Add a new state to the list; NULL: no memory. */
static lw_saved_state* add(lw_component* c)
{
  if (c->nsaved == c->saved_cap) {
    const size_t     cap  = c->saved_cap ? 2 * c->saved_cap : 8;
    lw_saved_state** list = realloc(c->saved, cap * sizeof *list);
    if (!list) {
      return NULL;
    }
    c->saved     = list;
    c->saved_cap = cap;
  }
  lw_saved_state* state =
      calloc(1, sizeof *state + lw_instance_state_size(c->instance) + sizeof(double));
  if (state) {
    c->saved[c->nsaved++] = state;
  }
  return state;
}

lw_status lw_saved_state_get(lw_component* c, lw_saved_state** state)
{
  if (*state && !lw_saved_state_known(c, *state)) {
    return LW_ERR_USAGE;
  }
  lw_saved_state* s = *state ? *state : add(c);
  if (!s) {
    return LW_ERR_MEMORY;
  }
  s->head = c->head;
  lw_instance_get_state(c->instance, s->instance);
  *state = s;
  return LW_OK;
}

lw_status lw_saved_state_set(lw_component* c, const lw_saved_state* state)
{
  if (!lw_saved_state_known(c, state)) {
    return LW_ERR_USAGE;
  }
  c->head = state->head;
  return lw_instance_set_state(c->instance, state->instance, lw_instance_state_size(c->instance));
}

lw_status lw_saved_state_free(lw_component* c, lw_saved_state* state)
{
  const size_t i = find(c, state);
  if (i == c->nsaved) {
    return LW_ERR_USAGE;
  }
  free(state);
  c->saved[i] = c->saved[--c->nsaved];
  return LW_OK;
}

void lw_saved_states_free(lw_component* c)
{
  for (size_t i = 0; i < c->nsaved; i++) free(c->saved[i]);
  free(c->saved);
  c->saved  = NULL;
  c->nsaved = c->saved_cap = 0;
}

/* ---- bytes -------------------------------------------------------------------------------- */

size_t lw_saved_state_bytes(const lw_component* c)
{
  return sizeof(envelope) + sizeof(lw_component_head) + lw_instance_state_size(c->instance);
}

static envelope seal(const lw_component* c, const unsigned char* numbers)
{
  envelope e;
  memset(&e, 0, sizeof e); /* padding too: it is part of the checksum */
  memcpy(e.magic, MAGIC, sizeof e.magic);
  e.version = VERSION;
  e.order   = ORDER;
  e.size    = lw_saved_state_bytes(c);
  memcpy(e.guid, c->guid, sizeof e.guid);
  e.checksum = lw_fnv(lw_fnv(LW_FNV_BEGIN, &e, offsetof(envelope, checksum)), numbers,
                      (size_t)e.size - sizeof e);
  return e;
}

void lw_saved_state_write(const lw_component* c, const lw_saved_state* state, unsigned char* bytes)
{
  unsigned char* numbers = bytes + sizeof(envelope);
  memcpy(numbers, &state->head, sizeof state->head);
  memcpy(numbers + sizeof state->head, state->instance, lw_instance_state_size(c->instance));
  const envelope e = seal(c, numbers);
  memcpy(bytes, &e, sizeof e);
}

/* The reason why bytes are not a state of this component; NULL if they are. */
static const char* objection(const lw_component* c, const unsigned char* bytes, size_t size)
{
  envelope found;
  if (size < sizeof found) {
    return "they are too few";
  }
  memcpy(&found, bytes, sizeof found);
  if (memcmp(found.magic, MAGIC, sizeof found.magic) != 0) {
    return "they do not begin like one";
  }
  if (found.order != ORDER) {
    return "another kind of machine wrote them";
  }
  if (found.version != VERSION) {
    return "another version of Linkwork wrote them";
  }
  if (memcmp(found.guid, c->guid, sizeof found.guid) != 0) {
    return "they belong to another model";
  }
  if (size != lw_saved_state_bytes(c) || found.size != size) {
    return "their number is wrong";
  }
  const envelope right = seal(c, bytes + sizeof found);
  if (found.checksum != right.checksum) {
    return "they are damaged: the checksum is wrong";
  }
  lw_component_head head;
  memcpy(&head, bytes + sizeof found, sizeof head);
  return head.state >= 0.0 && head.state < LW_STATE_COUNT ? NULL : "they are damaged";
}

lw_status lw_saved_state_read(lw_component* c, const unsigned char* bytes, size_t size,
                              lw_saved_state** state, lw_diag* diag)
{
  *state                = NULL;
  const char* complaint = objection(c, bytes, size);
  if (complaint) {
    return lw_diag_set(diag, LW_ERR_FILE, 0, "these %zu bytes are no state of this model: %s", size,
                       complaint);
  }
  lw_component_head    head;
  const unsigned char* numbers = bytes + sizeof(envelope) + sizeof head;
  lw_diag              reason  = {0};
  memcpy(&head, bytes + sizeof(envelope), sizeof head);
  const lw_status checked =
      lw_instance_check_state(c->instance, numbers, lw_instance_state_size(c->instance), &reason);
  if (checked != LW_OK) {
    return lw_diag_set(diag, checked, 0, "these %zu bytes are no state of this model: %s", size,
                       reason.text);
  }
  lw_saved_state* s = add(c);
  if (!s) {
    return lw_diag_set(diag, LW_ERR_MEMORY, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  s->head = head;
  memcpy(s->instance, numbers, lw_instance_state_size(c->instance));
  *state = s;
  return LW_OK;
}
