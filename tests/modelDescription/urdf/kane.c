/* SPDX-License-Identifier: BSD-2-Clause */
#include "kane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>

#include "check.h"
#include "dense.h"

typedef struct kane_link {
  char        name[128];
  double      mass, I[9]; /* about the centre of mass, axes of the inertial frame */
  double      com[3], R_inertial[9];
  int         joint; /* that leads to it, or -1 */
  bool        placed;
  kane_motion motion;
  double *    dv, *dw; /* partial velocities of its origin and of its rotation (n x 3) */
} kane_link;

typedef struct kane_joint {
  char   name[128], parent_name[128], child_name[128], leader_name[128];
  char   kind; /* 'f'ixed, 'r'evolute, 'p'rismatic */
  int    parent, child, leader;
  double at[3], R[9], axis[3], multiplier, offset, damping, friction;
  double q, rate;
  int    column; /* of the coordinate that moves it, or -1 */
  double ratio;  /* of its own to that                      */
} kane_joint;

struct kane_robot {
  kane_link*  link;
  kane_joint* joint;
  int         nlink, njoint, n; /* n: coordinates, six of a floating root first */
  bool        floating;
  double      v[3], w[3];
};

/* ---- three by three ---------------------------------------------------------------------- */

static void cross(double c[3], const double a[3], const double b[3])
{
  const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
  c[0] = x;
  c[1] = y;
}

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void times(double y[3], const double A[9], const double x[3])
{
  const double t[3] = {dot(A, x), dot(A + 3, x), dot(A + 6, x)};
  memcpy(y, t, sizeof t);
}

static void product(double C[9], const double A[9], const double B[9])
{
  double t[9];
  for (int i = 0; i < 9; i++) {
    t[i] = 0.0;
    for (int k = 0; k < 3; k++) t[i] += A[i / 3 * 3 + k] * B[3 * k + i % 3];
  }
  memcpy(C, t, sizeof t);
}

/* Rodrigues: 1 + sin K + (1 - cos) K^2 */
static void turn(double R[9], const double u[3], double angle)
{
  const double s = sin(angle), c = 1.0 - cos(angle);
  const double K[9] = {0.0, -u[2], u[1], u[2], 0.0, -u[0], -u[1], u[0], 0.0};
  double       K2[9];
  product(K2, K, K);
  for (int i = 0; i < 9; i++) R[i] = (i % 4 == 0 ? 1.0 : 0.0) + s * K[i] + c * K2[i];
}

/* Rz(y) Ry(p) Rx(r) */
static void from_rpy(double R[9], const double rpy[3])
{
  const double x[3] = {1.0, 0.0, 0.0}, y[3] = {0.0, 1.0, 0.0}, z[3] = {0.0, 0.0, 1.0};
  double       Rx[9], Ry[9];
  turn(Rx, x, rpy[0]);
  turn(Ry, y, rpy[1]);
  turn(R, z, rpy[2]);
  product(R, R, Ry);
  product(R, R, Rx);
}

/* ---- the file ---------------------------------------------------------------------------- */

static xmlNode* child_of(const xmlNode* node, const char* name)
{
  xmlNode* c = node->children;
  while (c && (c->type != XML_ELEMENT_NODE || strcmp((const char*)c->name, name) != 0)) c = c->next;
  return c;
}

static void get_text(const xmlNode* node, const char* attribute, char text[128])
{
  xmlChar* value = xmlGetProp(node, (const xmlChar*)attribute);
  assert_non_null(value);
  assert_true(strlen((const char*)value) < 128);
  strcpy(text, (const char*)value);
  xmlFree(value);
}

/* Numbers of an attribute; those that are missing stay. */
static void get_numbers(const xmlNode* node, const char* attribute, int n, double value[])
{
  xmlChar* text = node ? xmlGetProp(node, (const xmlChar*)attribute) : NULL;
  char*    next = (char*)text;
  for (int i = 0; i < n && next; i++) value[i] = strtod(next, &next);
  xmlFree(text);
}

static void get_origin(const xmlNode* node, double at[3], double R[9])
{
  const xmlNode* origin = child_of(node, "origin");
  double         rpy[3] = {0.0, 0.0, 0.0};
  at[0] = at[1] = at[2] = 0.0;
  get_numbers(origin, "xyz", 3, at);
  get_numbers(origin, "rpy", 3, rpy);
  from_rpy(R, rpy);
}

static void read_link(const xmlNode* node, kane_link* l)
{
  static const char* const entry[9] = {"ixx", "ixy", "ixz", "ixy", "iyy",
                                       "iyz", "ixz", "iyz", "izz"};
  const xmlNode*           inertial = child_of(node, "inertial");
  memset(l, 0, sizeof *l);
  l->joint = -1;
  get_text(node, "name", l->name);
  if (inertial) {
    get_origin(inertial, l->com, l->R_inertial);
    get_numbers(child_of(inertial, "mass"), "value", 1, &l->mass);
    for (int i = 0; i < 9; i++) get_numbers(child_of(inertial, "inertia"), entry[i], 1, &l->I[i]);
  }
}

static void read_joint(const xmlNode* node, kane_joint* j)
{
  char type[128];
  memset(j, 0, sizeof *j);
  get_text(node, "name", j->name);
  get_text(node, "type", type);
  get_text(child_of(node, "parent"), "link", j->parent_name);
  get_text(child_of(node, "child"), "link", j->child_name);
  get_origin(node, j->at, j->R);
  j->kind = !strcmp(type, "fixed") ? 'f' : !strcmp(type, "prismatic") ? 'p' : 'r';
  if (j->kind == 'r' && strcmp(type, "revolute") != 0 && strcmp(type, "continuous") != 0) {
    fail_msg("joint %s of type %s", j->name, type);
  }
  j->axis[0] = 1.0;
  get_numbers(child_of(node, "axis"), "xyz", 3, j->axis);
  const double length = sqrt(dot(j->axis, j->axis));
  for (int i = 0; i < 3; i++) j->axis[i] /= length > 0.0 ? length : 1.0;
  get_numbers(child_of(node, "dynamics"), "damping", 1, &j->damping);
  get_numbers(child_of(node, "dynamics"), "friction", 1, &j->friction);
  const xmlNode* mimic = child_of(node, "mimic");
  j->leader            = -1;
  j->multiplier        = 1.0;
  if (mimic && j->kind != 'f') {
    get_text(mimic, "joint", j->leader_name);
    get_numbers(mimic, "multiplier", 1, &j->multiplier);
    get_numbers(mimic, "offset", 1, &j->offset);
  }
}

static int find_link(const kane_robot* r, const char* name)
{
  int l = 0;
  while (strcmp(r->link[l].name, name) != 0) {
    assert_true(l + 1 < r->nlink);
    l++;
  }
  return l;
}

static void connect(kane_robot* r)
{
  for (int j = 0; j < r->njoint; j++) {
    kane_joint* joint           = &r->joint[j];
    joint->parent               = find_link(r, joint->parent_name);
    joint->child                = find_link(r, joint->child_name);
    r->link[joint->child].joint = j;
    for (int k = 0; joint->leader_name[0] && k < r->njoint; k++) {
      joint->leader = strcmp(r->joint[k].name, joint->leader_name) == 0 ? k : joint->leader;
    }
  }
}

kane_robot* kane_read(const char* path)
{
  /* the quirks that our own reader lets pass, too */
  xmlDoc* doc =
      xmlReadFile(path, NULL, XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  assert_non_null(doc);
  const xmlNode* root = xmlDocGetRootElement(doc);
  kane_robot*    r    = calloc(1, sizeof *r);
  assert_non_null(r);
  for (const xmlNode* node = root->children; node; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) {
      continue;
    }
    if (!strcmp((const char*)node->name, "link")) {
      r->link = realloc(r->link, ((size_t)r->nlink + 1) * sizeof *r->link);
      assert_non_null(r->link);
      read_link(node, &r->link[r->nlink++]);
    } else if (!strcmp((const char*)node->name, "joint")) {
      r->joint = realloc(r->joint, ((size_t)r->njoint + 1) * sizeof *r->joint);
      assert_non_null(r->joint);
      read_joint(node, &r->joint[r->njoint++]);
    }
  }
  xmlFreeDoc(doc);
  connect(r);
  const size_t most = (size_t)r->njoint + 6;
  for (int l = 0; l < r->nlink; l++) {
    r->link[l].dv = calloc(3 * most, sizeof(double));
    r->link[l].dw = calloc(3 * most, sizeof(double));
  }
  return r;
}

void kane_free(kane_robot* r)
{
  for (int l = 0; l < r->nlink; l++) {
    free(r->link[l].dv);
    free(r->link[l].dw);
  }
  free(r->link);
  free(r->joint);
  free(r);
}

int kane_links(const kane_robot* r)
{
  return r->nlink;
}

const char* kane_link_name(const kane_robot* r, int l)
{
  return r->link[l].name;
}

int kane_joints(const kane_robot* r)
{
  return r->njoint;
}

const char* kane_joint_name(const kane_robot* r, int j)
{
  return r->joint[j].name;
}

bool kane_is_free(const kane_robot* r, int j)
{
  return r->joint[j].kind != 'f' && r->joint[j].leader < 0;
}

const kane_motion* kane_link_motion(const kane_robot* r, int l)
{
  return &r->link[l].motion;
}

/* ---- motion ------------------------------------------------------------------------------ */

void kane_hold(kane_robot* r)
{
  r->floating = false;
  memset(r->v, 0, sizeof r->v);
  memset(r->w, 0, sizeof r->w);
}

void kane_float(kane_robot* r, const double v[3], const double w[3])
{
  r->floating = true;
  memcpy(r->v, v, sizeof r->v);
  memcpy(r->w, w, sizeof r->w);
}

/* Coordinate of a joint, computed from the joints that it follows. */
static void follow(kane_robot* r, kane_joint* j)
{
  if (j->leader >= 0) {
    kane_joint* leader = &r->joint[j->leader];
    follow(r, leader);
    j->q      = j->multiplier * leader->q + j->offset;
    j->rate   = j->multiplier * leader->rate;
    j->column = leader->column;
    j->ratio  = j->multiplier * leader->ratio;
  }
}

/* The motion of a link behind a joint, with partial velocities; a and z are those
 * without the unknowns. */
static void step_over(kane_robot* r, const kane_joint* j)
{
  const kane_link* A = &r->link[j->parent];
  kane_link*       B = &r->link[j->child];
  double           arm[3], R0[9], u[3], t[3], own[9];
  times(arm, A->motion.R, j->at);
  product(R0, A->motion.R, j->R);
  times(u, R0, j->axis);
  memcpy(B->motion.R, R0, sizeof R0);
  if (j->kind == 'r') {
    turn(own, j->axis, j->q);
    product(B->motion.R, R0, own);
  }
  for (int i = 0; i < 3 && j->kind == 'p'; i++) arm[i] += j->q * u[i];

  const double *w = A->motion.w, *z = A->motion.z;
  double        wr[3], wwr[3], zr[3], wu[3];
  cross(wr, w, arm);
  cross(wwr, w, wr);
  cross(zr, z, arm);
  cross(wu, w, u);
  for (int i = 0; i < 3; i++) {
    const double slide = j->kind == 'p' ? j->rate : 0.0, roll = j->kind == 'r' ? j->rate : 0.0;
    B->motion.r[i] = A->motion.r[i] + arm[i];
    B->motion.v[i] = A->motion.v[i] + wr[i] + slide * u[i];
    B->motion.w[i] = w[i] + roll * u[i];
    B->motion.a[i] = A->motion.a[i] + zr[i] + wwr[i] + 2.0 * slide * wu[i];
    B->motion.z[i] = z[i] + roll * wu[i];
  }
  for (int k = 0; k < r->n; k++) {
    cross(t, A->dw + 3 * k, arm);
    for (int i = 0; i < 3; i++) {
      const double own_part = k == j->column && j->kind != 'f' ? j->ratio * u[i] : 0.0;
      B->dv[3 * k + i]      = A->dv[3 * k + i] + t[i] + (j->kind == 'p' ? own_part : 0.0);
      B->dw[3 * k + i]      = A->dw[3 * k + i] + (j->kind == 'r' ? own_part : 0.0);
    }
  }
  B->placed = true;
}

static void place_root(kane_robot* r, kane_link* root)
{
  memset(&root->motion, 0, sizeof root->motion);
  for (int i = 0; i < 3; i++) root->motion.R[4 * i] = 1.0;
  memcpy(root->motion.v, r->v, sizeof r->v);
  memcpy(root->motion.w, r->w, sizeof r->w);
  memset(root->dv, 0, 3 * (size_t)r->n * sizeof *root->dv);
  memset(root->dw, 0, 3 * (size_t)r->n * sizeof *root->dw);
  for (int i = 0; i < 3 && r->floating; i++) {
    root->dv[3 * i + i]       = 1.0;
    root->dw[3 * (3 + i) + i] = 1.0;
  }
  root->placed = true;
}

void kane_set(kane_robot* r, const double q[], const double rate[])
{
  r->n = r->floating ? 6 : 0;
  for (int j = 0; j < r->njoint; j++) {
    kane_joint* joint = &r->joint[j];
    joint->q          = joint->kind == 'f' ? 0.0 : q[j];
    joint->rate       = joint->kind == 'f' ? 0.0 : rate[j];
    joint->ratio      = 1.0;
    joint->column     = kane_is_free(r, j) ? r->n++ : -1;
  }
  for (int j = 0; j < r->njoint; j++) follow(r, &r->joint[j]);

  for (int l = 0; l < r->nlink; l++) r->link[l].placed = false;
  for (int l = 0; l < r->nlink; l++) {
    if (r->link[l].joint < 0) {
      place_root(r, &r->link[l]);
    }
  }
  for (int pass = 0; pass < r->nlink; pass++) {
    for (int j = 0; j < r->njoint; j++) {
      if (r->link[r->joint[j].parent].placed && !r->link[r->joint[j].child].placed) {
        step_over(r, &r->joint[j]);
      }
    }
  }
}

/* ---- equations --------------------------------------------------------------------------- */

/* Add the inertia of a link to the equations. */
static void add_link(const kane_robot* r, const kane_link* l, double A[], double b[])
{
  const double gravity[3] = {0.0, 0.0, -9.81};
  double       c[3], R[9], Rt[9], I[9], t[3], wc[3], a_com[3], Iw[3], Iz[3], gyro[3];
  times(c, l->motion.R, l->com);
  product(R, l->motion.R, l->R_inertial);
  for (int i = 0; i < 9; i++) Rt[i] = R[i % 3 * 3 + i / 3];
  product(I, R, l->I);
  product(I, I, Rt);
  cross(wc, l->motion.w, c);
  cross(a_com, l->motion.w, wc);
  cross(t, l->motion.z, c);
  for (int i = 0; i < 3; i++) a_com[i] += l->motion.a[i] + t[i];
  times(Iw, I, l->motion.w);
  cross(gyro, l->motion.w, Iw);
  times(Iz, I, l->motion.z);
  double* v = malloc(3 * (size_t)r->n * sizeof *v); /* partial velocities of the centre of mass */
  for (int k = 0; k < r->n; k++) {
    cross(v + 3 * k, l->dw + 3 * k, c);
    for (int i = 0; i < 3; i++) v[3 * k + i] += l->dv[3 * k + i];
  }
  for (int k = 0; k < r->n; k++) {
    double Idw[3];
    times(Idw, I, l->dw + 3 * k);
    for (int i = 0; i < r->n; i++) {
      A[k * r->n + i] += l->mass * dot(v + 3 * k, v + 3 * i) + dot(l->dw + 3 * i, Idw);
    }
    for (int i = 0; i < 3; i++) {
      b[k] +=
          l->mass * v[3 * k + i] * (gravity[i] - a_com[i]) - l->dw[3 * k + i] * (Iz[i] + gyro[i]);
    }
  }
  free(v);
}

void kane_solve(kane_robot* r)
{
  const size_t n = (size_t)r->n;
  double*      A = calloc(n * n + 1, sizeof *A);
  double*      b = calloc(n + 1, sizeof *b);
  assert_non_null(A);
  assert_non_null(b);
  for (int l = 0; l < r->nlink; l++) add_link(r, &r->link[l], A, b);
  for (int j = 0; j < r->njoint; j++) {
    const kane_joint* joint = &r->joint[j];
    if (joint->column >= 0 && joint->kind != 'f') {
      /* docs/mechanism-format.md: friction is smooth below 0.01 rad/s or m/s */
      const double effort =
          -joint->damping * joint->rate - joint->friction * joint->rate / hypot(joint->rate, 0.01);
      b[joint->column] += joint->ratio * effort;
    }
  }
  if (r->n > 0) {
    lw_test_dense_solve(r->n, A, b);
  }
  for (int l = 0; l < r->nlink; l++) {
    for (int k = 0; k < r->n; k++) {
      for (int i = 0; i < 3; i++) {
        r->link[l].motion.a[i] += r->link[l].dv[3 * k + i] * b[k];
        r->link[l].motion.z[i] += r->link[l].dw[3 * k + i] * b[k];
      }
    }
  }
  free(A);
  free(b);
}
