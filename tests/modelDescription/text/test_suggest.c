/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "check.h"
#include "text/suggest.h"

/* The suggestion for a word from a list that ends with NULL; "" for none. */
static const char* suggest(const char* wanted, const char* const words[])
{
  lw_suggestion s = lw_suggest_begin(wanted);
  for (; *words; words++) lw_suggest_try(&s, *words);
  return s.best ? s.best : "";
}

static void typing_mistakes_are_recognised(void** state)
{
  (void)state;
  static const char* const words[] = {"crank", "coupler", "rocker", NULL};
  assert_string_equal(suggest("cuopler", words), "coupler");  /* swapped  */
  assert_string_equal(suggest("coupleer", words), "coupler"); /* one more */
  assert_string_equal(suggest("copler", words), "coupler");   /* one less */
  assert_string_equal(suggest("coupled", words), "coupler");  /* another  */
  assert_string_equal(suggest("uocpler", words), "coupler");  /* two of them */
  assert_string_equal(suggest("CRANK", words), "crank");      /* capitals are no mistake */
  assert_string_equal(suggest("carnk", words), "crank");
}

static void words_far_away_are_not_suggested(void** state)
{
  (void)state;
  static const char* const words[] = {"crank", "A", "B", "coupler", NULL};
  assert_string_equal(suggest("wheel", words), "");
  assert_string_equal(suggest("C", words), "");     /* every letter is near to every other */
  assert_string_equal(suggest("crnka", words), ""); /* two mistakes in five letters        */
  assert_string_equal(suggest("cuolper", words), "coupler");
  assert_string_equal(suggest("ulocper", words), "");
  assert_string_equal(suggest("", words), "");
  assert_string_equal(suggest("a", words), "A");
}

static void the_nearest_word_wins_and_the_first_of_equals(void** state)
{
  (void)state;
  static const char* const words[] = {"arm_12", "arm_1", "arm_2", NULL};
  assert_string_equal(suggest("arm_22", words), "arm_12");
  assert_string_equal(suggest("arm_", words), "arm_1");
  assert_string_equal(suggest("arm_2 ", words), "arm_2");
}

static void long_words_are_left_alone(void** state)
{
  (void)state;
  char wanted[101], word[101];
  memset(wanted, 'x', 100);
  memset(word, 'x', 100);
  wanted[100] = word[100]          = '\0';
  wanted[50]                       = 'y';
  const char* const        words[] = {word, NULL};
  static const char* const one[]   = {"x", NULL};
  assert_string_equal(suggest(wanted, words), "");
  assert_string_equal(suggest(wanted, one), "");
}

static void the_text_is_a_question_or_nothing(void** state)
{
  (void)state;
  char          text[LW_SUGGEST_SIZE];
  lw_suggestion s = lw_suggest_begin("mas");
  assert_string_equal(lw_suggest_text(&s, text), "");
  lw_suggest_try(&s, "mass");
  assert_string_equal(lw_suggest_text(&s, text), " (did you mean \"mass\"?)");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(typing_mistakes_are_recognised),
      cmocka_unit_test(words_far_away_are_not_suggested),
      cmocka_unit_test(the_nearest_word_wins_and_the_first_of_equals),
      cmocka_unit_test(long_words_are_left_alone),
      cmocka_unit_test(the_text_is_a_question_or_nothing),
  };
  return cmocka_run_group_tests_name("test_suggest", tests, NULL, NULL);
}
