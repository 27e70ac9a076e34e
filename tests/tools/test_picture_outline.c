/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_picture_outline.c - the points from which bodies are drawn in pictures.
 */
#include "picture_outline.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include <linkwork/mechanism_xml.h>

/* Shapes reach as far as docs/mechanism-format.md says: half a box, a radius, and along z half a
 * length; a capsule has a radius more. */
static void shapes_reach_as_far_as_they_are_long(void** state)
{
  (void)state;
  static const char file[] =
      "<mechanism name=\"shapes\"><body name=\"b\" mass=\"1\" inertia=\"1 1 1\">"
      "<shape type=\"box\" size=\"1 2 3\"/>"
      "<shape type=\"sphere\" radius=\"0.4\"/>"
      "<shape type=\"cylinder\" radius=\"0.3\" length=\"1.6\"/>"
      "<shape type=\"capsule\" radius=\"0.2\" length=\"1.2\"/></body></mechanism>";
  static const double reach[4][3] = {
      {0.5, 1.0, 1.5}, {0.4, 0.4, 0.4}, {0.3, 0.3, 0.8}, {0.2, 0.2, 0.8}};
  lw_diag   diag  = {0};
  lw_model* model = NULL;
  if (lw_mechanism_read_memory(file, strlen(file), &model, &diag) != LW_OK) {
    fail_msg("%d: %s", diag.line, diag.text);
  }
  double          time  = 0.0;
  lw_picture_pose pose  = {.quat = {1.0, 0.0, 0.0, 0.0}};
  const lw_track  track = {.nrow = 1, .nbody = 1, .time = &time, .pose = &pose};
  lw_outlines     o;
  assert_int_equal(lw_outlines_create(model, &track, &o, &diag), LW_OK);
  assert_int_equal(o.noutline, 4);
  for (int i = 0; i < o.noutline; i++) {
    const lw_outline* outline = &o.outline[i];
    double            most[3] = {0.0, 0.0, 0.0};
    for (int p = outline->first; p < outline->first + outline->npoint; p++) {
      for (int k = 0; k < 3; k++) most[k] = fmax(most[k], fabs(o.point[p][k]) + outline->radius);
    }
    /* corners of a circle lie on it, of which some are on the axes */
    assert_close(3, most, reach[i], 1e-12);
  }
  lw_outlines_free(&o);
  lw_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_reach_as_far_as_they_are_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
