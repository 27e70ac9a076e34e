/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_file.c - the flat file of a model: reading gives back what was written,
 * and no bytes can do harm.
 */
#include <linkwork/model_io.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "path.h"
#include "random.h"
#include <linkwork/linkwork.h>
#include <linkwork/mechanism_xml.h>

static const char GUID[] = "{12345678-1234-8234-8234-123456789abc}";

static const char* const MECHANISMS[] = {
    "examples/double_pendulum.xml", "examples/four_bar.xml",    "examples/slider_crank.xml",
    "examples/double_four_bar.xml", "examples/bricard.xml",     "examples/andrews.xml",
    "examples/heavy_top.xml",       "tests/fmu/data/arm.xml",   "tests/fmu/data/servo.xml",
    "tests/fmu/data/loop.xml",      "tests/fmu/data/reach.xml", "examples/double_wishbone.xml",
    "examples/planetary.xml",       "examples/stewart.xml"};
enum { NMECHANISM = sizeof MECHANISMS / sizeof MECHANISMS[0] };

typedef struct file {
  unsigned char* bytes;
  size_t         size;
} file;

static lw_model* read_mechanism(const char* name)
{
  char      path[LW_TEST_PATH_SIZE];
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  lw_test_repo_path(name, path);
  assert_int_equal(lw_mechanism_read(path, &model, &diag), LW_OK);
  return model;
}

static file write_model(const lw_model* model)
{
  file f = {0};
  assert_int_equal(lw_model_write(model, GUID, &f.bytes, &f.size), LW_OK);
  return f;
}

static lw_status try_to_read(const file* f, lw_model** model)
{
  char    guid[LW_GUID_SIZE];
  lw_diag diag = {0};
  /* a block of this size, so that a read beyond it is found */
  unsigned char* block = malloc(f->size + 1);
  assert_non_null(block);
  memcpy(block, f->bytes, f->size);
  const lw_status status = lw_model_read(block, f->size, model, guid, &diag);
  free(block);
  assert_true(status == LW_OK ? *model != NULL : *model == NULL && *diag.text);
  return status;
}

/* ---- there and back ----------------------------------------------------------------------- */

static void what_is_read_is_what_was_written(void** state)
{
  (void)state;
  for (int k = 0; k < NMECHANISM; k++) {
    char      guid[LW_GUID_SIZE];
    lw_diag   diag  = {0};
    lw_model *model = read_mechanism(MECHANISMS[k]), *copy = NULL;
    file      f = write_model(model);
    assert_int_equal(lw_model_read(f.bytes, f.size, &copy, guid, &diag), LW_OK);
    assert_string_equal(guid, GUID);
    assert_string_equal(lw_model_name(copy, copy->name), lw_model_name(model, model->name));
    assert_int_equal(copy->ninput, model->ninput);
    file again = write_model(copy);
    assert_int_equal(again.size, f.size);
    assert_memory_equal(again.bytes, f.bytes, f.size);
    free(again.bytes);
    free(f.bytes);
    lw_model_destroy(copy);
    lw_model_destroy(model);
  }
}

/* Every formulation with every integrator and linear solver that it allows is written and read. */
static void every_choice_of_settings_is_kept(void** state)
{
  (void)state;
  int       kept  = 0;
  lw_model* model = read_mechanism("examples/double_pendulum.xml");
  for (int f = 0; f < LW_FORMULATION_COUNT; f++) {
    for (int i = 0; i < LW_INTEGRATOR_COUNT; i++) {
      for (int l = 0; l < LW_LINEAR_SOLVER_COUNT; l++) {
        model->settings.formulation   = (lw_formulation)f;
        model->settings.integrator    = (lw_integrator)i;
        model->settings.linear_solver = (lw_linear_solver)l;
        if (lw_model_finish(model, NULL) != LW_OK) {
          continue; /* not allowed together */
        }
        char      guid[LW_GUID_SIZE];
        lw_model* copy  = NULL;
        file      bytes = write_model(model);
        assert_int_equal(lw_model_read(bytes.bytes, bytes.size, &copy, guid, NULL), LW_OK);
        assert_int_equal(copy->settings.formulation, f);
        assert_int_equal(copy->settings.integrator, i);
        assert_int_equal(copy->settings.linear_solver, l);
        free(bytes.bytes);
        lw_model_destroy(copy);
        kept++;
      }
    }
  }
  lw_model_destroy(model);
  /* each formulation has its default, and more than half of them a choice */
  assert_true(kept > 2 * LW_FORMULATION_COUNT);
}

/* An instance of the copy does what one of the original does, bit by bit. */
static void a_copy_moves_like_its_original(void** state)
{
  (void)state;
  for (int k = 0; k < NMECHANISM; k++) {
    char         guid[LW_GUID_SIZE];
    lw_model *   model = read_mechanism(MECHANISMS[k]), *copy = NULL;
    file         f = write_model(model);
    lw_instance *a = NULL, *b = NULL;
    double       energy[2][3];
    assert_int_equal(lw_model_read(f.bytes, f.size, &copy, guid, NULL), LW_OK);
    assert_int_equal(lw_instance_create(model, NULL, &a), LW_OK);
    assert_int_equal(lw_instance_create(copy, NULL, &b), LW_OK);
    lw_instance* both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
      assert_int_equal(lw_instance_initialize(both[i], 0.0, NULL), LW_OK);
      assert_int_equal(lw_instance_advance(both[i], 0.01, NULL), LW_OK);
      assert_int_equal(lw_instance_get(both[i], LW_ENERGY, 0, energy[i]), LW_OK);
    }
    assert_same_bits(3, energy[1], energy[0]);
    lw_instance_destroy(a);
    lw_instance_destroy(b);
    free(f.bytes);
    lw_model_destroy(copy);
    lw_model_destroy(model);
  }
}

/* ---- other versions ----------------------------------------------------------------------- */

static void put(unsigned char* at, int n, unsigned long long x)
{
  for (int i = 0; i < n; i++) at[i] = (unsigned char)(x >> (8 * i) & 0xffu);
}

/* Give a file its size and its checksum. */
static void seal(file* f)
{
  put(f->bytes + 16, 8, f->size);
  unsigned long long hash = lw_fnv(LW_FNV_BEGIN, f->bytes, 24);
  put(f->bytes + 24, 8, lw_fnv(hash, f->bytes + 32, f->size - 32));
}

/* Append a section with one record of eight bytes. */
static void append_section(file* f, const char* tag)
{
  f->bytes = realloc(f->bytes, f->size + 24);
  assert_non_null(f->bytes);
  memcpy(f->bytes + f->size, tag, 4);
  put(f->bytes + f->size + 4, 4, 8);
  put(f->bytes + f->size + 8, 8, 1);
  put(f->bytes + f->size + 16, 8, 0);
  f->size += 24;
  f->bytes[12]++; /* sections */
  seal(f);
}

static void newer_files_are_read_as_far_as_possible(void** state)
{
  lw_model *model = read_mechanism("tests/fmu/data/arm.xml"), *copy = NULL;
  (void)state;
  file f = write_model(model);
  append_section(&f, "more"); /* of no importance */
  assert_int_equal(try_to_read(&f, &copy), LW_OK);
  lw_model_destroy(copy);
  append_section(&f, "MORE"); /* of importance */
  assert_int_equal(try_to_read(&f, &copy), LW_ERR_FILE);
  free(f.bytes);

  /* the same section twice */
  f = write_model(model);
  append_section(&f, "BODY");
  assert_int_equal(try_to_read(&f, &copy), LW_ERR_FILE);
  free(f.bytes);

  f = write_model(model);
  put(f.bytes + 8, 4, LW_FILE_VERSION + 1);
  seal(&f);
  assert_int_equal(try_to_read(&f, &copy), LW_ERR_FILE);
  free(f.bytes);
  lw_model_destroy(model);
}

/* Records of a later version are longer: bytes after the known fields are ignored. */
static void longer_records_are_read(void** state)
{
  lw_model *model = read_mechanism("tests/fmu/data/arm.xml"), *copy = NULL;
  file      f = write_model(model);
  (void)state;
  size_t at = 32;
  while (memcmp(f.bytes + at, "BUSH", 4) != 0) {
    const size_t record = f.bytes[at + 4], count = f.bytes[at + 8] + 256u * f.bytes[at + 9];
    at += 16 + (record * count + 7) / 8 * 8;
    assert_true(at < f.size);
  }
  /* one bushing of 20 bytes, padded to 24: the padding becomes a field */
  assert_int_equal(f.bytes[at + 4], 20);
  f.bytes[at + 4] = 24;
  seal(&f);
  assert_int_equal(try_to_read(&f, &copy), LW_OK);
  assert_int_equal(copy->nbushing, 1);
  lw_model_destroy(copy);
  f.bytes[at + 4] = 16; /* and one that is too short is refused */
  seal(&f);
  assert_int_equal(try_to_read(&f, &copy), LW_ERR_FILE);
  free(f.bytes);
  lw_model_destroy(model);
}

/* ---- damage ------------------------------------------------------------------------------- */

static void damage_is_found(void** state)
{
  lw_model *model = read_mechanism("examples/four_bar.xml"), *copy = NULL;
  file      f = write_model(model);
  (void)state;
  for (size_t i = 0; i < f.size; i++) {
    f.bytes[i] ^= 0x10;
    assert_int_equal(try_to_read(&f, &copy), LW_ERR_FILE);
    f.bytes[i] ^= 0x10;
  }
  for (size_t n = 0; n < f.size; n += 1 + n / 100) {
    const file part = {f.bytes, n};
    assert_int_equal(try_to_read(&part, &copy), LW_ERR_FILE);
  }
  free(f.bytes);
  lw_model_destroy(model);
}

static uint32_t random_bits(uint32_t* seed)
{
  return (uint32_t)((lw_test_random(seed) + 1.0) * 2147483647.0);
}

/* A number that is likely to be wrong in an interesting way. */
static uint32_t odd_number(uint32_t* seed)
{
  static const uint32_t odd[] = {0,           1,           2,           3,           7,
                                 255,         65535,       0x7fffffffu, 0x80000000u, 0xffffffffu,
                                 0xfffffffeu, 0x3fffffffu, 1000000};
  const uint32_t        pick  = random_bits(seed);
  return pick % 3 == 0 ? pick >> 3 : odd[pick % (sizeof odd / sizeof odd[0])];
}

/* Files with some words replaced and a right checksum: either they are refused, or an instance of
 * the model can be created. The motion of such an instance is not tested here. */
static void sealed_nonsense_does_no_harm(void** state)
{
  uint32_t seed     = 17;
  int      accepted = 0, refused = 0;
  (void)state;
  for (int k = 0; k < NMECHANISM; k++) {
    lw_model* model = read_mechanism(MECHANISMS[k]);
    file      good  = write_model(model);
    lw_model_destroy(model);
    for (int round = 0; round < 400; round++) {
      file f = {malloc(good.size), good.size};
      assert_non_null(f.bytes);
      memcpy(f.bytes, good.bytes, good.size);
      for (uint32_t hits = 1 + random_bits(&seed) % 3; hits > 0; hits--) {
        /* words of four bytes, where counts, indices and slots are, also at odd places */
        const size_t at = 12 + random_bits(&seed) % (uint32_t)(f.size - 16);
        put(f.bytes + (hits == 1 ? at & ~(size_t)3 : at), 4, odd_number(&seed));
      }
      seal(&f);
      lw_model*    copy     = NULL;
      lw_instance* instance = NULL;
      if (try_to_read(&f, &copy) == LW_OK) {
        accepted++;
        if (lw_instance_create(copy, NULL, &instance) == LW_OK) {
          (void)lw_instance_initialize(instance, 0.0, NULL);
        }
        lw_instance_destroy(instance);
        lw_model_destroy(copy);
      } else {
        refused++;
      }
      free(f.bytes);
    }
    free(good.bytes);
  }
  print_message("%d accepted, %d refused\n", accepted, refused);
  assert_true(accepted > 100 && refused > 100); /* both ways are tested */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_read_is_what_was_written),
      cmocka_unit_test(every_choice_of_settings_is_kept),
      cmocka_unit_test(a_copy_moves_like_its_original),
      cmocka_unit_test(newer_files_are_read_as_far_as_possible),
      cmocka_unit_test(longer_records_are_read),
      cmocka_unit_test(damage_is_found),
      cmocka_unit_test(sealed_nonsense_does_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
