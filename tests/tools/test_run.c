/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_run.c - linkwork pack, run and info from outside: an FMU gives the
 * bytes of its mechanism file.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, opendir, WEXITSTATUS */

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive/zip_read.h"
#include "archive/zip_write.h"
#include "fixture.h"
#include <linkwork/mechanism_xml.h>

static char folder[LW_TEST_PATH_SIZE]; /* scratch folder of this process, and the present one */
static char repo[LW_TEST_PATH_SIZE];

static int make_folder(void** state)
{
  (void)state;
  lw_test_scratch_path("test_run.XXXXXX", folder);
  lw_test_repo_path("", repo);
  /* FMUs are unpacked here, too, so that the test sees whether they leave files behind */
  return mkdtemp(folder) && chdir(folder) == 0 && setenv("TMPDIR", folder, 1) == 0 ? 0 : -1;
}

/* Remove all files; returns how many there were, folders included. */
static int empty_folder(void)
{
  int  count = 0;
  DIR* dir   = opendir(folder);
  assert_non_null(dir);
  for (const struct dirent* entry; (entry = readdir(dir));) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
      count++;
      (void)remove(entry->d_name);
    }
  }
  (void)closedir(dir);
  return count;
}

static int remove_folder(void** state)
{
  (void)state;
  (void)empty_folder();
  return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

/* Run the program with arguments; returns its exit code. Output goes to
 * out.txt, messages to err.txt. */
static int linkwork(const char* format, ...)
{
  char    arguments[4096], command[6000];
  va_list list;
  va_start(list, format);
  (void)vsnprintf(arguments, sizeof arguments, format, list);
  va_end(list);
  (void)snprintf(command, sizeof command, "'%s' %s >out.txt 2>err.txt </dev/null", LW_TEST_PROGRAM,
                 arguments);
  const int status = system(command);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static lw_text content(const char* name)
{
  lw_text text = {0};
  char    piece[65536];
  FILE*   file = fopen(name, "rb");
  assert_non_null(file);
  for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;) lw_text_add_bytes(&text, piece, n);
  (void)fclose(file);
  lw_text_add_char(&text, '\0');
  assert_non_null(text.data);
  return text;
}

static void says(const char* name, const char* part)
{
  lw_text text = content(name);
  if (!strstr(text.data, part)) {
    fail_msg("%s does not say \"%s\" but\n%.2000s", name, part, text.data);
  }
  lw_text_free(&text);
}

static void succeeds(int code)
{
  if (code != 0) {
    lw_text text = content("err.txt");
    fail_msg("exit code %d: %s", code, text.data);
  }
}

/* ---- the same bytes ----------------------------------------------------------------------- */

/* Pack a mechanism, run both, compare all of the output. */
static void same_result_of(const char* in, const char* mechanism, const char* options)
{
  succeeds(linkwork("pack '%s%s' -o packed.fmu", in, mechanism));
  succeeds(linkwork("run packed.fmu %s -o fmu.csv", options));
  succeeds(linkwork("run '%s%s' %s -o xml.csv", in, mechanism, options));
  lw_text a = content("fmu.csv"), b = content("xml.csv");
  assert_true(a.size > 100);
  if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0) {
    fail_msg("%s %s: the FMU gives other bytes", mechanism, options);
  }
  lw_text_free(&a);
  lw_text_free(&b);
}

static void same_result(const char* mechanism, const char* options)
{
  same_result_of(repo, mechanism, options);
}

/* Write variant.xml: an example with another formulation, and nothing else changed. */
static void write_variant(const char* name, const char* attributes)
{
  char path[LW_TEST_PATH_SIZE + 100];
  (void)snprintf(path, sizeof path, "%sexamples/%s.xml", repo, name);
  lw_text     text = content(path);
  const char* at   = strstr(text.data, "<solver ");
  assert_non_null(at);
  at += strlen("<solver ");
  FILE* file = fopen("variant.xml", "wb");
  assert_non_null(file);
  (void)fprintf(file, "%.*s%s %s", (int)(at - text.data), text.data, attributes, at);
  assert_int_equal(fclose(file), 0);
  lw_text_free(&text);
}

/* Springs and bushings; couplings and torques; driven joints. */
static void formulations_are_the_same_in_an_fmu(void** state)
{
  (void)state;
  static const char* const examples[]   = {"hmmwv", "planetary", "stewart"};
  static const char* const attributes[] = {
      "formulation='penalty'",
      "formulation='augmented-lagrangian'",
      "formulation='augmented-hamiltonian'",
      "formulation='coordinate-partitioning'",
      "formulation='coordinate-partitioning' linear-solver='pcg'",
      "formulation='hamiltonian-dca'",
      "formulation='acceleration-dca'",
  };
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    char options[LW_TEST_PATH_SIZE + 100] = "--stop 0.1";
    if (i > 0) {
      (void)snprintf(options, sizeof options, "--stop 0.1 --input '%sexamples/%s_drive.csv'", repo,
                     examples[i]);
    }
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++) {
      write_variant(examples[i], attributes[k]);
      same_result_of("", "variant.xml", options);
    }
  }
}

/* Every example: twenty communication steps of its own size, and the same time in uneven ones. */
static void an_fmu_gives_the_bytes_of_its_mechanism(void** state)
{
  int  examples = 0;
  char path[LW_TEST_PATH_SIZE + 300], file[300], options[200];
  (void)snprintf(path, sizeof path, "%sexamples", repo);
  DIR* dir = opendir(path);
  (void)state;
  assert_non_null(dir);
  for (const struct dirent* entry; (entry = readdir(dir));) {
    const size_t length = strlen(entry->d_name);
    if (length < 5 || strcmp(entry->d_name + length - 4, ".xml") != 0) {
      continue;
    }
    lw_model* model = NULL;
    (void)snprintf(file, sizeof file, "examples/%s", entry->d_name);
    (void)snprintf(path, sizeof path, "%s%s", repo, file);
    assert_int_equal(lw_mechanism_read(path, &model, NULL), LW_OK);
    const double start = model->settings.start, step = model->settings.output_step;
    /* what large mechanisms say about each body is the same again and again */
    const char* select = model->nbody > 20 ? "--select 'energy.*,*1.*,solver.*'" : "";
    lw_model_destroy(model);
    (void)snprintf(options, sizeof options, "--stop %.17g %s", start + 20.0 * step, select);
    same_result(file, options);
    (void)snprintf(options, sizeof options, "--stop %.17g --step %.17g %s", start + 10.0 * step,
                   0.37 * step, select);
    same_result(file, options);
    examples++;
  }
  (void)closedir(dir);
  assert_true(examples >= 8);
  assert_true(empty_folder() > 0);
}

/* Inputs, parameters and selections mean the same for both. */
static void options_mean_the_same_for_both(void** state)
{
  FILE* file = fopen("in.csv", "w");
  (void)state;
  assert_non_null(file);
  (void)fputs("time,motor,push[2],drive\n0,0,1,0\n0.1,2,1,0.1\n0.1,-1,0,0.1\n0.3,1,0,0.5\n", file);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(linkwork("run '%stests/fmu/data/arm.xml' --stop 1 --input in.csv", repo), 1);
  says("err.txt", "\"drive\"");

  file = fopen("in.csv", "w");
  (void)fputs("time,motor,push[2]\n0,0,1\n0.1,2,1\n0.1,-1,0\n0.3,1,0\n", file);
  assert_int_equal(fclose(file), 0);
  same_result("tests/fmu/data/arm.xml", "--stop 0.5 --step 0.007 --input in.csv --set upper.mass=3 "
                                        "--set gravity[1]=0 --set solver.step=0.003");
  same_result("tests/fmu/data/arm.xml",
              "--stop 0.2 --input in.csv --select 'load.*,motor,upper.mass' --set twist[3]=0.1");

  file = fopen("in.csv", "w");
  (void)fputs("time,drive,motor\n0,0,1\n0.2,0.2,1\n0.4,0,0\n", file);
  assert_int_equal(fclose(file), 0);
  same_result("tests/fmu/data/servo.xml", "--stop 0.6 --step 0.01 --input in.csv");
  (void)empty_folder();
}

/* Without --stop a run ends with the experiment of the file. A file that only has the name of an
 * FMU is called what it is not. */
static void the_experiment_says_when_to_stop(void** state)
{
  (void)state;
  succeeds(linkwork("run '%sexamples/double_pendulum.xml' --select A.r -o own.csv", repo));
  succeeds(
      linkwork("run '%sexamples/double_pendulum.xml' --stop 10 --select A.r -o ten.csv", repo));
  lw_text a = content("own.csv"), b = content("ten.csv");
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.data, b.data, a.size);
  lw_text_free(&a);
  lw_text_free(&b);
  FILE* file = fopen("text.fmu", "w");
  assert_non_null(file);
  (void)fputs("no archive\n", file);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(linkwork("run text.fmu"), 1);
  says("err.txt", "no zip archive");
  (void)empty_folder();
}

/* The tolerance means the same for both, and a warning says once where it was not met. */
static void a_tolerance_means_the_same_for_both(void** state)
{
  (void)state;
  same_result("examples/double_pendulum.xml",
              "--stop 0.5 --step 0.1 --tolerance 1e-8 --set solver.step=0.1");
  assert_int_equal(linkwork("run '%sexamples/double_pendulum.xml' --stop 0.2 --step 0.1 -o out.csv "
                            "--tolerance 1e-15 --set solver.step=0.1",
                            repo),
                   0);
  says("err.txt", "warning: accuracy was not met");
  succeeds(linkwork("pack '%sexamples/double_pendulum.xml' -o packed.fmu", repo));
  assert_int_equal(linkwork("run packed.fmu --stop 0.2 --step 0.1 --tolerance 1e-15 --set "
                            "solver.step=0.1 -o fmu.csv"),
                   0);
  says("err.txt", "warning: fmi2DoStep: accuracy was not met");
  (void)empty_folder();
}

/* A hardpoint that is moved by the FMU's parameter gives the bytes of a file with the moved
 * hardpoint, with a road under the wheel and a rack that moves. */
static void a_moved_hardpoint_is_that_of_a_moved_file(void** state)
{
  static const char before[] = "name=\"toz\" value=\"0.25\"",
                    after[]  = "name=\"toz\" value=\"0.26\"";
  char path[LW_TEST_PATH_SIZE + 100], options[LW_TEST_PATH_SIZE + 100];
  (void)state;
  (void)snprintf(path, sizeof path, "%sexamples/double_wishbone.xml", repo);
  lw_text file = content(path);
  char*   at   = strstr(file.data, before);
  assert_non_null(at);
  memcpy(at, after, strlen(after)); /* of the same length */
  FILE* moved = fopen("moved.xml", "w");
  assert_non_null(moved);
  (void)fputs(file.data, moved);
  assert_int_equal(fclose(moved), 0);
  lw_text_free(&file);

  (void)snprintf(options, sizeof options, "--stop 1 --input '%sexamples/double_wishbone_drive.csv'",
                 repo);
  succeeds(linkwork("pack '%s' -o packed.fmu", path));
  succeeds(linkwork("run packed.fmu %s --set toz=0.26 -o fmu.csv", options));
  succeeds(linkwork("run moved.xml %s -o moved.csv", options));
  succeeds(linkwork("run '%s' %s -o file.csv", path, options));
  lw_text a = content("fmu.csv"), b = content("moved.csv"), c = content("file.csv");
  assert_true(a.size > 1000 && a.size == b.size);
  assert_memory_equal(a.data, b.data, a.size);
  /* and it matters */
  assert_true(a.size != c.size || memcmp(a.data, c.data, a.size) != 0);
  lw_text_free(&a);
  lw_text_free(&b);
  lw_text_free(&c);
  (void)empty_folder();
}

/* ---- pack --------------------------------------------------------------------------------- */

static void packing_writes_one_file(void** state)
{
  (void)state;
  (void)empty_folder();
  succeeds(linkwork("pack '%sexamples/four_bar.xml'", repo));
  lw_text nothing = content("out.txt");
  assert_int_equal(nothing.size, 1);
  lw_text_free(&nothing);
  succeeds(linkwork("pack '%sexamples/four_bar.xml' -o other.fmu", repo));
  lw_text a = content("four_bar.fmu"), b = content("other.fmu");
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.data, b.data, a.size);
  lw_text_free(&a);
  lw_text_free(&b);
  assert_int_equal(empty_folder(), 4); /* and what this test takes down */

  assert_int_equal(linkwork("pack nowhere.xml"), 1);
  says("err.txt", "nowhere.xml: ");
  assert_int_equal(linkwork("pack '%sexamples/four_bar.xml' -o no/such/folder.fmu", repo), 1);
  says("err.txt", "no/such/folder.fmu: ");
  assert_int_equal(linkwork("pack"), 2);
  assert_int_equal(linkwork("pack --help"), 0);
  says("out.txt", "usage: linkwork pack");

  /* a mechanism that cannot be assembled */
  FILE* file = fopen("apart.xml", "w");
  assert_non_null(file);
  (void)fputs(
      "<mechanism name=\"apart\"><body name=\"b\" mass=\"1\" inertia=\"1 1 1\"/>\n"
      "<ground><frame name=\"f\" at=\"9 0 0\"/><frame name=\"g\" at=\"0 9 0\"/></ground>\n"
      "<body name=\"c\" mass=\"1\" inertia=\"1 1 1\"><frame name=\"f\"/><frame name=\"g\" "
      "at=\"1 0 0\"/></body>\n"
      "<joint name=\"J\" type=\"spherical\" parent=\"ground\" child=\"c\" parent-frame=\"f\" "
      "child-frame=\"f\"/>\n"
      "<joint name=\"K\" type=\"spherical\" parent=\"ground\" child=\"c\" parent-frame=\"g\" "
      "child-frame=\"g\"/>\n"
      "</mechanism>\n",
      file);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(linkwork("pack apart.xml"), 1);
  says("err.txt", "cannot be assembled");
  assert_int_equal(empty_folder(), 3);
}

/* ---- run ---------------------------------------------------------------------------------- */

static void failures_are_explained_and_leave_nothing(void** state)
{
  (void)state;
  succeeds(linkwork("pack '%stests/fmu/data/reach.xml'", repo));
  assert_int_equal(linkwork("run reach.fmu --stop 2 --step 0.1 -o out.csv"), 1);
  says("err.txt", "not accurate enough");
  says("err.txt", "0.99");
  assert_int_equal(linkwork("run reach.fmu --stop 2 --set arm.mass=-1"), 1);
  says("err.txt", "mass must be positive");
  assert_int_equal(linkwork("run reach.fmu --stop 2 --set nothing=1"), 1);
  says("err.txt", "there is no variable \"nothing\"");
  assert_int_equal(linkwork("run reach.fmu --stop 2 --select arm.rr"), 1);
  assert_int_equal(linkwork("run reach.fmu --stop"), 2);
  assert_int_equal(empty_folder(),
                   3); /* the FMU and what this test takes down: no folder, no CSV */
}

/* ---- FMUs of others ----------------------------------------------------------------------- */

static const char VENDOR[] =
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"V\" guid=\"{vendor}\" "
    "generationTool=\"T&amp;T\" "
    "description=\"two\nlines\"><CoSimulation modelIdentifier=\"vendor\" "
    "maxOutputDerivativeOrder=\"0\" canInterpolateInputs=\"true\"/>"
    "<TypeDefinitions><SimpleType name=\"L\"><Real unit=\"m\"/></SimpleType></TypeDefinitions>"
    "<DefaultExperiment stopTime=\"1\"/><ModelVariables>"
    "<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\"><Real start=\"0\"/>"
    "</ScalarVariable>"
    "<ScalarVariable name=\"y\" valueReference=\"1\" causality=\"output\" description=\"of u\">"
    "<Real declaredType=\"L\"/></ScalarVariable>"
    "<ScalarVariable name=\"mode\" valueReference=\"5\" causality=\"parameter\" "
    "variability=\"fixed\">"
    "<Real start=\"0\"/></ScalarVariable>"
    "<ScalarVariable name=\"s\" valueReference=\"6\" "
    "causality=\"output\"><String/></ScalarVariable>"
    "</ModelVariables></fmiModelDescription>";

static void write_vendor(void)
{
  lw_text code = content(LW_TEST_VENDOR);
  code.size--; /* without the terminator */
  lw_archive_file file[] = {
      {"modelDescription.xml", VENDOR, sizeof VENDOR - 1, false},
      {"binaries/" LW_FMU_PLATFORM "/vendor" LW_FMU_SUFFIX, code.data, code.size, 0},
      {"binaries/win64/vendor.dll", "", 0, false},
      {"sources/all.c", "", 0, false}};
  lw_text archive = {0};
  lw_diag diag    = {0};
  assert_int_equal(lw_archive_write(4, file, &archive, &diag), LW_OK);
  FILE* out = fopen("vendor.fmu", "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(archive.data, 1, archive.size, out), archive.size);
  assert_int_equal(fclose(out), 0);
  lw_text_free(&archive);
  lw_text_free(&code);
}

/* A joint that starts beyond its end is named when the mechanism is run and when it is packed. */
static void starts_outside_a_range_are_named(void** state)
{
  (void)state;
  FILE* file = fopen("beyond.xml", "w");
  assert_non_null(file);
  (void)fputs("<mechanism name=\"beyond\"><body name=\"b\" mass=\"1\" inertia=\"1 1 1\"/>"
              "<joint name=\"rail\" type=\"prismatic\" parent=\"ground\" child=\"b\" at=\"0 0 "
              "0\" axis=\"1 0 0\" q0=\"1.25\" lower=\"-1\" upper=\"1\"/></mechanism>",
              file);
  assert_int_equal(fclose(file), 0);
  static const char line[] =
      "beyond.xml: warning: joint rail starts at 1.25 m, outside its range -1 to 1\n";
  succeeds(linkwork("run beyond.xml --stop 0.1 --step 0.1 --select rail.q"));
  says("err.txt", line);
  succeeds(linkwork("pack beyond.xml"));
  says("err.txt", line);
  succeeds(linkwork("run beyond.xml --stop 0.1 --step 0.1 --set rail.upper=2 --select rail.q"));
  lw_text text = content("err.txt");
  assert_null(strstr(text.data, "range"));
  lw_text_free(&text);
  assert_int_equal(empty_folder(), 4);
}

/* FMUs of examples give the result that they carry. A result with another digit is found, and an
 * FMU without experiments is called that. */
static void fmus_pass_their_own_tests(void** state)
{
  static const char* const examples[] = {"four_bar", "stewart", "planetary", "chain128",
                                         "heavy_top"};
  lw_diag                  diag       = {0};
  (void)state;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    succeeds(linkwork("pack '%sexamples/%s.xml' -o packed.fmu", repo, examples[i]));
    succeeds(linkwork("test packed.fmu"));
    says("out.txt", "first steps: 11 rows");
    says("out.txt", "passed");
  }

  /* the same archive with a digit of the result changed */
  lw_archive*     archive = NULL;
  lw_text         content_of[20], bytes = {0};
  lw_archive_file file[20];
  size_t          n = 0;
  assert_int_equal(lw_archive_open("packed.fmu", &archive, &diag), LW_OK);
  for (; n < lw_archive_count(archive); n++) {
    const char* name = lw_archive_name(archive, n);
    content_of[n]    = (lw_text){0};
    assert_int_equal(lw_archive_read(archive, name, &content_of[n], &diag), LW_OK);
    if (strstr(name, "smoke-test.csv")) {
      /* the first number of the last row that is no zero */
      char* row = content_of[n].data + content_of[n].size - 2;
      while (*row != '\n') row--;
      char* digit = strchr(row, ',') + 1;
      digit += strspn(digit, "-0.");
      assert_true(*digit >= '1' && *digit <= '9');
      *digit = *digit == '7' ? '3' : '7';
    }
    file[n] = (lw_archive_file){name, content_of[n].data, content_of[n].size, true};
  }
  assert_int_equal(lw_archive_write(n, file, &bytes, &diag), LW_OK);
  FILE* out = fopen("changed.fmu", "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes.data, 1, bytes.size, out), bytes.size);
  assert_int_equal(fclose(out), 0);
  lw_archive_close(archive);
  while (n > 0) lw_text_free(&content_of[--n]);
  lw_text_free(&bytes);
  assert_int_equal(linkwork("test changed.fmu"), 1);
  says("out.txt", "FAILED");
  succeeds(linkwork("test changed.fmu --within 100"));

  write_vendor();
  assert_int_equal(linkwork("test vendor.fmu"), 1);
  says("err.txt", "fmi-ls-manifest.xml");
  assert_int_equal(linkwork("test changed.fmu --within -1"), 2);
  (void)empty_folder();
}

static void fmus_of_others_are_run(void** state)
{
  (void)state;
  write_vendor();
  FILE* file = fopen("in.csv", "w");
  assert_non_null(file);
  (void)fputs("time,u\n0,0\n1,1\n", file);
  assert_int_equal(fclose(file), 0);
  succeeds(linkwork("run vendor.fmu --stop 1 --step 0.25 --input in.csv --set mode=5"));
  says("out.txt", "time,y\n0,0\n0.25,0.03125\n0.5,0.125\n0.75,0.28125\n1,0.5\n");
  says("err.txt", "vendor.fmu: warning: first step of 1\n");
  /* without a step of its own: 500 */
  succeeds(linkwork("run vendor.fmu --stop 1"));
  lw_text text  = content("out.txt");
  int     lines = 0;
  for (const char* c = text.data; *c; c++) lines += *c == '\n';
  assert_int_equal(lines, 502);
  lw_text_free(&text);
  /* an FMU that requests the end of the simulation does not make it fail */
  succeeds(linkwork("run vendor.fmu --stop 1 --step 0.2 --set mode=2"));
  says("out.txt", "time,y\n0,0\n0.20000000000000001,0\n0.40000000000000002,0\n0.5,0\n");
  says("err.txt", "ended the simulation at t = 0.5 s");
  /* it did not say that its steps may differ */
  assert_int_equal(linkwork("run vendor.fmu --stop 1 --step 0.3"), 2);
  says("err.txt", "equal steps");
  assert_int_equal(empty_folder(), 4);
}

static void info_tells_what_is_there(void** state)
{
  (void)state;
  write_vendor();
  succeeds(linkwork("info vendor.fmu"));
  says("out.txt", "fmi 2.0\nname V\nguid {vendor}\ntool T&T\ndescription two lines\n"
                  "co-simulation vendor\ncan canInterpolateInputs\n");
  says("out.txt", " win64 sources\nexperiment stop 1\n");
  says("out.txt", "variables 4\ninputs 1\noutputs 2\nparameters 1\nothers 0\n");
  says("out.txt", "\ninput continuous Real 0 u = 0\n");
  says("out.txt", "\noutput continuous Real 1 y [m] \"of u\"\n");
  says("out.txt", "\nparameter fixed Real 5 mode = 0\n");
  says("out.txt", "\noutput discrete String 6 s\n");

  succeeds(linkwork("pack '%stests/fmu/data/arm.xml' --platforms host", repo));
  assert_int_equal(linkwork("pack '%stests/fmu/data/arm.xml' --platforms dos", repo), 2);
  says("err.txt", "--platforms: there is no library for the platform \"dos\"");
  succeeds(linkwork("info arm.fmu"));
  says("out.txt", "maxOutputDerivativeOrder=2");
  says("out.txt", "platforms " LW_FMU_PLATFORM "\n");
  says("out.txt", "description 100% # of what acts by forces\n");
  says("out.txt", "'fore-arm'.r[1] [m]");
  assert_int_equal(linkwork("info nowhere.fmu"), 1);
  assert_int_equal(linkwork("info '%sLICENSE'", repo), 1);
  says("err.txt", "archive");
  assert_int_equal(linkwork("info"), 2);
  assert_int_equal(empty_folder(), 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_fmu_gives_the_bytes_of_its_mechanism),
      cmocka_unit_test(formulations_are_the_same_in_an_fmu),
      cmocka_unit_test(options_mean_the_same_for_both),
      cmocka_unit_test(a_tolerance_means_the_same_for_both),
      cmocka_unit_test(the_experiment_says_when_to_stop),
      cmocka_unit_test(fmus_pass_their_own_tests),
      cmocka_unit_test(a_moved_hardpoint_is_that_of_a_moved_file),
      cmocka_unit_test(packing_writes_one_file),
      cmocka_unit_test(failures_are_explained_and_leave_nothing),
      cmocka_unit_test(starts_outside_a_range_are_named),
      cmocka_unit_test(fmus_of_others_are_run),
      cmocka_unit_test(info_tells_what_is_there),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
