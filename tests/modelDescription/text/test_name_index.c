/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "check.h"
#include "text/name_index.h"

static void names_are_found_in_their_scope(void** state)
{
  (void)state;
  lw_name_index index = {0};
  int           value = 42;
  assert_false(lw_name_index_find(&index, 1, "a", &value));
  assert_true(lw_name_index_add(&index, 1, "a", 10));
  assert_true(lw_name_index_add(&index, 2, "a", 20));
  assert_true(lw_name_index_add(&index, 1, "", 30));
  assert_true(lw_name_index_find(&index, 1, "a", &value));
  assert_int_equal(value, 10);
  assert_true(lw_name_index_find(&index, 2, "a", &value));
  assert_int_equal(value, 20);
  assert_true(lw_name_index_find(&index, 1, "", &value));
  assert_int_equal(value, 30);
  assert_false(lw_name_index_find(&index, 3, "a", &value));
  assert_false(lw_name_index_find(&index, 1, "b", &value));
  assert_int_equal(value, 30);
  lw_name_index_free(&index);
}

static void the_first_of_equal_names_stays(void** state)
{
  (void)state;
  lw_name_index index = {0};
  int           value = 0;
  assert_true(lw_name_index_add(&index, 1, "a", 10));
  assert_true(lw_name_index_add(&index, 1, "a", 11));
  assert_true(lw_name_index_find(&index, 1, "a", &value));
  assert_int_equal(value, 10);
  assert_int_equal(index.n, 1);
  lw_name_index_free(&index);
}

/* Growth loses nothing, and entries keep their order. */
static void many_names_are_found(void** state)
{
  (void)state;
  enum { MANY = 10000 };
  static char   name[MANY][16];
  lw_name_index index = {0};
  for (int i = 0; i < MANY; i++) {
    snprintf(name[i], sizeof name[i], "link%d", i);
    assert_true(lw_name_index_add(&index, i % 3, name[i], i));
  }
  for (int i = 0; i < MANY; i++) {
    int value = -1;
    assert_true(lw_name_index_find(&index, i % 3, name[i], &value));
    assert_int_equal(value, i);
    assert_false(lw_name_index_find(&index, (i + 1) % 3, name[i], &value));
    assert_int_equal(index.entry[i].value, i);
  }
  lw_name_index_free(&index);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_found_in_their_scope),
      cmocka_unit_test(the_first_of_equal_names_stays),
      cmocka_unit_test(many_names_are_found),
  };
  return cmocka_run_group_tests_name("test_name_index", tests, NULL, NULL);
}
