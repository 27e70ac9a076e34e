/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_view_meshes.c - files of meshes for a page: where they are found, and which are left out.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "page/page.h"
#include "path.h"
#include "view_meshes.h"
#include <linkwork/mechanism_xml.h>

static char folder[LW_TEST_PATH_SIZE];

/* Files of the test, below the folder; the mechanism is below robot/urdf. */
static const char* const names[] = {
    "robot/urdf/m.xml",     "robot/urdf/a.stl",    "robot/meshes/b.OBJ", "elsewhere/c/c.dae",
    "ament/share/d/d.stl",  "robot/meshes/e.gltf", "robot/meshes/e.bin", "robot/meshes/f.glb",
    "robot/urdf/large.stl", "robot/urdf/g.ply"};
static const char* const folders[] = {"robot",       "robot/urdf",    "robot/meshes",
                                      "elsewhere",   "elsewhere/c",   "ament",
                                      "ament/share", "ament/share/d", NULL};

static const char gltf[] =
    "{\"buffers\":[{\"uri\" : \"e.bin\",\"byteLength\":3}],\"images\":[{\"uri\":\"e.png\"}]}";

static void path_of(const char* name, char path[2 * LW_TEST_PATH_SIZE])
{
  (void)snprintf(path, 2 * LW_TEST_PATH_SIZE, "%s/%s", folder, name);
}

static void write_file(const char* name, const char* text, size_t size)
{
  char path[2 * LW_TEST_PATH_SIZE];
  path_of(name, path);
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static int make_files(void** state)
{
  char large[1000], path[2 * LW_TEST_PATH_SIZE];
  (void)state;
  lw_test_scratch_path("test_view_meshes.XXXXXX", folder);
  if (!mkdtemp(folder)) {
    return -1;
  }
  for (int i = 0; folders[i]; i++) {
    path_of(folders[i], path);
    assert_int_equal(mkdir(path, 0700), 0);
  }
  for (size_t i = 1; i < sizeof names / sizeof *names; i++) write_file(names[i], names[i], 5);
  memset(large, 'x', sizeof large);
  write_file("robot/urdf/large.stl", large, sizeof large);
  write_file("robot/meshes/e.gltf", gltf, sizeof gltf - 1);
  write_file("robot/meshes/e.bin", "Man", 3);
  write_file("robot/meshes/f.glb", "glTF\x02", 5);
  path_of("elsewhere", path);
  assert_int_equal(setenv("ROS_PACKAGE_PATH", path, 1), 0);
  path_of("ament", path);
  assert_int_equal(setenv("AMENT_PREFIX_PATH", path, 1), 0);
  return 0;
}

static int remove_files(void** state)
{
  char path[2 * LW_TEST_PATH_SIZE];
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    path_of(names[i], path);
    (void)unlink(path);
  }
  for (size_t i = sizeof folders / sizeof *folders - 1; i-- > 0;) {
    path_of(folders[i], path);
    (void)rmdir(path);
  }
  return rmdir(folder);
}

/* The meshes of a mechanism with shapes of these files, separated by blanks. */
static void read_meshes(const char* files, size_t most, lw_model** model, lw_meshes* meshes)
{
  char text[4000] = "<mechanism name=\"m\"><body name=\"b\" mass=\"1\" inertia=\"1 1 1\">";
  char path[2 * LW_TEST_PATH_SIZE];
  while (*files) {
    const size_t n = strcspn(files, " ");
    char         shape[400];
    (void)snprintf(shape, sizeof shape, "<shape type=\"mesh\" file=\"%.*s\"/>", (int)n, files);
    strcat(text, shape);
    files += n + (files[n] == ' ');
  }
  strcat(text, "</body></mechanism>\n");
  write_file("robot/urdf/m.xml", text, strlen(text));
  path_of("robot/urdf/m.xml", path);
  assert_int_equal(lw_mechanism_read(path, model, NULL), LW_OK);
  assert_int_equal(lw_meshes_read(*model, path, most, meshes), LW_OK);
}

static void meshes_are_found_by_paths_and_in_packages(void** state)
{
  lw_model* model = NULL;
  lw_meshes meshes;
  char      list[8 * LW_TEST_PATH_SIZE];
  (void)state;
  (void)snprintf(list, sizeof list,
                 "a.stl ../meshes/b.OBJ package://robot/meshes/f.glb package://c/c.dae "
                 "package://d/d.stl %s/robot/urdf/a.stl file://%s/robot/urdf/large.stl a.stl",
                 folder, folder);
  read_meshes(list, 100000, &model, &meshes);
  assert_int_equal(meshes.count, 7); /* a file that is named twice is there once */
  for (int i = 0; i < LW_MESH_PROBLEMS; i++) assert_int_equal(meshes.problem[i], 0);
  assert_int_equal(meshes.formats, 15); /* all that lw_page_mesh_suffixes has */
  assert_string_equal(meshes.file[0].name, "mesh0");
  assert_memory_equal(meshes.file[3].bytes, "elsew", 5);
  assert_memory_equal(meshes.file[4].bytes, "ament", 5);
  assert_int_equal(meshes.file[6].size, 1000);
  lw_text json = {0};
  lw_text_add_char(&json, '{');
  lw_meshes_json(&meshes, &json);
  lw_text_add_char(&json, '\0');
  assert_non_null(strstr(json.data, "{\"file\":\"package://c/c.dae\",\"name\":\"mesh3\"}"));
  lw_text_free(&json);
  lw_meshes_free(&meshes);
  lw_model_destroy(model);
}

static void meshes_that_cannot_be_shown_are_counted(void** state)
{
  lw_model* model = NULL;
  lw_meshes meshes;
  (void)state;
  read_meshes("a.stl nowhere.stl package://robot/nowhere.dae g.ply large.stl ../meshes/b.OBJ", 100,
              &model, &meshes);
  assert_int_equal(meshes.count, 2);
  assert_int_equal(meshes.problem[LW_MESH_MISSING], 2);
  assert_string_equal(meshes.first[LW_MESH_MISSING], "nowhere.stl");
  assert_int_equal(meshes.problem[LW_MESH_FOREIGN], 1);
  assert_string_equal(meshes.first[LW_MESH_FOREIGN], "g.ply");
  assert_int_equal(meshes.problem[LW_MESH_LARGE], 1);
  assert_string_equal(meshes.first[LW_MESH_LARGE], "large.stl");
  assert_string_equal(meshes.uri[1], "../meshes/b.OBJ"); /* what comes after it still fits */
  lw_meshes_free(&meshes);
  lw_model_destroy(model);
}

/* "Man" is "TWFu" in RFC 4648 */
static void buffers_of_gltf_become_part_of_it(void** state)
{
  static const char joined[] =
      "{\"buffers\":[{\"uri\" : \"data:application/octet-stream;base64,TWFu\",\"byteLength\":3}],"
      "\"images\":[{\"uri\":\"e.png\"}]}";
  lw_model* model = NULL;
  lw_meshes meshes;
  (void)state;
  read_meshes("../meshes/e.gltf", 1000, &model, &meshes);
  assert_int_equal(meshes.count, 1);
  assert_int_equal(meshes.file[0].size, sizeof joined - 1);
  assert_memory_equal(meshes.file[0].bytes, joined, sizeof joined - 1);
  lw_meshes_free(&meshes);
  lw_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(meshes_are_found_by_paths_and_in_packages),
      cmocka_unit_test(meshes_that_cannot_be_shown_are_counted),
      cmocka_unit_test(buffers_of_gltf_become_part_of_it),
  };
  return cmocka_run_group_tests(tests, make_files, remove_files);
}
