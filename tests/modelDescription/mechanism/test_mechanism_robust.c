/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts that are not written on purpose: cut, damaged, deep, long, other encodings and locales. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "corpus.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

/* Read a text; whatever comes out must be consistent. Returns the status. */
static lw_status read_text(const char* text, size_t size, lw_diag* diag)
{
  lw_model* model = NULL;
  memset(diag, 0x7f, sizeof *diag); /* so that a text that is not terminated is noticed */
  const lw_status status = lw_mechanism_read_memory(text, size, &model, diag);
  assert_int_equal(status == LW_OK, model != NULL);
  if (status != LW_OK) {
    assert_non_null(memchr(diag->text, '\0', sizeof diag->text));
    assert_true(diag->text[0] != '\0');
    assert_true(diag->line >= 0);
  }
  lw_model_destroy(model);
  return status;
}

static void assert_refused(const char* text, size_t size, int line, const char* part)
{
  lw_diag diag;
  assert_int_equal(read_text(text, size, &diag), LW_ERR_INPUT);
  if (diag.line != line || !strstr(diag.text, part)) {
    fail_msg("expected %d: ...%s...\nfound    %d: %s", line, part, diag.line, diag.text);
  }
}

/* ---- damage ------------------------------------------------------------------------------ */

/* A file that is cut anywhere is refused. A copy of exactly that size lets the sanitizer see a read
 * behind its end. */
static void every_cut_is_refused(void** state)
{
  (void)state;
  static const char* const names[] = {"joints_frames", "outputs", "body", "mechanism"};
  for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
    char   relative[256], path[LW_TEST_PATH_SIZE];
    size_t size;
    snprintf(relative, sizeof relative, "tests/modelDescription/mechanism/good/%s.xml", names[f]);
    lw_test_repo_path(relative, path);
    char* text = corpus_read(path, &size);
    assert_string_equal(text + size - 2, ">\n");
    for (size_t n = 0; n + 1 < size; n++) {
      lw_diag diag;
      char*   cut = malloc(n ? n : 1);
      assert_non_null(cut);
      memcpy(cut, text, n);
      if (read_text(cut, n, &diag) != LW_ERR_INPUT) {
        fail_msg("%s, cut after %zu bytes, was accepted", path, n);
      }
      free(cut);
    }
    free(text);
  }
}

/* numbers for damage, the same on every machine (xorshift) */
static uint32_t random_below(uint32_t* seed, size_t n)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 17;
  *seed ^= *seed << 5;
  return *seed % (uint32_t)n;
}

/* Change, remove, repeat or insert some bytes. The text has room for 64 more. */
static size_t damage(char* text, size_t size, uint32_t* seed)
{
  static const char likely[] = "<>/=\"' &;#!?-.[]eE+0123456789\n\0\xff\xc3";
  const size_t      at       = random_below(seed, size);
  const size_t      n        = 1 + random_below(seed, 16);
  switch (random_below(seed, 4)) {
  case 0: text[at] = likely[random_below(seed, sizeof likely - 1)]; return size;
  case 1: {
    const size_t cut = n < size - at ? n : size - at - 1;
    memmove(text + at, text + at + cut, size - at - cut);
    return size - cut;
  }
  case 2: {
    const size_t from = random_below(seed, size);
    const size_t copy = n < size - from ? n : size - from;
    char         piece[16];
    memcpy(piece, text + from, copy);
    memmove(text + at + copy, text + at, size - at);
    memcpy(text + at, piece, copy);
    return size + copy;
  }
  default: text[at] = (char)random_below(seed, 256); return size;
  }
}

static void damaged_files_do_no_harm(void** state)
{
  (void)state;
  corpus   files    = corpus_list("tests/modelDescription/mechanism/good", 30);
  uint32_t seed     = 2463534242u;
  int      accepted = 0, refused = 0;
  for (int round = 0; round < 200; round++) {
    for (size_t f = 0; f < files.n; f++) {
      size_t  size;
      lw_diag diag;
      char*   text    = corpus_read(files.path[f], &size);
      char*   damaged = malloc(size + 64);
      assert_non_null(damaged);
      memcpy(damaged, text, size);
      for (uint32_t k = 1 + random_below(&seed, 4); k > 0; k--) size = damage(damaged, size, &seed);
      if (read_text(damaged, size, &diag) == LW_OK) {
        accepted++;
      } else {
        refused++;
      }
      free(damaged);
      free(text);
    }
  }
  corpus_free(&files);
  /* both ways are taken: damage in numbers and blanks is often still a mechanism */
  assert_true(accepted > 100);
  assert_true(refused > 1000);
}

/* ---- size -------------------------------------------------------------------------------- */

static void depth_is_bounded(void** state)
{
  (void)state;
  enum { DEPTH = 100000 };
  char* text = malloc(4 * DEPTH);
  assert_non_null(text);
  for (int i = 0; i < DEPTH; i++) memcpy(text + 3 * i, "<a>", 3);
  assert_refused(text, 3 * DEPTH, 1, "not well-formed XML");
  free(text);
}

static void long_words_are_cut_in_messages(void** state)
{
  (void)state;
  enum { LENGTH = 100000 };
  static const char* const around[][2] = {
      {"<mechanism name=\"m\"><body name=\"", "\" masss=\"1\"/></mechanism>"},
      {"<mechanism name=\"m\"><", "/></mechanism>"},
      {"<mechanism name=\"m\"><body name=\"b\" ", "=\"1\"/></mechanism>"},
      {"<mechanism name=\"m\"><body name=\"b\" mass=\"1\" inertia=\"", "\"/></mechanism>"},
      {"<mechanism name=\"m\"><force name=\"f\" body=\"", "\"/></mechanism>"},
      {"<mechanism name=\"m\"><spring name=\"s\" stiffness=\"1\" from=\"a.",
       "\" to=\"b.c\"/></mechanism>"},
      {"<", "/>"},
      {"<mechanism name=\"", "\"/>"},
  };
  for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
    const size_t before = strlen(around[i][0]), after = strlen(around[i][1]);
    char*        text = malloc(before + LENGTH + after);
    lw_diag      diag;
    assert_non_null(text);
    memcpy(text, around[i][0], before);
    memset(text + before, 'x', LENGTH);
    memcpy(text + before + LENGTH, around[i][1], after);
    assert_int_equal(read_text(text, before + LENGTH + after, &diag), LW_ERR_INPUT);
    free(text);
  }
}

static void a_message_never_ends_inside_a_character(void** state)
{
  (void)state;
  /* 'x' and then two-byte characters: a cut after an even number of bytes is inside one */
  char text[512] =
      "<mechanism name=\"m\"><body name=\"b\" mass=\"1\" inertia=\"1 1 1\" physical=\"x";
  for (int i = 0; i < 100; i++) strcat(text, "\xc3\xb6");
  strcat(text, "\"/></mechanism>");
  lw_diag diag;
  assert_int_equal(read_text(text, strlen(text), &diag), LW_ERR_INPUT);
  assert_non_null(strstr(diag.text, "\xc3\xb6...\""));
}

static void lines_are_counted_beyond_65535(void** state)
{
  (void)state;
  enum { LINES = 70000 };
  static const char begin[] = "<mechanism name=\"m\">";
  static const char end[]  = "<body\n name=\"b\"\n mas=\"1\"\n inertia=\"1 1 1\"/>\n</mechanism>\n";
  const size_t      nbegin = strlen(begin), nend = strlen(end);
  char*             text = malloc(nbegin + LINES + nend);
  assert_non_null(text);
  memcpy(text, begin, nbegin);
  memset(text + nbegin, '\n', LINES);
  memcpy(text + nbegin + LINES, end, nend);
  assert_refused(text, nbegin + LINES + nend, LINES + 1, "unknown attribute \"mas\"");
  free(text);
}

/* 4,096 bodies, each joint naming two of them. */
static void a_large_mechanism_is_read(void** state)
{
  (void)state;
  enum { N = 4096, ROOM = 256 };
  char*  text = malloc(2 * (size_t)N * ROOM);
  size_t n    = 0;
  assert_non_null(text);
  n += (size_t)sprintf(text + n, "<mechanism name=\"chain\">\n");
  for (int i = 0; i < N; i++) {
    char parent[16] = "ground";
    if (i > 0) {
      snprintf(parent, sizeof parent, "L%d", i - 1);
    }
    n += (size_t)sprintf(text + n,
                         "<joint name=\"J%d\" type=\"spherical\" parent=\"%s\" child=\"L%d\" "
                         "at=\"%d 0 0\"/>\n",
                         i, parent, i, i);
    n += (size_t)sprintf(
        text + n, "<body name=\"L%d\" mass=\"1\" inertia=\"1 1 1\" at=\"%d.5 0 0\"/>\n", i, i);
  }
  n += (size_t)sprintf(text + n, "</mechanism>\n");

  /* through a file, which is read in pieces */
  char path[LW_TEST_PATH_SIZE];
  lw_test_scratch_path("large.xml", path);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, n, file), n);
  assert_int_equal(fclose(file), 0);

  lw_model* model = NULL;
  lw_diag   diag  = {0};
  assert_int_equal(lw_mechanism_read(path, &model, &diag), LW_OK);
  assert_int_equal(remove(path), 0);
  assert_int_equal(model->nbody, N);
  assert_int_equal(model->njoint, N);
  for (int j = 0; j < N; j++) {
    assert_int_equal(model->joint[j].parent, j - 1);
    assert_int_equal(model->joint[j].child, j);
    assert_int_equal(model->joint[j].line, 2 + 2 * j);
  }
  lw_model_destroy(model);
  free(text);
}

static void size_is_bounded(void** state)
{
  (void)state;
  lw_diag diag;
  assert_int_equal(read_text("", 0, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, "the file is empty");
  /* refused before a byte of it is parsed */
  assert_int_equal(read_text("<", ((size_t)64 << 20) + 1, &diag), LW_ERR_INPUT);
  assert_string_equal(diag.text, "larger than 64 MiB");
}

/* ---- encodings --------------------------------------------------------------------------- */

static void utf_8_is_the_only_encoding(void** state)
{
  (void)state;
  static const char plain[]  = "<mechanism name=\"m\"/>";
  static const char marked[] = "\xef\xbb\xbf<mechanism name=\"m\"/>";
  static const char named[]  = "<?xml version=\"1.0\" encoding=\"utf-8\"?><mechanism name=\"m\"/>";
  static const char latin[]  = "<mechanism name=\"m\" description=\"\xf6\"/>";
  static const char little[] = "\xff\xfe<\0m\0/\0>\0";
  static const char big[]    = "\0<\0?\0x\0m\0l";
  static const char zero[]   = "<mechanism name=\"m\"\0/>";
  lw_diag           diag;
  assert_int_equal(read_text(plain, sizeof plain - 1, &diag), LW_OK);
  assert_int_equal(read_text(marked, sizeof marked - 1, &diag), LW_OK);
  assert_int_equal(read_text(named, sizeof named - 1, &diag), LW_OK);
  assert_refused(latin, sizeof latin - 1, 1, "UTF-8");
  assert_refused(little, sizeof little - 1, 1, "must be UTF-8, found UTF-16");
  assert_refused(big, sizeof big - 1, 1, "must be UTF-8, found UTF-16");
  assert_refused(zero, sizeof zero - 1, 1, "not well-formed XML");
}

static void line_ends_of_other_systems_are_lines(void** state)
{
  (void)state;
  static const char text[] = "<mechanism name=\"m\">\r\n  <body name=\"b\" mass=\"1\"\r\n"
                             "        inertia=\"1 1\r\n 1\"/>\r\n  <bdoy/>\r\n</mechanism>\r\n";
  assert_refused(text, sizeof text - 1, 5, "unknown element \"bdoy\"");
}

/* ---- locale ------------------------------------------------------------------------------ */

/* Switch to a locale with a decimal comma: an installed one, or one made for this test.
 * Returns false where there is none. */
static bool use_comma(const char* folder)
{
  static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                      "pl_PL.UTF-8", "de_DE",      "fr_FR"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (setlocale(LC_ALL, names[i]) && localeconv()->decimal_point[0] == ',') {
      return true;
    }
  }
  char command[2 * LW_TEST_PATH_SIZE + 128];
  snprintf(command, sizeof command,
           "mkdir -p '%s' && localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8' >/dev/null 2>&1", folder,
           folder);
  return system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 &&
         setlocale(LC_ALL, "de_DE.UTF-8") && localeconv()->decimal_point[0] == ',';
}

/* All values of all good files, and all messages of all bad ones, one after the other. */
typedef struct reading {
  double* value;
  size_t  nvalue;
  char*   text;
  size_t  ntext;
} reading;

static reading read_everything(void)
{
  reading r    = {NULL, 0, NULL, 0};
  corpus  good = corpus_list("tests/modelDescription/mechanism/good", 30);
  corpus  bad  = corpus_list("tests/modelDescription/mechanism/bad", 150);
  for (size_t i = 0; i < good.n; i++) {
    lw_model* model = NULL;
    assert_int_equal(lw_mechanism_read(good.path[i], &model, NULL), LW_OK);
    r.value = realloc(r.value, (r.nvalue + (size_t)model->nvalue) * sizeof *r.value);
    assert_non_null(r.value);
    memcpy(r.value + r.nvalue, model->value, (size_t)model->nvalue * sizeof *r.value);
    r.nvalue += (size_t)model->nvalue;
    lw_model_destroy(model);
  }
  for (size_t i = 0; i < bad.n; i++) {
    lw_model* model = NULL;
    lw_diag   diag  = {0};
    assert_int_equal(lw_mechanism_read(bad.path[i], &model, &diag), LW_ERR_INPUT);
    const size_t length = strlen(diag.text) + 1;
    r.text              = realloc(r.text, r.ntext + length);
    assert_non_null(r.text);
    memcpy(r.text + r.ntext, diag.text, length);
    r.ntext += length;
  }
  corpus_free(&good);
  corpus_free(&bad);
  return r;
}

static void a_decimal_comma_changes_nothing(void** state)
{
  (void)state;
  char folder[LW_TEST_PATH_SIZE], command[LW_TEST_PATH_SIZE + 128];
  lw_test_scratch_path("locale", folder);
  const reading plain = read_everything();
  const bool    comma = use_comma(folder);
  if (comma) {
    char shown[16];
    snprintf(shown, sizeof shown, "%.1f", 0.5);
    assert_string_equal(shown, "0,5"); /* the locale is really in use */
    const reading with_comma = read_everything();
    assert_int_equal(with_comma.nvalue, plain.nvalue);
    assert_memory_equal(with_comma.value, plain.value, plain.nvalue * sizeof *plain.value);
    assert_int_equal(with_comma.ntext, plain.ntext);
    assert_memory_equal(with_comma.text, plain.text, plain.ntext);
    free(with_comma.value);
    free(with_comma.text);
  }
  setlocale(LC_ALL, "C");
  free(plain.value);
  free(plain.text);
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  assert_int_equal(system(command), 0);
  if (!comma) {
    print_message("no locale with a decimal comma, and localedef cannot make one\n");
    skip();
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cut_is_refused),
      cmocka_unit_test(damaged_files_do_no_harm),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(long_words_are_cut_in_messages),
      cmocka_unit_test(a_message_never_ends_inside_a_character),
      cmocka_unit_test(lines_are_counted_beyond_65535),
      cmocka_unit_test(a_large_mechanism_is_read),
      cmocka_unit_test(size_is_bounded),
      cmocka_unit_test(utf_8_is_the_only_encoding),
      cmocka_unit_test(line_ends_of_other_systems_are_lines),
      cmocka_unit_test(a_decimal_comma_changes_nothing),
  };
  return cmocka_run_group_tests_name("test_mechanism_robust", tests, NULL, NULL);
}
