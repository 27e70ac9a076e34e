/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_meshes.c - the files of the meshes of a mechanism, for a page that draws them.
 */
#define _XOPEN_SOURCE 700 /* realpath, strdup */

#include "view_meshes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "page/json.h"
#include "page/page.h"
#include "xml/tree.h"

/* ---- where a file is ---------------------------------------------------------------------- */

static bool is_there(const char* path)
{
  FILE* file = fopen(path, "rb");
  if (file) {
    (void)fclose(file);
  }
  return file != NULL;
}

/* Copy FOLDER MIDDLE NAME, and say whether there is such a file. */
static bool try_path(lw_text* path, const char* folder, size_t n, const char* middle,
                     const char* name)
{
  path->size = 0;
  lw_text_add_bytes(path, folder, n);
  lw_text_add(path, middle);
  lw_text_add(path, name);
  lw_text_add_char(path, '\0');
  return !path->failed && is_there(path->data);
}

/* Look into the folders of a list that colons separate. */
static bool try_list(lw_text* path, const char* list, const char* middle, const char* name)
{
  while (list && *list) {
    const size_t n = strcspn(list, ":");
    if (n > 0 && try_path(path, list, n, middle, name)) {
      return true;
    }
    list += n + (list[n] == ':' ? 1 : 0);
  }
  return false;
}

/* A file NAME/PATH of a package: in a folder above that of the mechanism, or where ROS has its
 * packages. */
static bool find_in_package(lw_text* path, const char* folder, const char* name)
{
  size_t n = strlen(folder);
  while (n > 0) {
    if (try_path(path, folder, n, "/", name)) {
      return true;
    }
    while (n > 0 && folder[n - 1] != '/') n--;
    n -= n > 0 ? 1 : 0;
  }
  return try_list(path, getenv("ROS_PACKAGE_PATH"), "/", name) ||
         try_list(path, getenv("AMENT_PREFIX_PATH"), "/share/", name);
}

static bool skip(const char** text, const char* begin)
{
  const size_t n = strlen(begin);
  if (strncmp(*text, begin, n) != 0) {
    return false;
  }
  *text += n;
  return true;
}

/* The path of a mesh, from the folder of the mechanism. */
static bool find_file(lw_text* path, const char* folder, const char* uri)
{
  if (skip(&uri, "package://") || skip(&uri, "model://")) {
    return find_in_package(path, folder, uri);
  }
  (void)skip(&uri, "file://");
  return *uri == '/' ? try_path(path, "", 0, "", uri)
                     : try_path(path, folder, strlen(folder), "/", uri);
}

/* The folder of a file, without links, for free(); NULL: no memory, or there is no such file. */
static char* folder_of(const char* path)
{
  char* folder = realpath(path, NULL);
  char* slash  = folder ? strrchr(folder, '/') : NULL;
  if (slash) {
    *slash = '\0';
  }
  return folder;
}

/* ---- formats ------------------------------------------------------------------------------ */

/* The number of a format by the ending of a name, or -1. The two kinds of glTF are one format. */
static int format_of(const char* name)
{
  const char* dot    = strrchr(name, '.');
  const char* suffix = dot ? dot + 1 : "";
  if (!strcasecmp(suffix, "glb")) {
    suffix = "gltf";
  }
  for (int i = 0; lw_page_mesh_suffixes[i]; i++) {
    if (!strcasecmp(suffix, lw_page_mesh_suffixes[i])) {
      return i;
    }
  }
  return -1;
}

/* The end of the next text of JSON after a member "uri", and its begin; NULL: there is none. */
static const char* next_uri(const char* json, const char** begin)
{
  const char* key = strstr(json, "\"uri\"");
  if (!key) {
    return NULL;
  }
  const char* at = key + 5;
  at += strspn(at, " \t\r\n:");
  *begin = at + 1;
  return *at == '"' ? strchr(at + 1, '"') : NULL;
}

/* Put the files of buffers, which stand beside it, into a glTF file; other files, textures, are not
 * drawn. */
static lw_status join_buffers(const char* file, lw_text* gltf)
{
  char* folder = folder_of(file);
  if (!folder) {
    return LW_ERR_MEMORY;
  }
  lw_text joined = {0}, path = {0};
  lw_text_add_char(gltf, '\0');
  const char* at = gltf->failed ? "" : gltf->data;
  const char* begin;
  for (const char* end = next_uri(at, &begin); end; end = next_uri(at, &begin)) {
    lw_text name = {0}, bytes = {0};
    size_t  size = 0;
    lw_text_add_bytes(&name, begin, (size_t)(end - begin));
    lw_text_add_char(&name, '\0');
    lw_text_add_bytes(&joined, at, (size_t)(begin - at));
    const char* dot = name.failed ? NULL : strrchr(name.data, '.');
    if (dot && !strcmp(dot, ".bin") && find_file(&path, folder, name.data) &&
        lw_xml_load(path.data, NULL, &bytes.data, &size) == LW_OK) {
      bytes.size = size;
      lw_text_add(&joined, "data:application/octet-stream;base64,");
      lw_page_add_base64(&joined, &bytes);
    } else {
      lw_text_add_bytes(&joined, begin, (size_t)(end - begin));
    }
    free(bytes.data);
    lw_text_free(&name);
    at = end;
  }
  lw_text_add(&joined, at);
  free(folder);
  lw_text_free(&path);
  lw_text_free(gltf);
  *gltf = joined;
  return joined.failed ? LW_ERR_MEMORY : LW_OK;
}

/* ---- reading ------------------------------------------------------------------------------ */

static void note(lw_meshes* meshes, lw_mesh_problem problem, const char* uri)
{
  if (meshes->problem[problem]++ == 0) {
    meshes->first[problem] = uri;
  }
}

/* Append a file; its bytes are taken. */
static lw_status append(lw_meshes* meshes, const char* uri, const lw_text* bytes)
{
  const size_t n    = meshes->count + 1;
  const char** uris = realloc((void*)meshes->uri, n * sizeof *uris);
  if (!uris) {
    return LW_ERR_MEMORY;
  }
  meshes->uri           = uris;
  lw_archive_file* file = realloc(meshes->file, n * sizeof *file);
  if (!file) {
    return LW_ERR_MEMORY;
  }
  meshes->file = file;
  char* name   = malloc(32);
  if (!name) {
    return LW_ERR_MEMORY;
  }
  (void)snprintf(name, 32, "mesh%zu", meshes->count);
  meshes->uri[meshes->count] = uri;
  meshes->file[meshes->count++] =
      (lw_archive_file){.name = name, .bytes = bytes->data, .size = bytes->size};
  return LW_OK;
}

static lw_status read_mesh(const char* folder, const char* uri, size_t most, size_t* total,
                           lw_meshes* meshes)
{
  lw_text   path = {0}, bytes = {0};
  size_t    size   = 0;
  const int format = format_of(uri);
  lw_status status = LW_OK;
  if (format < 0) {
    note(meshes, LW_MESH_FOREIGN, uri);
  } else if (!find_file(&path, folder, uri) ||
             lw_xml_load(path.data, NULL, &bytes.data, &size) != LW_OK) {
    note(meshes, LW_MESH_MISSING, uri);
  } else {
    bytes.size      = size;
    bytes.cap       = size;
    const bool gltf = strcmp(lw_page_mesh_suffixes[format], "gltf") == 0;
    if (gltf && size >= 4 && memcmp(bytes.data, "glTF", 4) != 0) {
      status = join_buffers(path.data, &bytes);
    }
    if (status == LW_OK && bytes.size > most - *total) {
      note(meshes, LW_MESH_LARGE, uri);
    } else if (status == LW_OK) {
      status = append(meshes, uri, &bytes);
      if (status == LW_OK) {
        *total += bytes.size;
        meshes->formats |= 1u << format;
        bytes = (lw_text){0};
      }
    }
  }
  lw_text_free(&bytes);
  lw_text_free(&path);
  return status;
}

/* Whether a shape before this one has the same file. */
static bool is_known(const lw_model* model, int shape)
{
  const char* uri = lw_model_name(model, model->shape[shape].file);
  for (int i = 0; i < shape; i++) {
    if (model->shape[i].type == LW_SHAPE_MESH &&
        !strcmp(lw_model_name(model, model->shape[i].file), uri)) {
      return true;
    }
  }
  return false;
}

lw_status lw_meshes_read(const lw_model* model, const char* path, size_t most, lw_meshes* meshes)
{
  char*     folder = folder_of(path);
  size_t    total  = 0;
  lw_status status = folder ? LW_OK : LW_ERR_MEMORY;
  *meshes          = (lw_meshes){.count = 0};
  for (int i = 0; i < model->nshape && status == LW_OK; i++) {
    if (model->shape[i].type == LW_SHAPE_MESH && !is_known(model, i)) {
      status = read_mesh(folder, lw_model_name(model, model->shape[i].file), most, &total, meshes);
    }
  }
  free(folder);
  return status;
}

void lw_meshes_free(lw_meshes* meshes)
{
  for (size_t i = 0; i < meshes->count; i++) {
    free((void*)meshes->file[i].name);
    free((void*)meshes->file[i].bytes);
  }
  free(meshes->file);
  free((void*)meshes->uri);
  *meshes = (lw_meshes){.count = 0};
}

void lw_meshes_json(const lw_meshes* meshes, lw_text* json)
{
  lw_json_begin(json, "meshes", '[');
  for (size_t i = 0; i < meshes->count; i++) {
    lw_json_begin(json, NULL, '{');
    lw_json_string(json, "file", meshes->uri[i]);
    lw_json_string(json, "name", meshes->file[i].name);
    lw_json_end(json, '}');
  }
  lw_json_end(json, ']');
}
