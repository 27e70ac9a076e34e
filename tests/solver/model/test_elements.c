/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_elements.c - the elements of a model and the values that each of them has.
 */
#include "model/elements.h"

#include <stdlib.h>

#include "check.h"
#include "path.h"
#include <linkwork/mechanism_xml.h>

static lw_model* read_mechanism(const char* name)
{
  char      path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  lw_test_repo_path(name, path);
  if (lw_mechanism_read(path, &model, &diag) != LW_OK) {
    fail_msg("%s:%d: %s", path, diag.line, diag.text);
  }
  return model;
}

/* Every value of a model belongs to exactly one attribute of one element, which is its owner. */
static void every_value_belongs_to_one_attribute(void** state)
{
  (void)state;
  static const char* const mechanisms[] = {"tests/tools/data/everything.xml",
                                           "tests/fmu/data/arm.xml", "examples/hmmwv.xml"};
  for (size_t f = 0; f < sizeof mechanisms / sizeof *mechanisms; f++) {
    lw_model* m     = read_mechanism(mechanisms[f]);
    int*      count = calloc((size_t)m->nvalue, sizeof *count);
    assert_non_null(count);
    for (int kind = 0; kind < LW_ELEMENT_KIND_COUNT; kind++) {
      for (int i = 0; i < lw_model_element_count(m, (lw_element_kind)kind); i++) {
        const lw_element element = lw_model_element(m, (lw_element_kind)kind, i);
        for (int k = 0; k < element.nvalue; k++) {
          const lw_element_value* v = &element.value[k];
          for (int j = 0; v->slot != LW_NONE && j < v->n; j++) {
            lw_element_kind owner;
            int             index;
            assert_in_range(v->slot + j, 0, m->nvalue - 1);
            count[v->slot + j]++;
            assert_true(lw_model_owner(m, v->slot + j, &owner, &index));
            assert_int_equal(owner, kind);
            assert_int_equal(index, i);
          }
        }
      }
    }
    for (int slot = 0; slot < m->nvalue; slot++) {
      if (count[slot] != 1) {
        fail_msg("%s: value %d belongs to %d attributes", mechanisms[f], slot, count[slot]);
      }
    }
    free(count);
    lw_model_destroy(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_value_belongs_to_one_attribute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
