/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls.c - the functions of FMI 3.0, and which of them may be called in which state.
 */
#include "calls.h"

#define X(function, ...)                                                                           \
  const lw_call lw_call_##function = {#function, LW_CALL_STATES(__VA_ARGS__)};
LW_FMI3_CALLS(X)
#undef X

_Static_assert((int)fmi3OK == LW_CALL_OK && (int)fmi3Warning == LW_CALL_WARNING &&
                   (int)fmi3Discard == LW_CALL_DISCARD && (int)fmi3Error == LW_CALL_ERROR &&
                   (int)fmi3Fatal == LW_CALL_FATAL,
               "outcomes are the statuses of FMI 3.0");

/* as the specification spells them */
const lw_state_names lw_fmi3_state_names[LW_INTERFACE_COUNT] = {
    [LW_CO_SIMULATION] =
        {
            [LW_STATE_INSTANTIATED]   = "Instantiated",
            [LW_STATE_INITIALIZATION] = "Initialization Mode",
            [LW_STATE_STEP_COMPLETE]  = "Step Mode",
            [LW_STATE_STEP_FAILED]    = "Step Discarded",
            [LW_STATE_TERMINATED]     = "Terminated",
            [LW_STATE_ERROR]          = "Error",
        },
    [LW_MODEL_EXCHANGE] =
        {
            [LW_STATE_INSTANTIATED]   = "Instantiated",
            [LW_STATE_INITIALIZATION] = "Initialization Mode",
            [LW_STATE_EVENT]          = "Event Mode",
            [LW_STATE_CONTINUOUS]     = "Continuous-Time Mode",
            [LW_STATE_TERMINATED]     = "Terminated",
            [LW_STATE_ERROR]          = "Error",
        },
};
