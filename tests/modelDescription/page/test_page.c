/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_page.c - pages that show mechanisms: JSON in them, scenes, and what a page consists of.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "page/json.h"
#include "page/page.h"
#include "page/scene.h"
#include <linkwork/mechanism_xml.h>

/* Nothing in a string can end the script element that it is in, and broken UTF-8 is replaced. */
static void json_strings_are_safe_in_a_page(void** state)
{
  static const struct {
    const char* text;
    const char* json;
  } strings[] = {
      {"plain", "\"plain\""},
      {"</script><!--", "\"\\u003c/script\\u003e\\u003c!--\""},
      {"a\"b\\c\nd\t&", "\"a\\u0022b\\u005cc\\u000ad\\u0009\\u0026\""},
      {"\xe2\x80\xa8\xe2\x80\xa9", "\"\\u2028\\u2029\""},
      {"\xc3\xa4\xe2\x82\xac\xf0\x9f\xa6\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\xa6\x80\""},
      {"\xff\xc3", "\"\\ufffd\\ufffd\""},
      {"\xc0\xaf", "\"\\ufffd\\ufffd\""},                       /* '/' in two bytes  */
      {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            /* half of a pair    */
      {"\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* beyond U+10FFFF   */
  };
  (void)state;
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    lw_text text = {0};
    lw_json_string(&text, NULL, strings[i].text);
    lw_text_add_char(&text, '\0');
    assert_string_equal(text.data, strings[i].json);
    lw_text_free(&text);
  }
}

static void json_has_its_commas(void** state)
{
  (void)state;
  const double numbers[] = {1.0, NAN, -0.25};
  lw_text      text      = {0};
  lw_json_begin(&text, NULL, '{');
  lw_json_string(&text, "a", "");
  lw_json_numbers(&text, "b", 3, numbers);
  lw_json_begin(&text, "c", '[');
  lw_json_begin(&text, NULL, '{');
  lw_json_end(&text, '}');
  lw_json_bool(&text, NULL, true);
  lw_json_number(&text, NULL, INFINITY);
  lw_json_end(&text, ']');
  lw_json_end(&text, '}');
  lw_text_add_char(&text, '\0');
  assert_string_equal(text.data, "{\"a\":\"\",\"b\":[1,null,-0.25],\"c\":[{},true,null]}");
  lw_text_free(&text);
}

static void assert_contains(const char* text, const char* part)
{
  if (!strstr(text, part)) {
    fail_msg("\"%s\" is not in: %s", part, text);
  }
}

/* The scene of a mechanism file at its start, terminated; free with lw_text_free(). */
static lw_text scene_of(const char* file)
{
  lw_text      text     = {0};
  lw_diag      diag     = {0};
  lw_model*    model    = NULL;
  lw_instance* instance = NULL;
  assert_int_equal(lw_mechanism_read_memory(file, strlen(file), &model, &diag), LW_OK);
  assert_int_equal(lw_instance_create(model, &diag, &instance), LW_OK);
  assert_int_equal(lw_instance_initialize(instance, 0.0, &diag), LW_OK);
  assert_int_equal(lw_scene_json(instance, NULL, &text), LW_OK);
  lw_text_add_char(&text, '\0');
  lw_instance_destroy(instance);
  lw_model_destroy(model);
  return text;
}

/* A joint that is given in the world is in the frames of its bodies: the first body is turned by a
 * half turn about z, so that its x points backwards. */
static void joints_are_in_the_frames_of_their_bodies(void** state)
{
  (void)state;
  lw_text text =
      scene_of("<mechanism name=\"m\" gravity=\"0 -1 0\">"
               "<body name=\"a\" mass=\"1\" inertia=\"1 1 1\" at=\"1 0 0\" quat=\"0 0 0 1\">"
               "<shape type=\"box\" size=\"1 2 3\"/><frame name=\"f\" at=\"0 0 2\"/></body>"
               "<body name=\"b\" mass=\"2\" inertia=\"1 1 1\" at=\"3 0 0\" com=\"0.5 0 0\">"
               "<frame name=\"g\"/></body>"
               "<joint name=\"u\" type=\"universal\" parent=\"a\" child=\"b\" at=\"2 0 0\""
               " axis=\"2 0 0\" axis2=\"0 1 0\"/>"
               "<spring name=\"s\" from=\"a.f\" to=\"b.g\" stiffness=\"1\" length=\"1\"/>"
               "<joint name=\"p\" type=\"prismatic\" parent=\"ground\" child=\"a\" at=\"0 0 0\""
               " axis=\"1 0 0\"/><actuator name=\"push\" joint=\"p\"/></mechanism>");
  assert_contains(text.data, "\"gravity\":[0,-1,0]");
  assert_contains(text.data, "\"name\":\"u\",\"type\":\"universal\",\"parent\":0,\"child\":1,"
                             "\"points\":[[-1,0,0],[-1,0,0]],\"axis\":[-1,0,0],\"axis2\":[0,1,0]");
  assert_contains(text.data, "\"parent\":-1,\"child\":0,\"points\":[[0,0,0],[1,0,0]],"
                             "\"axis\":[1,0,0],\"axis2\":[0,0,0],\"drives\":[\"push\"]");
  assert_contains(text.data, "{\"type\":\"box\",\"size\":[1,2,3],\"at\":[0,0,0],"
                             "\"quat\":[1,0,0,0]}");
  assert_contains(text.data, "\"name\":\"s\",\"ends\":[{\"body\":0,\"at\":[0,0,2]},"
                             "{\"body\":1,\"at\":[0,0,0]}]");
  assert_contains(text.data, "\"com\":[0.5,0,0]");
  assert_contains(text.data, "\"r\":[3,0,0]");
  lw_text_free(&text);
}

/* Bodies are where the assembly has moved them, joints stay where the file has them on their
 * bodies. */
static void bodies_are_assembled(void** state)
{
  (void)state;
  lw_text text = scene_of("<mechanism name=\"m\"><ground><frame name=\"g\" at=\"0 0 1\"/></ground>"
                          "<body name=\"a\" mass=\"1\" inertia=\"1 1 1\" at=\"5 0 0\">"
                          "<frame name=\"f\" at=\"0 0 2\"/></body>"
                          "<joint name=\"j\" type=\"fixed\" parent=\"ground\" child=\"a\""
                          " parent-frame=\"g\" child-frame=\"f\"/></mechanism>");
  const char*  at      = strstr(text.data, "\"r\":[");
  const double want[3] = {0.0, 0.0, -1.0};
  double       r[3];
  assert_non_null(at);
  assert_int_equal(sscanf(at, "\"r\":[%lf,%lf,%lf]", &r[0], &r[1], &r[2]), 3);
  assert_close(3, r, want, 1e-12); /* what assembly leaves open; measured: 6e-15 */
  assert_contains(text.data, "\"points\":[[0,0,1],[0,0,2]],\"axis\":[0,0,1]");
  lw_text_free(&text);
}

/* A page has its title as text, its data, and of the loaders those for its meshes. */
static void pages_consist_of_their_parts(void** state)
{
  static const unsigned char words[][8] = {"style", "three", "stl", "obj", "licence"};
  (void)state;
  const lw_page page    = {.npart = 5,
                           .part  = {{LW_PAGE_STYLE, NULL, words[0], 5},
                                     {LW_PAGE_LICENSE, NULL, words[4], 7},
                                     {LW_PAGE_SCRIPT, NULL, words[1], 5},
                                     {LW_PAGE_LOADER, "stl", words[2], 3},
                                     {LW_PAGE_LOADER, "obj", words[3], 3}}};
  lw_text       json    = {0};
  lw_text       archive = {0};
  lw_text       html    = {0};
  lw_text_add(&json, "{\"scene\":1}");
  lw_text_add(&archive, "Man"); /* "TWFu" in RFC 4648 */
  const lw_page_content content = {.json = &json, .archive = &archive, .formats = 2};
  lw_page_write(&html, &page, "<title>", &content);
  lw_text_add_char(&html, '\0');
  assert_contains(html.data, "<title>&lt;title&gt;</title>\n<style>\nstyle</style>");
  assert_contains(html.data, "id=\"linkwork-scene\">{\"scene\":1}</script>");
  assert_contains(html.data, "id=\"linkwork-archive\">TWFu</script>");
  assert_contains(html.data, "<script type=\"text/plain\">\nlicence\n</script>\n"
                             "<script>\nthree\n</script>\n<script>\nobj\n</script>\n</body>");
  assert_contains(html.data, "default-src 'none'");
  assert_null(strstr(html.data, "stl"));
  lw_text_free(&html);

  static const char* const pairs[][2] = {{"M", "TQ=="}, {"Ma", "TWE="}, {"Man.", "TWFuLg=="}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    archive.size = 0;
    lw_text_add(&archive, pairs[i][0]);
    lw_page_add_scripts(&html, &page, &content);
    lw_text_add_char(&html, '\0');
    char expected[64];
    (void)snprintf(expected, sizeof expected, "archive\">%s</script>", pairs[i][1]);
    assert_contains(html.data, expected);
    lw_text_free(&html);
  }
  lw_text_free(&json);
  lw_text_free(&archive);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(json_strings_are_safe_in_a_page),
      cmocka_unit_test(json_has_its_commas),
      cmocka_unit_test(joints_are_in_the_frames_of_their_bodies),
      cmocka_unit_test(bodies_are_assembled),
      cmocka_unit_test(pages_consist_of_their_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
