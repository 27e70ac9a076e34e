/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * documentation.c - the pages in an FMU that describe it to its users.
 */
#include "fmu_file/documentation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/json.h"
#include "page/page.h"
#include "page/scene.h"

/* ---- HTML --------------------------------------------------------------------------------- */

static const char STYLE[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:1.5em auto;max-width:76em;padding:0 1em;"
    "background:var(--ground,#fff);color:var(--text,#111)}\n"
    "h1{margin:.6em 0 .2em}\n"
    "table{border-collapse:collapse;margin:.3em 0 1.6em;display:block;overflow-x:auto}\n"
    "th,td{border-bottom:1px solid var(--line,#ccc);padding:.2em .8em .2em 0;text-align:left;"
    "vertical-align:top}\n"
    "th{font-size:13px;color:var(--faint,#555)}\n"
    "td.n{font:13px/1.7 ui-monospace,monospace;white-space:nowrap}\n"
    "summary{cursor:pointer}\n"
    "code,pre{font:13px/1.5 ui-monospace,monospace}\n"
    "#linkwork-view .stage{height:min(60vh,480px);border:1px solid var(--line,#ccc);"
    "border-radius:10px}\n";

/* A table, its heading, and the titles of its columns, separated by '|'. */
static void begin_table(lw_text* t, const char* heading, const char* titles)
{
  lw_text_add(t, "<h2>");
  lw_text_add(t, heading);
  lw_text_add(t, "</h2>\n<table>\n<tr>");
  while (*titles) {
    const size_t n = strcspn(titles, "|");
    lw_text_add(t, "<th>");
    lw_text_add_bytes(t, titles, n);
    lw_text_add(t, "</th>");
    titles += n + (titles[n] == '|' ? 1 : 0);
  }
  lw_text_add(t, "</tr>\n");
}

static void end_table(lw_text* t)
{
  lw_text_add(t, "</table>\n");
}

static void begin_row(lw_text* t)
{
  lw_text_add(t, "<tr>");
}

static void end_row(lw_text* t)
{
  lw_text_add(t, "</tr>\n");
}

static void add_cell(lw_text* t, const char* words)
{
  lw_text_add(t, "<td>");
  lw_text_add_xml(t, words);
  lw_text_add(t, "</td>");
}

/* a cell of names and numbers */
static void add_name(lw_text* t, const char* name)
{
  lw_text_add(t, "<td class=\"n\">");
  lw_text_add_xml(t, name);
  lw_text_add(t, "</td>");
}

/* numbers with all their digits */
static void add_exact(lw_text* t, const lw_model* m, lw_slot slot, int n)
{
  for (int i = 0; i < n; i++) {
    lw_text_add(t, i > 0 ? " " : "");
    lw_text_add_number_short(t, m->value[slot + i]);
  }
}

/* numbers with five digits; minus zero is zero */
static void add_short(lw_text* t, const lw_model* m, lw_slot slot, int n)
{
  for (int i = 0; i < n; i++) {
    char number[40];
    (void)snprintf(number, sizeof number, "%s%.5g", i > 0 ? " " : "", m->value[slot + i] + 0.0);
    lw_text_add(t, number);
  }
}

/* a cell of numbers; empty if there is no slot. What does not fit into five digits shows the others
 * under the pointer. */
static void add_values(lw_text* t, const lw_model* m, lw_slot slot, int n)
{
  bool exact = true;
  for (int i = 0; i < n && slot != LW_NONE; i++) {
    char number[40];
    (void)snprintf(number, sizeof number, "%.5g", m->value[slot + i]);
    exact = exact && strtod(number, NULL) == m->value[slot + i];
  }
  lw_text_add(t, "<td class=\"n\"");
  if (!exact) {
    lw_text_add(t, " title=\"");
    add_exact(t, m, slot, n);
    lw_text_add(t, "\"");
  }
  lw_text_add(t, ">");
  if (slot != LW_NONE) {
    add_short(t, m, slot, n);
  }
  lw_text_add(t, "</td>");
}

/* a cell with the six numbers of an inertia: products are folded away, and left out where they are
 * zero */
static void add_inertia(lw_text* t, const lw_model* m, lw_slot slot)
{
  const double* value = m->value + slot;
  if (value[3] == 0.0 && value[4] == 0.0 && value[5] == 0.0) {
    add_values(t, m, slot, 3);
    return;
  }
  lw_text_add(t, "<td class=\"n\"><details><summary title=\"");
  add_exact(t, m, slot, 6);
  lw_text_add(t, "\">");
  add_short(t, m, slot, 3);
  lw_text_add(t, "</summary>");
  add_short(t, m, slot + 3, 3);
  lw_text_add(t, "</details></td>");
}

/* ---- elements ----------------------------------------------------------------------------- */

static const char* body_name(const lw_model* m, int body)
{
  return body == LW_GROUND ? "ground" : lw_model_name(m, m->body[body].name);
}

/* "body.frame" */
static void add_frame(lw_text* t, const lw_model* m, int frame)
{
  lw_text_add(t, "<td class=\"n\">");
  lw_text_add_xml(t, body_name(m, m->frame[frame].body));
  lw_text_add(t, ".");
  lw_text_add_xml(t, lw_model_name(m, m->frame[frame].name));
  lw_text_add(t, "</td>");
}

static void add_bodies(lw_text* t, const lw_model* m)
{
  begin_table(t, "Bodies",
              "name|mass [kg]|inertia xx yy zz, folded xy xz yz [kg m<sup>2</sup>]|"
              "centre of mass [m]|"
              "position at the start [m]");
  for (int b = 0; b < m->nbody; b++) {
    const lw_body* body = &m->body[b];
    begin_row(t);
    add_name(t, lw_model_name(m, body->name));
    add_values(t, m, body->mass, 1);
    add_inertia(t, m, body->inertia);
    add_values(t, m, body->com, 3);
    add_values(t, m, body->at, 3);
    end_row(t);
  }
  end_table(t);
}

static void add_joints(lw_text* t, const lw_model* m)
{
  if (m->njoint == 0) {
    return;
  }
  begin_table(t, "Joints", "name|type|parent|child|constraints|stiffness|damping|rest");
  for (int j = 0; j < m->njoint; j++) {
    const lw_joint*      joint = &m->joint[j];
    const lw_joint_info* info  = lw_joint_info_get(joint->type);
    begin_row(t);
    add_name(t, lw_model_name(m, joint->name));
    add_cell(t, info->name);
    add_name(t, body_name(m, joint->parent));
    add_name(t, body_name(m, joint->child));
    lw_text_add(t, "<td>");
    lw_text_add_unsigned(t, (unsigned)info->nrow);
    lw_text_add(t, "</td>");
    add_values(t, m, joint->stiffness, 1);
    add_values(t, m, joint->damping, 1);
    add_values(t, m, joint->rest, 1);
    end_row(t);
  }
  end_table(t);
}

static void add_springs(lw_text* t, const lw_model* m)
{
  if (m->nspring + m->nbushing == 0) {
    return;
  }
  begin_table(t, "Springs and bushings", "name|kind|from|to|stiffness|damping|free length [m]");
  for (int i = 0; i < m->nspring + m->nbushing; i++) {
    const bool        is_spring = i < m->nspring;
    const lw_spring*  s         = is_spring ? &m->spring[i] : NULL;
    const lw_bushing* b         = is_spring ? NULL : &m->bushing[i - m->nspring];
    begin_row(t);
    add_name(t, lw_model_name(m, is_spring ? s->name : b->name));
    add_cell(t, is_spring ? "spring" : "bushing");
    add_frame(t, m, is_spring ? s->from : b->from);
    add_frame(t, m, is_spring ? s->to : b->to);
    add_values(t, m, is_spring ? s->stiffness : b->stiffness, is_spring ? 1 : 6);
    add_values(t, m, is_spring ? s->damping : b->damping, is_spring ? 1 : 6);
    add_values(t, m, is_spring ? s->length : LW_NONE, 1);
    end_row(t);
  }
  end_table(t);
}

static void add_drive(lw_text* t, const char* name, const char* kind, const char* where,
                      const char* what)
{
  begin_row(t);
  add_name(t, name);
  add_cell(t, kind);
  add_name(t, where);
  add_cell(t, what);
  end_row(t);
}

static void add_drives(lw_text* t, const lw_model* m)
{
  static const char* const motion[] = {
      [LW_MOTION_VELOCITY]   = "constant velocity",
      [LW_MOTION_POLYNOMIAL] = "polynomial in time",
      [LW_MOTION_INPUT] = ("follows its input; without derivatives of the input a new value is "
                           "reached over the next communication step")};
  if (m->nactuator + m->nload + m->nmotion + m->ncoupling == 0) {
    return;
  }
  begin_table(t, "Forces and drives", "name|kind|acts on|how");
  for (int i = 0; i < m->nactuator; i++) {
    add_drive(t, lw_model_name(m, m->actuator[i].name), "actuator",
              lw_model_name(m, m->joint[m->actuator[i].joint].name),
              "force or torque along the joint coordinate, on the child; reaction on the parent");
  }
  for (int i = 0; i < m->nload; i++) {
    const lw_load* load = &m->load[i];
    add_drive(t, lw_model_name(m, load->name), load->is_torque ? "torque" : "force",
              body_name(m, load->body), load->body_axes ? "in body axes" : "in world axes");
  }
  for (int i = 0; i < m->nmotion; i++) {
    add_drive(t, lw_model_name(m, m->motion[i].name), "motion",
              lw_model_name(m, m->joint[m->motion[i].joint].name), motion[m->motion[i].kind]);
  }
  for (int i = 0; i < m->ncoupling; i++) {
    const lw_coupling* c = &m->coupling[i];
    add_drive(t, lw_model_name(m, c->name), "coupling",
              lw_model_name(m, m->joint[m->coupling_term[c->term].joint].name),
              "linear relation between joint coordinates");
  }
  end_table(t);
}

/* ---- variables ---------------------------------------------------------------------------- */

static const char* kind_of(const lw_variable* row)
{
  return row->causality == LW_INPUT        ? "input"
         : row->causality == LW_OUTPUT     ? "output"
         : row->causality == LW_LOCAL      ? "local"
         : row->causality == LW_CALCULATED ? "parameter, calculated"
         : row->variability == LW_TUNABLE  ? "parameter, tunable"
                                           : "parameter, fixed";
}

/* the units of all components, each once in a row */
static void add_units(lw_text* t, const lw_variables* v, const lw_variable* row)
{
  lw_unit last = -1;
  lw_text_add(t, "<td class=\"n\">");
  for (int k = 0; k < row->size; k++) {
    const lw_unit unit = lw_variables_unit(v, row->reference + (unsigned)k);
    if (unit != last) {
      lw_text_add(t, last >= 0 ? ", " : "");
      lw_text_add_xml(t, row->unit_text ? row->unit_text : lw_unit_get_info(unit).name);
    }
    last = unit;
  }
  lw_text_add(t, "</td>");
}

static void add_variables(lw_text* t, const lw_variables* v)
{
  begin_table(t, "Variables", "name|value references|kind|unit|start|meaning");
  for (int i = 0; i < v->nrow; i++) {
    const lw_variable* row = &v->row[i];
    begin_row(t);
    lw_text_add(t, "<td class=\"n\">");
    lw_text_add_xml(t, v->names + row->name);
    if (row->indexed) {
      lw_text_add(t, row->size > 1 ? "[1.." : "[");
      lw_text_add_unsigned(t, (unsigned)row->size);
      lw_text_add(t, "]");
    }
    lw_text_add(t, "</td><td>");
    lw_text_add_unsigned(t, row->reference);
    if (row->size > 1) {
      lw_text_add(t, " to ");
      lw_text_add_unsigned(t, row->reference + (unsigned)row->size - 1);
    }
    lw_text_add(t, "</td>");
    add_cell(t, kind_of(row));
    add_units(t, v, row);
    add_values(t, v->model, row->source == LW_FROM_VALUE ? row->first : LW_NONE, row->size);
    add_cell(t, row->text);
    end_row(t);
  }
  end_table(t);
}

/* ---- pages -------------------------------------------------------------------------------- */

static void add_paragraph(lw_text* t, const char* about)
{
  if (*about) {
    lw_text_add(t, "<p>");
    lw_text_add_xml(t, about);
    lw_text_add(t, "</p>\n");
  }
}

static void add_fact(lw_text* t, const char* name, const char* value)
{
  begin_row(t);
  add_cell(t, name);
  add_name(t, value);
  end_row(t);
}

static void add_seconds(lw_text* t, const char* name, double value)
{
  begin_row(t);
  add_cell(t, name);
  lw_text_add(t, "<td class=\"n\">");
  lw_text_add_number_short(t, value);
  lw_text_add(t, " s</td>");
  end_row(t);
}

static void add_facts(lw_text* t, const lw_model* m, const char* guid, const char* tool)
{
  begin_table(t, "Facts", "fact|value");
  add_fact(t, "made by", tool);
  add_fact(t, "GUID", guid);
  begin_row(t);
  add_cell(t, "gravity [m/s2]");
  add_values(t, m, m->gravity, 3);
  end_row(t);
  add_fact(t, "formulation", lw_formulation_names[m->settings.formulation]);
  add_seconds(t, "start", m->settings.start);
  add_seconds(t, "stop", m->settings.stop);
  add_seconds(t, "communication step", m->settings.output_step);
  add_seconds(t, "largest internal step", m->value[m->settings.step]);
  end_table(t);
}

/* What the axes are: which one points upwards, and which frames the variables refer to. */
static void add_axes(lw_text* t, const lw_model* m)
{
  static const char* const up[] = {"x", "y", "z"};
  const double*            g    = m->value + m->gravity;
  int                      axis = -1;
  for (int k = 0; k < 3; k++) {
    axis = g[k] < 0.0 && g[(k + 1) % 3] == 0.0 && g[(k + 2) % 3] == 0.0 ? k : axis;
  }
  lw_text_add(t, "<h2>Axes</h2>\n<ul>\n<li>The world is the frame of <code>ground</code>");
  if (axis >= 0) {
    lw_text_add(t, "; ");
    lw_text_add(t, up[axis]);
    lw_text_add(t, " points upwards, against gravity");
  }
  lw_text_add(
      t, ". All axes are right-handed.</li>\n"
         "<li><code>B.r</code> and <code>B.quat</code> are the position of the frame of body B in "
         "the world, and its orientation w x y z, from body axes to world axes; <code>B.v</code>, "
         "<code>B.w</code> its velocity and angular velocity, <code>B.a</code>, <code>B.z</code> "
         "their derivatives, in world axes.</li>\n"
         "<li><code>J.q</code> is the child relative to the parent, about or along the axis of "
         "joint J; it counts whole turns.</li>\n"
         "<li><code>J.force</code> and <code>J.torque</code> are what the constraints of joint J "
         "exert on its child, at the child's joint point, in world axes.</li>\n</ul>\n");
}

/* How to take the FMU into a tool. */
static void add_import(lw_text* t, const lw_model* m)
{
  lw_text_add(t, "<h2>How to run it</h2>\n<pre>");
  lw_text_add(t, "linkwork run  ");
  lw_text_add_xml(t, lw_model_name(m, m->name));
  lw_text_add(t, ".fmu --stop ");
  lw_text_add_number_short(t, m->settings.stop);
  lw_text_add(t, " -o result.csv\nlinkwork view ");
  lw_text_add_xml(t, lw_model_name(m, m->name));
  lw_text_add(t, ".fmu\nfmpy simulate ");
  lw_text_add_xml(t, lw_model_name(m, m->name));
  lw_text_add(t, ".fmu --show-plot</pre>\n"
                 "<p>Inputs keep their last value until they are set again. Parameters that are "
                 "tunable may be changed between two steps, all others before the start.</p>\n"
                 "<ul>\n<li>OpenModelica: <code>OMSimulator --stopTime=");
  lw_text_add_number_short(t, m->settings.stop);
  lw_text_add_char(t, ' ');
  lw_text_add_xml(t, lw_model_name(m, m->name));
  lw_text_add(t, ".fmu</code>, or in OMEdit SSP, New SSP Model, Add SubModel.</li>\n"
                 "<li>Simulink: the block <i>FMU</i> (Simulink Extras, FMU Import).</li>\n</ul>\n");
}

/* The scene of the mechanism at its start, in an object; the portable kernel gives the same bytes
 * on every machine. */
static lw_status make_scene(const lw_model* model, lw_text* json)
{
  lw_model     portable      = *model; /* refers to the arrays of the model */
  lw_instance* instance      = NULL;
  portable.settings.portable = true;
  lw_status status           = lw_instance_create(&portable, NULL, &instance);
  if (status == LW_OK) {
    status = lw_instance_initialize(instance, model->settings.start, NULL);
  }
  if (status == LW_OK) {
    lw_json_begin(json, NULL, '{');
    status = lw_scene_json(instance, "scene", json);
    lw_json_end(json, '}');
  }
  lw_instance_destroy(instance);
  return status;
}

lw_status lw_documentation_write(const lw_variables* variables, const char* guid, const char* tool,
                                 const lw_page* page, lw_text* text)
{
  static const lw_page bare  = {.npart = 0};
  const lw_model*      m     = variables->model;
  const char*          name  = lw_model_name(m, m->name);
  lw_text              json  = {0};
  const bool           drawn = page && make_scene(m, &json) == LW_OK;
  lw_page_add_head(text, drawn ? page : &bare, name, STYLE);
  lw_text_add(text, "<body>\n");
  if (drawn) {
    lw_text_add(text, "<main id=\"linkwork-view\"></main>\n");
  }
  lw_text_add(text, "<h1>");
  lw_text_add_xml(text, name);
  lw_text_add(text, "</h1>\n");
  add_paragraph(text, lw_model_name(m, m->description));
  add_paragraph(text,
                "A mechanism of rigid bodies, as an FMU for co-simulation (FMI 2.0). Units are "
                "SI, angles are radians, vectors are in world axes unless said otherwise.");
  add_facts(text, m, guid, tool);
  add_axes(text, m);
  add_import(text, m);
  add_bodies(text, m);
  add_joints(text, m);
  add_springs(text, m);
  add_drives(text, m);
  add_variables(text, variables);
  if (drawn) {
    const lw_page_content content = {.json = &json};
    lw_page_add_scripts(text, page, &content);
  }
  lw_text_add(text, "</body>\n</html>\n");
  lw_text_free(&json);
  return text->failed ? LW_ERR_MEMORY : LW_OK;
}

lw_status lw_dependencies_note_write(size_t n, const lw_package_library library[], lw_text* text)
{
  bool linux_there = false;
  lw_text_add(text,
              "The libraries of this FMU start no other program, open no network connection and "
              "read only\nresources/mechanism.lwm.\n\n");
  for (size_t i = 0; i < n; i++) {
    const bool windows = strcmp(library[i].suffix, ".dll") == 0;
    linux_there        = linux_there || !windows;
    lw_text_add(text, "binaries/");
    lw_text_add(text, library[i].folder2);
    lw_text_add(text, windows ? ": needs nothing but Windows itself (KERNEL32.dll, msvcrt.dll).\n"
                              : ": needs the C library, libm and, for threads, the OpenMP runtime "
                                "of\nGCC, libgomp.so.1.\n");
  }
  if (linux_there) {
    lw_text_add(
        text,
        "\nC library     glibc 2.17 or newer: every distribution since 2013\n"
        "libgomp.so.1  GCC 4.9 or newer. Debian, Ubuntu: apt-get install libgomp1;\n"
        "              Fedora, RHEL: dnf install libgomp; SUSE: zypper install libgomp1.\n"
        "              Where it cannot be installed, a copy of the file beside the library of\n"
        "              this FMU is found, too.\n");
  }
  lw_text_add(
      text, "\nOMP_NUM_THREADS limits the threads of one instance. Results do not depend on it.\n");
  return text->failed ? LW_ERR_MEMORY : LW_OK;
}
