/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_random_mechanisms.c - a small sample of what `campaign` runs: random mechanisms keep their
 * energy at default settings.
 */
#include <math.h>

#include "check.h"
#include "energy_run.h"
#include "mechanism.h"
#include "random_mechanism.h"

static void energy_is_kept_at_default_settings(void** state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 40; seed++) {
    lw_model* m = lw_test_conservative_mechanism(seed, (lw_test_kind){.most_bodies = 20});
    lw_test_finish(m);
    const lw_test_energy_run run = lw_test_run_for_energy(m, 0.5, 0.01);
    if (run.status != LW_OK) {
      fail_msg("seed %u: %s", (unsigned)seed, run.diag.text);
    }
    assert_below(lw_test_energy_share(&run), 0.01);
    lw_model_destroy(m);
  }
}

/* Mechanisms of a seed are the same each time; seeds differ. */
static void seeds_tell_mechanisms_apart(void** state)
{
  (void)state;
  lw_model* a = lw_test_conservative_mechanism(7, (lw_test_kind){0});
  lw_model* b = lw_test_conservative_mechanism(7, (lw_test_kind){0});
  lw_model* c = lw_test_conservative_mechanism(8, (lw_test_kind){0});
  assert_int_equal(a->nvalue, b->nvalue);
  assert_same_bits(a->nvalue, a->value, b->value);
  assert_true(a->nvalue != c->nvalue || a->value[a->gravity] != c->value[c->gravity]);
  lw_model_destroy(a);
  lw_model_destroy(b);
  lw_model_destroy(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seeds_tell_mechanisms_apart),
      cmocka_unit_test(energy_is_kept_at_default_settings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
