/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * import_fmu.c - the shortest program that runs an FMU with FMI Library:
 *
 *   import_fmu FILE.fmu VARIABLE STOP STEP
 *
 * It prints time and one Real variable. FMI Library
 * (https://github.com/modelon-community/fmi-library) unpacks the FMU, reads its description and
 * loads its library; every call of FMI has a function of its own there. Build it by hand with
 *
 *   cc import_fmu.c -lfmilib_shared -o import_fmu
 */
#include <stdio.h>
#include <stdlib.h>

#include <fmilib.h>

static void say(jm_callbacks* callbacks, jm_string module, jm_log_level_enu_t level, jm_string text)
{
  (void)callbacks;
  fprintf(stderr, "%s %s: %s\n", module, jm_log_level_to_string(level), text);
}

/* What the FMU calls: FMI Library turns it into a message for the function above. */
static const fmi2_callback_functions_t CALLBACKS = {
    .logger = fmi2_log_forwarding, .allocateMemory = calloc, .freeMemory = free};

/* From the start to the stop; returns the last status. */
static fmi2_status_t simulate(fmi2_import_t* fmu, fmi2_value_reference_t variable, double stop,
                              double step)
{
  fmi2_real_t   value  = 0.0;
  fmi2_status_t status = fmi2_import_setup_experiment(fmu, fmi2_false, 0.0, 0.0, fmi2_true, stop);
  if (status == fmi2_status_ok) {
    status = fmi2_import_enter_initialization_mode(fmu);
  }
  if (status == fmi2_status_ok) {
    status = fmi2_import_exit_initialization_mode(fmu);
  }
  for (int k = 0; status == fmi2_status_ok; k++) {
    status = fmi2_import_get_real(fmu, &variable, 1, &value);
    printf("%.17g,%.17g\n", k * step, value);
    if (status != fmi2_status_ok || (k + 1) * step > stop * (1.0 + 1e-9)) {
      break;
    }
    status = fmi2_import_do_step(fmu, k * step, step, fmi2_true);
  }
  return status;
}

int main(int argc, char** argv)
{
  if (argc != 5) {
    fprintf(stderr, "usage: import_fmu FILE.fmu VARIABLE STOP STEP\n");
    return 2;
  }
  jm_callbacks          basics  = {.malloc    = malloc,
                                   .calloc    = calloc,
                                   .realloc   = realloc,
                                   .free      = free,
                                   .logger    = say,
                                   .log_level = jm_log_level_warning};
  fmi_import_context_t* context = fmi_import_allocate_context(&basics);
  fmi2_import_t*        fmu     = NULL;
  fmi2_status_t         status  = fmi2_status_error;

  char* unpacked = fmi_import_mk_temp_dir(&basics, NULL, "import_fmu_");
  if (unpacked && fmi_import_get_fmi_version(context, argv[1], unpacked) == fmi_version_2_0_enu) {
    fmu = fmi2_import_parse_xml(context, unpacked, NULL);
  }
  fmi2_import_variable_t* variable = fmu ? fmi2_import_get_variable_by_name(fmu, argv[2]) : NULL;
  if (variable &&
      fmi2_import_create_dllfmu(fmu, fmi2_fmu_kind_cs, &CALLBACKS) == jm_status_success) {
    if (fmi2_import_instantiate(fmu, "import_fmu", fmi2_cosimulation, NULL, fmi2_false) ==
        jm_status_success) {
      status = simulate(fmu, fmi2_import_get_variable_vr(variable), strtod(argv[3], NULL),
                        strtod(argv[4], NULL));
      (void)fmi2_import_terminate(fmu);
      fmi2_import_free_instance(fmu);
    }
    fmi2_import_destroy_dllfmu(fmu);
  } else if (fmu) {
    fprintf(stderr, "there is no variable %s, or the library does not load\n", argv[2]);
  }
  if (fmu) {
    fmi2_import_free(fmu);
  }
  if (unpacked) {
    fmi_import_rmdir(&basics, unpacked);
    free(unpacked);
  }
  fmi_import_free_context(context);
  return status == fmi2_status_ok ? 0 : 1;
}
