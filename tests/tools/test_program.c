/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_program.c - the program linkwork from outside: exit codes, messages, files.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp, opendir, WEXITSTATUS */

#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "path.h"
#include "table.h"
#include <linkwork/mechanism_xml.h>
#include <linkwork/variables.h>

/* ---- running it -------------------------------------------------------------------------- */

static char folder[LW_TEST_PATH_SIZE]; /* scratch folder of this process */
static char data[LW_TEST_PATH_SIZE];   /* tests/tools/data               */

/* What the program said last. */
static char standard_output[1 << 20];
static char standard_error[1 << 16];

static int make_folder(void** state)
{
  (void)state;
  lw_test_scratch_path("test_program.XXXXXX", folder);
  lw_test_repo_path("tests/tools/data", data);
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

/* Remove all files of the scratch folder; returns how many there were. */
static int empty_folder(void)
{
  int  count = 0;
  DIR* dir   = opendir(folder);
  assert_non_null(dir);
  for (struct dirent* entry = readdir(dir); entry; entry = readdir(dir)) {
    if (entry->d_name[0] != '.') {
      count++;
      assert_int_equal(unlink(entry->d_name), 0);
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

static void read_file(const char* name, char* text, size_t size)
{
  FILE* file = fopen(name, "rb");
  assert_non_null(file);
  const size_t n = fread(text, 1, size - 1, file);
  text[n]        = '\0';
  assert_true(n < size - 1);
  (void)fclose(file);
}

static void write_file(const char* name, const char* text)
{
  FILE* file = fopen(name, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
  assert_int_equal(fclose(file), 0);
}

/* Run "linkwork ARGUMENTS > OUTPUT", where DATA is replaced by the folder of the test's files.
 * Returns the exit code; the messages are in standard_error. */
static int linkwork_to(const char* output, const char* arguments)
{
  char        command[8192];
  const char* rest = arguments;
  (void)snprintf(command, sizeof command, "'%s' ", LW_TEST_PROGRAM);
  for (const char* mark = strstr(rest, "DATA"); mark; mark = strstr(rest, "DATA")) {
    const size_t used = strlen(command);
    (void)snprintf(command + used, sizeof command - used, "%.*s%s", (int)(mark - rest), rest, data);
    rest = mark + 4;
  }
  const size_t used = strlen(command);
  (void)snprintf(command + used, sizeof command - used, "%s >%s 2>.err </dev/null", rest, output);
  const int status = system(command);
  read_file(".err", standard_error, sizeof standard_error);
  assert_int_equal(unlink(".err"), 0);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

/* The same, with the result in standard_output. */
static int linkwork(const char* arguments)
{
  const int code = linkwork_to(".out", arguments);
  read_file(".out", standard_output, sizeof standard_output);
  assert_int_equal(unlink(".out"), 0);
  return code;
}

static int count_lines(const char* text)
{
  int n = 0;
  for (; *text; text++) n += *text == '\n';
  return n;
}

static void assert_says(const char* text, const char* part)
{
  if (!strstr(text, part)) {
    fail_msg("\"%s\" does not say \"%s\"", text, part);
  }
}

/* Does a text have this line? */
static bool has_line(const char* text, const char* line)
{
  const size_t length = strlen(line);
  for (const char* found = strstr(text, line); found; found = strstr(found + 1, line)) {
    if ((found == text || found[-1] == '\n') && found[length] == '\n') {
      return true;
    }
  }
  return false;
}

/* The CSV that the program wrote on standard output. */
static lw_test_table result(void)
{
  write_file("result.csv", standard_output);
  lw_test_table table = lw_test_table_read("result.csv");
  assert_int_equal(unlink("result.csv"), 0);
  return table;
}

/* ---- command line ------------------------------------------------------------------------ */

/* Help and version are results: standard output, exit 0. */
static void help_is_a_result(void** state)
{
  static const char* const arguments[][2] = {{"--help", "commands:"},
                                             {"help", "check"},
                                             {"check --help", "FILE.xml"},
                                             {"run --help", "--select"},
                                             {"run x.xml --stop 1 --help", "--select"},
                                             {"help run", "--select"},
                                             {"--version", "linkwork "}};
  (void)state;
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
    assert_int_equal(linkwork(arguments[i][0]), 0);
    assert_says(standard_output, arguments[i][1]);
    assert_string_equal(standard_error, "");
  }
}

/* Misuse: exit 2, one line with the reason and a hint, nothing on standard output. */
static void misuse_is_explained_in_one_line(void** state)
{
  static const char* const arguments[][2] = {
      {"", "a command is missing"},
      {"chek DATA/cart.xml", "did you mean \"check\"?"},
      {"dance", "unknown command \"dance\""},
      {"help dance", "unknown command \"dance\""},
      {"check", "ROBOT.urdf is missing"},
      {"check a.xml b.xml", "found also \"b.xml\""},
      {"check --stop 1 DATA/cart.xml", "unknown option \"--stop\""},
      {"run --stop 1", "FILE.fmu is missing"},
      {"run DATA/cart.xml --stop", "--stop needs a value"},
      {"run DATA/cart.xml --stop 1 --stop 2", "--stop is given twice"},
      {"run DATA/cart.xml --stop one", "\"one\" is not a number"},
      {"run DATA/cart.xml --stop 1,5", "\"1,5\" is not a number"},
      {"run DATA/cart.xml --stop inf", "\"inf\" is not a number"},
      {"run DATA/cart.xml --stop -1", "lies before the start"},
      {"run DATA/cart.xml --stop 1 --start 2", "lies before the start"},
      {"run DATA/cart.xml --stop 1 --step 0", "greater than zero"},
      {"run DATA/cart.xml --stop 1 --step -1", "greater than zero"},
      {"run DATA/cart.xml --stop 1 --step 1e-300", "too small"},
      {"run DATA/cart.xml --stop 1 --tolerance 0", "between 0 and 1"},
      {"run DATA/cart.xml --stop 1 --tolerance 1", "between 0 and 1"},
      {"run DATA/cart.xml --stop 1 --setp 0.1", "did you mean"},
      {"run DATA/cart.xml --stop 1 --set pull", "NAME=VALUE"},
      {"run DATA/cart.xml --stop 1 --set =1", "NAME=VALUE"},
      {"run DATA/cart.xml --stop 1 --set pull=x", "\"x\" is not a number"},
      {"view", "RESULT.csv is missing"},
      {"view DATA/cart.xml --stop one", "\"one\" is not a number"},
      {"plot", "RESULT.csv is missing"},
      {"plot cart.csv -o plot.pdf", ".svg or .png"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
    const int code = linkwork(arguments[i][0]);
    if (code != 2) {
      fail_msg("linkwork %s: exit %d", arguments[i][0], code);
    }
    assert_says(standard_error, arguments[i][1]);
    assert_says(standard_error, "--help");
    assert_int_equal(count_lines(standard_error), 1);
    assert_string_equal(standard_output, "");
  }
}

/* A user's mistake: exit 1, the file's name and the reason, no file. */
static void mistakes_are_explained(void** state)
{
  static const char* const arguments[][2] = {
      {"check nowhere.xml", "nowhere.xml: "},
      {"check bad.xml", "bad.xml:3: body \"rod\": "},
      {"run bad.xml --stop 1", "bad.xml:3: body \"rod\": "},
      {"check open.xml", "open.xml:4: the mechanism cannot be assembled"},
      {"run open.xml --stop 1", "open.xml:4: the mechanism cannot be assembled"},
      {"run DATA/cart.xml --stop 1 --set pulll=1", "did you mean \"pull\"?"},
      {"run DATA/cart.xml --stop 1 --set 'box.r[1]=1'", "it is an output"},
      {"run DATA/cart.xml --stop 1 --set box.mass=0", "box"},
      {"run DATA/cart.xml --stop 1 --select box.rr", "did you mean \"box.r\"?"},
      {"run DATA/cart.xml --stop 1 --select 'x*'", "no variable fits \"x*\""},
      {"run DATA/cart.xml --stop 1 --select box.r,,rail.q", "empty"},
      {"run DATA/cart.xml --stop 1 --input nowhere.csv", "nowhere.csv: "},
      {"run DATA/cart.xml --stop 1 --input words.csv", "words.csv:2: "},
      {"run DATA/cart.xml --stop 1 --input other.csv", "did you mean \"pull\"?"},
      {"run DATA/cart.xml --stop 1 --input mass.csv", "use --set"},
      {"run DATA/cart.xml --stop 1 --input twice.csv", "appears twice"},
      {"run DATA/cart.xml --stop 1 -o nowhere/out.csv", "nowhere/out.csv: cannot be written"},
      {"run DATA/cart.xml --stop 1 -o .", ".: cannot be written"},
      {"view nowhere.xml -o page.html", "nowhere.xml: "},
      {"view bad.xml -o page.html", "bad.xml:3: body \"rod\": "},
      {"view open.xml -o page.html", "open.xml:4: the mechanism cannot be assembled"},
      {"view words.csv --of DATA/cart.xml -o page.html", "words.csv:2: "},
      {"view DATA/cart.xml --stop 1 --set pulll=1 -o page.html", "did you mean \"pull\"?"},
      {"view DATA/cart.xml --stop 1 -o nowhere/page.html", "nowhere/page.html: cannot be written"},
      {"plot nowhere.csv", "nowhere.csv: "},
      {"plot words.csv -o plot.svg", "words.csv:2: "},
      {"plot other.csv --select pull -o plot.png", "did you mean \"pulll\"?"},
      {"plot other.csv --of nowhere.xml -o plot.png", "nowhere.xml: "},
      {"plot other.csv --base fixed -o plot.png", "--base is for robots"},
      {"plot other.csv -o nowhere/plot.svg", "nowhere/plot.svg: cannot be written"},
  };
  (void)state;
  (void)empty_folder();
  write_file("bad.xml", "<mechanism name=\"bad\">\n\n"
                        "  <body name=\"rod\" mass=\"-2\" inertia=\"1 1 1\"/>\n</mechanism>\n");
  /* one point cannot be both 1 m and 2 m away from another */
  write_file("open.xml",
             "<mechanism name=\"open\">\n"
             "  <body name=\"rod\" mass=\"1\" inertia=\"1 1 1\" at=\"1 0 0\"/>\n"
             "  <joint name=\"A\" type=\"distance\" parent=\"ground\" child=\"rod\" at=\"0 0 0\""
             " at2=\"1 0 0\" length=\"1\"/>\n"
             "  <joint name=\"B\" type=\"distance\" parent=\"ground\" child=\"rod\" at=\"0 0 0\""
             " at2=\"1 0 0\" length=\"2\"/>\n</mechanism>\n");
  write_file("words.csv", "time,pull\n0,hard\n");
  write_file("other.csv", "time,pulll\n0,1\n");
  write_file("mass.csv", "time,box.mass\n0,1\n");
  write_file("twice.csv", "time,pull,pull\n0,1,1\n");
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
    const int code = linkwork(arguments[i][0]);
    if (code != 1) {
      fail_msg("linkwork %s: exit %d", arguments[i][0], code);
    }
    assert_says(standard_error, arguments[i][1]);
    assert_string_equal(standard_output, "");
  }
  assert_int_equal(empty_folder(), 6);
}

/* ---- check ------------------------------------------------------------------------------- */

/* A plane four-bar has one freedom; three of its twenty constraints are redundant. */
static void check_prints_a_summary(void** state)
{
  (void)state;
  assert_int_equal(linkwork("check DATA/fourbar.xml"), 0);
  assert_true(has_line(standard_output, "bodies 3"));
  assert_true(has_line(standard_output, "joints 4"));
  assert_true(has_line(standard_output, "freedoms 1"));
  assert_true(has_line(standard_output, "redundant 3"));
  assert_true(has_line(standard_output, "inputs 1"));
  assert_says(standard_output, "\nheight ");
  assert_string_equal(standard_error, "");
}

/* ---- run --------------------------------------------------------------------------------- */

/* Without a selection: all outputs, in the order of the table. */
static void columns_are_all_results(void** state)
{
  (void)state;
  char          path[2 * LW_TEST_PATH_SIZE], name[128];
  lw_model*     model     = NULL;
  lw_variables* variables = NULL;
  (void)snprintf(path, sizeof path, "%s/everything.xml", data);
  assert_int_equal(lw_mechanism_read(path, &model, NULL), LW_OK);
  assert_int_equal(lw_variables_create(model, NULL, &variables), LW_OK);

  assert_int_equal(linkwork("run DATA/everything.xml --stop 1.01"), 0);
  lw_test_table t = result();
  assert_int_equal(t.ncol, variables->noutput + variables->nlocal + 1);
  assert_int_equal(t.nrow, 2);
  assert_string_equal(t.name[0], "time");
  for (int i = 0, column = 1; i < variables->count; i++) {
    const lw_causality causality = lw_variables_row(variables, (unsigned)i)->causality;
    if (causality == LW_OUTPUT || causality == LW_LOCAL) {
      (void)lw_variables_name(variables, (unsigned)i, name, sizeof name);
      assert_string_equal(t.name[column++], name);
    }
  }
  assert_finite(t.ncol * t.nrow, t.value);
  lw_test_table_free(&t);
  lw_variables_destroy(variables);
  lw_model_destroy(model);
}

/* Communication points are start + k H, without sums of rounding errors; the last one is T. */
static void times_are_multiples_and_end_exactly(void** state)
{
  static const struct {
    const char* arguments;
    double      start, step, stop;
    int         rows;
  } runs[] = {
      {"--stop 0.3 --step 0.1", 0.0, 0.1, 0.3, 4},       /* 3 * 0.1 > 0.3 */
      {"--stop 0.105 --step 0.02", 0.0, 0.02, 0.105, 7}, /* a shortened step */
      {"--stop 0.7 --step 0.1", 0.0, 0.1, 0.7, 8},
      {"--start -0.25 --stop 1", -0.25, 0.25, 1.0, 6}, /* the experiment's step */
      {"--stop 0.1 --step 1", 0.0, 1.0, 0.1, 2},
      {"--stop 0", 0.0, 0.25, 0.0, 1},
      {"--stop=1e-1 --step=3e-2", 0.0, 0.03, 0.1, 5},
  };
  (void)state;
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    char arguments[256];
    (void)snprintf(arguments, sizeof arguments, "run DATA/cart.xml --select rail.q %s",
                   runs[i].arguments);
    assert_int_equal(linkwork(arguments), 0);
    lw_test_table t = result();
    assert_int_equal(t.nrow, runs[i].rows);
    for (int k = 0; k < t.nrow; k++) {
      const double expected =
          k + 1 < t.nrow || t.nrow == 1 ? runs[i].start + k * runs[i].step : runs[i].stop;
      assert_same_bits(1, &t.value[k * t.ncol], &expected);
    }
    lw_test_table_free(&t);
  }
}

/* A selection has its own order; stars, vectors, inputs and parameters; nothing twice. */
static void selections_choose_columns(void** state)
{
  (void)state;
  assert_int_equal(linkwork("run DATA/cart.xml --stop 0 --set pull=3 --select "
                            "'pull,rail.q*,box.v,box.v[2],box.mass,gravity[3],*.total'"),
                   0);
  static const char heading[] = "time,pull,rail.q,rail.qd,rail.qdd,box.v[1],box.v[2],box.v[3],"
                                "box.mass,gravity[3],energy.total\n";
  assert_int_equal(strncmp(standard_output, heading, strlen(heading)), 0);
  lw_test_table t = result();
  assert_near(lw_test_table_at(&t, 0, "pull"), 3.0, 0.0);
  assert_near(lw_test_table_at(&t, 0, "box.mass"), 1.0, 0.0);
  lw_test_table_free(&t);

  /* names that the structured convention quotes may be given without */
  assert_int_equal(linkwork("run DATA/everything.xml --stop 1 --select left-arm.r,left-arm.mass "
                            "--set left-arm.mass=4"),
                   0);
  t = result();
  assert_near(lw_test_table_at(&t, 0, "'left-arm'.mass"), 4.0, 0.0);
  lw_test_table_free(&t);
}

/* Numbers have 17 digits: reading them gives the bits of the simulation. */
static void numbers_keep_all_bits(void** state)
{
  (void)state;
  assert_int_equal(linkwork("run DATA/cart.xml --stop 0 --set pull=0.1 --select pull,gravity[3]"),
                   0);
  assert_says(standard_output, "\n0,0.10000000000000001,-9.8100000000000005\n");
}

/* -o writes the same as standard output, and nothing there. */
static void results_go_to_a_file(void** state)
{
  static char expected[sizeof standard_output], found[sizeof standard_output];
  (void)state;
  (void)empty_folder();
  assert_int_equal(linkwork("run DATA/fourbar.xml --stop 0.05 --step 0.01"), 0);
  memcpy(expected, standard_output, sizeof expected);
  assert_int_equal(linkwork("run DATA/fourbar.xml --stop 0.05 --step 0.01 -o out.csv"), 0);
  assert_string_equal(standard_output, "");
  read_file("out.csv", found, sizeof found);
  assert_string_equal(found, expected);

  /* with the rights of any new file */
  struct stat about;
  assert_int_equal(stat("out.csv", &about), 0);
  const mode_t mask = umask(0);
  (void)umask(mask);
  assert_int_equal(about.st_mode & 0777, 0666 & ~mask);
  assert_int_equal(empty_folder(), 1);

  /* a device stays a device */
  assert_int_equal(linkwork("run DATA/fourbar.xml --stop 0 -o /dev/null"), 0);
  assert_int_equal(stat("/dev/null", &about), 0);
  assert_true(S_ISCHR(about.st_mode));
}

/* A full disk is noticed, on standard output and in a file. */
static void full_disks_are_noticed(void** state)
{
  static const char* const arguments[] = {"run DATA/cart.xml --stop 1", "check DATA/cart.xml",
                                          "--help", "run DATA/cart.xml --stop 1 -o /dev/full"};
  (void)state;
  struct stat about;
  if (stat("/dev/full", &about) != 0) {
    skip();
  }
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
    assert_int_equal(linkwork_to("/dev/full", arguments[i]), 1);
    assert_says(standard_error, "cannot be written");
    assert_int_equal(count_lines(standard_error), 1);
  }
}

/* A run that fails on its way: rows so far on standard output, but no file; an old one stays. */
static void failed_runs_leave_no_file(void** state)
{
  (void)state;
  (void)empty_folder();
  assert_int_equal(linkwork("run DATA/locked.xml --stop 3 --step 0.1 --select A.q"), 1);
  assert_says(standard_error, "locked.xml: the simulation failed");
  assert_says(standard_error, "t = 1.31"); /* acos(1/4) = 1.318 */
  assert_int_equal(count_lines(standard_error), 1);
  assert_int_equal(count_lines(standard_output), 1 + 14); /* 0, 0.1 ... 1.3 s */

  assert_int_equal(linkwork("run DATA/locked.xml --stop 3 --step 0.1 -o out.csv"), 1);
  assert_string_equal(standard_output, "");
  assert_int_equal(empty_folder(), 0);

  char found[16];
  write_file("out.csv", "old\n");
  assert_int_equal(linkwork("run DATA/locked.xml --stop 3 --step 0.1 -o out.csv"), 1);
  read_file("out.csv", found, sizeof found);
  assert_string_equal(found, "old\n");
  assert_int_equal(empty_folder(), 1);
}

/* A page has the mechanism and its result; a parameter that is set moves the scene. */
static void pages_go_to_a_file(void** state)
{
  static char page[4 << 20];
  (void)state;
  (void)empty_folder();
  assert_int_equal(linkwork("view DATA/fourbar.xml --stop 0.1 -o page.html"), 0);
  assert_string_equal(standard_output, "");
  assert_string_equal(standard_error, "");
  read_file("page.html", page, sizeof page);
  assert_says(page, "<!DOCTYPE html>");
  assert_says(page, "\"rows\":101,");
  assert_says(page, "\"joints\":[{\"name\":");

  /* without -o: the name of a temporary file */
  assert_int_equal(setenv("TMPDIR", folder, 1), 0);
  assert_int_equal(unsetenv("DISPLAY"), 0);
  assert_int_equal(unsetenv("WAYLAND_DISPLAY"), 0);
  assert_int_equal(linkwork("view DATA/fourbar.xml --stop 0.1"), 0);
  assert_int_equal(unsetenv("TMPDIR"), 0);
  *strchr(standard_output, '\n') = '\0';
  assert_int_equal(unlink(standard_output), 0);
  *strrchr(standard_output, '/') = '\0';
  assert_int_equal(rmdir(standard_output), 0);

  /* bodies without positions in a result are said to stand still */
  assert_int_equal(linkwork("run DATA/fourbar.xml --stop 0.1 --select 'energy.*' -o part.csv"), 0);
  assert_int_equal(linkwork("view part.csv"), 2);
  assert_says(standard_error, "--of FILE must name the mechanism");
  assert_int_equal(linkwork("view part.csv --of DATA/fourbar.xml -o page.html"), 0);
  assert_says(standard_error, "has no positions of 3 of 3 bodies");
  assert_int_equal(empty_folder(), 2);
}

/* An interrupted run leaves nothing. */
/* Curves: in the terminal without -o, else as SVG, or as PNG whose bytes are complete. */
static void curves_are_drawn(void** state)
{
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  char                       bytes[1 << 17];
  (void)state;
  assert_int_equal(linkwork("run DATA/cart.xml --stop 1 -o cart.csv"), 0);
  assert_int_equal(linkwork("plot cart.csv --ascii --select rail.q --of DATA/cart.xml"), 0);
  assert_says(standard_output, "rail.q   [m]\n");
  assert_says(standard_output, "time [s]\n");
  assert_string_equal(standard_error, "");

  assert_int_equal(linkwork("plot cart.csv -o cart.svg"), 0);
  assert_says(standard_error, "--select NAMES chooses others");
  assert_string_equal(standard_output, "");
  read_file("cart.svg", bytes, sizeof bytes);
  assert_says(bytes, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  assert_says(bytes, "rail.q</text>");
  assert_says(bytes, "</svg>\n");

  assert_int_equal(linkwork("plot cart.csv --select 'box.r,rail.q' -o cart.png"), 0);
  FILE* file = fopen("cart.png", "rb");
  assert_non_null(file);
  const size_t n = fread(bytes, 1, sizeof bytes, file);
  (void)fclose(file);
  assert_true(n > 1000 && n < sizeof bytes);
  assert_memory_equal(bytes, signature, sizeof signature);
  assert_memory_equal(bytes + n - 8, "IEND\xae\x42\x60\x82", 8);
  assert_int_equal(empty_folder(), 3);
}

static void interrupted_runs_leave_no_file(void** state)
{
  (void)state;
  (void)empty_folder();
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    char path[2 * LW_TEST_PATH_SIZE];
    (void)snprintf(path, sizeof path, "%s/fourbar.xml", data);
    (void)execl(LW_TEST_PROGRAM, LW_TEST_PROGRAM, "run", path, "--stop", "1e6", "-o", "out.csv",
                (char*)NULL);
    _exit(127);
  }
  /* wait until the temporary file is there, at most ten seconds */
  bool there = false;
  for (int i = 0; i < 1000 && !there; i++) {
    const struct timespec pause = {.tv_nsec = 10000000};
    (void)nanosleep(&pause, NULL);
    DIR* dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent* e = readdir(dir); e; e = readdir(dir)) there |= e->d_name[0] != '.';
    (void)closedir(dir);
  }
  assert_true(there);
  assert_int_equal(kill(child, SIGINT), 0);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  assert_int_equal(empty_folder(), 0);
}

/* ---- parameters and inputs --------------------------------------------------------------- */

/* Twice the mass, half the acceleration; the last of two settings counts. */
static void settings_reach_the_mechanism(void** state)
{
  (void)state;
  assert_int_equal(linkwork("run DATA/cart.xml --stop 0 --set pull=3 --set box.mass=1 "
                            "--set box.mass=2 --select rail.qdd"),
                   0);
  lw_test_table t = result();
  assert_near(lw_test_table_at(&t, 0, "rail.qdd"), 1.5, 1e-12); /* regularisation, below 1e-12 */
  lw_test_table_free(&t);

  /* a new inertia is judged as a whole */
  assert_int_equal(linkwork("run DATA/cart.xml --stop 0 --set 'box.inertia[1]=100' "
                            "--set 'box.inertia[3]=100' --set 'box.inertia[2]=100'"),
                   0);
}

/* Speed and place of the cart of 1 kg at t = 1 under a force from a file. */
static void pull(const char* csv, const char* step, double* v, double* x)
{
  char arguments[256];
  write_file("in.csv", csv);
  (void)snprintf(arguments, sizeof arguments,
                 "run DATA/cart.xml --stop 1 --step %s --input in.csv --select rail.q,rail.qd",
                 step);
  assert_int_equal(linkwork(arguments), 0);
  lw_test_table t = result();
  *v              = lw_test_table_at(&t, t.nrow - 1, "rail.qd");
  *x              = lw_test_table_at(&t, t.nrow - 1, "rail.q");
  lw_test_table_free(&t);
  (void)empty_folder();
}

/* Between communication points the force follows its slope: F = t gives v = t^2 / 2, x =
 * t^3 / 6 for any communication step. The trapezoidal rule integrates F exactly, and v with
 * an error of dt^2 / 12 per second, 8.3e-8 at dt = 1e-3 (measured: 8.33e-8). Held values
 * would give v = 0.375. */
static void inputs_are_interpolated_within_a_step(void** state)
{
  static const char* const steps[] = {"0.001", "0.25", "1"};
  (void)state;
  for (int i = 0; i < 3; i++) {
    double v = 0.0, x = 0.0;
    pull("time,pull\n0,0\n1,1\n", steps[i], &v, &x);
    assert_near(v, 0.5, 1e-10); /* 1,000 rounding errors, and Newton's tolerance */
    assert_near(x, 1.0 / 6.0, 1e-7);
  }
}

/* Constant before the first row and after the last: F = 1 until 0.5 s, then down to 0 at 0.75 s. */
static void inputs_are_constant_outside_the_table(void** state)
{
  double v = 0.0, x = 0.0;
  (void)state;
  pull("time,pull\n0.5,1\n0.75,0\n", "0.25", &v, &x);
  assert_near(v, 0.5 + 0.125, 1e-10);
}

/* A time that appears twice is a jump: 0 before 0.5 s, 1 after it. */
static void inputs_may_jump(void** state)
{
  double v = 0.0, x = 0.0;
  (void)state;
  pull("time,pull\n0,0\n0.5,0\n0.5,1\n", "0.25", &v, &x);
  assert_near(v, 0.5, 1e-10);
  assert_near(x, 0.125, 1e-7);
}

/* The row of a communication point shows the input of that point. */
static void rows_show_the_inputs_of_their_time(void** state)
{
  (void)state;
  (void)empty_folder();
  write_file("in.csv", "time,pull\n0,1\n1,5\n");
  assert_int_equal(linkwork("run DATA/cart.xml --stop 1 --input in.csv --select pull,rail.qdd"), 0);
  lw_test_table t = result();
  assert_int_equal(t.nrow, 5);
  for (int k = 0; k < t.nrow; k++) {
    assert_near(lw_test_table_at(&t, k, "pull"), 1.0 + k, 0.0);
    assert_near(lw_test_table_at(&t, k, "rail.qdd"), 1.0 + k, 1e-11); /* regularisation */
  }
  lw_test_table_free(&t);
  (void)empty_folder();
}

/* A drive that follows an input has the slope as its speed, up to the last
 * row; down from 1 s on. */
static void drives_follow_the_slopes_of_inputs(void** state)
{
  (void)state;
  (void)empty_folder();
  write_file("in.csv", "time,drive\n0,0.2\n1,1.2\n2,0.2\n");
  assert_int_equal(linkwork("run DATA/servo.xml --stop 2 --step 0.25 --input in.csv"), 0);
  lw_test_table t = result();
  for (int k = 0; k < t.nrow; k++) {
    const double time = 0.25 * k;
    /* the tolerance of Newton, 1e-10, and the projection of velocities; measured: 4e-16, 2e-12 */
    assert_near(lw_test_table_at(&t, k, "hinge.q"), time < 1.0 ? 0.2 + time : 2.2 - time, 1e-10);
    assert_near(lw_test_table_at(&t, k, "hinge.qd"), time < 1.0 ? 1.0 : -1.0, 1e-10);
  }
  lw_test_table_free(&t);
  (void)empty_folder();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(help_is_a_result),
      cmocka_unit_test(misuse_is_explained_in_one_line),
      cmocka_unit_test(mistakes_are_explained),
      cmocka_unit_test(check_prints_a_summary),
      cmocka_unit_test(columns_are_all_results),
      cmocka_unit_test(times_are_multiples_and_end_exactly),
      cmocka_unit_test(selections_choose_columns),
      cmocka_unit_test(numbers_keep_all_bits),
      cmocka_unit_test(results_go_to_a_file),
      cmocka_unit_test(full_disks_are_noticed),
      cmocka_unit_test(failed_runs_leave_no_file),
      cmocka_unit_test(pages_go_to_a_file),
      cmocka_unit_test(curves_are_drawn),
      cmocka_unit_test(interrupted_runs_leave_no_file),
      cmocka_unit_test(settings_reach_the_mechanism),
      cmocka_unit_test(inputs_are_interpolated_within_a_step),
      cmocka_unit_test(inputs_are_constant_outside_the_table),
      cmocka_unit_test(inputs_may_jump),
      cmocka_unit_test(rows_show_the_inputs_of_their_time),
      cmocka_unit_test(drives_follow_the_slopes_of_inputs),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
