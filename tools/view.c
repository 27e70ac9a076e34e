/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.c - linkwork view: a page that shows a mechanism moving.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "archive/zip_read.h"
#include "archive/zip_write.h"
#include "command.h"
#include "csv.h"
#include "options.h"
#include "origin.h"
#include "output_file.h"
#include "page/json.h"
#include "page/page.h"
#include "page/scene.h"
#include "report.h"
#include "scratch_folder.h"
#include "version.h"
#include "view_live.h"
#include "view_meshes.h"
#include "view_result.h"
#include <linkwork/embedded.h>
#include <linkwork/linkwork.h>
#include <linkwork/model_io.h>
#include <linkwork/variables.h>

static const char HELP[] =
    "usage: linkwork view FILE.xml|ROBOT.urdf|FILE.fmu|RESULT.csv [options]\n"
    "\n"
    "Writes a page for a web browser that shows a mechanism moving, with its forces and plots "
    "of\n"
    "all its variables. It is one HTML file that needs no network and no other file. A "
    "mechanism,\n"
    "a robot or an FMU of Linkwork is simulated first; the result of `linkwork run` is shown "
    "as it\n"
    "is.\n"
    "\n"
    "  --of FILE         the mechanism, robot or FMU that a RESULT.csv belongs to\n"
    "  --stop T          time at the end of the simulation [s]; default: the file's "
    "experiment\n"
    "  --start T0        time at its start [s]; default: that of the file's experiment\n"
    "  --step H          communication step [s], between two pictures\n"
    "  --input IN.csv    inputs over time, heading \"time,NAME,...\"\n"
    "  --set NAME=VALUE  start value of a parameter or an input; may be repeated\n"
    "  -o PAGE.html      output file; default: a temporary file, which is opened in the "
    "browser\n" //
    LW_ORIGIN_HELP "\n"
    "example:\n"
    "  linkwork view examples/stewart.xml --input examples/stewart_drive.csv -o stewart.html\n";

typedef struct options {
  const char*  file;
  const char*  of;
  const char*  stop;
  const char*  start;
  const char*  step;
  const char*  input;
  const char*  output;
  const char** set; /* "NAME=VALUE" (nset) */
  int          nset;
  lw_origin    origin;
} options;

/* What a file is, by how it begins. */
typedef enum kind { KIND_TABLE, KIND_XML, KIND_FMU } kind;

/* Everything on the way to a page; what is not there is NULL or empty. */
typedef struct view {
  lw_model*     model;
  lw_variables* variables;
  lw_instance*  instance;
  lw_model*     live_model; /* that the page simulates */
  lw_variables* live_variables;
  lw_scratch    scratch;
  lw_csv        csv;
  lw_meshes     meshes;
  lw_text       json, bytes, live, archive, html;
} view;

/* ---- the mechanism ------------------------------------------------------------------------ */

static kind kind_of(const char* path)
{
  char   begin[64] = "";
  FILE*  file      = fopen(path, "rb");
  size_t n         = file ? fread(begin, 1, sizeof begin - 1, file) : 0;
  if (file) {
    (void)fclose(file);
  }
  if (n > 1 && !memcmp(begin, "PK", 2)) {
    return KIND_FMU;
  }
  const char* at = begin + (n > 2 && !memcmp(begin, "\xef\xbb\xbf", 3) ? 3 : 0);
  at += strspn(at, " \t\r\n");
  /* a file that cannot be read is reported by whoever reads it */
  return strncmp(at, "time", 4) == 0 || *at == '#' ? KIND_TABLE : KIND_XML;
}

/* The model in an FMU of ours. */
static lw_status read_fmu(const char* path, lw_model** model, lw_diag* diag)
{
  lw_archive* archive = NULL;
  lw_text     bytes   = {0};
  char        guid[LW_GUID_SIZE];
  lw_status   status = lw_archive_open(path, &archive, diag);
  if (status == LW_OK) {
    status = lw_archive_read(archive, "resources/mechanism.lwm", &bytes, diag);
    if (status == LW_ERR_FILE) {
      status = lw_diag_set(diag, LW_ERR_INPUT, 0,
                           "this FMU has no mechanism that can be shown: Linkwork did not make it");
    }
  }
  if (status == LW_OK) {
    status = lw_model_read((const unsigned char*)bytes.data, bytes.size, model, guid, diag);
  }
  lw_text_free(&bytes);
  lw_archive_close(archive);
  return status;
}

static int read_mechanism(const char* path, options* o, view* v)
{
  lw_diag   diag = {0};
  lw_status status;
  if (kind_of(path) == KIND_FMU) {
    status = lw_origin_refuse_options(&o->origin, &diag);
    if (status == LW_OK) {
      status = read_fmu(path, &v->model, &diag);
    }
  } else {
    o->origin.quiet = kind_of(o->file) != KIND_TABLE; /* the simulation prints the warnings */
    status          = lw_origin_read(path, &o->origin, &v->model, &diag);
  }
  if (status == LW_OK) {
    status = lw_variables_create(v->model, &diag, &v->variables);
  }
  if (status == LW_OK) {
    status = lw_instance_create(v->model, &diag, &v->instance);
  }
  return status == LW_OK ? LW_EXIT_OK : lw_origin_report(path, &o->origin, status, &diag);
}

static double start_of(const view* v)
{
  return v->csv.nrow > 0 ? v->csv.value[0] : v->model->settings.start;
}

/* Assemble the mechanism with the parameters that are set. The simulation has checked them. */
static int assemble(const options* o, const char* path, view* v)
{
  lw_diag diag = {0};
  for (int i = 0; i < o->nset; i++) {
    unsigned reference;
    double   value;
    if (lw_view_setting(v->variables, o->set[i], &reference, &value)) {
      (void)lw_variables_set(v->variables, v->instance, 1, &reference, &value, &diag);
    }
  }
  const double    start  = start_of(v);
  const lw_status status = lw_instance_initialize(v->instance, start, &diag);
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(path, status, &diag);
}

/* ---- the result --------------------------------------------------------------------------- */

/* Simulate as `linkwork run` does, into a table. */
static int simulate(options* o, const view* v, const char* table)
{
  char         stop[40];
  const char*  pair[][2] = {{"--stop", o->stop},
                            {"--start", o->start},
                            {"--step", o->step},
                            {"--input", o->input},
                            {"-o", table},
                            {"--base", o->origin.base},
                            {"--loops", o->origin.loops},
                            {"--massless", o->origin.massless},
                            {"--repair", o->origin.repair},
                            {"--actuators", o->origin.actuators}};
  const size_t npair     = sizeof pair / sizeof *pair;
  const char** argv =
      malloc((2 * npair + 2 * (size_t)(o->nset + o->origin.njoint) + 2) * sizeof *argv);
  if (!argv) {
    return lw_report("view", 0, "%s", lw_status_text(LW_ERR_MEMORY));
  }
  if (!o->stop) {
    snprintf(stop, sizeof stop, "%.17g", v->model->settings.stop);
    pair[0][1] = stop;
  }
  int argc = 0;
  for (size_t i = 0; i < npair; i++) {
    if (pair[i][1]) {
      argv[argc++] = pair[i][0];
      argv[argc++] = pair[i][1];
    }
  }
  for (int i = 0; i < o->nset; i++) {
    argv[argc++] = "--set";
    argv[argc++] = o->set[i];
  }
  for (int i = 0; i < o->origin.njoint; i++) {
    argv[argc++] = "--joint";
    argv[argc++] = o->origin.joint[i];
  }
  argv[argc++]   = "--";
  argv[argc++]   = o->file;
  const int code = lw_command_run.run(argc, (char**)argv);
  free((void*)argv);
  return code;
}

static int read_table(const char* path, view* v)
{
  lw_diag   diag   = {0};
  lw_status status = lw_csv_read(path, &v->csv, &diag);
  if (status == LW_OK && v->csv.nrow == 0) {
    return lw_report(path, 0, "the result has no rows");
  }
  return status == LW_OK ? LW_EXIT_OK : lw_report_diag(path, status, &diag);
}

/* Say which bodies have no poses in a result: they stay where they start. */
static void warn_of_missing(const options* o, const view* v)
{
  int missing = 0, last = 0;
  for (int b = 0; b < v->model->nbody; b++) {
    char name[256];
    bool found = false;
    (void)snprintf(name, sizeof name, "%s.r[1]", lw_model_name(v->model, v->model->body[b].name));
    for (size_t c = 1; c < v->csv.ncol && !found; c++) found = !strcmp(v->csv.name[c], name);
    missing += !found;
    last = found ? last : b;
  }
  if (missing > 0) {
    (void)lw_report(o->file, 0,
                    "warning: the result has no positions of %d of %d bodies (\"%s\"); they do not "
                    "move on the page",
                    missing, v->model->nbody, lw_model_name(v->model, v->model->body[last].name));
  }
}

/* ---- meshes ------------------------------------------------------------------------------- */

/* Say which meshes are not on the page. */
static void warn_of_meshes(const char* file, const lw_meshes* meshes)
{
  static const char* const reasons[] = {
      [LW_MESH_MISSING] = "are not there",
      [LW_MESH_FOREIGN] = "are neither STL, OBJ, DAE nor glTF files",
      [LW_MESH_LARGE]   = "are left out, because the page would be too large"};
  size_t all = meshes->count;
  for (int i = 0; i < LW_MESH_PROBLEMS; i++) all += meshes->problem[i];
  for (int i = 0; i < LW_MESH_PROBLEMS; i++) {
    if (meshes->problem[i] > 0) {
      (void)lw_report(file, 0, "warning: %zu of %zu meshes %s (\"%s\")", meshes->problem[i], all,
                      reasons[i], meshes->first[i]);
    }
  }
}

/* Meshes stand beside mechanism files and robots; an FMU has none. */
static int read_meshes(const char* file, view* v)
{
  if (kind_of(file) == KIND_FMU) {
    return LW_EXIT_OK;
  }
  const lw_status status = lw_meshes_read(v->model, file, LW_VIEW_MOST_MESH_BYTES, &v->meshes);
  warn_of_meshes(file, &v->meshes);
  return status == LW_OK ? LW_EXIT_OK : lw_report(file, 0, "%s", lw_status_text(status));
}

/* ---- the page ----------------------------------------------------------------------------- */

/* The result, the meshes, the model and the solver in one archive. */
static lw_status pack_archive(view* v, const lw_page* page, lw_diag* diag)
{
  lw_archive_file* file = malloc((v->meshes.count + 3) * sizeof *file);
  if (!file) {
    return LW_ERR_MEMORY;
  }
  file[0]  = (lw_archive_file){.name = "result", .bytes = v->bytes.data, .size = v->bytes.size};
  size_t n = 1;
  for (size_t i = 0; i < v->meshes.count; i++) file[n++] = v->meshes.file[i];
  if (page->live) {
    file[n++] = (lw_archive_file){.name = "model", .bytes = v->live.data, .size = v->live.size};
    file[n++] =
        (lw_archive_file){.name = "live.wasm", .bytes = page->live, .size = page->live_size};
  }
  const lw_status status = lw_archive_write(n, file, &v->archive, diag);
  free(file);
  return status;
}

static lw_status make_page(const options* o, view* v, lw_diag* diag)
{
  const lw_page page    = lw_embedded_page();
  size_t        dropped = 0, stride = 1;
  lw_json_begin(&v->json, NULL, '{');
  lw_json_string(&v->json, "tool", "Linkwork " LW_VERSION);
  lw_json_string(&v->json, "file", o->file);
  lw_status status = lw_scene_json(v->instance, "scene", &v->json);
  if (status == LW_OK && page.live) {
    status = lw_view_live_model(v->model, &v->live_model);
    if (status == LW_OK) {
      status = lw_variables_create(v->live_model, diag, &v->live_variables);
    }
  }
  if (status == LW_OK) {
    /* columns have the references of what the page simulates */
    status = lw_view_pack(&v->csv, page.live ? v->live_variables : v->variables,
                          LW_VIEW_MOST_VALUES, &v->json, &v->bytes, &dropped, &stride);
  }
  lw_meshes_json(&v->meshes, &v->json);
  if (status == LW_OK && page.live) {
    const double step = o->step ? strtod(o->step, NULL) : v->model->settings.output_step;
    status =
        lw_view_live(v->live_variables, start_of(v), step, o->nset, o->set, &v->json, &v->live);
  }
  lw_json_end(&v->json, '}');
  if (status == LW_OK) {
    status = pack_archive(v, &page, diag);
  }
  if (status != LW_OK) {
    return status;
  }
  if (dropped > 0 || stride > 1) {
    (void)lw_report(o->file, 0,
                    "warning: the result is too large for a page: %zu of its %zu columns are left "
                    "out, and one of %zu rows is there",
                    dropped, v->csv.ncol, stride);
  }
  const lw_page_content content = {
      .json = &v->json, .archive = &v->archive, .formats = v->meshes.formats};
  lw_page_write(&v->html, &page, lw_model_name(v->model, v->model->name), &content);
  return v->html.failed ? LW_ERR_MEMORY : LW_OK;
}

/* A temporary file for the page, for free(); NULL: there is none. It stays, for the browser. */
static char* temporary_page(const char* name)
{
  const char*  folder = getenv("TMPDIR");
  const size_t room   = strlen(name) + strlen(folder ? folder : "/tmp") + 32;
  char*        path   = malloc(room);
  if (!path) {
    return NULL;
  }
  snprintf(path, room, "%s/linkwork-XXXXXX", folder && *folder ? folder : "/tmp");
  if (!mkdtemp(path)) {
    free(path);
    return NULL;
  }
  snprintf(path + strlen(path), room - strlen(path), "/%s.html", name);
  return path;
}

/* Open the browser, and say where the file is. */
static void open_page(const char* path)
{
  printf("%s\n", path);
  (void)fflush(stdout);
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) {
    return;
  }
  const pid_t child = fork();
  if (child == 0) {
    (void)execlp("xdg-open", "xdg-open", path, (char*)NULL);
    _exit(127); /* without that program, the name of the file has to do */
  }
}

static int write_page(const options* o, const view* v)
{
  lw_diag        diag      = {0};
  lw_output_file file      = {0};
  char*          temporary = NULL;
  if (!o->output) {
    temporary = temporary_page(lw_model_name(v->model, v->model->name));
    if (!temporary) {
      return lw_report("view", 0, "there is no place for a temporary file; use -o PAGE.html");
    }
  }
  const char* path   = o->output ? o->output : temporary;
  lw_status   status = lw_output_file_open(path, &file, &diag);
  if (status == LW_OK) {
    /* a full disk is detected when the file is committed */
    (void)fwrite(v->html.data, 1, v->html.size, file.stream);
    status = lw_output_file_commit(&file, &diag);
  }
  const int code = status == LW_OK ? LW_EXIT_OK : lw_report_diag(path, status, &diag);
  if (code == LW_EXIT_OK && temporary) {
    open_page(temporary);
  }
  free(temporary);
  return code;
}

static int make(options* o, view* v)
{
  const bool  table = kind_of(o->file) == KIND_TABLE;
  const char* from  = table ? o->of : o->file;
  lw_diag     diag  = {0};
  if (table && !o->of) {
    return lw_report_misuse("view", "--of FILE must name the mechanism of a result");
  }
  int code = read_mechanism(from, o, v);
  if (code == LW_EXIT_OK && table) {
    code = read_table(o->file, v);
  } else if (code == LW_EXIT_OK) {
    char            path[4096];
    const lw_status status = lw_scratch_create(&v->scratch, &diag);
    if (status != LW_OK) {
      return lw_report_diag(o->file, status, &diag);
    }
    snprintf(path, sizeof path, "%s/result.csv", v->scratch.path);
    code = simulate(o, v, path);
    code = code == LW_EXIT_OK ? read_table(path, v) : code;
  }
  if (code == LW_EXIT_OK) {
    code = assemble(o, from, v);
  }
  if (code == LW_EXIT_OK) {
    code = read_meshes(from, v);
  }
  if (code != LW_EXIT_OK) {
    return code;
  }
  warn_of_missing(o, v);
  const lw_status status = make_page(o, v, &diag);
  return status == LW_OK ? write_page(o, v) : lw_report_diag(o->file, status, &diag);
}

static int execute(int argc, char** argv)
{
  static const char name[] = "view";
  enum { OWN = 7 };
  options   o                              = {0};
  view      v                              = {0};
  lw_option known[OWN + LW_ORIGIN_OPTIONS] = {
      {"--of", "FILE", &o.of, NULL},         {"--stop", "T", &o.stop, NULL},
      {"--start", "T0", &o.start, NULL},     {"--step", "H", &o.step, NULL},
      {"--input", "IN.csv", &o.input, NULL}, {"-o", "PAGE.html", &o.output, NULL}};
  o.set          = malloc(((size_t)argc + 1) * sizeof *o.set);
  known[OWN - 1] = (lw_option){"--set", "NAME=VALUE", o.set, &o.nset};
  int code       = o.set && lw_origin_begin(&o.origin, argc, known + OWN)
                       ? lw_options_read(name, argc, argv, OWN + LW_ORIGIN_OPTIONS, known,
                                         "FILE.xml, ROBOT.urdf, FILE.fmu or RESULT.csv", &o.file)
                       : lw_report(name, 0, "%s", lw_status_text(LW_ERR_MEMORY));
  if (code == LW_EXIT_OK) {
    code = lw_origin_settle(name, &o.origin);
  }
  const char* const number[][2] = {{"--stop", o.stop}, {"--start", o.start}, {"--step", o.step}};
  for (size_t i = 0; i < 3 && code == LW_EXIT_OK; i++) {
    double unused;
    code = lw_options_number(name, number[i][0], number[i][1], &unused);
  }
  if (code == LW_EXIT_OK) {
    code = make(&o, &v);
  }
  lw_csv_free(&v.csv);
  lw_meshes_free(&v.meshes);
  lw_scratch_remove(&v.scratch);
  lw_text_free(&v.json);
  lw_text_free(&v.bytes);
  lw_text_free(&v.live);
  lw_text_free(&v.archive);
  lw_text_free(&v.html);
  lw_instance_destroy(v.instance);
  lw_variables_destroy(v.variables);
  lw_variables_destroy(v.live_variables);
  lw_model_destroy(v.live_model);
  lw_model_destroy(v.model);
  free((void*)o.set);
  lw_origin_end(&o.origin);
  return code;
}

const lw_command lw_command_view = {.name    = "view",
                                    .summary = "write a page that shows a mechanism moving",
                                    .help    = HELP,
                                    .run     = execute};
