/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * loops_yaml.c - reads a sidecar in YAML, as it is in use for robots with closed loops:
 *
 *   closed_loop: [['rod_A', 'rod_B'], ['bar_A', 'bar_B']]   # pairs of frames
 *   type: ['6d', '3d']                                      # welded, or a ball joint
 *   name_mot: ['crank']                                     # joints with a motor
 *   joint_name: ['hip']                                     # joints of another type
 *   joint_type: ['SPHERICAL']
 *
 * Of YAML this is comments, keys in the first column and lists in brackets
 * over any number of lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf/loops.h"

/* A text and its line. */
typedef struct word {
  const char* text;
  int         line;
} word;

typedef struct word_list {
  word* word;
  int   n;
  int   line; /* of its key; 0: the file has no such key */
} word_list;

typedef struct parser {
  const char* begin;
  const char* next;
  int         line;
  char*       pool; /* the words, each terminated; as large as the file */
  size_t      used;
  lw_diag*    diag;
} parser;

enum { PAIRS, TYPES, MOTORS, JOINTS, JOINT_TYPES, NKEY };

static const char* const keys[NKEY] = {"closed_loop", "type", "name_mot", "joint_name",
                                       "joint_type"};

static lw_status no_memory(const parser* p)
{
  return lw_diag_set(p->diag, LW_ERR_MEMORY, 0, "out of memory");
}

/* ---- words ------------------------------------------------------------------------------- */

/* Skip blanks, line ends and comments. */
static void skip_blanks(parser* p)
{
  for (; *p->next; p->next++) {
    if (*p->next == '#') {
      p->next += strcspn(p->next, "\n");
    }
    if (!*p->next || !strchr(" \t\r\n", *p->next)) {
      return;
    }
    p->line += *p->next == '\n' ? 1 : 0;
  }
}

static lw_status report_found(const parser* p, const char* expected)
{
  char found[24] = "the end of the file";
  if (*p->next) {
    (void)snprintf(found, sizeof found, "\"%.*s\"",
                   (int)strcspn(p->next, "\r\n") < 12 ? (int)strcspn(p->next, "\r\n") : 12,
                   p->next);
  }
  return lw_diag_set(p->diag, LW_ERR_INPUT, p->line, "expected %s, found %s", expected, found);
}

static lw_status expect(parser* p, char c, const char* expected)
{
  skip_blanks(p);
  if (*p->next != c) {
    return report_found(p, expected);
  }
  p->next++;
  return LW_OK;
}

/* A name in single or double quotes, or without any. */
static lw_status read_word(parser* p, word* w)
{
  skip_blanks(p);
  *w               = (word){p->pool + p->used, p->line};
  const char quote = *p->next == '\'' || *p->next == '"' ? *p->next : '\0';
  size_t     n     = 0;
  if (quote) {
    p->next++;
    n = strcspn(p->next, quote == '"' ? "\"\n\\" : "'\n");
    if (p->next[n] != quote) {
      return lw_diag_set(p->diag, LW_ERR_INPUT, p->line, "the quote %c is not closed in its line",
                         quote);
    }
  } else {
    n = strcspn(p->next, ",[]{}#:\"'\r\n");
    while (n > 0 && strchr(" \t", p->next[n - 1])) n--;
  }
  if (n == 0) {
    return report_found(p, "a name");
  }
  memcpy(p->pool + p->used, p->next, n);
  p->pool[p->used + n] = '\0';
  p->used += n + 1;
  p->next += n + (quote ? 1 : 0);
  return LW_OK;
}

/* ---- lists ------------------------------------------------------------------------------- */

static lw_status add_word(const parser* p, word_list* list, word w)
{
  if ((list->n & (list->n - 1)) == 0) {
    word* more = realloc(list->word, (list->n ? 2 * (size_t)list->n : 1) * sizeof *more);
    if (!more) {
      return no_memory(p);
    }
    list->word = more;
  }
  list->word[list->n++] = w;
  return LW_OK;
}

/* ['a', 'b'] as two words of a list */
static lw_status read_pair(parser* p, word_list* list)
{
  word      w[2];
  lw_status status = expect(p, '[', "a pair such as ['a', 'b']");
  if (status == LW_OK) {
    status = read_word(p, &w[0]);
  }
  if (status == LW_OK) {
    status = expect(p, ',', "\",\" between the two names of a pair");
  }
  if (status == LW_OK) {
    status = read_word(p, &w[1]);
  }
  if (status == LW_OK) {
    status = expect(p, ']', "\"]\" after the two names of a pair");
  }
  for (int i = 0; i < 2 && status == LW_OK; i++) status = add_word(p, list, w[i]);
  return status;
}

/* A list in brackets, of words or of pairs of words; a comma after the last one is allowed. */
static lw_status read_list(parser* p, bool pairs, word_list* list)
{
  lw_status status = expect(p, '[', "a list in brackets");
  skip_blanks(p);
  while (status == LW_OK && *p->next != ']') {
    word w;
    status = pairs ? read_pair(p, list) : read_word(p, &w);
    if (status == LW_OK && !pairs) {
      status = add_word(p, list, w);
    }
    skip_blanks(p);
    if (status == LW_OK && *p->next != ']') {
      status = expect(p, ',', "\",\" or \"]\"");
      skip_blanks(p);
    }
  }
  p->next += status == LW_OK ? 1 : 0;
  return status;
}

/* ---- the file ---------------------------------------------------------------------------- */

static lw_status report_key(const parser* p, const word* key)
{
  char list[128] = "";
  for (int k = 0; k < NKEY; k++) {
    const size_t n = strlen(list);
    (void)snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", keys[k]);
  }
  return lw_diag_set(p->diag, LW_ERR_INPUT, key->line, "unknown key \"%s\"; known are %s",
                     lw_xml_shorten(key->text).text, list);
}

/* key: [...] */
static lw_status read_entry(parser* p, word_list list[NKEY])
{
  word        key;
  int         k        = 0;
  const char* position = p->next;
  lw_status   status   = read_word(p, &key);
  if (status == LW_OK) {
    status = expect(p, ':', "\":\" after a key");
  }
  while (status == LW_OK && k < NKEY && strcmp(keys[k], key.text) != 0) k++;
  if (status == LW_OK && k == NKEY) {
    return report_key(p, &key);
  }
  if (status == LW_OK && position > p->begin && position[-1] != '\n') {
    return lw_diag_set(p->diag, LW_ERR_INPUT, key.line, "key \"%s\" must begin its line", keys[k]);
  }
  if (status == LW_OK && list[k].line) {
    return lw_diag_set(p->diag, LW_ERR_INPUT, key.line, "key \"%s\" appears already in line %d",
                       keys[k], list[k].line);
  }
  if (status == LW_OK) {
    list[k].line = key.line;
    status       = read_list(p, k == PAIRS, &list[k]);
  }
  return status;
}

/* Two lists that belong together have the same length. */
static lw_status check_lengths(const parser* p, const word_list* list, int a, int b, int per_b)
{
  if (list[a].n == per_b * list[b].n) {
    return LW_OK;
  }
  const int line = list[b].line ? list[b].line : list[a].line;
  return lw_diag_set(p->diag, LW_ERR_INPUT, line, "%s has %d entries, %s has %d", keys[a],
                     list[a].n / per_b, keys[b], list[b].n);
}

static lw_status add_loops(const parser* p, const word_list* pairs, const word_list* types,
                           lw_loops* loops)
{
  for (int i = 0; i < types->n; i++) {
    const word* t    = &types->word[i];
    const word* pair = &pairs->word[2 * i];
    const bool  weld = strcmp(t->text, "6d") == 0 || strcmp(t->text, "6D") == 0;
    if (!weld && strcmp(t->text, "3d") != 0 && strcmp(t->text, "3D") != 0) {
      return lw_diag_set(p->diag, LW_ERR_INPUT, t->line, "type must be 3d or 6d, found \"%s\"",
                         lw_xml_shorten(t->text).text);
    }
    const lw_loop loop = {.line = pair->line,
                          .type = weld ? LW_FIXED : LW_SPHERICAL,
                          .end  = {{.name = pair[0].text, .place = lw_place_identity()},
                                   {.name = pair[1].text, .place = lw_place_identity()}}};
    if (!lw_loops_add(loops, &loop)) {
      return no_memory(p);
    }
  }
  return LW_OK;
}

/* FIXED, SPHERICAL, or UJOINT_XY: first about x, then about y of the joint's frame */
static bool read_joint_type(const char* text, lw_loop_change* change)
{
  static const char universal[] = "UJOINT_";
  const size_t      n           = sizeof universal - 1;
  if (strcmp(text, "FIXED") == 0 || strcmp(text, "SPHERICAL") == 0) {
    change->type = text[0] == 'F' ? LW_FIXED : LW_SPHERICAL;
    return true;
  }
  change->type = LW_UNIVERSAL;
  if (strncmp(text, universal, n) != 0 || strlen(text) != n + 2 || text[n] == text[n + 1]) {
    return false;
  }
  for (int i = 0; i < 2; i++) {
    if (text[n + (size_t)i] < 'X' || text[n + (size_t)i] > 'Z') {
      return false;
    }
    change->axis[i][text[n + (size_t)i] - 'X'] = 1.0;
  }
  return true;
}

static lw_status add_changes(const parser* p, const word_list* names, const word_list* types,
                             lw_loops* loops)
{
  for (int i = 0; i < names->n; i++) {
    lw_loop_change change = {.name = names->word[i].text, .line = names->word[i].line};
    if (!read_joint_type(types->word[i].text, &change)) {
      return lw_diag_set(p->diag, LW_ERR_INPUT, types->word[i].line,
                         "joint_type must be SPHERICAL, FIXED or UJOINT_XY (any two axes), found "
                         "\"%s\"",
                         lw_xml_shorten(types->word[i].text).text);
    }
    if (!lw_loops_add_change(loops, &change)) {
      return no_memory(p);
    }
  }
  return LW_OK;
}

static lw_status add_motors(const parser* p, const word_list* names, lw_loops* loops)
{
  loops->has_motors = names->line != 0;
  for (int i = 0; i < names->n; i++) {
    const lw_loop_motor motor = {.name = names->word[i].text, .line = names->word[i].line};
    if (!lw_loops_add_motor(loops, &motor)) {
      return no_memory(p);
    }
  }
  return LW_OK;
}

/* Keys and lists, up to the end. */
static lw_status read_entries(parser* p, word_list list[NKEY])
{
  lw_status status = LW_OK;
  if (strncmp(p->next, "\xef\xbb\xbf", 3) == 0) {
    p->next += 3; /* a byte order mark */
    p->begin = p->next;
  }
  skip_blanks(p);
  if (strncmp(p->next, "---", 3) == 0) {
    p->next += 3;
    skip_blanks(p);
  }
  while (status == LW_OK && *p->next) {
    status = read_entry(p, list);
    skip_blanks(p);
  }
  return status;
}

lw_status lw_loops_read_yaml(const char* text, lw_loops* loops, lw_diag* diag)
{
  word_list list[NKEY] = {{NULL, 0, 0}};
  /* every word loses a quote or a separator, which makes room for its end */
  parser p = {
      .begin = text, .next = text, .line = 1, .pool = malloc(strlen(text) + 2), .diag = diag};
  loops->texts     = p.pool;
  lw_status status = p.pool ? read_entries(&p, list) : no_memory(&p);
  if (status == LW_OK) {
    status = check_lengths(&p, list, PAIRS, TYPES, 2);
  }
  if (status == LW_OK) {
    status = check_lengths(&p, list, JOINTS, JOINT_TYPES, 1);
  }
  if (status == LW_OK) {
    status = add_loops(&p, &list[PAIRS], &list[TYPES], loops);
  }
  if (status == LW_OK) {
    status = add_changes(&p, &list[JOINTS], &list[JOINT_TYPES], loops);
  }
  if (status == LW_OK) {
    status = add_motors(&p, &list[MOTORS], loops);
  }
  for (int k = 0; k < NKEY; k++) free(list[k].word);
  return status;
}
