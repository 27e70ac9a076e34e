/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * drive.c - drives the library in an unpacked FMU on any platform, by the functions of FMI 2.0.
 *
 *   drive hash FOLDER STEPS [NAME=VALUE...]   hash of all variables after each of so many steps
 *   drive save FOLDER STEPS FILE              the same, and the state half-way as bytes in a file
 *   drive restore FOLDER STEPS FILE           the steps after that; the hash is that of `save`
 *   drive load FOLDER TIMES                   load, step, unload, again and again
 *   drive time FOLDER STEPS                   least time of a step of forty runs [ns]
 *
 * Prints one line on standard output. It needs nothing but the C library and the folder, so that it
 * can be built by any compiler: the tests build it for each platform.
 */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi2FunctionTypes.h"

/* ---- the platform ------------------------------------------------------------------------- */

#if defined(_WIN32)

#include <windows.h>
/* after windows.h, which it needs */
#include <shellapi.h>

#define SUFFIX ".dll"
#define PLATFORM "win64"

static wchar_t* widen(const char* text)
{
  static wchar_t wide[4096];
  return MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, 4096) > 0 ? wide : NULL;
}

static void* open_library(const char* path)
{
  return (void*)LoadLibraryW(widen(path));
}

static void find_function(void* library, const char* name, void* function)
{
  const FARPROC address = GetProcAddress((HMODULE)library, name);
  memcpy(function, &address, sizeof address);
}

/* Returns whether the library is not there any more. */
static bool close_library(void* library, const char* path)
{
  (void)FreeLibrary((HMODULE)library);
  return GetModuleHandleW(widen(path)) == NULL;
}

static FILE* open_file(const char* path, bool write)
{
  return _wfopen(widen(path), write ? L"wb" : L"rb");
}

static double seconds(void)
{
  LARGE_INTEGER now, frequency;
  (void)QueryPerformanceCounter(&now);
  (void)QueryPerformanceFrequency(&frequency);
  return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* the arguments in UTF-8 */
static char** arguments(int* argc, char** argv)
{
  wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), argc);
  char**    utf8 = wide ? calloc((size_t)*argc + 1, sizeof *utf8) : NULL;
  if (!utf8) {
    return argv;
  }
  for (int i = 0; i < *argc; i++) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
    utf8[i]        = calloc(1, (size_t)size + 1);
    if (utf8[i]) {
      (void)WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, utf8[i], size, NULL, NULL);
    }
  }
  return utf8;
}

#else

#include <dlfcn.h>
#include <time.h>

#if defined(__aarch64__)
#define PLATFORM "aarch64-linux"
#else
#define PLATFORM "linux64"
#endif
#define SUFFIX ".so"

static void* open_library(const char* path)
{
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
  }
  return library;
}

static void find_function(void* library, const char* name, void* function)
{
  void* address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
}

static bool close_library(void* library, const char* path)
{
  (void)dlclose(library);
  void* again = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  return again == NULL;
}

static FILE* open_file(const char* path, bool write)
{
  return fopen(path, write ? "wb" : "rb");
}

static double seconds(void)
{
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static char** arguments(int* argc, char** argv)
{
  (void)argc;
  return argv;
}

#endif

/* ---- the FMU ------------------------------------------------------------------------------ */

typedef struct fmu {
  char*               xml; /* modelDescription.xml */
  char                folder[2048], path[4096], uri[8192], guid[100], identifier[300];
  double              step;      /* that of its solver [s] */
  size_t              n, ninput; /* variables, inputs among them */
  fmi2ValueReference* reference; /* (n) */
  fmi2ValueReference* input;     /* (ninput) */
  double*             value;     /* (n) */
  double              time;      /* [s] */
  void*               library;
  fmi2Component       component;

  fmi2InstantiateTYPE*             Instantiate;
  fmi2FreeInstanceTYPE*            FreeInstance;
  fmi2SetupExperimentTYPE*         SetupExperiment;
  fmi2EnterInitializationModeTYPE* EnterInitializationMode;
  fmi2ExitInitializationModeTYPE*  ExitInitializationMode;
  fmi2GetRealTYPE*                 GetReal;
  fmi2SetRealTYPE*                 SetReal;
  fmi2DoStepTYPE*                  DoStep;
  fmi2GetFMUstateTYPE*             GetFMUstate;
  fmi2SetFMUstateTYPE*             SetFMUstate;
  fmi2FreeFMUstateTYPE*            FreeFMUstate;
  fmi2SerializedFMUstateSizeTYPE*  SerializedFMUstateSize;
  fmi2SerializeFMUstateTYPE*       SerializeFMUstate;
  fmi2DeSerializeFMUstateTYPE*     DeSerializeFMUstate;
} fmu;

static _Noreturn void fail(const char* format, ...)
{
  va_list list;
  va_start(list, format);
  (void)fprintf(stderr, "drive: ");
  (void)vfprintf(stderr, format, list);
  (void)fprintf(stderr, "\n");
  va_end(list);
  exit(1);
}

static void check(fmi2Status status, const char* call)
{
  if (status != fmi2OK) {
    fail("%s returned %d", call, (int)status);
  }
}

static char* read_file(const char* path, size_t* size)
{
  FILE* file = open_file(path, false);
  if (!file) {
    fail("%s cannot be opened", path);
  }
  (void)fseek(file, 0, SEEK_END);
  *size       = (size_t)ftell(file);
  char* bytes = calloc(1, *size + 1);
  rewind(file);
  if (!bytes || fread(bytes, 1, *size, file) != *size) {
    fail("%s cannot be read", path);
  }
  (void)fclose(file);
  return bytes;
}

/* The value of an attribute of the element that begins here; false: it has none. */
static bool attribute(const char* element, const char* name, char* value, size_t size)
{
  char pattern[64];
  (void)snprintf(pattern, sizeof pattern, " %s=\"", name);
  const char* end   = strchr(element, '>');
  const char* begin = strstr(element, pattern);
  if (!begin || !end || begin > end) {
    return false;
  }
  begin += strlen(pattern);
  const size_t length = strcspn(begin, "\"");
  (void)snprintf(value, size, "%.*s", (int)length, begin);
  return true;
}

/* The variables of type Real, and the inputs among them. */
static void read_variables(fmu* f)
{
  static const char element[] = "<ScalarVariable";
  char              text[300];
  size_t            most = 0;
  for (const char* at = f->xml; (at = strstr(at, element)); at++) most++;
  f->reference = calloc(most + 1, sizeof *f->reference);
  f->input     = calloc(most + 1, sizeof *f->input);
  f->value     = calloc(most + 1, sizeof *f->value);
  if (!f->reference || !f->input || !f->value) {
    fail("no memory");
  }
  for (const char* at = f->xml; (at = strstr(at, element)); at++) {
    const char* type = strchr(at + 1, '<');
    if (!type || strncmp(type, "<Real", 5) != 0) {
      continue;
    }
    (void)attribute(at, "valueReference", text, sizeof text);
    f->reference[f->n] = (fmi2ValueReference)strtoul(text, NULL, 10);
    if (attribute(at, "causality", text, sizeof text) && strcmp(text, "input") == 0) {
      f->input[f->ninput++] = f->reference[f->n];
    }
    f->n++;
  }
}

static fmi2ValueReference reference_of(const fmu* f, const char* name, size_t length)
{
  char text[300];
  for (const char* at = f->xml; (at = strstr(at, "<ScalarVariable")); at++) {
    if (attribute(at, "name", text, sizeof text) && strlen(text) == length &&
        strncmp(text, name, length) == 0) {
      (void)attribute(at, "valueReference", text, sizeof text);
      return (fmi2ValueReference)strtoul(text, NULL, 10);
    }
  }
  fail("there is no variable %.*s", (int)length, name);
}

/* "C:\a b" to "file:///C:/a%20b" */
static void make_uri(const char* path, char* uri)
{
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/:";
  uri += sprintf(uri, path[0] == '/' ? "file://" : "file:///");
  for (; *path; path++) {
    const char c = *path == '\\' ? '/' : *path;
    uri += sprintf(uri, strchr(plain, c) ? "%c" : "%%%02X", (unsigned char)c);
  }
}

static void describe(fmu* f, const char* folder)
{
  char   path[4096], text[100];
  size_t size = 0;
  *f          = (fmu){0};
  (void)snprintf(f->folder, sizeof f->folder, "%s", folder);
  (void)snprintf(path, sizeof path, "%s/modelDescription.xml", f->folder);
  f->xml                 = read_file(path, &size);
  const char* head       = strstr(f->xml, "<fmiModelDescription");
  const char* simulation = strstr(f->xml, "<CoSimulation");
  const char* solver     = strstr(f->xml, "name=\"solver.step\"");
  const char* real       = solver ? strstr(solver, "<Real") : NULL;
  if (!head || !simulation || !real || !attribute(head, "guid", f->guid, sizeof f->guid) ||
      !attribute(simulation, "modelIdentifier", f->identifier, sizeof f->identifier) ||
      !attribute(real, "start", text, sizeof text)) {
    fail("%s is not what was expected", path);
  }
  f->step = strtod(text, NULL);
  read_variables(f);
  (void)snprintf(path, sizeof path, "%s/resources", f->folder);
  make_uri(path, f->uri);
}

static void take_message(fmi2ComponentEnvironment environment, fmi2String instance,
                         fmi2Status status, fmi2String category, fmi2String message, ...)
{
  va_list list;
  (void)environment;
  va_start(list, message);
  (void)fprintf(stderr, "%s %d %s: ", instance, (int)status, category);
  (void)vfprintf(stderr, message, list);
  (void)fprintf(stderr, "\n");
  va_end(list);
}

static const fmi2CallbackFunctions CALLBACKS = {take_message, calloc, free, NULL, NULL};

static void load(fmu* f)
{
  (void)snprintf(f->path, sizeof f->path, "%s/binaries/%s/%s%s", f->folder, PLATFORM, f->identifier,
                 SUFFIX);
  f->library = open_library(f->path);
  if (!f->library) {
    fail("%s does not load", f->path);
  }
#define FIND(name)                                                                                 \
  find_function(f->library, "fmi2" #name, &f->name);                                               \
  if (!f->name) {                                                                                  \
    fail("there is no function fmi2" #name);                                                       \
  }
  FIND(Instantiate)
  FIND(FreeInstance)
  FIND(SetupExperiment)
  FIND(EnterInitializationMode)
  FIND(ExitInitializationMode)
  FIND(GetReal)
  FIND(SetReal)
  FIND(DoStep)
  FIND(GetFMUstate)
  FIND(SetFMUstate)
  FIND(FreeFMUstate)
  FIND(SerializedFMUstateSize)
  FIND(SerializeFMUstate)
  FIND(DeSerializeFMUstate)
#undef FIND
}

/* An initialised instance, with values "NAME=VALUE" set before. */
static void start(fmu* f, int nset, char** set)
{
  f->component =
      f->Instantiate("driven", fmi2CoSimulation, f->guid, f->uri, &CALLBACKS, fmi2False, fmi2False);
  if (!f->component) {
    fail("there is no instance");
  }
  for (int i = 0; i < nset; i++) {
    const size_t             length    = strcspn(set[i], "=");
    const fmi2ValueReference reference = reference_of(f, set[i], length);
    const double             value     = strtod(set[i] + length + 1, NULL);
    check(f->SetReal(f->component, &reference, 1, &value), "fmi2SetReal");
  }
  check(f->SetupExperiment(f->component, fmi2False, 0.0, 0.0, fmi2False, 0.0),
        "fmi2SetupExperiment");
  check(f->EnterInitializationMode(f->component), "fmi2EnterInitializationMode");
  check(f->ExitInitializationMode(f->component), "fmi2ExitInitializationMode");
}

/* ---- steps -------------------------------------------------------------------------------- */

/* FNV-1a, 64 bits */
#define HASH_START UINT64_C(0xcbf29ce484222325)

static uint64_t add_bytes(uint64_t hash, const void* data, size_t n)
{
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

/* A step. Where there is a hash, inputs change, and all variables after the step are added. A step
 * that cannot be computed ends the motion, on every machine at the same place. */
static bool step(fmu* f, int k, uint64_t* hash)
{
  for (size_t i = 0; hash && i < f->ninput; i++) {
    /* parabolas of 256 steps, from 0, up to 1e-3 in both directions: positions follow without a
     * jump, and no function of a library is needed */
    const int    phase = k % 256;
    const double x     = (phase % 128) / 64.0 - 1.0;
    const double value = (phase < 128 ? 1e-3 : -1e-3) * (1.0 - x * x);
    check(f->SetReal(f->component, &f->input[i], 1, &value), "fmi2SetReal");
  }
  const fmi2Status status = f->DoStep(f->component, f->time, f->step, fmi2True);
  if (status != fmi2OK && status != fmi2Discard) {
    fail("fmi2DoStep returned %d", (int)status);
  }
  const int number = (int)status;
  f->time += f->step;
  if (hash) {
    *hash = add_bytes(*hash, &number, sizeof number);
  }
  if (status == fmi2OK && hash) {
    check(f->GetReal(f->component, f->reference, f->n, f->value), "fmi2GetReal");
    *hash = add_bytes(*hash, f->value, f->n * sizeof *f->value);
  }
  return status == fmi2OK;
}

static uint64_t steps(fmu* f, int begin, int end)
{
  uint64_t hash = HASH_START;
  for (int k = begin; k < end && step(f, k, &hash); k++) {
  }
  return hash;
}

static void save_state(fmu* f, const char* path)
{
  fmi2FMUstate state = NULL;
  size_t       size  = 0;
  check(f->GetFMUstate(f->component, &state), "fmi2GetFMUstate");
  check(f->SerializedFMUstateSize(f->component, state, &size), "fmi2SerializedFMUstateSize");
  char* bytes = calloc(1, size + 1);
  FILE* file  = open_file(path, true);
  if (!bytes || !file) {
    fail("%s cannot be written", path);
  }
  check(f->SerializeFMUstate(f->component, state, bytes, size), "fmi2SerializeFMUstate");
  if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
    fail("%s cannot be written", path);
  }
  check(f->FreeFMUstate(f->component, &state), "fmi2FreeFMUstate");
  free(bytes);
}

static void restore_state(fmu* f, const char* path)
{
  fmi2FMUstate state = NULL;
  size_t       size  = 0;
  char*        bytes = read_file(path, &size);
  check(f->DeSerializeFMUstate(f->component, bytes, size, &state), "fmi2DeSerializeFMUstate");
  check(f->SetFMUstate(f->component, state), "fmi2SetFMUstate");
  check(f->FreeFMUstate(f->component, &state), "fmi2FreeFMUstate");
  free(bytes);
}

/* The time that the library knows and the one that this program counts are the same. */
static void pass_time(fmu* f, int n)
{
  for (int k = 0; k < n; k++) f->time += f->step;
}

/* ---- commands ----------------------------------------------------------------------------- */

static void load_again_and_again(fmu* f, int times)
{
  uint64_t first = 0;
  int      left  = 0;
  for (int k = 0; k < times; k++) {
    load(f);
    start(f, 0, NULL);
    f->time             = 0.0;
    const uint64_t hash = steps(f, 0, 2);
    first               = k == 0 ? hash : first;
    if (hash != first) {
      fail("load %d gives other numbers", k);
    }
    f->FreeInstance(f->component);
    left += !close_library(f->library, f->path);
  }
  printf("%d of %d stayed\n", left, times);
}

/* Of many short runs, one is not disturbed by other programs. */
enum { RUNS = 40 };

static void measure(fmu* f, int n)
{
  double least = 1e9;
  load(f);
  start(f, 0, NULL);
  for (int run = 0; run < RUNS; run++) {
    const double begin = seconds();
    for (int k = 0; k < n; k++) (void)step(f, k, NULL);
    const double time = (seconds() - begin) / n;
    least             = time < least ? time : least;
  }
  printf("%.0f\n", 1e9 * least);
}

int main(int argc, char** argv)
{
  static fmu f;
  argv = arguments(&argc, argv);
  if (argc < 4) {
    fail("usage: drive hash|save|restore|load|time FOLDER STEPS ...");
  }
  const char* command = argv[1];
  const int   n       = atoi(argv[3]);
  describe(&f, argv[2]);
  if (strcmp(command, "load") == 0) {
    load_again_and_again(&f, n);
    return 0;
  }
  if (strcmp(command, "time") == 0) {
    measure(&f, n);
    return 0;
  }
  load(&f);
  start(&f, strcmp(command, "hash") == 0 ? argc - 4 : 0, argv + 4);
  uint64_t hash = HASH_START;
  if (strcmp(command, "hash") == 0) {
    hash = steps(&f, 0, n);
  } else if (argc == 5 && strcmp(command, "save") == 0) {
    (void)steps(&f, 0, n / 2);
    save_state(&f, argv[4]);
    hash = steps(&f, n / 2, n);
  } else if (argc == 5 && strcmp(command, "restore") == 0) {
    restore_state(&f, argv[4]);
    pass_time(&f, n / 2);
    hash = steps(&f, n / 2, n);
  } else {
    fail("unknown command %s", command);
  }
  printf("%016" PRIx64 " %.17g\n", hash, f.time);
  f.FreeInstance(f.component);
  (void)close_library(f.library, f.path);
  return 0;
}
