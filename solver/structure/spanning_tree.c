/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spanning_tree.c - choose the joints that carry bodies, order the links, close the cuts.
 *
 *   list_motions -> mark_tree: joints with the most rows first -> order_links: depth first from the
 *   ground, which is all of an outline -> list_cuts, with the links at which they close ->
 *   list_open: cuts at the links between -> list_groups: cuts that are solved together ->
 *   number_columns -> divide: branches for threads -> list_own: sides of cuts by link
 *
 *   reads    model, structure
 *   writes   lw_tree
 *   theory   section 9.1
 *   cost     linear, plus the lengths of the loops
 */
#include "structure/spanning_tree.h"

#include <stdlib.h>

#include "base/disjoint_sets.h"
#include "joint/joint.h"

bool lw_tree_carries(lw_joint_type type)
{
  return type != LW_POINT_ON_LINE && type != LW_POINT_ON_PLANE && type != LW_DISTANCE;
}

/* ---- joints that carry bodies ------------------------------------------------------------ */

/* The motion that drives each joint, or LW_NONE; the last one in the file where there are
 * several. */
static void list_motions(const lw_model* m, int* motion)
{
  for (int j = 0; j < m->njoint; j++) motion[j] = LW_NONE;
  for (int k = 0; k < m->nmotion; k++) motion[m->motion[k].joint] = k;
}

/* Rank of a joint: 7 where a motion drives it, else its number of rows. Joints of high rank
 * carry bodies first, which leaves the fewest coordinates and the fewest rows in cuts. */
static int rank_of(const lw_model* m, const int* motion, int j)
{
  const lw_joint_type type = m->joint[j].type;
  if (!lw_tree_carries(type)) {
    return 0;
  }
  return motion[j] != LW_NONE ? 7 : lw_joint_rows(type);
}

/* Set of_joint to 0 for the joints that carry a body, else to LW_NONE. `up`: scratch (nbody +
 * 1). */
static void mark_tree(const lw_model* m, const int* motion, lw_tree* t, int* up)
{
  for (int b = 0; b <= m->nbody; b++) up[b] = b;
  for (int j = 0; j < m->njoint; j++) t->of_joint[j] = LW_NONE;
  for (int rank = 7; rank > 0; rank--) {
    for (int j = 0; j < m->njoint; j++) {
      if (rank_of(m, motion, j) != rank) {
        continue;
      }
      const int p = m->joint[j].parent, c = m->joint[j].child;
      const int a = lw_set_of(up, p == LW_GROUND ? m->nbody : p);
      const int b = lw_set_of(up, c == LW_GROUND ? m->nbody : c);
      if (a != b) {
        up[a]          = b;
        t->of_joint[j] = 0;
      }
    }
  }
}

/* ---- order ------------------------------------------------------------------------------- */

static void set_degrees_of_freedom(const int* motion, lw_link* k)
{
  if (k->joint == LW_NONE) {
    k->nfree = 6;
    k->nq    = 7;
    return;
  }
  k->motion = motion[k->joint];
  k->nfree  = k->motion != LW_NONE ? 0 : 6 - lw_joint_rows(k->type);
  k->nq     = k->type == LW_SPHERICAL ? 4 : k->nfree;
}

static void add_link(const lw_model* m, const int* motion, lw_tree* t, int body, int inboard,
                     int joint)
{
  lw_link* k       = &t->link[t->nlink];
  k->body          = body;
  k->inboard       = inboard;
  k->joint         = joint;
  k->motion        = LW_NONE;
  k->type          = joint == LW_NONE ? LW_JOINT_TYPE_COUNT : m->joint[joint].type;
  k->forward       = joint == LW_NONE || m->joint[joint].child == body;
  t->of_body[body] = t->nlink++;
  set_degrees_of_freedom(motion, k);
  if (joint != LW_NONE) {
    t->of_joint[joint] = t->of_body[body];
  }
}

/* List the carrying joints at each body, and at the ground, which comes after the bodies. The
 * joints at key b are list[first[b]] to list[first[b + 1] - 1]. */
static void list_joints_at_bodies(const lw_model* m, const lw_tree* t, int* first, int* list)
{
  for (int b = 0; b < m->nbody + 3; b++) first[b] = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < m->njoint; j++) {
      for (int e = 0; e < 2 && t->of_joint[j] == 0; e++) {
        const int body = e ? m->joint[j].child : m->joint[j].parent;
        const int key  = body == LW_GROUND ? m->nbody : body;
        if (pass == 0) {
          first[key + 2]++;
        } else {
          list[first[key + 1]++] = j;
        }
      }
    }
    for (int b = 0; b <= m->nbody && pass == 0; b++) first[b + 2] += first[b + 1];
  }
}

/* Add all links that a body or the ground carries, depth first, so that a chain has consecutive
 * numbers. `stack` holds the joints still to be followed, each with the body to follow it from. */
static void add_subtree(const lw_model* m, const int* motion, lw_tree* t, const int* first,
                        const int* list, int* stack, int root_body)
{
  int n = 0, at = root_body;
  for (;;) {
    const int key = at == LW_GROUND ? m->nbody : at;
    for (int i = first[key + 1] - 1; i >= first[key]; i--) {
      const lw_joint* joint = &m->joint[list[i]];
      const int       next  = joint->parent == at ? joint->child : joint->parent;
      if (next != LW_GROUND && t->of_body[next] == LW_NONE) {
        stack[2 * n]       = list[i];
        stack[2 * n++ + 1] = at;
      }
    }
    if (n == 0) {
      return;
    }
    n--;
    const int       from  = stack[2 * n + 1];
    const lw_joint* joint = &m->joint[stack[2 * n]];
    at                    = joint->parent == from ? joint->child : joint->parent;
    add_link(m, motion, t, at, from == LW_GROUND ? m->nbody : t->of_body[from], stack[2 * n]);
  }
}

static void order_links(const lw_model* m, const int* motion, lw_tree* t, int* first, int* list,
                        int* stack)
{
  list_joints_at_bodies(m, t, first, list);
  for (int b = 0; b < m->nbody; b++) t->of_body[b] = LW_NONE;
  add_subtree(m, motion, t, first, list, stack, LW_GROUND);
  for (int b = 0; b < m->nbody; b++) {
    if (t->of_body[b] == LW_NONE) {
      add_link(m, motion, t, b, m->nbody, LW_NONE);
      add_subtree(m, motion, t, first, list, stack, b);
    }
  }
  t->link[m->nbody] = (lw_link){.body    = LW_GROUND,
                                .inboard = LW_NONE,
                                .joint   = LW_NONE,
                                .motion  = LW_NONE,
                                .type    = LW_JOINT_TYPE_COUNT,
                                .forward = true};
  for (int k = 0; k < t->nlink; k++) {
    lw_link* link = &t->link[k];
    link->q       = t->nq;
    link->v       = t->nv;
    t->nq += link->nq;
    t->nv += link->nfree;
  }
}

/* ---- cuts -------------------------------------------------------------------------------- */

static int link_of(const lw_tree* t, int body)
{
  return body == LW_GROUND ? t->nlink : t->of_body[body];
}

/* The last link that carries both links (or is one of them). */
static int common_link(const lw_tree* t, int a, int b)
{
  while (a != b) {
    /* a link comes after its inboard link, except where that is the ground, nlink */
    const bool a_later = b == t->nlink || (a != t->nlink && a > b);
    if (a_later) {
      a = t->link[a].inboard;
    } else {
      b = t->link[b].inboard;
    }
  }
  return a;
}

/* The last link that carries both bodies of every joint of a coupling. */
static int common_link_of_coupling(const lw_model* m, const lw_tree* t, const lw_coupling* coupling)
{
  int at = LW_NONE;
  for (int i = 0; i < coupling->nterm; i++) {
    const lw_joint* joint = &m->joint[m->coupling_term[coupling->term + i].joint];
    const int       ends  = common_link(t, link_of(t, joint->parent), link_of(t, joint->child));
    at                    = at == LW_NONE ? ends : common_link(t, at, ends);
  }
  return at;
}

static void list_cuts(const lw_model* m, const lw_structure* g, lw_tree* t)
{
  for (int c = 0; c < g->nconnector; c++) {
    const lw_connector* connector = &g->connector[c];
    lw_cut              cut       = {c, connector->nrow, t->nrow, t->nlink};
    if (connector->kind == LW_CONNECTOR_COUPLING) {
      cut.closes = common_link_of_coupling(m, t, &m->coupling[connector->index]);
    } else if (connector->kind == LW_CONNECTOR_JOINT && t->of_joint[connector->index] == LW_NONE) {
      const lw_joint* joint = &m->joint[connector->index];
      cut.closes            = common_link(t, link_of(t, joint->parent), link_of(t, joint->child));
    } else {
      continue;
    }
    t->cut[t->ncut++] = cut;
    t->nrow += cut.nrow;
  }
}

/* Iterate over the links at which cut c is open, each once: from each side inwards. `seen`: last
 * cut that visited a link. Returns LW_NONE at the end. */
static int next_open(const lw_structure* g, const lw_tree* t, int c, int* side, int* at, int* seen)
{
  const lw_cut*       cut       = &t->cut[c];
  const lw_connector* connector = &g->connector[cut->connector];
  for (;;) {
    if (*at == LW_NONE) {
      if (*side == connector->nside) {
        return LW_NONE;
      }
      *at = link_of(t, g->side[connector->side + (*side)++].body);
    }
    if (*at == cut->closes || seen[*at] == c) {
      *at = LW_NONE;
      continue;
    }
    const int k = *at;
    seen[k]     = c;
    *at         = t->link[k].inboard;
    return k;
  }
}

/* List the open cuts of each link in the order of the cuts: the first pass counts, the second
 * one writes. */
static lw_status list_open(const lw_structure* g, lw_tree* t, int* seen)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k <= t->nlink; k++) seen[k] = LW_NONE;
    for (int c = 0; c < t->ncut; c++) {
      int side = 0, at = LW_NONE, k;
      while ((k = next_open(g, t, c, &side, &at, seen)) != LW_NONE) {
        lw_link* link = &t->link[k];
        if (pass == 1) {
          t->entry[link->entry + link->nentry] = (lw_open_cut){c, link->nopen, LW_NONE};
          link->nopen += t->cut[c].nrow;
        }
        link->nentry++;
      }
    }
    if (pass == 0) {
      for (int k = 0; k < t->nlink; k++) {
        t->link[k].entry = t->nentry;
        t->nentry += t->link[k].nentry;
        t->link[k].nentry = 0;
      }
      t->entry = calloc((size_t)t->nentry + 1, sizeof *t->entry);
      if (!t->entry) {
        return LW_ERR_MEMORY;
      }
    }
  }
  return LW_OK;
}

/* ---- cuts that close at the same link ---------------------------------------------------- */

/* Unite cuts that close at the same link and pass one of the links that it carries directly:
 * their rows are coupled. */
static void join_cuts(const lw_structure* g, lw_tree* t, int* up, int* owner)
{
  for (int c = 0; c < t->ncut; c++) up[c] = c;
  for (int k = 0; k <= t->nlink; k++) owner[k] = LW_NONE;
  for (int c = 0; c < t->ncut; c++) {
    const lw_connector* connector = &g->connector[t->cut[c].connector];
    for (int q = connector->side; q < connector->side + connector->nside; q++) {
      int k = link_of(t, g->side[q].body);
      while (k != t->cut[c].closes && t->link[k].inboard != t->cut[c].closes) {
        k = t->link[k].inboard;
      }
      if (k == t->cut[c].closes) {
        continue;
      }
      if (owner[k] == LW_NONE) {
        owner[k] = c;
      } else {
        up[lw_set_of(up, c)] = lw_set_of(up, owner[k]);
      }
    }
  }
}

/* Append the group of the cuts in the set of `root`. */
static void add_group(lw_tree* t, int root, int* up, int* closed)
{
  lw_group* group = &t->group[t->ngroup++];
  lw_link*  link  = &t->link[t->cut[root].closes];
  group->link     = t->cut[root].closes;
  group->cut      = *closed;
  group->at       = link->width;
  for (int c = 0; c < t->ncut; c++) {
    if (lw_set_of(up, c) == root) {
      t->closing[(*closed)++] = c;
      t->row_of_cut[c]        = group->nrow;
      group->nrow += t->cut[c].nrow;
    }
  }
  group->ncut = *closed - group->cut;
  link->width += group->nrow;
  link->ngroup++;
}

static void list_groups(lw_tree* t, int* up)
{
  int closed = 0, row = 0;
  for (int k = 0; k <= t->nlink; k++) t->link[k].width = t->link[k].nopen;
  for (int k = 0; k <= t->nlink; k++) {
    t->link[k].group = t->ngroup;
    for (int c = 0; c < t->ncut; c++) {
      if (t->cut[c].closes == k && lw_set_of(up, c) == c) {
        add_group(t, c, up, &closed);
      }
    }
  }
  for (int i = 0; i < t->ngroup; i++) {
    lw_group* group = &t->group[i];
    group->row      = row;
    group->square   = t->ngsquare;
    group->response = t->nresponse;
    row += group->nrow;
    t->ngsquare += group->nrow * group->nrow;
    t->nresponse += group->nrow * (6 + t->link[group->link].nopen);
  }
}

/* Column of a cut at a link where it is open or closes. */
static int column_of(const lw_tree* t, int k, int cut)
{
  const lw_link* link = &t->link[k];
  if (t->cut[cut].closes == k) {
    for (int i = link->group; i < link->group + link->ngroup; i++) {
      const lw_group* group = &t->group[i];
      for (int c = group->cut; c < group->cut + group->ncut; c++) {
        if (t->closing[c] == cut) {
          return group->at + t->row_of_cut[cut];
        }
      }
    }
  }
  for (int i = link->entry; i < link->entry + link->nentry; i++) {
    if (t->entry[i].cut == cut) {
      return t->entry[i].at;
    }
  }
  return LW_NONE;
}

static void number_columns(lw_tree* t)
{
  for (int k = 0; k <= t->nlink; k++) {
    lw_link* link = &t->link[k];
    link->column  = t->ncolumn;
    link->square  = t->nsquare;
    t->ncolumn += link->width;
    t->nsquare += link->width * link->width;
    for (int i = link->entry; i < link->entry + link->nentry; i++) {
      t->entry[i].above = column_of(t, link->inboard, t->entry[i].cut);
    }
  }
}

/* List the sides of the cuts by link: the first pass counts, the second one writes. */
static lw_status list_own(const lw_structure* g, lw_tree* t)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int c = 0; c < t->ncut; c++) {
      const lw_connector* connector = &g->connector[t->cut[c].connector];
      for (int q = connector->side; q < connector->side + connector->nside; q++) {
        if (g->side[q].body == LW_GROUND) {
          continue;
        }
        const int k    = t->of_body[g->side[q].body];
        lw_link*  link = &t->link[k];
        if (pass == 1) {
          t->own[link->own + link->nown] = (lw_own_side){c, q, column_of(t, k, c)};
        }
        link->nown++;
      }
    }
    for (int k = 0; k < t->nlink && pass == 0; k++) {
      t->link[k].own = t->nown;
      t->nown += t->link[k].nown;
      t->link[k].nown = 0;
    }
    if (pass == 0 && !(t->own = calloc((size_t)t->nown + 1, sizeof *t->own))) {
      return LW_ERR_MEMORY;
    }
  }
  return LW_OK;
}

/* ---- branches ---------------------------------------------------------------------------- */

/* Fewest links of a mechanism, and of a branch, for several threads: a link takes 0.25 us, and a
 * barrier of 1 us must be short against the work of a thread. */
#define LINKS_MIN 64
#define BRANCH_MIN 8
/* A branch has at most this fraction of the links, so that any number of threads gets about equal
 * shares. */
#define BRANCH_FRACTION 8

/* List the largest subtrees with at most `most` links; consecutive ones are put together up to this
 * number. */
static void list_branches(lw_tree* t, const int* size, int most)
{
  for (int i = 0; i < t->nlink;) {
    if (size[i] > most) {
      i++;
      continue;
    }
    const int  end  = i + size[i];
    lw_branch* last = t->nbranch > 0 ? &t->branch[t->nbranch - 1] : NULL;
    if (last && last->end == i && end - last->first <= most) {
      last->end = end;
    } else {
      /* NOLINTNEXTLINE(clang-analyzer-core.*): there is room for as many as links */
      t->branch[t->nbranch++] = (lw_branch){i, end};
    }
    i = end;
  }
}

/* Keep the branches that are large enough; a single one is none. */
static void keep_large(lw_tree* t)
{
  int n = 0;
  for (int b = 0; b < t->nbranch; b++) {
    if (t->branch[b].end - t->branch[b].first >= BRANCH_MIN) {
      t->branch[n++] = t->branch[b];
    }
  }
  t->nbranch = n > 1 ? n : 0;
}

/* Divide the links into branches and a trunk. Links are in depth-first order, so that the
 * subtree of a link follows it. `size`: scratch (nlink). */
static void divide(lw_tree* t, int* size)
{
  for (int i = 0; i < t->nlink; i++) size[i] = 1;
  for (int i = t->nlink - 1; i >= 0; i--) {
    if (t->link[i].inboard != t->nlink) {
      size[t->link[i].inboard] += size[i];
    }
  }
  if (t->nlink >= LINKS_MIN) {
    list_branches(t, size, t->nlink / BRANCH_FRACTION);
    keep_large(t);
  }
  int b = t->nbranch - 1;
  for (int i = t->nlink - 1; i >= 0; i--) {
    const lw_branch* branch = b >= 0 ? &t->branch[b] : NULL;
    if (!branch || i >= branch->end) {
      t->trunk[t->ntrunk++] = i;
      continue;
    }
    const int inboard = t->link[i].inboard;
    if (inboard < branch->first || inboard == t->nlink) {
      t->trunk[t->ntrunk++] = -1 - i;
    }
    b -= i == branch->first;
  }
}

/* ---- creation and destruction ------------------------------------------------------------ */

lw_status lw_tree_outline(const lw_model* m, lw_tree** tree)
{
  *tree              = NULL;
  const size_t nbody = (size_t)m->nbody, njoint = (size_t)m->njoint;
  lw_tree*     t    = calloc(1, sizeof *t);
  int*         work = calloc(nbody + 5 * njoint + 16, sizeof *work);
  if (t) {
    t->link     = calloc(nbody + 1, sizeof *t->link);
    t->of_body  = calloc(nbody + 1, sizeof *t->of_body);
    t->of_joint = calloc(njoint + 1, sizeof *t->of_joint);
  }
  if (!work || !t || !t->link || !t->of_body || !t->of_joint) {
    free(work);
    lw_tree_destroy(t);
    return LW_ERR_MEMORY;
  }
  int* motion = work + nbody + 3 + 4 * njoint;
  list_motions(m, motion);
  mark_tree(m, motion, t, work);
  order_links(m, motion, t, work, work + nbody + 3, work + nbody + 3 + 2 * njoint);
  free(work);
  *tree = t;
  return LW_OK;
}

lw_status lw_tree_create(const lw_model* m, const lw_structure* g, lw_tree** tree)
{
  lw_status status = lw_tree_outline(m, tree);
  if (status != LW_OK) {
    return status;
  }
  lw_tree*     t     = *tree;
  const size_t nbody = (size_t)m->nbody, ncut = (size_t)m->njoint + (size_t)m->ncoupling;
  int*         work = calloc(nbody + 2 * ncut + 16, sizeof *work);
  t->cut            = calloc(ncut + 1, sizeof *t->cut);
  t->group          = calloc(ncut + 1, sizeof *t->group);
  t->closing        = calloc(ncut + 1, sizeof *t->closing);
  t->row_of_cut     = calloc(ncut + 1, sizeof *t->row_of_cut);
  t->branch         = calloc(nbody + 1, sizeof *t->branch);
  t->trunk          = calloc(nbody + 1, sizeof *t->trunk);
  if (work && t->cut && t->group && t->closing && t->row_of_cut && t->branch && t->trunk) {
    list_cuts(m, g, t);
    status = list_open(g, t, work);
    if (status == LW_OK) {
      join_cuts(g, t, work, work + ncut + 1);
      list_groups(t, work);
      number_columns(t);
      divide(t, work);
      status = list_own(g, t);
    }
  } else {
    status = LW_ERR_MEMORY;
  }
  free(work);
  if (status != LW_OK) {
    lw_tree_destroy(t);
    *tree = NULL;
  }
  return status;
}

void lw_tree_destroy(lw_tree* t)
{
  if (t) {
    free(t->link);
    free(t->of_body);
    free(t->of_joint);
    free(t->cut);
    free(t->entry);
    free(t->own);
    free(t->group);
    free(t->closing);
    free(t->row_of_cut);
    free(t->branch);
    free(t->trunk);
    free(t);
  }
}
