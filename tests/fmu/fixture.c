/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fixture.c - a mechanism file as an unpacked and loaded FMU, and a logger that remembers.
 */
#include "fixture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/zip_read.h"
#include <linkwork/embedded.h>
#include <linkwork/mechanism_xml.h>
#include <linkwork/package.h>

static void require(lw_status status, const lw_diag* diag)
{
  if (status != LW_OK) {
    fail_msg("%d: %s", diag->line, *diag->text ? diag->text : lw_status_text(status));
  }
}

/* Write the FMU of a model, FMI 2 or 3. */
static void pack_model(const lw_model* model, int fmi, const char* path)
{
  lw_package package = lw_embedded_package();
  char       guid[LW_GUID_SIZE];
  lw_diag    diag = {0};
  lw_text    fmu  = {0};
  package.fmi     = fmi;
  require(lw_package_interfaces(model, &package.interfaces, NULL), &diag);
  require(lw_package_write(model, &package, &fmu, guid, &diag), &diag);
  FILE* out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(fmu.data, 1, fmu.size, out), fmu.size);
  assert_int_equal(fclose(out), 0);
  lw_text_free(&fmu);
}

/* formulation: nullable, that of the file */
static void pack(const char* mechanism, const lw_formulation* formulation, int fmi,
                 const char* path)
{
  char      file[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  lw_test_repo_path(mechanism, file);
  require(lw_mechanism_read(file, &model, &diag), &diag);
  if (formulation) {
    model->settings.formulation = *formulation;
  }
  pack_model(model, fmi, path);
  lw_model_destroy(model);
}

void lw_fmi_pack(const char* mechanism, const char* path)
{
  pack(mechanism, NULL, 2, path);
}

/* Unpack an FMU and read its description; it is removed then. */
static void unpack(const char* path, lw_scratch* scratch, lw_fmu_description* description)
{
  lw_diag     diag    = {0};
  lw_archive* archive = NULL;
  lw_text     text    = {0};
  require(lw_scratch_create(scratch, &diag), &diag);
  require(lw_archive_open(path, &archive, &diag), &diag);
  require(lw_archive_read(archive, "modelDescription.xml", &text, &diag), &diag);
  require(lw_fmu_description_read(text.data, text.size, description, &diag), &diag);
  require(lw_archive_unpack(archive, scratch->path, &diag), &diag);
  lw_archive_close(archive);
  lw_text_free(&text);
  (void)remove(path);
}

/* Unpack and load an FMU. */
static void load(const char* path, lw_test_fmu* fmu)
{
  lw_diag diag = {0};
  *fmu         = (lw_test_fmu){.scratch = {.line = -1}};
  unpack(path, &fmu->scratch, &fmu->description);
  require(lw_fmu_library_open(fmu->scratch.path, fmu->description.identifier, &fmu->fmi, &diag),
          &diag);
  (void)snprintf(fmu->uri, sizeof fmu->uri, "file://%s/resources", fmu->scratch.path);
}

static void open_fmu(const char* mechanism, const lw_formulation* formulation, lw_test_fmu* fmu)
{
  char path[LW_TEST_PATH_SIZE];
  lw_test_scratch_path("packed.fmu", path);
  pack(mechanism, formulation, 2, path);
  load(path, fmu);
}

void lw_fmi_open_model(const lw_model* model, lw_test_fmu* fmu)
{
  char path[LW_TEST_PATH_SIZE];
  lw_test_scratch_path("packed.fmu", path);
  pack_model(model, 2, path);
  load(path, fmu);
}

void lw_fmi_open(const char* mechanism, lw_test_fmu* fmu)
{
  open_fmu(mechanism, NULL, fmu);
}

void lw_fmi_open_as(const char* mechanism, lw_formulation formulation, lw_test_fmu* fmu)
{
  open_fmu(mechanism, &formulation, fmu);
}

void lw_fmi_close(lw_test_fmu* fmu)
{
  lw_fmu_library_close(&fmu->fmi);
  lw_fmu_description_free(&fmu->description);
  lw_scratch_remove(&fmu->scratch);
}

void lw_fmi3_open(const char* mechanism, const lw_formulation* formulation, lw_test_fmu3* fmu)
{
  char    path[LW_TEST_PATH_SIZE];
  lw_diag diag = {0};
  *fmu         = (lw_test_fmu3){.scratch = {.line = -1}};
  lw_test_scratch_path("packed3.fmu", path);
  pack(mechanism, formulation, 3, path);
  unpack(path, &fmu->scratch, &fmu->description);
  require(lw_fmi3_library_open(fmu->scratch.path, fmu->description.identifier, &fmu->fmi, &diag),
          &diag);
  (void)snprintf(fmu->resources, sizeof fmu->resources, "%s/resources/", fmu->scratch.path);
}

void lw_fmi3_close(lw_test_fmu3* fmu)
{
  lw_fmi3_library_close(&fmu->fmi);
  lw_fmu_description_free(&fmu->description);
  lw_scratch_remove(&fmu->scratch);
}

static void remember3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                      fmi3String message);

fmi3Instance lw_fmi3_instantiate(lw_test_fmu3* fmu, bool model_exchange,
                                 fmi3IntermediateUpdateCallback update)
{
  const char*  token = fmu->description.guid;
  fmi3Instance c =
      model_exchange
          ? fmu->fmi.InstantiateModelExchange("test", token, fmu->resources, false, false, fmu,
                                              remember3)
          : fmu->fmi.InstantiateCoSimulation("test", token, fmu->resources, false, false, false,
                                             update != NULL, NULL, 0, fmu, remember3, update);
  if (!c) {
    fail_msg("no instance: %s", fmu->log.text);
  }
  return c;
}

/* ---- logging ------------------------------------------------------------------------------ */

static void copy_text(char* to, size_t size, const char* from)
{
  (void)snprintf(to, size, "%s", from ? from : "(null)");
}

static void remember(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                     fmi2String category, fmi2String message, ...)
{
  lw_fmi_log* log = environment;
  log->calls++;
  log->status = status;
  copy_text(log->instance, sizeof log->instance, instance);
  copy_text(log->category, sizeof log->category, category);
  copy_text(log->format, sizeof log->format, message);
  va_list arguments;
  va_start(arguments, message);
  (void)vsnprintf(log->text, sizeof log->text, message, arguments);
  va_end(arguments);
}

static void remember3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                      fmi3String message)
{
  lw_fmi_log* log = &((lw_test_fmu3*)environment)->log;
  log->calls++;
  log->status = (fmi2Status)status;
  copy_text(log->category, sizeof log->category, category);
  copy_text(log->format, sizeof log->format, "%s");
  copy_text(log->text, sizeof log->text, message);
}

fmi2CallbackFunctions lw_fmi_callbacks(lw_fmi_log* log)
{
  /* no functions for memory: the FMU says that it does not use them */
  return (fmi2CallbackFunctions){.logger = remember, .componentEnvironment = log};
}

void lw_fmi_said(const lw_fmi_log* log, const char* part, const char* file, int line)
{
  const bool category =
      !strncmp(log->category, "logStatus", 9) || !strcmp(log->category, "logEvents");
  if (log->calls < 1 || !strstr(log->text, part) || strcmp(log->format, "%s") != 0 || !category) {
    print_error(
        "%d messages; the last is \"%s\" (format \"%s\", category \"%s\"), not \"...%s...\"\n",
        log->calls, log->text, log->format, log->category, part);
    _fail(file, line);
  }
}

/* ---- instances ---------------------------------------------------------------------------- */

fmi2Component lw_fmi_instantiate(lw_test_fmu* fmu)
{
  const fmi2CallbackFunctions callbacks = lw_fmi_callbacks(&fmu->log);
  fmi2Component c = fmu->fmi.Instantiate("test", fmi2CoSimulation, fmu->description.guid, fmu->uri,
                                         &callbacks, fmi2False, fmi2False);
  if (!c) {
    fail_msg("no instance: %s", fmu->log.text);
  }
  return c;
}

fmi2Component lw_fmi_start(lw_test_fmu* fmu)
{
  fmi2Component c = lw_fmi_instantiate(fmu);
  assert_ok(fmu->fmi.SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
  assert_ok(fmu->fmi.EnterInitializationMode(c));
  assert_ok(fmu->fmi.ExitInitializationMode(c));
  return c;
}

static const lw_fmu_variable* variable_of(const lw_test_fmu* fmu, const char* name)
{
  for (size_t i = 0; i < fmu->description.count; i++) {
    if (strcmp(fmu->description.variable[i].name, name) == 0) {
      return &fmu->description.variable[i];
    }
  }
  fail_msg("there is no variable %s", name);
  return NULL;
}

fmi2ValueReference lw_fmi_reference(const lw_test_fmu* fmu, const char* name)
{
  return variable_of(fmu, name)->reference;
}

double lw_fmi_get(const lw_test_fmu* fmu, fmi2Component c, const char* name)
{
  const lw_fmu_variable* variable = variable_of(fmu, name);
  double                 value    = 0.0;
  fmi2Integer            whole    = 0;
  if (variable->type == LW_FMU_INTEGER) {
    assert_ok(fmu->fmi.GetInteger(c, &variable->reference, 1, &whole));
    return whole;
  }
  assert_ok(fmu->fmi.GetReal(c, &variable->reference, 1, &value));
  return value;
}

void lw_fmi_set(const lw_test_fmu* fmu, fmi2Component c, const char* name, double value)
{
  const fmi2ValueReference vr = lw_fmi_reference(fmu, name);
  assert_ok(fmu->fmi.SetReal(c, &vr, 1, &value));
}

size_t lw_fmi_outputs(const lw_test_fmu* fmu, fmi2Component c, double value[])
{
  size_t              n  = 0;
  fmi2ValueReference* vr = malloc((fmu->description.count + 1) * sizeof *vr);
  assert_non_null(vr);
  for (size_t i = 0; i < fmu->description.count; i++) {
    if (strcmp(fmu->description.variable[i].causality, "output") == 0) {
      vr[n++] = fmu->description.variable[i].reference;
    }
  }
  assert_ok(fmu->fmi.GetReal(c, vr, n, value));
  free(vr);
  return n;
}

void lw_fmi_steps(const lw_test_fmu* fmu, fmi2Component c, int n, double* t, double h)
{
  for (int i = 0; i < n; i++) {
    assert_ok(fmu->fmi.DoStep(c, *t, h, fmi2False));
    *t += h;
  }
}
