/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_threads.c - which thread carries out which part.
 */
#include "base/threads.h"

#include "check.h"

/* Every part has one thread, the threads have neighbouring parts in their order, and the first
 * thread has the separator. */
static void every_part_has_one_thread(void** state)
{
  (void)state;
  for (int npart = 0; npart <= 40; npart++) {
    for (int n = 1; n <= 16; n++) {
      int last = 0;
      for (int k = 0; k < npart; k++) {
        int count = 0;
        for (int id = 0; id < n; id++) {
          const lw_threads threads = {id, n, NULL};
          if (lw_threads_mine(&threads, k, npart)) {
            count++;
            assert_true(id >= last);
            last = id;
          }
        }
        assert_int_equal(count, 1);
      }
      for (int id = 0; id < n; id++) {
        const lw_threads threads = {id, n, NULL};
        assert_int_equal(lw_threads_mine(&threads, npart, npart), id == 0);
      }
    }
  }
}

/* The first part of a thread that has parts is the first of them. Scratch memory goes by it, so
 * that no two threads may have the same. */
static void first_parts_are_the_first(void** state)
{
  (void)state;
  for (int npart = 1; npart <= 40; npart++) {
    for (int n = 1; n <= 16; n++) {
      for (int id = 0; id < n; id++) {
        const lw_threads threads = {id, n, NULL};
        int              first   = -1;
        for (int k = npart - 1; k >= 0; k--) {
          first = lw_threads_mine(&threads, k, npart) ? k : first;
        }
        if (first >= 0) {
          assert_int_equal(lw_threads_first_part(&threads, npart), first);
        }
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_part_has_one_thread),
      cmocka_unit_test(first_parts_are_the_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
