/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that were damaged, or made to do harm: an answer in bounded time and
 * memory, never a crash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "folder.h"
#include "path.h"
#include "random.h"
#include "robot.h"
#include <linkwork/mechanism_xml.h>

/* What comes out of a text: refused with a reason, or converted to something that can be read. */
static void give_any_answer(const char* text)
{
  conversion c = convert_text(text, NULL);
  if (c.status == LW_OK) {
    lw_model* model = NULL;
    lw_diag   diag  = {0};
    /* numbers may have become too large for a mechanism, but the text is always well formed */
    const lw_status status = lw_mechanism_read_memory(c.text.data, c.text.size, &model, &diag);
    assert_true(status == LW_OK || !strstr(diag.text, "not well-formed"));
    lw_model_destroy(model);
  } else {
    assert_int_equal(c.status, LW_ERR_INPUT);
    assert_true(strlen(c.diag.text) > 0);
  }
  conversion_free(&c);
}

/* Every robot, cut off behind every byte. */
static void truncated_files_are_refused(void** state)
{
  (void)state;
  folder files = folder_list("tests/modelDescription/urdf/good", ".urdf", 6);
  for (size_t i = 0; i < files.n; i++) {
    size_t size;
    char*  text = folder_read(files.path[i], &size);
    while (size > 0 && strchr(" \n", text[size - 1])) text[--size] = '\0';
    /* every byte of the short files, every seventh of the long one */
    for (size_t n = 0; n<size; n += size> 4000 ? 7 : 1) {
      const char kept = text[n];
      text[n]         = '\0';
      conversion c    = convert_text(text, NULL);
      assert_int_equal(c.status, LW_ERR_INPUT);
      conversion_free(&c);
      text[n] = kept;
    }
    free(text);
  }
  folder_free(&files);
}

/* Every robot with some bytes changed. */
static void damaged_files_get_an_answer(void** state)
{
  (void)state;
  static const char bytes[] = "<>\"'/= \n0123456789.-eE&#x\x01\xff";
  folder            files   = folder_list("tests/modelDescription/urdf/good", ".urdf", 6);
  uint32_t          seed    = 3;
  for (size_t i = 0; i < files.n; i++) {
    size_t size;
    char*  text = folder_read(files.path[i], &size);
    char*  copy = malloc(size + 1);
    for (int k = 0; k < 300; k++) {
      memcpy(copy, text, size + 1);
      for (int d = 0; d < 1 + k % 4; d++) {
        const double at                         = 0.5 + 0.5 * lw_test_random(&seed),
                     what                       = 0.5 + 0.5 * lw_test_random(&seed);
        copy[(size_t)(at * (double)(size - 1))] = bytes[(size_t)(what * (sizeof bytes - 2))];
      }
      give_any_answer(copy);
    }
    free(copy);
    free(text);
  }
  folder_free(&files);
}

/* The same for sidecars. */
static void damaged_sidecars_get_an_answer(void** state)
{
  (void)state;
  static const char        bytes[]  = "[]'\",:#\n -<>/=\\\x01\xff";
  static const char* const suffix[] = {".yaml", ".xml"};
  char                     path[LW_TEST_PATH_SIZE];
  lw_urdf*                 robot = NULL;
  lw_diag                  diag  = {0};
  uint32_t                 seed  = 9;
  lw_test_repo_path("tests/modelDescription/urdf/good/fourbar.urdf", path);
  assert_int_equal(lw_urdf_read(path, &diag, &robot), LW_OK);
  for (int f = 0; f < 2; f++) {
    folder files = folder_list("tests/modelDescription/urdf/loops", suffix[f], 1);
    for (size_t i = 0; i < files.n; i++) {
      size_t size;
      char*  text = folder_read(files.path[i], &size);
      char*  copy = malloc(size + 1);
      for (int k = 0; k < 2000; k++) {
        memcpy(copy, text, size + 1);
        const double at                         = 0.5 + 0.5 * lw_test_random(&seed),
                     what                       = 0.5 + 0.5 * lw_test_random(&seed);
        copy[(size_t)(at * (double)(size - 1))] = bytes[(size_t)(what * (sizeof bytes - 2))];
        lw_loops*       loops                   = NULL;
        const size_t    length                  = k % 3 == 0 ? (size_t)(at * (double)size) : size;
        const lw_status status                  = lw_loops_read_memory(copy, length, &diag, &loops);
        assert_true(status == LW_OK || (status == LW_ERR_INPUT && !loops));
        if (loops) {
          const lw_status found = lw_loops_resolve(loops, robot, &diag);
          assert_true(found == LW_OK || found == LW_ERR_INPUT);
        }
        lw_loops_free(loops);
      }
      free(copy);
      free(text);
    }
    folder_free(&files);
  }
  lw_urdf_free(robot);
}

/* ---- size -------------------------------------------------------------------------------- */

static void add_links(lw_text* text, int n, const char* inside)
{
  char piece[64];
  for (int i = 0; i < n; i++) {
    snprintf(piece, sizeof piece, "<link name='l%d'>", i);
    lw_text_add(text, piece);
    lw_text_add(text, inside);
    lw_text_add(text, "</link>\n");
  }
}

/* Seconds of processor time that a conversion takes; it must end as expected. */
static double time_of(lw_text* text, const lw_urdf_options* options, lw_status expected,
                      const char* message)
{
  lw_text_add(text, "</robot>");
  lw_text_add_char(text, '\0');
  assert_false(text->failed);
  const clock_t start = clock();
  conversion    c     = convert_text(text->data, options);
  const double  spent = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (c.status != expected || (message && !strstr(c.diag.text, message))) {
    fail_msg("status %d, %d: %s", c.status, c.diag.line, c.diag.text);
  }
  conversion_free(&c);
  lw_text_free(text);
  *text = (lw_text){0};
  return spent;
}

/* Sanitizers make everything ten times slower; whatever is not linear takes
 * minutes at these sizes. */
#define SECONDS 30.0

/* A million links, a hundred thousand in a chain, in a star, all names alike,
 * all of them massless. */
static void large_files_take_bounded_time(void** state)
{
  (void)state;
  static const char inertial[] =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  static const char     begin[]  = "<robot name='r'>\n";
  const lw_urdf_options massless = {.massless = 1.0};
  lw_text               text     = {0};
  char                  piece[160];

  lw_text_add(&text, begin);
  add_links(&text, 1000000, "");
  assert_between(time_of(&text, NULL, LW_ERR_INPUT, "more than 100000 links"), 0.0, SECONDS);

  for (int star = 0; star < 2; star++) {
    lw_text_add(&text, begin);
    add_links(&text, 10000, inertial);
    for (int i = 1; i < 10000; i++) {
      snprintf(
          piece, sizeof piece,
          "<joint name='j%d' type='revolute'><parent link='l%d'/><child link='l%d'/></joint>\n", i,
          star ? 0 : i - 1, i);
      lw_text_add(&text, piece);
    }
    assert_between(time_of(&text, NULL, LW_OK, NULL), 0.0, SECONDS);
  }

  /* names that all become the same one, each joint following the one before */
  lw_text_add(&text, begin);
  add_links(&text, 8000, "");
  for (int i = 1; i < 8000; i++) {
    char name[32];
    int  n = 0;
    for (int k = i; k > 0; k /= 8) {
      n += snprintf(name + n, sizeof name - (size_t)n, "%c", " /:.+*=~"[k % 8]);
    }
    snprintf(piece, sizeof piece,
             "<joint name='%s' type='revolute'><parent link='l%d'/><child link='l%d'/>", name,
             i - 1, i);
    lw_text_add(&text, piece);
    lw_text_add(&text, "</joint>\n");
  }
  assert_between(time_of(&text, &massless, LW_OK, NULL), 0.0, SECONDS);
}

/* Many elements and great depth, which only cost. */
static void empty_bulk_takes_bounded_time(void** state)
{
  (void)state;
  lw_text text = {0};
  lw_text_add(&text, "<robot name='r'>");
  for (int i = 0; i < 3000000; i++) lw_text_add(&text, "<a/>");
  assert_between(time_of(&text, NULL, LW_ERR_INPUT, "more than 2000000 elements"), 0.0, SECONDS);

  lw_text_add(&text, "<robot name='r'>");
  for (int i = 0; i < 100000; i++) lw_text_add(&text, "<a>");
  assert_between(time_of(&text, NULL, LW_ERR_INPUT, "not well-formed"), 0.0, SECONDS);

  lw_text_add(&text, "<robot name='");
  for (int i = 0; i < 1000000; i++) lw_text_add(&text, "long");
  lw_text_add(&text, "'><link name='a'/>");
  assert_between(time_of(&text, NULL, LW_OK, NULL), 0.0, SECONDS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(truncated_files_are_refused),
      cmocka_unit_test(damaged_files_get_an_answer),
      cmocka_unit_test(damaged_sidecars_get_an_answer),
      cmocka_unit_test(large_files_take_bounded_time),
      cmocka_unit_test(empty_bulk_takes_bounded_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
