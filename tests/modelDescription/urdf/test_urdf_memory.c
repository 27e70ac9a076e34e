/* SPDX-License-Identifier: BSD-2-Clause */
/* Every allocation fails once: the call says so, and nothing is lost. */
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "check.h"
#include "folder.h"
#include "path.h"
#include "urdf/urdf.h"

/* Read, resolve, convert; everything is freed again. */
static lw_status convert(const char* robot_text, const char* loops_text)
{
  const lw_urdf_options options = {.base = LW_URDF_BASE_AUTO};
  lw_diag               diag    = {0};
  lw_urdf*              robot   = NULL;
  lw_loops*             loops   = NULL;
  lw_text               text    = {0};
  lw_status             status = lw_urdf_read_memory(robot_text, strlen(robot_text), &diag, &robot);
  if (status == LW_OK) {
    status = lw_loops_read_memory(loops_text, strlen(loops_text), &diag, &loops);
  }
  if (status == LW_OK) {
    status = lw_loops_resolve(loops, robot, &diag);
  }
  if (status == LW_OK) {
    status = lw_urdf_convert(robot, loops, &options, NULL, NULL, &text, &diag);
  }
  lw_text_free(&text);
  lw_loops_free(loops);
  lw_urdf_free(robot);
  return status;
}

static void no_memory_is_told_and_nothing_lost(void** state)
{
  (void)state;
  static const struct {
    const char *robot, *loops;
  } cases[] = {{"tests/modelDescription/urdf/good/fourbar.urdf",
                "tests/modelDescription/urdf/loops/fourbar.yaml"},
               {"tests/modelDescription/urdf/good/fourbar.urdf",
                "tests/modelDescription/urdf/loops/fourbar.xml"},
               {"tests/modelDescription/urdf/good/arm.urdf", NULL},
               {"tests/modelDescription/urdf/good/stacked.urdf", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char   path[LW_TEST_PATH_SIZE];
    size_t size;
    lw_test_repo_path(cases[i].robot, path);
    char* robot = folder_read(path, &size);
    char* loops = NULL;
    if (cases[i].loops) {
      lw_test_repo_path(cases[i].loops, path);
      loops = folder_read(path, &size);
    }
    const char* sidecar = loops ? loops : "<loops/>";
    assert_int_equal(convert(robot, sidecar), LW_OK);
    long refused = 0;
    for (long n = 0;; n++) {
      const long blocks = lw_test_blocks();
      lw_test_fail_allocation(n);
      const lw_status status = convert(robot, sidecar);
      lw_test_fail_allocation(-1);
      assert_int_equal(lw_test_blocks(), blocks);
      if (status == LW_OK) {
        break;
      }
      assert_int_equal(status, LW_ERR_MEMORY);
      refused++;
    }
    assert_true(refused > 50);
    free(robot);
    free(loops);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_memory_is_told_and_nothing_lost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
