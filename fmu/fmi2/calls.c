/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * calls.c - the functions of FMI 2.0, and which of them may be called in which state.
 */
#include "calls.h"

#define X(function, ...)                                                                           \
  const lw_call lw_call_##function = {#function, LW_CALL_STATES(__VA_ARGS__)};
LW_FMI2_CALLS(X)
#undef X

_Static_assert((int)fmi2OK == LW_CALL_OK && (int)fmi2Warning == LW_CALL_WARNING &&
                   (int)fmi2Discard == LW_CALL_DISCARD && (int)fmi2Error == LW_CALL_ERROR &&
                   (int)fmi2Fatal == LW_CALL_FATAL,
               "outcomes are the statuses of FMI 2.0");

/* as the specification spells them */
const lw_state_names lw_fmi2_state_names[LW_INTERFACE_COUNT] = {
    [LW_CO_SIMULATION] =
        {
            [LW_STATE_INSTANTIATED]   = "instantiated",
            [LW_STATE_INITIALIZATION] = "Initialization Mode",
            [LW_STATE_STEP_COMPLETE]  = "stepComplete",
            [LW_STATE_STEP_FAILED]    = "stepFailed",
            [LW_STATE_TERMINATED]     = "terminated",
            [LW_STATE_ERROR]          = "error",
        },
    [LW_MODEL_EXCHANGE] =
        {
            [LW_STATE_INSTANTIATED]   = "instantiated",
            [LW_STATE_INITIALIZATION] = "Initialization Mode",
            [LW_STATE_EVENT]          = "Event Mode",
            [LW_STATE_CONTINUOUS]     = "Continuous-Time Mode",
            [LW_STATE_TERMINATED]     = "terminated",
            [LW_STATE_ERROR]          = "error",
        },
};
