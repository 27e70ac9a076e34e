/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_sequence.c - which function may be called in which state of an instance.
 */
#include "call_sequence.h"

#include <stdio.h>

static const char* const CALLS[LW_CALL_COUNT] = {
#define X(function, a, b, c, d, e, f) #function,
    LW_CALL_LIST(X)
#undef X
};

/* as the specification spells them */
static const char* const STATES[LW_STATE_COUNT] = {
    "instantiated", "Initialization Mode", "stepComplete", "stepFailed", "terminated", "error"};

const char* lw_call_name(lw_call call)
{
  return CALLS[call];
}

const char* lw_call_state_name(lw_call_state state)
{
  return STATES[state];
}

void lw_call_states(lw_call call, char* text, size_t size)
{
  size_t used = 0;
  text[0]     = '\0';
  for (int i = 0; i < LW_STATE_COUNT; i++) {
    if (lw_call_allowed(call, (lw_call_state)i) && used < size) {
      const int n = snprintf(text + used, size - used, "%s%s", used ? ", " : "", STATES[i]);
      used += n > 0 ? (size_t)n : 0;
    }
  }
}
