/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * documentation.c - the pages in an FMU that describe it to its users.
 */
#include "fmu_file/documentation.h"

#include <stdio.h>
#include <string.h>

/* ---- HTML --------------------------------------------------------------------------------- */

static const char STYLE[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em}\n"
    "table{border-collapse:collapse;margin:.5em 0 2em}\n"
    "th,td{border-bottom:1px solid #ccc;padding:.2em .8em;text-align:left;vertical-align:top}\n"
    "th{border-bottom:2px solid #666}\n"
    "td.n{font-family:ui-monospace,monospace;white-space:nowrap}\n"
    "code{font-family:ui-monospace,monospace}\n";

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

/* a cell of numbers; empty if there is no slot */
static void add_values(lw_text* t, const lw_model* m, lw_slot slot, int n)
{
  lw_text_add(t, "<td class=\"n\">");
  for (int i = 0; i < n && slot != LW_NONE; i++) {
    lw_text_add(t, i > 0 ? " " : "");
    lw_text_add_number_short(t, m->value[slot + i]);
  }
  lw_text_add(t, "</td>");
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
              "name|mass [kg]|inertia xx yy zz xy xz yz [kg m<sup>2</sup>]|centre of mass [m]|"
              "position at the start [m]");
  for (int b = 0; b < m->nbody; b++) {
    const lw_body* body = &m->body[b];
    begin_row(t);
    add_name(t, lw_model_name(m, body->name));
    add_values(t, m, body->mass, 1);
    add_values(t, m, body->inertia, 6);
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

lw_status lw_documentation_write(const lw_variables* variables, const char* guid, const char* tool,
                                 lw_text* text)
{
  const lw_model* m    = variables->model;
  const char*     name = lw_model_name(m, m->name);
  lw_text_add(text,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>");
  lw_text_add_xml(text, name);
  lw_text_add(text, "</title>\n<style>\n");
  lw_text_add(text, STYLE);
  lw_text_add(text, "</style>\n</head>\n<body>\n<h1>");
  lw_text_add_xml(text, name);
  lw_text_add(text, "</h1>\n");
  add_paragraph(text, lw_model_name(m, m->description));
  add_paragraph(text,
                "A mechanism of rigid bodies, as an FMU for co-simulation (FMI 2.0). Units are "
                "SI, angles are radians, vectors are in world axes unless said otherwise.");
  begin_table(text, "Facts", "fact|value");
  add_fact(text, "made by", tool);
  add_fact(text, "GUID", guid);
  begin_row(text);
  add_cell(text, "gravity [m/s2]");
  add_values(text, m, m->gravity, 3);
  end_row(text);
  add_seconds(text, "start", m->settings.start);
  add_seconds(text, "stop", m->settings.stop);
  add_seconds(text, "communication step", m->settings.output_step);
  add_seconds(text, "largest internal step", m->value[m->settings.step]);
  end_table(text);
  add_bodies(text, m);
  add_joints(text, m);
  add_springs(text, m);
  add_drives(text, m);
  add_variables(text, variables);
  lw_text_add(text, "</body>\n</html>\n");
  return text->failed ? LW_ERR_MEMORY : LW_OK;
}

lw_status lw_dependencies_note_write(const char* platform, lw_text* text)
{
  lw_text_add(text, "binaries/");
  lw_text_add(text, platform);
  lw_text_add(
      text, ": a library that needs the C library, libm and, for threads, the OpenMP runtime of\n"
            "GCC, libgomp.so.1. It starts no other program, opens no network connection and reads\n"
            "only resources/mechanism.lwm.\n"
            "\n"
            "C library     glibc 2.17 or newer: every distribution since 2013\n"
            "libgomp.so.1  GCC 4.9 or newer. Debian, Ubuntu: apt-get install libgomp1;\n"
            "              Fedora, RHEL: dnf install libgomp; SUSE: zypper install libgomp1.\n"
            "              Where it cannot be installed, a copy of the file beside the library of\n"
            "              this FMU is found, too.\n"
            "\n"
            "OMP_NUM_THREADS limits the threads of one instance. Results do not depend on it.\n");
  return text->failed ? LW_ERR_MEMORY : LW_OK;
}
