/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * select.c - variables by name.
 *
 *   cost     one comparison per pattern and variable
 */
#include "select.h"

#include <stdlib.h>
#include <string.h>

#include "text/suggest.h"

/* Whether a name matches a pattern in which '*' matches any text. Apostrophes of the name may be
 * left out: left-arm.r[1] matches 'left-arm'.r[1]. */
static bool fits(const char* pattern, const char* name)
{
  const char* star  = NULL; /* last star, and where its text may end */
  const char* retry = NULL;
  while (*name) {
    if (*pattern == '*') {
      star  = pattern++;
      retry = name;
    } else if (*pattern == *name) {
      pattern++;
      name++;
    } else if (*name == '\'') {
      name++;
    } else if (star) {
      pattern = star + 1;
      name    = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return *pattern == '\0';
}

/* The variables selected so far. */
typedef struct selection {
  const lw_simulator* simulator;
  unsigned*           variable; /* (n), room for all of them      */
  size_t              n;
  bool*               taken; /* which are in it already (count) */
} selection;

static void take(selection* s, unsigned variable)
{
  if (!s->taken[variable]) {
    s->taken[variable]  = true;
    s->variable[s->n++] = variable;
  }
}

/* Tell whether a variable is a result: an output, or local. */
static bool is_result(const selection* s, unsigned variable)
{
  const lw_role role = s->simulator->role[variable];
  return role == LW_ROLE_OUTPUT || role == LW_ROLE_LOCAL;
}

/* Add the variables that match and that are, or are not, results. Returns whether there are any. */
static bool add_fitting(selection* s, const char* pattern, bool results)
{
  bool any = false;
  for (unsigned i = 0; i < s->simulator->count; i++) {
    if (is_result(s, i) == results && fits(pattern, s->simulator->name[i])) {
      take(s, i);
      any = true;
    }
  }
  return any;
}

/* Suggest a variable, or a whole vector. */
static lw_status report_unknown(const lw_simulator* simulator, const char* name, lw_diag* diag)
{
  char vector[2][64]; /* longer names are no typing mistakes; one of them is the best so far */
  int  spare               = 0;
  lw_suggestion suggestion = lw_suggest_begin(name);
  for (unsigned i = 0; i < simulator->count; i++) {
    const char* known = simulator->name[i];
    lw_suggest_try(&suggestion, known);
    const char* first = strstr(known, "[1]");
    if (first && first[3] == '\0' && (size_t)(first - known) < sizeof vector[0]) {
      const size_t length = (size_t)(first - known);
      memcpy(vector[spare], known, length);
      vector[spare][length] = '\0';
      lw_suggest_try(&suggestion, vector[spare]);
      spare = suggestion.best == vector[spare] ? 1 - spare : spare;
    }
  }
  char phrase[LW_SUGGEST_SIZE];
  return lw_diag_set(diag, LW_ERR_INPUT, 0, "there is no variable \"%s\"%s", name,
                     lw_suggest_text(&suggestion, phrase));
}

/* Add the variables of one pattern; there is room for three more characters after it. */
static lw_status add_pattern(selection* s, char* pattern, lw_diag* diag)
{
  /* most patterns are plain names */
  unsigned variable = 0;
  if (s->simulator->class->find(s->simulator, pattern, &variable)) {
    take(s, variable);
    return LW_OK;
  }
  if (add_fitting(s, pattern, true) || add_fitting(s, pattern, false)) {
    return LW_OK;
  }

  /* a vector */
  const size_t length = strlen(pattern);
  memcpy(pattern + length, "[*]", 4);
  if (add_fitting(s, pattern, true) || add_fitting(s, pattern, false)) {
    return LW_OK;
  }
  pattern[length] = '\0';
  if (strchr(pattern, '*')) {
    return lw_diag_set(diag, LW_ERR_INPUT, 0, "no variable fits \"%s\"", pattern);
  }
  return report_unknown(s->simulator, pattern, diag);
}

/* The length of the first of several patterns: commas in brackets or
 * apostrophes belong to names. */
static size_t pattern_length(const char* patterns)
{
  int         depth  = 0;
  bool        quoted = false;
  const char* end    = patterns;
  for (; *end && (*end != ',' || depth > 0 || quoted); end++) {
    quoted = *end == '\'' ? !quoted : quoted;
    depth += quoted ? 0 : (*end == '[') - (*end == ']');
  }
  return (size_t)(end - patterns);
}

static lw_status add_patterns(selection* s, const char* patterns, char* scratch, lw_diag* diag)
{
  lw_status status = LW_OK;
  if (!patterns) {
    (void)add_fitting(s, "*", true);
    return status;
  }
  for (bool more = true; more && status == LW_OK;) {
    const size_t length = pattern_length(patterns);
    if (length == 0) {
      return lw_diag_set(diag, LW_ERR_INPUT, 0, "a name in the list of variables is empty");
    }
    memcpy(scratch, patterns, length);
    scratch[length] = '\0';
    status          = add_pattern(s, scratch, diag);
    more            = patterns[length] == ',';
    patterns += length + 1;
  }
  return status;
}

lw_status lw_select(const lw_simulator* simulator, const char* patterns, unsigned** variable,
                    size_t* n, lw_diag* diag)
{
  /* one more than needed: a size of zero may give NULL */
  const size_t size    = (patterns ? strlen(patterns) : 0) + sizeof "[*]";
  selection    s       = {.simulator = simulator,
                          .variable  = malloc(((size_t)simulator->count + 1) * sizeof *s.variable),
                          .taken     = calloc((size_t)simulator->count + 1, sizeof *s.taken)};
  char*        scratch = malloc(size);

  lw_status status = LW_ERR_MEMORY;
  if (s.variable && s.taken && scratch) {
    status = add_patterns(&s, patterns, scratch, diag);
  } else {
    (void)lw_diag_set(diag, status, 0, "%s", lw_status_text(status));
  }
  if (status != LW_OK) {
    free(s.variable);
    s.variable = NULL;
    s.n        = 0;
  }
  free(s.taken);
  free(scratch);
  *variable = s.variable;
  *n        = s.n;
  return status;
}

lw_status lw_select_one(const lw_simulator* simulator, const char* name, unsigned* variable,
                        lw_diag* diag)
{
  if (simulator->class->find(simulator, name, variable)) {
    return LW_OK;
  }
  for (unsigned i = 0; i < simulator->count; i++) {
    if (!strchr(name, '*') && fits(name, simulator->name[i])) {
      *variable = i;
      return LW_OK;
    }
  }
  return report_unknown(simulator, name, diag);
}
