/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * status.c - the text of each status, from the same list as the enum.
 */
#include <linkwork/status.h>

const char* lw_status_text(lw_status status)
{
  static const char* const text[LW_STATUS_COUNT] = {
#define X(name, text) text,
      LW_STATUS_LIST(X)
#undef X
  };
  return (int)status >= 0 && status < LW_STATUS_COUNT ? text[status] : "unknown status";
}
