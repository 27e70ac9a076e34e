/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * main.c - what a user of the installed libraries writes: read a mechanism, write it as an FMU and
 * as a model file, read the model file again, simulate it for a second.
 *
 *   consumer double_pendulum.xml OUT.fmu OUT.lwm
 *
 * Fails unless the double pendulum is where the published motion has it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <linkwork/embedded.h>
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>
#include <linkwork/model_io.h>
#include <linkwork/package.h>
#include <linkwork/variables.h>

static lw_status write_file(const char* path, const void* bytes, size_t size)
{
  FILE* file = fopen(path, "wb");
  if (!file) {
    return LW_ERR_FILE;
  }
  const size_t written = fwrite(bytes, 1, size, file);
  return fclose(file) == 0 && written == size ? LW_OK : LW_ERR_FILE;
}

/* The FMU, and the model file with the same GUID. */
static lw_status write_both(const lw_model* model, const char* fmu_path, const char* model_path,
                            lw_diag* diag)
{
  const lw_package package = lw_embedded_package();
  lw_text          fmu     = {0};
  unsigned char*   bytes   = NULL;
  size_t           size    = 0;
  char             guid[LW_GUID_SIZE];

  lw_status status = lw_package_write(model, &package, &fmu, guid, diag);
  if (status == LW_OK) {
    status = write_file(fmu_path, fmu.data, fmu.size);
  }
  if (status == LW_OK) {
    status = lw_model_write(model, guid, &bytes, &size);
  }
  if (status == LW_OK) {
    status = write_file(model_path, bytes, size);
  }
  free(bytes);
  lw_text_free(&fmu);
  return status;
}

static lw_status read_model(const char* path, lw_model** model, lw_diag* diag)
{
  static unsigned char bytes[1 << 20];
  char                 guid[LW_GUID_SIZE];
  FILE*                file = fopen(path, "rb");
  if (!file) {
    return LW_ERR_FILE;
  }
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  (void)fclose(file);
  return lw_model_read(bytes, size, model, guid, diag);
}

/* A hundred steps, then the output "A.r". */
static lw_status simulate(const lw_model* model, double r[3], lw_diag* diag)
{
  lw_instance*  instance  = NULL;
  lw_variables* variables = NULL;
  unsigned      first     = 0;

  lw_status status = lw_instance_create(model, diag, &instance);
  if (status == LW_OK) {
    status = lw_variables_create(model, diag, &variables);
  }
  if (status == LW_OK) {
    status = lw_instance_initialize(instance, 0.0, diag);
  }
  for (int i = 0; i < 100 && status == LW_OK; i++) {
    status = lw_instance_advance(instance, 0.01, diag);
  }
  if (status == LW_OK && !lw_variables_find(variables, "A.r[1]", &first)) {
    status = lw_diag_set(diag, LW_ERR_USAGE, 0, "there is no variable A.r[1]");
  }
  if (status == LW_OK) {
    const unsigned reference[3] = {first, first + 1, first + 2};
    status                      = lw_variables_get(variables, instance, 3, reference, r);
  }
  lw_variables_destroy(variables);
  lw_instance_destroy(instance);
  return status;
}

int main(int argc, char** argv)
{
  lw_diag   diag = {0};
  lw_model *read = NULL, *model = NULL;
  double    r[3] = {0.0, 0.0, 0.0};

  if (argc != 4) {
    fprintf(stderr, "usage: consumer double_pendulum.xml OUT.fmu OUT.lwm\n");
    return 2;
  }
  lw_status status = lw_mechanism_read(argv[1], &read, &diag);
  if (status == LW_OK) {
    status = write_both(read, argv[2], argv[3], &diag);
  }
  if (status == LW_OK) {
    status = read_model(argv[3], &model, &diag);
  }
  if (status == LW_OK) {
    status = simulate(model, r, &diag);
  }
  lw_model_destroy(model);
  lw_model_destroy(read);
  if (status != LW_OK) {
    fprintf(stderr, "%s: %s\n", lw_status_text(status), diag.text);
    return 1;
  }

  /* body A after 1 s, from a solution to 1e-11. The step of 1e-3 is off by 4e-6 m there; a swing in
   * the wrong direction would be off by a metre. */
  const double expected[3] = {-0.342190376, -0.3560399108, 0.07836662868};
  const double error = hypot(hypot(r[0] - expected[0], r[1] - expected[1]), r[2] - expected[2]);
  printf("error %.3g m\n", error);
  return error < 1e-4 ? 0 : 1;
}
