/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view_meshes.h - the files of the meshes of a mechanism, for a page that draws them.
 */
#ifndef LW_VIEW_MESHES_H
#define LW_VIEW_MESHES_H

#include "archive/zip_write.h"
#include <linkwork/diag.h>
#include <linkwork/model.h>
#include <linkwork/text.h>

/* Largest size of all meshes of a page, in bytes: a browser needs several seconds to read more, and
 * more triangles than these have are not drawn fluently. */
#define LW_VIEW_MOST_MESH_BYTES ((size_t)64 << 20)

/* What became of the meshes: numbers of files, and the first one of each kind. */
typedef enum lw_mesh_problem {
  LW_MESH_MISSING, /* the file is not there, or cannot be read */
  LW_MESH_FOREIGN, /* its format is none of those that a page shows */
  LW_MESH_LARGE,   /* there was no room left for it */
  LW_MESH_PROBLEMS
} lw_mesh_problem;

typedef struct lw_meshes {
  lw_archive_file* file; /* "mesh0", "mesh1", ... of the archive (count)  */
  const char**     uri;  /* what the mechanism calls them (count)         */
  size_t           count;
  unsigned         formats; /* as in lw_page_content                         */
  size_t           problem[LW_MESH_PROBLEMS];
  const char*      first[LW_MESH_PROBLEMS];
} lw_meshes;

/* Read the meshes of a mechanism from its file: paths start in the folder of that file; a URI
 * package://NAME/PATH is looked for in a folder NAME among those above it, and in ROS_PACKAGE_PATH
 * and AMENT_PREFIX_PATH. The buffers of a glTF file become part of it.
 *   Needs       the model outlives the meshes
 *   Allocates   for lw_meshes_free()
 *   Returns     LW_OK, also with problems; LW_ERR_MEMORY */
lw_status lw_meshes_read(const lw_model* model, const char* path, size_t most, lw_meshes* meshes);
void      lw_meshes_free(lw_meshes* meshes);

/* Append "meshes": [{"file", "name"}] to an object. */
void lw_meshes_json(const lw_meshes* meshes, lw_text* json);

#endif
