/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_import.c - FMUs of other tools: which are refused, and how one is run.
 */
#define _XOPEN_SOURCE 700

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/zip_read.h"
#include "archive/zip_write.h"
#include "fixture.h"
#include "fmu_log_text.h"
#include "simulator.h"

/* A description of vendor.c; %s: more attributes of the co-simulation interface. */
static const lw_simulation SIMULATION = {.start = 0.0, .stop = 1.0, .tolerance = NAN};

static const char DESCRIPTION[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"Vendor's FMU\" guid=\"{vendor}\">\n"
    "<CoSimulation modelIdentifier=\"vendor\" canHandleVariableCommunicationStepSize=\"true\" "
    "%s/>\n"
    "<DefaultExperiment startTime=\"0\" stopTime=\"1\"/>\n"
    "<ModelVariables>\n"
    "<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\"><Real start=\"0\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"y\" valueReference=\"1\" "
    "causality=\"output\"><Real/></ScalarVariable>\n"
    "<ScalarVariable name=\"n\" valueReference=\"2\" causality=\"parameter\" variability=\"fixed\">"
    "<Integer start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"b\" valueReference=\"3\" "
    "causality=\"output\"><Boolean/></ScalarVariable>\n"
    "<ScalarVariable name=\"e\" valueReference=\"4\" causality=\"output\"><Enumeration "
    "declaredType=\"E\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"mode\" valueReference=\"5\" causality=\"parameter\" "
    "variability=\"fixed\">"
    "<Real start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"s\" valueReference=\"6\" "
    "causality=\"output\"><String/></ScalarVariable>\n"
    "<ScalarVariable name=\"x\" valueReference=\"1\"><Real/></ScalarVariable>\n"
    "</ModelVariables>\n</fmiModelDescription>\n";

static char archive_path[LW_TEST_PATH_SIZE];

static void write_bytes(const lw_text* bytes)
{
  lw_test_scratch_path("strange.fmu", archive_path);
  FILE* file = fopen(archive_path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
  assert_int_equal(fclose(file), 0);
}

/* An archive with the given files, not yet written. */
static lw_text make_archive(size_t n, lw_archive_file file[])
{
  lw_text bytes = {0};
  lw_diag diag  = {0};
  assert_int_equal(lw_archive_write(n, file, &bytes, &diag), LW_OK);
  return bytes;
}

static lw_text read_library(const char* path)
{
  lw_text text = {0};
  char    piece[4096];
  FILE*   file = fopen(path, "rb");
  assert_non_null(file);
  for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;) lw_text_add_bytes(&text, piece, n);
  (void)fclose(file);
  return text;
}

/* The vendor's FMU, with a description and a place for its library. */
static void write_vendor(const char* description, const char* place, const char* library)
{
  lw_text         code   = read_library(library);
  lw_archive_file file[] = {{"modelDescription.xml", description, strlen(description), false},
                            {place, code.data, code.size, true},
                            {"resources/table.txt", "1 2 3\n", 6, false}};
  lw_text         bytes  = make_archive(3, file);
  write_bytes(&bytes);
  lw_text_free(&bytes);
  lw_text_free(&code);
}

static const char* with(const char* attributes)
{
  static char text[4096];
  (void)snprintf(text, sizeof text, DESCRIPTION, attributes);
  return text;
}

static void refuses(const char* part)
{
  lw_diag         diag      = {0};
  lw_simulator*   simulator = NULL;
  const lw_status status    = lw_simulator_open_fmu(archive_path, &simulator, &diag);
  if (status == LW_OK || !strstr(diag.text, part)) {
    fail_msg("\"%s\" does not say \"%s\"", diag.text, part);
  }
  assert_null(simulator);
}

static lw_simulator* accepts(void)
{
  lw_diag       diag      = {0};
  lw_simulator* simulator = NULL;
  if (lw_simulator_open_fmu(archive_path, &simulator, &diag) != LW_OK) {
    fail_msg("refused: %s", diag.text);
  }
  return simulator;
}

/* ---- dangerous archives ------------------------------------------------------------------- */

/* Replace every occurrence of a text by another one of the same length. */
static void patch(lw_text* bytes, const char* from, const char* to)
{
  const size_t n     = strlen(from);
  int          found = 0;
  assert_int_equal(strlen(to), n);
  for (size_t i = 0; i + n <= bytes->size; i++) {
    if (memcmp(bytes->data + i, from, n) == 0) {
      memcpy(bytes->data + i, to, n);
      found++;
    }
  }
  assert_true(found >= 2); /* where the file is, and in the directory */
}

/* The head of the k-th entry in the archive's directory. */
static char* directory_entry(lw_text* bytes, int k)
{
  for (size_t i = 0; i + 46 <= bytes->size; i++) {
    if (memcmp(bytes->data + i, "PK\1\2", 4) == 0 && k-- == 0) {
      return bytes->data + i;
    }
  }
  fail_msg("the archive has too few entries");
  return NULL;
}

static void put(char* at, int n, unsigned long long x)
{
  for (int i = 0; i < n; i++) at[i] = (char)(x >> (8 * i) & 0xffu);
}

static void paths_that_leave_the_folder_are_refused(void** state)
{
  static const struct {
    const char *from, *to, *part;
  } cases[] = {{"aa/bbbbbb", "../escape", "leave the folder"},
               {"aa/bbbbbb", "x/../../y", "leave the folder"},
               {"aa/bbbbbb", "..//abcde", "leave the folder"},
               {"aa/bbbbbb", "/abs/path", "absolute"},
               {"aa/bbbbbb", "C:/window", "absolute"},
               {"aa/bbbbbb", "a\\..\\..\\x", "backslash"},
               {"aa/bbbbbb", "aa//bbbbb", "empty part"},
               {"aa/bbbbbb", "a/./bbbbb", "empty part"},
               {"aa/bbbbbb", "aa/bb\nbbb", "control character"},
               {"aa/bbbbbb", "resources", "refused"},
               {"aa/bbbbbb", "zz/bbbbbb", "appears twice"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lw_archive_file file[] = {
        {"aa/bbbbbb", "1", 1, false}, {"resources/x", "2", 1, false}, {"zz/bbbbbb", "2", 1, false}};
    lw_text bytes = make_archive(3, file);
    patch(&bytes, cases[i].from, cases[i].to);
    write_bytes(&bytes);
    if (strcmp(cases[i].to, "resources") == 0) {
      /* a file in place of a folder is found when it is unpacked */
      lw_diag     diag    = {0};
      lw_archive* archive = NULL;
      lw_scratch  scratch;
      assert_int_equal(lw_scratch_create(&scratch, &diag), LW_OK);
      assert_int_equal(lw_archive_open(archive_path, &archive, &diag), LW_OK);
      assert_int_equal(lw_archive_unpack(archive, scratch.path, &diag), LW_ERR_FILE);
      lw_archive_close(archive);
      lw_scratch_remove(&scratch);
    } else {
      refuses(cases[i].part);
    }
    lw_text_free(&bytes);
  }
}

static void links_and_special_files_are_refused(void** state)
{
  static const struct {
    unsigned    mode;
    const char* part;
  } cases[] = {
      {0120777, "is a link"}, {0020666, "special"}, {0010644, "special"}, {0140777, "special"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lw_archive_file file[] = {{"a", "1", 1, false}, {"b", "/etc", 4, false}};
    lw_text         bytes  = make_archive(2, file);
    put(directory_entry(&bytes, 1) + 38, 4, (unsigned long long)cases[i].mode << 16);
    write_bytes(&bytes);
    refuses(cases[i].part);
    lw_text_free(&bytes);
  }
}

/* Sizes are believed only as far as they are reasonable, and then checked. */
static void oversized_archives_are_refused(void** state)
{
  (void)state;
  lw_archive_file file[] = {{"a", "1", 1, false}, {"b", "22", 2, false}};
  lw_text         bytes  = make_archive(2, file);
  put(directory_entry(&bytes, 0) + 24, 4, 0xf0000000u);
  write_bytes(&bytes);
  refuses("2048 MiB");
  lw_text_free(&bytes);

  /* together too large, though each one is not */
  bytes = make_archive(2, file);
  put(directory_entry(&bytes, 0) + 24, 4, 0x50000000u);
  put(directory_entry(&bytes, 1) + 24, 4, 0x50000000u);
  write_bytes(&bytes);
  refuses("2048 MiB");
  lw_text_free(&bytes);

  /* a file that has more in it than it says */
  const size_t    size   = 1 << 20;
  char*           zeros  = calloc(1, size);
  lw_archive_file bomb[] = {{"modelDescription.xml", zeros, size, false}};
  bytes                  = make_archive(1, bomb);
  put(directory_entry(&bytes, 0) + 24, 4, 10);
  write_bytes(&bytes);
  refuses("modelDescription.xml");
  lw_text_free(&bytes);
  free(zeros);
}

/* Some tools write "./" before names, and an entry for the folder itself; a text is no archive. */
static void names_may_begin_with_a_point(void** state)
{
  lw_archive_file file[] = {{"aa/bbbbbb", "1", 1, false}, {"zz", "2", 1, false}};
  lw_text         bytes = make_archive(2, file), text = {0};
  lw_archive*     archive = NULL;
  lw_diag         diag    = {0};
  (void)state;
  patch(&bytes, "aa/bbbbbb", "./bbbbbbb");
  patch(&bytes, "zz", "./");
  write_bytes(&bytes);
  assert_int_equal(lw_archive_open(archive_path, &archive, &diag), LW_OK);
  assert_int_equal(lw_archive_count(archive), 1);
  assert_string_equal(lw_archive_name(archive, 0), "bbbbbbb");
  assert_int_equal(lw_archive_read(archive, "bbbbbbb", &text, &diag), LW_OK);
  assert_int_equal(text.size, 1);
  assert_memory_equal(text.data, "1", 1);
  lw_archive_close(archive);
  lw_text_free(&text);
  lw_text_free(&bytes);

  lw_text_add(&text, "no archive at all");
  write_bytes(&text);
  assert_int_not_equal(lw_archive_open(archive_path, &archive, &diag), LW_OK);
  assert_non_null(strstr(diag.text, "no zip archive"));
  lw_text_free(&text);
}

/* Archives that are cut or have wrong bytes are refused or give the same FMU;
 * nothing else happens. */
static void damaged_archives_do_no_harm(void** state)
{
  (void)state;
  write_vendor(with(""), "binaries/" LW_FMU_PLATFORM "/vendor" LW_FMU_SUFFIX, LW_TEST_VENDOR);
  lw_text good = read_library(archive_path);
  for (size_t cut = 0; cut < good.size; cut += good.size / 23) {
    lw_text bytes = good;
    bytes.size    = cut;
    write_bytes(&bytes);
    lw_diag       diag      = {0};
    lw_simulator* simulator = NULL;
    assert_int_not_equal(lw_simulator_open_fmu(archive_path, &simulator, &diag), LW_OK);
    assert_true(*diag.text);
  }
  /* the directory and the heads of the entries; the library itself is protected by a checksum */
  for (size_t i = 0; i < good.size; i += i < 2000 || i + 700 > good.size ? 7 : 500) {
    good.data[i] = (char)(good.data[i] ^ 0x41);
    write_bytes(&good);
    lw_diag     diag    = {0};
    lw_archive* archive = NULL;
    if (lw_archive_open(archive_path, &archive, &diag) == LW_OK) {
      lw_text text = {0};
      (void)lw_archive_read(archive, "modelDescription.xml", &text, &diag);
      lw_text_free(&text);
      lw_archive_close(archive);
    }
    good.data[i] = (char)(good.data[i] ^ 0x41);
  }
  lw_text_free(&good);
}

/* ---- FMUs that cannot be run -------------------------------------------------------------- */

static void fmus_that_cannot_be_run_are_explained(void** state)
{
  static const char place[] = "binaries/" LW_FMU_PLATFORM "/vendor" LW_FMU_SUFFIX;
  (void)state;
  write_vendor("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">"
               "<ModelExchange modelIdentifier=\"vendor\"/></fmiModelDescription>",
               place, LW_TEST_VENDOR);
  refuses("model exchange only");
  write_vendor("<fmiModelDescription fmiVersion=\"1.0\" modelName=\"m\" guid=\"g\"/>", place,
               LW_TEST_VENDOR);
  refuses("FMI 1.0");
  write_vendor("<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\"/>", place, LW_TEST_VENDOR);
  refuses("FMI 3.0");
  write_vendor("<somethingElse/>", place, LW_TEST_VENDOR);
  refuses("no model description");
  write_vendor("<fmiModelDescription", place, LW_TEST_VENDOR);
  refuses("modelDescription.xml:1");
  write_vendor("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><CoSimulation "
               "modelIdentifier=\"../../../../tmp/x\"/></fmiModelDescription>",
               place, LW_TEST_VENDOR);
  refuses("no name of a file");
  write_vendor(with(""), "binaries/win64/vendor.dll", LW_TEST_VENDOR);
  refuses("it has win64");
  write_vendor(with(""), place, LW_TEST_EMPTY);
  refuses("has no function fmi2Instantiate");
  write_vendor(with(""), place, archive_path); /* no library at all */
  refuses("does not load");
  char wrong[4096];
  (void)snprintf(wrong, sizeof wrong, "%s", with(""));
  memcpy(strstr(wrong, "{vendor}"), "{wrong!}", 8);
  write_vendor(wrong, place, LW_TEST_VENDOR);
  refuses("GUID {wrong!} is wrong");
}

/* The names of platforms in FMI 3.0 are understood, too. */
static void platform_tuples_are_found(void** state)
{
  (void)state;
  write_vendor(with(""), "binaries/" LW_FMU_PLATFORM_TUPLE "/vendor" LW_FMU_SUFFIX, LW_TEST_VENDOR);
  lw_simulator* s = accepts();
  s->class->destroy(s);
}

/* ---- an FMU that runs --------------------------------------------------------------------- */

static lw_simulator* open_vendor(const char* attributes)
{
  write_vendor(with(attributes), "binaries/" LW_FMU_PLATFORM "/vendor" LW_FMU_SUFFIX,
               LW_TEST_VENDOR);
  return accepts();
}

static unsigned number_of(const lw_simulator* s, const char* name)
{
  unsigned variable = 0;
  assert_true(s->class->find(s, name, &variable));
  return variable;
}

static void set_one(lw_simulator* s, const char* name, double value)
{
  lw_diag        diag     = {0};
  const unsigned variable = number_of(s, name);
  if (s->class->set(s, 1, &variable, &value, &diag) != LW_OK) {
    fail_msg("%s", diag.text);
  }
}

/* Whole numbers, and truth, are held between two values of an input file. */
static void whole_numbers_are_held(void** state)
{
  lw_simulator* s = open_vendor("");
  (void)state;
  assert_false(s->held[number_of(s, "u")]);
  assert_true(s->held[number_of(s, "n")]);
  assert_true(s->held[number_of(s, "b")]);
  s->class->destroy(s);
}

static void numbers_of_all_types_are_seen(void** state)
{
  lw_diag       diag = {0};
  lw_simulator* s    = open_vendor("");
  unsigned      none = 0;
  (void)state;
  assert_false(s->class->find(s, "s", &none)); /* texts are not numbers */
  assert_int_equal(s->count, 7);
  assert_true(s->role[number_of(s, "u")] == LW_ROLE_INPUT);
  assert_true(s->role[number_of(s, "n")] == LW_ROLE_PARAMETER);
  assert_true(s->role[number_of(s, "e")] == LW_ROLE_OUTPUT);
  assert_true(s->role[number_of(s, "x")] == LW_ROLE_LOCAL);
  assert_true(isnan(s->step));
  assert_false(s->interpolates);

  set_one(s, "n", 1.0);
  set_one(s, "u", 2.0);
  const unsigned n    = number_of(s, "n");
  const double   half = 0.5, huge = 1e10;
  assert_int_equal(s->class->set(s, 1, &n, &half, &diag), LW_ERR_INPUT);
  assert_int_equal(s->class->set(s, 1, &n, &huge, &diag), LW_ERR_INPUT);
  assert_int_equal(s->class->initialize(s, &SIMULATION, &diag), LW_OK);
  const unsigned all[] = {number_of(s, "y"), number_of(s, "b"), number_of(s, "e"), n,
                          number_of(s, "x")};
  for (int k = 0; k < 3; k++) {
    double value[5] = {0};
    assert_int_equal(s->class->get(s, 5, all, value, &diag), LW_OK);
    const double expected[5] = {0.5 * k, 0.5 * k > 1.0, k, 1.0, 0.5 * k};
    assert_close(5, value, expected, 0.0);
    assert_int_equal(s->class->step(s, 0.25 * k, 0.25, &diag), LW_OK);
  }
  assert_near(s->class->time(s), 0.75, 0.0);
  s->class->destroy(s);
}

/* Where the FMU can interpolate, it gets slopes: the integral of u = t is exact. */
static void slopes_are_handed_over(void** state)
{
  lw_diag        diag = {0};
  lw_simulator*  s    = open_vendor("canInterpolateInputs=\"true\"");
  const unsigned u = number_of(s, "u"), y = number_of(s, "y");
  const double   slope = 1.0;
  double         value = 0.0;
  (void)state;
  assert_true(s->interpolates);
  set_one(s, "u", 0.0);
  assert_int_equal(s->class->set_slopes(s, 1, &u, &slope, &diag), LW_OK);
  assert_int_equal(s->class->initialize(s, &SIMULATION, &diag), LW_OK);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(s->class->step(s, 0.25 * k, 0.25, &diag), LW_OK);
    assert_int_equal(s->class->get(s, 1, &y, &value, &diag), LW_OK);
    set_one(s, "u", 0.25 * (k + 1));
    assert_int_equal(s->class->set_slopes(s, 1, &u, &slope, &diag), LW_OK);
  }
  assert_near(value, 0.5, 0.0);
  s->class->destroy(s);
}

/* Steps that end in all ways that there are. */
static void ends_of_steps_are_understood(void** state)
{
  static const struct {
    int         mode;
    lw_status   status;
    double      reached;
    const char* part;
  } cases[] = {{1, LW_OK, 1.0, ""},
               {2, LW_RETRY_NEWTON, 0.5, "asks for the end"},
               {3, LW_RETRY_NEWTON, 0.5, "fmi2Discard"},
               {4, LW_ERR_USAGE, 0.4, "y is 100% wrong (42)"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    lw_diag       diag   = {0};
    lw_simulator* s      = open_vendor("");
    lw_status     status = LW_OK;
    set_one(s, "mode", cases[i].mode);
    assert_int_equal(s->class->initialize(s, &SIMULATION, &diag), LW_OK);
    for (int k = 0; k < 5 && status == LW_OK; k++) status = s->class->step(s, 0.2 * k, 0.2, &diag);
    assert_int_equal(status, cases[i].status);
    assert_near(s->class->time(s), cases[i].reached, 1e-15);
    if (!strstr(diag.text, cases[i].part)) {
      fail_msg("\"%s\" does not say \"%s\"", diag.text, cases[i].part);
    }
    s->class->destroy(s);
  }
}

/* In messages, "#i2#" is a variable, "##" a character, and line ends do not end them. */
static void messages_are_translated(void** state)
{
  lw_diag       diag = {0};
  lw_simulator* s    = open_vendor("");
  (void)state;
  set_one(s, "mode", 6.0);
  set_one(s, "n", 3.0);
  assert_int_equal(s->class->initialize(s, &SIMULATION, &diag), LW_ERR_USAGE);
  assert_string_equal(diag.text,
                      "fmi2ExitInitializationMode returned fmi2Error: cannot start with n = 3 #1");
  s->class->destroy(s);

  lw_fmu_variable          v[]        = {{.name = "alpha", .reference = 7, .type = LW_FMU_REAL}};
  const lw_fmu_description d          = {.variable = v, .count = 1};
  static const char* const cases[][2] = {{"plain", "plain"},
                                         {"#r7#", "alpha"},
                                         {"a #r7# b #r7#", "a alpha b alpha"},
                                         {"#r8#", "#r8#"},
                                         {"#i7#", "#i7#"},
                                         {"##r7##", "#r7#"},
                                         {"#", "#"},
                                         {"##", "#"},
                                         {"#r#", "#r#"},
                                         {"#r7", "#r7"},
                                         {"#r99999999999#", "#r99999999999#"},
                                         {"end\r\n\n", "end"},
                                         {"", ""}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[64];
    lw_fmu_log_translate(&d, cases[i][0], text, sizeof text);
    assert_string_equal(text, cases[i][1]);
    for (size_t size = 1; size < 8; size++) lw_fmu_log_translate(&d, cases[i][0], text, size);
  }
}

/* ---- temporary folders -------------------------------------------------------------------- */

static int count_entries(const char* path)
{
  DIR* folder = opendir(path);
  int  n      = 0;
  for (const struct dirent* e; folder && (e = readdir(folder));) n += e->d_name[0] != '.';
  if (folder) {
    (void)closedir(folder);
  }
  return n;
}

/* After success and after failure nothing is left, also where the FMU made files of its own. */
static void nothing_unpacked_is_left(void** state)
{
  char        folder[LW_TEST_PATH_SIZE], made[LW_TEST_PATH_SIZE + 16];
  const char* old  = getenv("TMPDIR");
  char*       kept = old ? strdup(old) : NULL;
  (void)state;
  write_vendor(with(""), "binaries/" LW_FMU_PLATFORM "/vendor" LW_FMU_SUFFIX, LW_TEST_VENDOR);
  lw_test_scratch_path("tmp dir", folder);
  assert_int_equal(mkdir(folder, 0700), 0);
  assert_int_equal(setenv("TMPDIR", folder, 1), 0);
  lw_simulator* s = accepts();
  assert_int_equal(count_entries(folder), 1);
  s->class->destroy(s);
  assert_int_equal(count_entries(folder), 0);

  lw_scratch scratch;
  lw_diag    diag = {0};
  assert_int_equal(lw_scratch_create(&scratch, &diag), LW_OK);
  (void)snprintf(made, sizeof made, "%s/deep", scratch.path);
  assert_int_equal(mkdir(made, 0700), 0);
  (void)snprintf(made, sizeof made, "%s/deep/link", scratch.path);
  assert_int_equal(symlink("/", made), 0); /* what it points to stays */
  lw_scratch_remove(&scratch);
  lw_scratch_remove(&scratch);
  assert_int_equal(count_entries(folder), 0);

  assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
  assert_int_equal(lw_scratch_create(&scratch, &diag), LW_ERR_FILE);
  assert_non_null(strstr(diag.text, "/nowhere/at/all"));
  if (kept) {
    (void)setenv("TMPDIR", kept, 1);
  } else {
    (void)unsetenv("TMPDIR");
  }
  free(kept);
  assert_int_equal(rmdir(folder), 0);
}

static int remove_archive(void** state)
{
  (void)state;
  (void)remove(archive_path);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_that_leave_the_folder_are_refused),
      cmocka_unit_test(names_may_begin_with_a_point),
      cmocka_unit_test(links_and_special_files_are_refused),
      cmocka_unit_test(oversized_archives_are_refused),
      cmocka_unit_test(damaged_archives_do_no_harm),
      cmocka_unit_test(fmus_that_cannot_be_run_are_explained),
      cmocka_unit_test(platform_tuples_are_found),
      cmocka_unit_test(numbers_of_all_types_are_seen),
      cmocka_unit_test(whole_numbers_are_held),
      cmocka_unit_test(slopes_are_handed_over),
      cmocka_unit_test(ends_of_steps_are_understood),
      cmocka_unit_test(messages_are_translated),
      cmocka_unit_test(nothing_unpacked_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, remove_archive);
}
