/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fixture.h - a mechanism file as an unpacked and loaded FMU, and a logger that remembers.
 */
#ifndef LW_TEST_FIXTURE_H
#define LW_TEST_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "check.h"
#include "fmi3_library.h"
#include "fmu_file/read_description.h"
#include "fmu_library.h"
#include "path.h"
#include "scratch_folder.h"
#include <linkwork/model.h>

/* What a logger was called with last, and how often. */
typedef struct lw_fmi_log {
  int        calls;
  fmi2Status status;
  char       instance[100], category[40], format[40], text[1500];
} lw_fmi_log;

typedef struct lw_test_fmu {
  lw_scratch         scratch; /* the unpacked FMU                        */
  lw_fmu_description description;
  lw_fmu_library     fmi;
  char               uri[LW_TEST_PATH_SIZE]; /* of its folder of resources */
  lw_fmi_log         log;
} lw_test_fmu;

/* The same with FMI 3.0. */
typedef struct lw_test_fmu3 {
  lw_scratch         scratch;
  lw_fmu_description description;
  lw_fmi3_library    fmi;
  char               resources[LW_TEST_PATH_SIZE]; /* path of the folder */
  lw_fmi_log         log;
} lw_test_fmu3;

/* Pack a mechanism file for FMI 3.0, unpack and load it. It must not move afterwards.
 *   Nullable    formulation: that of the file */
void lw_fmi3_open(const char* mechanism, const lw_formulation* formulation, lw_test_fmu3* fmu);
void lw_fmi3_close(lw_test_fmu3* fmu);

/* An instance; the running test fails where there is none.
 *   Nullable    update: internal steps are not shown */
fmi3Instance lw_fmi3_instantiate(lw_test_fmu3* fmu, bool model_exchange,
                                 fmi3IntermediateUpdateCallback update);

/* Pack a mechanism file of the repository, unpack and load it. The running test fails where that
 * does not work. It must not move afterwards. */
void lw_fmi_open(const char* mechanism, lw_test_fmu* fmu);

/* The same with a finished model. */
void lw_fmi_open_model(const lw_model* model, lw_test_fmu* fmu);

/* The same with another formulation than the file's. */
void lw_fmi_open_as(const char* mechanism, lw_formulation formulation, lw_test_fmu* fmu);
void lw_fmi_close(lw_test_fmu* fmu);

/* The archive of a mechanism file of the repository, written to a path. */
void lw_fmi_pack(const char* mechanism, const char* path);

/* An instance; the running test fails where there is none. */
fmi2Component lw_fmi_instantiate(lw_test_fmu* fmu);

/* The same, initialised at t = 0 without a stop time. */
fmi2Component lw_fmi_start(lw_test_fmu* fmu);

/* What fmi2Instantiate gets; the log remembers. */
fmi2CallbackFunctions lw_fmi_callbacks(lw_fmi_log* log);

/* The value reference of a variable; the running test fails where there is none. */
fmi2ValueReference lw_fmi_reference(const lw_test_fmu* fmu, const char* name);

/* One variable. */
double lw_fmi_get(const lw_test_fmu* fmu, fmi2Component c, const char* name);
void   lw_fmi_set(const lw_test_fmu* fmu, fmi2Component c, const char* name, double value);

/* All outputs, in the order of the description. Returns how many; value has
 * room for all variables. */
size_t lw_fmi_outputs(const lw_test_fmu* fmu, fmi2Component c, double value[]);

/* Steps of one size. */
void lw_fmi_steps(const lw_test_fmu* fmu, fmi2Component c, int n, double* t, double h);

#define assert_ok(call) assert_int_equal((call), fmi2OK)

/* A call fails and says why. */
#define assert_fails(fmu, call, part)                                                              \
  do {                                                                                             \
    (fmu)->log = (lw_fmi_log){0};                                                                  \
    assert_int_equal((call), fmi2Error);                                                           \
    lw_fmi_said(&(fmu)->log, (part), __FILE__, __LINE__);                                          \
  } while (0)

/* Fail unless the log has a message with that part, in a declared category
 * and with "%s" as format. */
void lw_fmi_said(const lw_fmi_log* log, const char* part, const char* file, int line);

#endif
