/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading without memory: each allocation of Linkwork fails once, for files that have every
 * element. Allocations of libxml2 are not counted. */
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "corpus.h"
#include <linkwork/mechanism_xml.h>

/* Fail the n-th allocation. Returns true where reading never came that far. */
static bool read_with_failure(const char* path, long n)
{
  lw_model*  model  = NULL;
  lw_diag    diag   = {0};
  const long blocks = lw_test_blocks();
  const long before = lw_test_allocations();
  lw_test_fail_allocation(n);
  const lw_status status = lw_mechanism_read(path, &model, &diag);
  lw_test_fail_allocation(-1);
  const bool survived = lw_test_allocations() - before <= n;
  if (survived) {
    assert_int_equal(status, LW_OK);
  } else {
    if (status != LW_ERR_MEMORY || model) {
      fail_msg("%s, allocation %ld: %s: %s", path, n, lw_status_text(status), diag.text);
    }
    assert_string_equal(diag.text, "out of memory");
  }
  lw_model_destroy(model);
  assert_int_equal(lw_test_blocks(), blocks);
  return survived;
}

static void a_lack_of_memory_is_reported_and_leaves_nothing_behind(void** state)
{
  (void)state;
  corpus files = corpus_list("tests/modelDescription/mechanism/good", 20);
  for (size_t i = 0; i < files.n; i++) {
    long n = 0;
    while (!read_with_failure(files.path[i], n)) n++;
    assert_true(n > 3); /* the file, its tree, the model */
  }
  corpus_free(&files);
}

/* Mistakes are found without leaving anything behind either. */
static void a_refused_file_leaves_nothing_behind(void** state)
{
  (void)state;
  corpus files = corpus_list("tests/modelDescription/mechanism/bad", 150);
  for (size_t i = 0; i < files.n; i++) {
    lw_model*  model  = NULL;
    const long blocks = lw_test_blocks();
    assert_int_equal(lw_mechanism_read(files.path[i], &model, NULL), LW_ERR_INPUT);
    assert_int_equal(lw_test_blocks(), blocks);
  }
  corpus_free(&files);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_lack_of_memory_is_reported_and_leaves_nothing_behind),
      cmocka_unit_test(a_refused_file_leaves_nothing_behind),
  };
  return cmocka_run_group_tests_name("test_mechanism_memory", tests, NULL, NULL);
}
