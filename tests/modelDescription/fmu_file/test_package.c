/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_package.c - what is in an FMU: the same bytes every time, entries in order, a description
 * that belongs to the model, and documentation that mentions everything.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zip.h>

#include "archive/zip_read.h"
#include "fixture.h"
#include "text/sha256.h"
#include <linkwork/mechanism_xml.h>
#include <linkwork/package.h>
#include <linkwork/variables.h>

/* ---- fingerprints ------------------------------------------------------------------------- */

static void sha_of(const char* text, size_t repeat, char hex[65])
{
  unsigned char digest[LW_SHA256_SIZE];
  lw_sha256     sha;
  lw_sha256_begin(&sha);
  for (size_t i = 0; i < repeat; i++) lw_sha256_add(&sha, text, strlen(text));
  lw_sha256_end(&sha, digest);
  for (int i = 0; i < LW_SHA256_SIZE; i++) (void)snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}

/* The examples of FIPS 180-4, and one that fills its last block to the edge. */
static void fingerprints_are_those_of_the_standard(void** state)
{
  char hex[65];
  (void)state;
  sha_of("", 1, hex);
  assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  sha_of("abc", 1, hex);
  assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  sha_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, hex);
  assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  sha_of("a", 1000000, hex);
  assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* ---- packing ------------------------------------------------------------------------------ */

#define LIBRARY(platform_, folder2_, folder3_, suffix_)                                            \
  {                                                                                                \
    .platform = (platform_), .folder2 = (folder2_), .folder3 = (folder3_), .suffix = (suffix_),    \
    .bytes = (const unsigned char*)"library", .size = 7                                            \
  }

static const lw_package PACKAGE = {
    .tool         = "Linkwork test",
    .nlibrary     = 3,
    .library      = {LIBRARY("linux64", "linux64", "x86_64-linux", ".so"),
                     LIBRARY("win64", "win64", "x86_64-windows", ".dll"),
                     LIBRARY("aarch64", "aarch64-linux", "aarch64-linux", ".so")},
    .license      = (const unsigned char*)"licence",
    .license_size = 7};

static lw_model* read_example(const char* file)
{
  char      path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  lw_test_repo_path(file, path);
  assert_int_equal(lw_mechanism_read(path, &model, &diag), LW_OK);
  return model;
}

static lw_text pack(const lw_model* model, const lw_package* package, char guid[LW_GUID_SIZE])
{
  lw_text fmu  = {0};
  lw_diag diag = {0};
  assert_int_equal(lw_package_write(model, package, &fmu, guid, &diag), LW_OK);
  return fmu;
}

static void guid_of_text(const char* xml, const lw_package* package, char guid[LW_GUID_SIZE])
{
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  assert_int_equal(lw_mechanism_read_memory(xml, strlen(xml), &model, &diag), LW_OK);
  lw_text fmu = pack(model, package, guid);
  lw_text_free(&fmu);
  lw_model_destroy(model);
}

/* Neither the clock nor the time zone nor the place has an influence. */
static void the_same_mechanism_gives_the_same_bytes(void** state)
{
  char      first[LW_GUID_SIZE], second[LW_GUID_SIZE];
  lw_model* model = read_example("examples/four_bar.xml");
  (void)state;
  lw_text a = pack(model, &PACKAGE, first);
  assert_int_equal(setenv("TZ", "Pacific/Auckland", 1), 0);
  tzset();
  lw_model_destroy(model);
  model     = read_example("examples/four_bar.xml");
  lw_text b = pack(model, &PACKAGE, second);
  assert_int_equal(unsetenv("TZ"), 0);
  tzset();
  assert_string_equal(first, second);
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.data, b.data, a.size);
  lw_text_free(&a);
  lw_text_free(&b);
  lw_model_destroy(model);
}

#define BODY(mass) "<body name=\"b\" mass=\"" mass "\" inertia=\"1 1 1\"/>"

/* The GUID changes with everything that matters, and with nothing else. */
static void the_guid_is_a_hash_of_the_content(void** state)
{
  char       guid[7][LW_GUID_SIZE];
  lw_package other_tool = PACKAGE, other_library = PACKAGE;
  other_tool.tool                = "Linkwork other";
  other_library.library[1].bytes = (const unsigned char*)"Library";
  (void)state;
  guid_of_text("<mechanism name=\"m\">" BODY("1") "</mechanism>", &PACKAGE, guid[0]);
  guid_of_text("<mechanism name=\"m\">" BODY("2") "</mechanism>", &PACKAGE, guid[1]);
  guid_of_text("<mechanism name=\"n\">" BODY("1") "</mechanism>", &PACKAGE, guid[2]);
  guid_of_text("<mechanism name=\"m\" description=\"d\">" BODY("1") "</mechanism>", &PACKAGE,
               guid[3]);
  guid_of_text("<mechanism name=\"m\">" BODY("1") "</mechanism>", &other_tool, guid[4]);
  guid_of_text("<mechanism name=\"m\">" BODY("1") "</mechanism>", &other_library, guid[5]);
  guid_of_text("\n<!-- blanks -->\n<mechanism  name=\"m\">\n\n " BODY("1.0") "\n</mechanism>",
               &PACKAGE, guid[6]);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(strlen(guid[i]), 38);
    assert_true(guid[i][0] == '{' && guid[i][37] == '}' && guid[i][15] == '8');
    for (int k = 0; k < i; k++) assert_string_not_equal(guid[i], guid[k]);
  }
  assert_string_equal(guid[6], guid[0]);
}

/* ---- the archive -------------------------------------------------------------------------- */

static void archives_are_as_the_standard_wants_them(void** state)
{
  static const char* const names[] = {"binaries/aarch64-linux/four_bar.so",
                                      "binaries/linux64/four_bar.so",
                                      "binaries/win64/four_bar.dll",
                                      "documentation/externalDependencies.txt",
                                      "documentation/index.html",
                                      "documentation/licenses/license.txt",
                                      "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml",
                                      "extra/org.fmi-standard.fmi-ls-ref/smoke-test.csv",
                                      "extra/org.fmi-standard.fmi-ls-ref/smoke-test.xml",
                                      "modelDescription.xml",
                                      "resources/mechanism.lwm"};
  enum { N = sizeof names / sizeof names[0] };
  char        guid[LW_GUID_SIZE];
  zip_error_t error;
  lw_model*   model = read_example("examples/four_bar.xml");
  lw_text     fmu   = pack(model, &PACKAGE, guid);
  (void)state;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(fmu.data, fmu.size, 0, &error);
  zip_t*        zip    = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  assert_non_null(zip);
  assert_int_equal(zip_get_num_entries(zip, 0), N);
  for (zip_uint64_t i = 0; i < N; i++) {
    zip_stat_t   about;
    zip_uint8_t  system     = 0;
    zip_uint32_t attributes = 0;
    assert_int_equal(zip_stat_index(zip, i, 0, &about), 0);
    assert_string_equal(about.name, names[i]);
    assert_true(about.comp_method == ZIP_CM_DEFLATE || about.comp_method == ZIP_CM_STORE);
    assert_int_equal(about.encryption_method, ZIP_EM_NONE);
    assert_int_equal(zip_file_get_external_attributes(zip, i, 0, &system, &attributes), 0);
    assert_int_equal(system, ZIP_OPSYS_UNIX);
    assert_int_equal(attributes >> 16, i < 3 ? 0100755 : 0100644);
  }
  zip_discard(zip);
  zip_error_fini(&error);

  /* the heads of all files: version 2.0 is enough to unpack them, and the date
   * is the first there is */
  int heads = 0;
  for (size_t i = 0; i + 30 < fmu.size; i++) {
    if (memcmp(fmu.data + i, "PK\3\4", 4) == 0) {
      assert_true(fmu.data[i + 4] <= 20);
      assert_memory_equal(fmu.data + i + 10, "\0\0\x21\0", 4);
      heads++;
    }
  }
  assert_int_equal(heads, N);
  lw_text_free(&fmu);
  lw_model_destroy(model);
}

/* The platforms of a package, separated by blanks. */
static void platforms_of(const lw_package* package, char text[100])
{
  text[0] = '\0';
  for (size_t i = 0; i < package->nlibrary; i++) {
    (void)snprintf(text + strlen(text), 100 - strlen(text), "%s%s", i > 0 ? " " : "",
                   package->library[i].platform);
  }
}

static void platforms_are_chosen_by_name(void** state)
{
  static const char* const good[][2] = {{"all", "linux64 win64 aarch64"},
                                        {"host", "linux64"},
                                        {"aarch64,host", "aarch64 linux64"},
                                        {"win64,win64", "win64"}};
  static const char* const bad[] = {"", "win", "win64,", ",win64", "win64 aarch64", "hos", "hosts"};
  char                     chosen[100];
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    lw_package package = PACKAGE;
    assert_int_equal(lw_package_choose(&package, good[i][0], NULL), LW_OK);
    platforms_of(&package, chosen);
    assert_string_equal(chosen, good[i][1]);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    lw_diag    diag    = {0};
    lw_package package = PACKAGE;
    assert_int_equal(lw_package_choose(&package, bad[i], &diag), LW_ERR_INPUT);
    assert_non_null(strstr(diag.text, "there are host, all, linux64, win64, aarch64"));
    platforms_of(&package, chosen);
    assert_string_equal(chosen, good[0][1]);
  }
}

/* Read a file of a packed FMU. */
static lw_text file_of(const lw_text* fmu, const char* name)
{
  char        path[LW_TEST_PATH_SIZE];
  lw_diag     diag    = {0};
  lw_archive* archive = NULL;
  lw_text     text    = {0};
  lw_test_scratch_path("package.fmu", path);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(fmu->data, 1, fmu->size, file), fmu->size);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(lw_archive_open(path, &archive, &diag), LW_OK);
  assert_int_equal(lw_archive_read(archive, name, &text, &diag), LW_OK);
  lw_archive_close(archive);
  (void)remove(path);
  return text;
}

static const char* const MECHANISMS[] = {
    "examples/double_pendulum.xml", "examples/four_bar.xml",  "examples/slider_crank.xml",
    "examples/double_four_bar.xml", "examples/bricard.xml",   "examples/andrews.xml",
    "examples/heavy_top.xml",       "tests/fmu/data/arm.xml", "tests/fmu/data/servo.xml"};
enum { NMECHANISM = sizeof MECHANISMS / sizeof MECHANISMS[0] };

/* The model inside is the one that was packed, and belongs to the description. */
static void the_model_is_that_of_the_description(void** state)
{
  (void)state;
  for (int k = 0; k < NMECHANISM; k++) {
    char               guid[LW_GUID_SIZE], inside[LW_GUID_SIZE];
    lw_diag            diag  = {0};
    lw_model *         model = read_example(MECHANISMS[k]), *copy = NULL;
    lw_fmu_description description = {0};
    lw_text            fmu         = pack(model, &PACKAGE, guid);
    lw_text            bytes       = file_of(&fmu, "resources/mechanism.lwm");
    lw_text            xml         = file_of(&fmu, "modelDescription.xml");
    assert_int_equal(lw_model_read((unsigned char*)bytes.data, bytes.size, &copy, inside, &diag),
                     LW_OK);
    assert_int_equal(lw_fmu_description_read(xml.data, xml.size, &description, &diag), LW_OK);
    assert_string_equal(inside, guid);
    assert_string_equal(description.guid, guid);
    assert_int_equal(copy->nvalue, model->nvalue);
    assert_memory_equal(copy->value, model->value, (size_t)model->nvalue * sizeof *model->value);

    /* references count the variables: the FMU's own table is the same */
    lw_variables* variables = NULL;
    assert_int_equal(lw_variables_create(copy, &diag, &variables), LW_OK);
    assert_int_equal(variables->count, description.count);
    for (size_t i = 0; i < description.count; i++) {
      char name[256];
      (void)lw_variables_name(variables, (unsigned)i, name, sizeof name);
      assert_string_equal(description.variable[i].name, name);
      assert_int_equal(description.variable[i].reference, i);
    }
    lw_variables_destroy(variables);
    lw_fmu_description_free(&description);
    lw_text_free(&bytes);
    lw_text_free(&xml);
    lw_text_free(&fmu);
    lw_model_destroy(copy);
    lw_model_destroy(model);
  }
}

/* The page is well-formed and mentions every body, joint and variable; nothing is
 * fetched from elsewhere. */
static void the_documentation_is_complete(void** state)
{
  (void)state;
  for (int k = 0; k < NMECHANISM; k++) {
    char            guid[LW_GUID_SIZE], cell[300];
    lw_diag         diag      = {0};
    lw_xml_element* root      = NULL;
    lw_model*       model     = read_example(MECHANISMS[k]);
    lw_text         fmu       = pack(model, &PACKAGE, guid);
    lw_text         page      = file_of(&fmu, "documentation/index.html");
    lw_variables*   variables = NULL;
    const size_t    skip      = strlen("<!DOCTYPE html>\n");
    assert_int_equal(lw_variables_create(model, &diag, &variables), LW_OK);
    assert_int_equal(lw_xml_read_memory(page.data + skip, page.size - skip, &diag, &root), LW_OK);
    lw_xml_free(root);
    lw_text_add_char(&page, '\0');
    for (int i = 0; i < variables->nrow; i++) {
      (void)snprintf(cell, sizeof cell, "<td class=\"n\">%s",
                     variables->names + variables->row[i].name);
      assert_non_null(strstr(page.data, cell));
    }
    for (int b = 0; b < model->nbody + model->njoint; b++) {
      const lw_name name =
          b < model->nbody ? model->body[b].name : model->joint[b - model->nbody].name;
      (void)snprintf(cell, sizeof cell, "<td class=\"n\">%s</td>", lw_model_name(model, name));
      assert_non_null(strstr(page.data, cell));
    }
    assert_null(strstr(page.data, "http"));
    assert_null(strstr(page.data, "<script"));
    assert_non_null(strstr(page.data, guid));
    lw_variables_destroy(variables);
    lw_text_free(&page);
    lw_text_free(&fmu);
    lw_model_destroy(model);
  }
}

/* The note on dependencies is about the platforms that are there. */
static void dependencies_are_those_of_the_platforms(void** state)
{
  char       guid[LW_GUID_SIZE];
  lw_package package = PACKAGE;
  lw_model*  model   = read_example(MECHANISMS[0]);
  (void)state;
  assert_int_equal(lw_package_choose(&package, "win64", NULL), LW_OK);
  lw_text fmu[2] = {pack(model, &PACKAGE, guid), pack(model, &package, guid)};
  for (int i = 0; i < 2; i++) {
    lw_text note = file_of(&fmu[i], "documentation/externalDependencies.txt");
    lw_text_add_char(&note, '\0');
    assert_non_null(strstr(note.data, "binaries/win64: "));
    assert_int_equal(strstr(note.data, "binaries/aarch64-linux: ") != NULL, i == 0);
    assert_int_equal(strstr(note.data, "libgomp") != NULL, i == 0);
    lw_text_free(&note);
    lw_text_free(&fmu[i]);
  }
  lw_model_destroy(model);
}

/* Sources are in the FMU where they are asked for; the description lists the units among them in
 * the order of their names, and the GUID depends on them. */
static void sources_are_carried_where_they_are_asked_for(void** state)
{
  static const lw_package_source files[] = {
      {"step/z.c", "int z;\n", 7}, {"a.c", "int a;\n", 7}, {"a.h", "int h;\n", 7}};
  static const char listed[] = "<SourceFiles>\n      <File name=\"a.c\"/>\n"
                               "      <File name=\"step/z.c\"/>\n    </SourceFiles>";
  lw_package        package  = PACKAGE;
  char              guid[2][LW_GUID_SIZE];
  lw_model*         model = read_example(MECHANISMS[0]);
  (void)state;
  package.source  = files;
  package.nsource = 3;
  for (int with = 0; with < 2; with++) {
    package.with_sources = with;
    lw_text fmu          = pack(model, &package, guid[with]);
    lw_text xml          = file_of(&fmu, "modelDescription.xml");
    lw_text_add_char(&xml, '\0');
    assert_int_equal(strstr(xml.data, listed) != NULL, with);
    if (with) {
      lw_text text = file_of(&fmu, "sources/step/z.c");
      assert_int_equal(text.size, 7);
      assert_memory_equal(text.data, "int z;\n", 7);
      lw_text_free(&text);
    }
    lw_text_free(&xml);
    lw_text_free(&fmu);
  }
  assert_string_not_equal(guid[0], guid[1]);
  lw_model_destroy(model);
}

/* With a page the documentation draws the mechanism, and the rest of the FMU stays as it is. */
static void the_documentation_may_have_a_picture(void** state)
{
  static const unsigned char script[] = "draw();";
  (void)state;
  const lw_page page = {.npart = 1, .part = {{LW_PAGE_SCRIPT, NULL, script, sizeof script - 1}}};
  lw_package    with = PACKAGE;
  char          guid[2][LW_GUID_SIZE];
  with.page       = &page;
  lw_model* model = read_example(MECHANISMS[0]);
  lw_text   bare  = pack(model, &PACKAGE, guid[0]);
  lw_text   drawn = pack(model, &with, guid[1]);
  lw_text   text  = file_of(&drawn, "documentation/index.html");
  lw_text_add_char(&text, '\0');
  assert_string_equal(guid[0], guid[1]);
  assert_non_null(strstr(text.data, "<script>\ndraw();\n</script>"));
  assert_non_null(strstr(text.data, "id=\"linkwork-scene\">{\"scene\":{\"name\":"));
  assert_non_null(strstr(text.data, "default-src 'none'"));
  lw_text_free(&text);
  lw_text_free(&bare);
  lw_text_free(&drawn);
  lw_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fingerprints_are_those_of_the_standard),
      cmocka_unit_test(the_same_mechanism_gives_the_same_bytes),
      cmocka_unit_test(the_guid_is_a_hash_of_the_content),
      cmocka_unit_test(archives_are_as_the_standard_wants_them),
      cmocka_unit_test(platforms_are_chosen_by_name),
      cmocka_unit_test(dependencies_are_those_of_the_platforms),
      cmocka_unit_test(the_model_is_that_of_the_description),
      cmocka_unit_test(the_documentation_is_complete),
      cmocka_unit_test(sources_are_carried_where_they_are_asked_for),
      cmocka_unit_test(the_documentation_may_have_a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
