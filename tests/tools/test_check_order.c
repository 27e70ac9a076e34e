/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_check_order.c - what linkwork check --order shows, and the pictures of --svg.
 */
#define _POSIX_C_SOURCE 200809L /* popen */

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "path.h"

static char output[1 << 16];

/* Run `linkwork check` with some options on an example. Returns the exit code; what
 * it said is in output. */
static int run_check(const char* options, const char* example)
{
  char relative[128], path[LW_TEST_PATH_SIZE], command[4 * LW_TEST_PATH_SIZE];
  snprintf(relative, sizeof relative, "examples/%s.xml", example);
  lw_test_repo_path(relative, path);
  snprintf(command, sizeof command, "'%s' check %s '%s' 2>&1", LW_TEST_PROGRAM, options, path);
  FILE* pipe = popen(command, "r");
  assert_non_null(pipe);
  const size_t n   = fread(output, 1, sizeof output - 1, pipe);
  output[n]        = '\0';
  const int status = pclose(pipe);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void assert_says(const char* part)
{
  if (!strstr(output, part)) {
    fail_msg("it does not say \"%s\" but\n%s", part, output);
  }
}

/* the number behind some words at the start of a line */
static long number_behind(const char* words)
{
  char start[64];
  snprintf(start, sizeof start, "\n%s ", words);
  const char* found = strstr(output, start);
  assert_non_null(found);
  return strtol(found + strlen(start), NULL, 10);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void an_order_has_every_node_once(void** state)
{
  (void)state;
  assert_int_equal(run_check("--order", "seven_body"), 0);
  assert_int_equal(number_behind("order"), 18);
  for (int j = 1; j <= 10; j++) {
    char node[32];
    snprintf(node, sizeof node, " joint J%d (6)", j);
    assert_says(node);
  }
  for (int b = 1; b <= 7; b++) {
    char node[32];
    snprintf(node, sizeof node, " body K%d (6): ", b);
    assert_says(node);
  }
  assert_says(" spring CD (3): K3\n");
  assert_int_equal(number_behind("order height"), number_behind("height"));
  assert_true(number_behind("order cost") > 0);
  assert_int_equal(number_behind("order fill"), 0);
  assert_null(strstr(output, "order inward")); /* it has loops */
  assert_int_equal(number_behind("topology index"), 3);
  /* S4, table II */
  assert_says("\nblocks 35 35 21 0 21 joints alone, all bodies first\n");
}

/* S4, table III: the best sequence of the joints, and what hubs make of it */
static void hubs_and_their_division_are_counted(void** state)
{
  (void)state;
  assert_int_equal(run_check("--order", "hmmwv"), 0);
  assert_int_equal(number_behind("topology index"), 11);
  assert_says("\nblocks 459 469 109 10 99 joints alone, all bodies first\n");
  assert_says(
      "\nblocks 150 160 66 10 56 joints alone, bodies with more than 3 joints after them\n");
  assert_says(
      "\nblocks 223 233 85 10 75 joints alone, bodies in parts of at most 4 joints: 4 parts");
  /* a sign for every block of fill in the list */
  long plus = 0;
  for (const char* c = strstr(output, "\norder "); *c; c++) plus += *c == '+';
  assert_int_equal(plus, number_behind("order fill"));
}

static void order_is_shown_only_where_it_is_asked_for(void** state)
{
  (void)state;
  assert_int_equal(run_check("", "four_bar"), 0);
  assert_null(strstr(output, "\norder"));
  assert_int_equal(run_check("--order=1", "four_bar"), 2);
  assert_says("--order has no value");
  assert_int_equal(run_check("--order --order", "four_bar"), 2);
  assert_int_equal(run_check("--svg /nowhere/at/all", "four_bar"), 1);
  assert_says("/nowhere/at/all-topology.svg");
}

/* ---- pictures ------------------------------------------------------------------------------ */

/* elements of one name and class in a tree */
static int count_elements(const xmlNode* node, const char* name, const char* class_name)
{
  int n = 0;
  for (; node; node = node->next) {
    if (node->type == XML_ELEMENT_NODE && !strcmp((const char*)node->name, name)) {
      xmlChar* found = xmlGetNoNsProp(node, (const xmlChar*)"class");
      n += found && !strcmp((const char*)found, class_name);
      xmlFree(found);
    }
    n += count_elements(node->children, name, class_name);
  }
  return n;
}

/* Fail where two texts of a tree begin at the same place. */
static void assert_texts_apart(const xmlNode* node)
{
  char place[64][64];
  int  n = 0;
  for (; node; node = node->next) {
    if (node->type == XML_ELEMENT_NODE && !strcmp((const char*)node->name, "text")) {
      xmlChar *x = xmlGetNoNsProp(node, (const xmlChar*)"x"),
              *y = xmlGetNoNsProp(node, (const xmlChar*)"y");
      assert_true(n < 64 && x && y);
      snprintf(place[n], sizeof place[n], "%s %s", (const char*)x, (const char*)y);
      for (int k = 0; k < n; k++) assert_string_not_equal(place[k], place[n]);
      n++;
      xmlFree(x);
      xmlFree(y);
    }
  }
  assert_true(n > 1);
}

static xmlDoc* read_picture(const char* prefix, const char* end)
{
  char path[LW_TEST_PATH_SIZE + 32];
  snprintf(path, sizeof path, "%s%s", prefix, end);
  xmlDoc* doc = xmlReadFile(path, NULL, XML_PARSE_NONET);
  assert_non_null(doc);
  assert_string_equal((const char*)xmlDocGetRootElement(doc)->name, "svg");
  assert_int_equal(remove(path), 0);
  return doc;
}

/* The pictures are XML and have a mark for each body, joint and block. Legends have
 * one of each kind more. */
static void pictures_show_every_node_and_block(void** state)
{
  (void)state;
  char prefix[LW_TEST_PATH_SIZE], options[LW_TEST_PATH_SIZE + 32];
  lw_test_scratch_path("order", prefix);
  snprintf(options, sizeof options, "--order --svg '%s'", prefix);
  assert_int_equal(run_check(options, "hmmwv"), 0);

  xmlDoc*        doc  = read_picture(prefix, "-topology.svg");
  const xmlNode* root = xmlDocGetRootElement(doc);
  assert_int_equal(count_elements(root, "circle", "node"), 14);
  assert_int_equal(count_elements(root, "rect", "node"), 21 + 4 + 6);
  assert_int_equal(count_elements(root, "path", "line"), 21);
  assert_int_equal(count_elements(root, "path", "ground"), 4); /* the tyres */
  assert_texts_apart(root->children);
  xmlFreeDoc(doc);

  /* 31 joints, springs and bushings, of which four have one end on the ground */
  doc  = read_picture(prefix, "-before.svg");
  root = xmlDocGetRootElement(doc);
  assert_int_equal(count_elements(root, "rect", "body"), 14 + 1);
  assert_int_equal(count_elements(root, "rect", "given"), 2 * (2 * 31 - 4) + 1);
  assert_int_equal(count_elements(root, "rect", "filled"), 0);
  xmlFreeDoc(doc);

  doc  = read_picture(prefix, "-after.svg");
  root = xmlDocGetRootElement(doc);
  assert_int_equal(count_elements(root, "rect", "given"), 2 * (2 * 31 - 4) + 1);
  assert_int_equal(count_elements(root, "rect", "filled"), 2 * number_behind("order fill") + 1);
  xmlFreeDoc(doc);

  /* six couplings of three bodies each: squares as well, and all that holds the train together */
  assert_int_equal(run_check(options, "planetary"), 0);
  doc  = read_picture(prefix, "-topology.svg");
  root = xmlDocGetRootElement(doc);
  assert_int_equal(count_elements(root, "circle", "node"), 6);
  assert_int_equal(count_elements(root, "rect", "node"), 6 + 6);
  assert_int_equal(count_elements(root, "path", "line"), 6);
  assert_int_equal(count_elements(root, "path", "tie"), 18);
  assert_int_equal(count_elements(root, "path", "ground"), 3);
  xmlFreeDoc(doc);
  for (int i = 0; i < 2; i++) xmlFreeDoc(read_picture(prefix, i ? "-before.svg" : "-after.svg"));
  xmlCleanupParser();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_order_has_every_node_once),
      cmocka_unit_test(hubs_and_their_division_are_counted),
      cmocka_unit_test(order_is_shown_only_where_it_is_asked_for),
      cmocka_unit_test(pictures_show_every_node_and_block),
  };
  return cmocka_run_group_tests_name("test_check_order", tests, NULL, NULL);
}
